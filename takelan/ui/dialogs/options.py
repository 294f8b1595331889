"""Change the options of a table: choose one with up and down, its value with left and right or by typing."""

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from takelan.language import translate as _
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.option_words import Field, fields_of, stepped
from takelan.ui.shown import shown, wrap
from takelan.ui.sitting import Sitting
from takelan.ui.widgets.boards.board import button
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.frame import draw_frame
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting
from takelan.wire import to_host

_LONGEST_NUMBER = 6


class OptionSheet(Painting):
    """The options with their values; the meaning of the chosen one below them."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(classes="box options")
        self._sitting = sitting
        self.cursor = 0
        self.typed = ""
        self.objection = ""

    @property
    def fields(self) -> list[Field]:
        """The options of the game that is chosen now."""
        game = self._sitting.outlook.game
        return [] if game is None else fields_of(game)

    def word(self, field: Field) -> str:
        """Tell the value in force."""
        table = self._sitting.outlook.table
        return "" if table is None else table.options.get(field.key, "")

    def paint(self, canvas: Canvas) -> None:
        """Draw a line for each option."""
        draw_frame(canvas, _("Options of the table"))
        for index, field in enumerate(self.fields):
            self._paint_field(canvas, 2 + index, index, field)
        field = self.fields[self.cursor]
        y = canvas.height - 6
        canvas.write(3, y, "─" * (canvas.width - 6), canvas.palette.line)
        text = self.objection or f"{field.meaning} ({field.bounds})"
        style = canvas.palette.bad if self.objection else canvas.palette.felt
        for offset, line in enumerate(wrap(shown(text), canvas.width - 6)[:3]):
            canvas.write(3, y + 1 + offset, line, style)
        end = button(canvas, 3, canvas.height - 2, _("Esc"), _("done"), "escape")
        keys = _("↑↓ option  ←→ change, or a number and Enter")
        canvas.write(end, canvas.height - 2, keys, canvas.palette.quiet)

    def pick(self, means: Any) -> None:
        """Announce a click."""
        self.post_message(Keys.Pressed(means))

    def _paint_field(self, canvas: Canvas, y: int, index: int, field: Field) -> None:
        is_chosen = index == self.cursor
        style = canvas.palette.gold if is_chosen else canvas.palette.felt
        canvas.write(3, y, "▸ " if is_chosen else "  ", style)
        canvas.write(5, y, field.label, style)
        value = f"{self.typed}_" if is_chosen and self.typed else _value(field.key, self.word(field))
        canvas.spot(1, y, 28, 1, f"row:{index}")
        if is_chosen:
            canvas.write(30, y, "◂", style)
            canvas.write(32, y, value, style)
            canvas.write(42, y, "▸", style)
            canvas.spot(29, y, 3, 1, "left")
            canvas.spot(32, y, 12, 1, "right")
        else:
            canvas.write(32, y, value, style)
            canvas.spot(29, y, 16, 1, f"row:{index}")


class OptionsDialog(Dialog[None]):
    """All options of the table; each change is sent at once and shown when the table has taken it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"press('{key}')", show=False, id=f"options.{key}")
        for key in ("up", "down", "left", "right", "enter", "escape", "backspace", "o", "q", "space")
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._sheet = OptionSheet(sitting)

    def compose(self) -> ComposeResult:
        """Show the options."""
        yield self._sheet

    def hear(self) -> None:
        """Draw what the table made of it."""
        self._sheet.cursor = min(self._sheet.cursor, len(self._sheet.fields) - 1)
        self._sheet.redraw()

    def object(self, sentence: str) -> None:
        """Show why the table refused."""
        self._sheet.objection = sentence
        self._sheet.redraw()

    def on_keys_pressed(self, message: Keys.Pressed) -> None:
        """Treat a click like a key."""
        message.stop()
        self.action_press(message.action)

    def on_key(self, event: events.Key) -> None:
        """Collect the digits of a number."""
        if event.character is not None and event.character in "0123456789." and not self._field.words:
            event.stop()
            self._sheet.objection = ""
            self._sheet.typed = (self._sheet.typed + event.character)[:_LONGEST_NUMBER]
            self._sheet.redraw()

    @property
    def _field(self) -> Field:
        return self._sheet.fields[self._sheet.cursor]

    def action_press(self, key: str) -> None:
        """Move, change, type or close."""
        sheet = self._sheet
        sheet.objection = ""
        if key in ("escape", "o", "q"):
            if not sheet.typed:
                self.dismiss(None)
                return
            sheet.typed = ""
        elif key.startswith("row:"):
            sheet.cursor, sheet.typed = int(key[4:]), ""
        elif key in ("up", "down"):
            sheet.cursor = (sheet.cursor + (1 if key == "down" else -1)) % len(sheet.fields)
            sheet.typed = ""
        elif key == "backspace":
            sheet.typed = sheet.typed[:-1]
        elif key in ("left", "right", "space"):
            sheet.typed = ""
            self._send(stepped(self._field, sheet.word(self._field), -1 if key == "left" else 1))
        elif key == "enter":
            self._take_typed()
        sheet.redraw()

    def _take_typed(self) -> None:
        sheet, field = self._sheet, self._field
        if not sheet.typed:
            self.dismiss(None)
            return
        try:
            number = float(sheet.typed)
        except ValueError:
            number = -1.0
        if field.lowest <= number <= field.highest:
            self._send(f"{number:g}")
        else:
            sheet.objection = _("{label} must be {bounds}.").format(label=field.label, bounds=field.bounds)
        sheet.typed = ""

    def _send(self, word: str) -> None:
        self._sitting.send(to_host.SetOption(self._field.key, word))


def _value(key: str, word: str) -> str:
    if key in ("onlookers", "hints"):
        return {"off": _("off"), "delayed": _("delayed"), "live": _("live"), "on": _("on")}.get(word, word)
    return {
        "true": _("yes"),
        "false": _("no"),
        "empty": _("empty"),
        "dealt": _("dealt"),
        "quorum": _("most"),
        "strict": _("all"),
        "off": _("nobody"),
    }.get(word, word)
