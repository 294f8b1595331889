"""The keys that can be used here, then the rules of this game on one page."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import BindingType

from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame
from takelan.ui.rules_pages import rules_text
from takelan.ui.screens.pressing import PressScreen, bind
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.keys import Keys, Offer
from takelan.ui.widgets.painting import Painting

_KEYS = (
    "up",
    "down",
    "pageup",
    "pagedown",
    "home",
    "end",
    "space",
    "escape",
    "q",
    "question_mark",
    "enter",
    "1",
    "2",
    "3",
)

#: The line in which the first key of the screen below stands.
FIRST_OFFER = 2
#: What comes before an action that is meant for the screen below.
_BELOW = "below:"

#: What works everywhere and therefore never stands in the bottom line.
_EVERYWHERE = (
    ("arrows, digits", _("choose a card, a row or a table")),
    ("Enter", _("do what the bottom line says first")),
    ("Esc", _("close what lies on top")),
    ("Ctrl+P", _("the palette: themes and more")),
)


class HelpSheet(Painting):
    """Lines of text that can be scrolled."""

    def __init__(self, lines: Sequence[str], here: Sequence[Offer] = (), **named: Any) -> None:
        super().__init__(**named)
        self.lines = lines
        #: What can be done on the screen below, in the lines from ``FIRST_OFFER`` on.
        self._here = here
        self._top = 0

    def turn_to(self, lines: Sequence[str]) -> None:
        """Show another page from its beginning."""
        self.lines, self._top = lines, 0
        self.redraw()

    def scroll(self, by: int) -> None:
        """Move up or down, as far as there is something."""
        self._top = max(0, min(self._top + by, len(self.lines) - self.size.height))
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw the lines from the first one shown."""
        left = max(2, (canvas.width - 78) // 2)
        for y, line in enumerate(self.lines[self._top : self._top + canvas.height]):
            text, style = _styled(line, canvas)
            _write_marked(canvas, left, y, text, style)
            if 0 <= (place := self._top + y - FIRST_OFFER) < len(self._here):
                canvas.spot(left, y, 78, 1, f"{_BELOW}{self._here[place].action}")
        if self._top + canvas.height < len(self.lines):
            canvas.write_right(canvas.width - 1, canvas.height - 1, "▼", canvas.palette.gold)

    def pick(self, means: Any) -> None:
        """Announce that a key of the screen below was clicked."""
        self.post_message(Keys.Pressed(means))

    def on_mouse_scroll_up(self) -> None:
        """Scroll by mouse."""
        self.scroll(-3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll by mouse."""
        self.scroll(3)


class HelpScreen(PressScreen):
    """Help for whatever lies below."""

    BINDINGS: ClassVar[list[BindingType]] = [*bind("help", _KEYS)]

    lies_on_top = True

    def __init__(self, game: AnyGame | None, here: Sequence[Offer]) -> None:
        super().__init__()
        self._game = game or next(iter(GAMES.values()))
        self._here = here

    def parts(self) -> ComposeResult:
        """Show a page and the keys to leave it."""
        yield HelpSheet(self._lines(), self._here, id="help")
        keys = Keys(id="keys")
        keys.offers = self.offers()
        yield keys

    def offers(self) -> Sequence[Offer]:
        """Offer to read on, to read another game's rules, and to go back."""
        return [
            Offer("↑↓", _("scroll"), "down"),
            Offer("Space", _("next page"), "space"),
            Offer("1 2 3", _("rules of another game"), "next_game"),
            Offer("Esc", _("back"), "escape"),
        ]

    def press(self, key: str) -> None:
        """Scroll, turn to another game, or close, with a key for the screen below if one was clicked."""
        if key.startswith(_BELOW):
            self._press_below(key.removeprefix(_BELOW))
            return
        sheet = self.query_one(HelpSheet)
        page = max(1, sheet.size.height - 2)
        distance = {
            "up": -1,
            "down": 1,
            "pageup": -page,
            "pagedown": page,
            "space": page,
            "home": -9999,
            "end": 9999,
        }
        if key in distance:
            sheet.scroll(distance[key])
        elif key in ("1", "2", "3", "next_game"):
            names = list(GAMES)
            index = (names.index(self._game.name) + 1) % 3 if key == "next_game" else int(key) - 1
            self._game = GAMES[names[index]]
            sheet.turn_to(self._lines())
        elif key in ("escape", "q", "question_mark", "enter"):
            self.app.pop_screen()

    def _press_below(self, key: str) -> None:
        below = self.app.screen_stack[-2]
        self.app.pop_screen()
        if isinstance(below, PressScreen):
            below.press(key)

    def _lines(self) -> list[str]:
        here = [f"    {offer.key:<16}{offer.label}" for offer in self._here]
        everywhere = [f"    {key:<16}{words}" for key, words in _EVERYWHERE]
        keys = ["", "# " + _("Keys here"), *here, "", "# " + _("Keys everywhere"), *everywhere, ""]
        return [*keys, *rules_of(self._game).splitlines()]


def rules_of(game: AnyGame) -> str:
    """Read the rules of a game from the package."""
    return _close_marks(rules_text(game))


def _close_marks(text: str) -> str:
    """Let every line open and close its own marks, so that each can be drawn alone."""
    lines, is_strong = [], False
    for line in text.splitlines():
        opened = f"**{line}" if is_strong else line
        is_strong = opened.count("**") % 2 == 1
        lines.append(f"{opened}**" if is_strong else opened)
    return "\n".join(lines)


def _styled(line: str, canvas: Canvas) -> tuple[str, Style]:
    palette = canvas.palette
    if line.startswith("# "):
        return line[2:].upper(), palette.gold
    if line.startswith("## "):
        return line[3:], palette.gold
    if line.startswith("    "):
        return line, palette.strong
    if line.startswith("- "):
        return "• " + line[2:], palette.felt
    return line, palette.felt


def _write_marked(canvas: Canvas, x: int, y: int, text: str, style: Style) -> None:
    """Write a line of our own rules, with its **strong** and `typed` parts set apart."""
    for index, part in enumerate(text.replace("`", "**").split("**")):
        x = canvas.write(x, y, part, canvas.palette.strong if index % 2 else style)
