"""What can be set once and for all."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from takelan.bots.levels import LEVELS
from takelan.language import translate as _
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.dialogs.name import NameDialog
from takelan.ui.shown import shown, wrap
from takelan.ui.widgets.boards.board import button
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.frame import draw_frame
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting
from takelan.wire.peer_text import PlayerName

_ROWS: tuple[tuple[str, str, str], ...] = (
    ("name", _("Your name"), _("What others see. Enter changes it.")),
    ("theme", _("Theme"), _("felt is dark, linen is light, terminal uses your terminal's own colours.")),
    (
        "motion",
        _("Motion"),
        _("reduced shows a turn in two pictures, and auto does so over SSH; off shows every result at once."),
    ),
    ("ascii", _("Plain characters"), _("Draws boxes with + - | for terminals without line drawing.")),
    ("bell", _("Bell"), _("Rings when it is your turn.")),
    ("title", _("Window title"), _("Tells in the terminal's title when it is your turn.")),
    ("coach", _("Hints"), _("A few hints in your first game of each kind.")),
    ("stand_in", _("Stand-in"), _("How well a bot plays while you are away, from when you next sit down.")),
)
_CHOICES = {"motion": ("auto", "full", "reduced", "off"), "stand_in": LEVELS}


class SettingsSheet(Painting):
    """One line for each setting, and what the chosen one means."""

    def __init__(self) -> None:
        super().__init__(classes="box settings")
        self.cursor = 0
        self.values: dict[str, str] = {}

    def paint(self, canvas: Canvas) -> None:
        """Draw all settings."""
        draw_frame(canvas, _("Settings"))
        for index, (key, label, _meaning) in enumerate(_ROWS):
            is_chosen = index == self.cursor
            style = canvas.palette.gold if is_chosen else canvas.palette.felt
            canvas.write(3, 2 + index, "▸ " if is_chosen else "  ", style)
            canvas.write(5, 2 + index, label, style)
            canvas.write(28, 2 + index, shown(self.values.get(key, ""), 24), style)
            canvas.spot(1, 2 + index, canvas.width - 2, 1, f"row:{index}")
        y = canvas.height - 6
        canvas.write(3, y, "─" * (canvas.width - 6), canvas.palette.line)
        for offset, line in enumerate(wrap(_ROWS[self.cursor][2], canvas.width - 6)):
            canvas.write(3, y + 1 + offset, line, canvas.palette.felt)
        end = button(canvas, 3, canvas.height - 2, _("Esc"), _("done"), "escape")
        canvas.write(end, canvas.height - 2, _("↑↓ setting  ←→ or Enter change"), canvas.palette.quiet)

    def pick(self, means: Any) -> None:
        """Announce a click."""
        self.post_message(Keys.Pressed(means))


class SettingsDialog(Dialog[None]):
    """Change a setting and see it at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"press('{key}')", show=False, id=f"settings.{key}")
        for key in ("up", "down", "left", "right", "enter", "space", "escape", "q", "e")
    ]

    def compose(self) -> ComposeResult:
        """Show the settings."""
        sheet = SettingsSheet()
        sheet.values = self._values()
        yield sheet

    def on_keys_pressed(self, message: Keys.Pressed) -> None:
        """Choose a line at the first click and change it at the second; close by the button."""
        message.stop()
        if not message.action.startswith("row:"):
            self.action_press(message.action)
            return
        index = int(message.action[4:])
        sheet = self.query_one(SettingsSheet)
        if sheet.cursor == index:
            self._change(1)
        sheet.cursor = index
        self._show()

    def action_press(self, key: str) -> None:
        """Move, change or close."""
        sheet = self.query_one(SettingsSheet)
        if key in ("escape", "q", "e"):
            self.dismiss(None)
            return
        if key in ("up", "down"):
            sheet.cursor = (sheet.cursor + (1 if key == "down" else -1)) % len(_ROWS)
        else:
            self._change(-1 if key == "left" else 1)
        self._show()

    def _show(self) -> None:
        sheet = self.query_one(SettingsSheet)
        sheet.values = self._values()
        sheet.redraw()

    def _values(self) -> dict[str, str]:
        settings = self.takelan.settings
        values = {key: getattr(settings, key) for key, _label, _meaning in _ROWS}
        values["name"] = settings.name or _("{name} (your login)").format(name=self.takelan.player_name)
        return {key: _in_words(value) for key, value in values.items()}

    def _change(self, by: int) -> None:
        key = _ROWS[self.query_one(SettingsSheet).cursor][0]
        settings = self.takelan.settings
        if key == "name":
            self.app.push_screen(NameDialog(settings.name), self._take_name)
        elif key == "theme":
            themes = self.takelan.theme_names()
            self.takelan.change(replace(settings, theme=_next(themes, self.takelan.theme, by)))
        elif key in _CHOICES:
            word = _next(_CHOICES[key], getattr(settings, key), by)
            self.takelan.change(replace(settings, **{key: word}))
        else:
            self.takelan.change(replace(settings, **{key: not getattr(settings, key)}))

    def _take_name(self, text: str | None) -> None:
        if text is not None:
            self.takelan.change(replace(self.takelan.settings, name=str(PlayerName(text))))
            self._show()


def _next(choices: Sequence[str], current: str, by: int) -> str:
    index = choices.index(current) if current in choices else 0
    return choices[(index + by) % len(choices)]


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
