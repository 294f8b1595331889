"""What all our screens share: plain keys, a line that offers them, a size below which nothing is drawn."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from takelan.language import translate as _
from takelan.ui.thrift import ThriftyCompositor
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.keys import Keys, Offer
from takelan.ui.widgets.painting import Painting

if TYPE_CHECKING:
    from takelan.ui.app import TakelanApp

FEWEST_COLUMNS, FEWEST_ROWS = 60, 20
#: From here on log and talk have a pane of their own.
WIDE = 110


def bind(area: str, keys: Iterable[str]) -> list[Binding]:
    """Bind plain keys to ``press``; what they do depends on the moment."""
    return [Binding(key, f"press('{key}')", show=False, id=f"{area}.{key}") for key in keys]


class TooSmall(Painting):
    """What is shown instead of a screen that would not fit."""

    def paint(self, canvas: Canvas) -> None:
        """Say how much is missing."""
        middle = canvas.height // 2
        canvas.write_centre(middle - 1, _("This terminal is too small to play in."), canvas.palette.strong)
        size = _("It has {columns}×{rows}, takelan needs {least}×{fewest}.").format(
            columns=canvas.width, rows=canvas.height, least=FEWEST_COLUMNS, fewest=FEWEST_ROWS
        )
        canvas.write_centre(middle, size)
        canvas.write_centre(middle + 1, _("Make it larger: everything is still there."), canvas.palette.quiet)


class PressScreen(Screen[None]):
    """A screen with our keys."""

    ALLOW_SELECT = False

    #: Whether it is only looked at for a while, above the screen where one is.
    lies_on_top: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ThriftyCompositor(lambda: self.takelan.memory)

    @property
    def takelan(self) -> "TakelanApp":
        """The app, by its own type."""
        return cast("TakelanApp", self.app)

    def compose(self) -> ComposeResult:
        """Put the parts below one sign that shows when they do not fit."""
        yield TooSmall(id="too-small")
        yield from self.parts()

    def parts(self) -> ComposeResult:
        """List what the screen is made of."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        """React to a key."""
        raise NotImplementedError

    def offers(self) -> Sequence[Offer]:
        """List what can be done now."""
        return ()

    def action_press(self, key: str) -> None:
        """React to a bound key."""
        if not self.has_class("-small"):
            self.press(key)

    def on_keys_pressed(self, message: Keys.Pressed) -> None:
        """Treat a click on an offer like its key."""
        message.stop()
        self.press(message.action)

    def repaint(self) -> None:
        """Draw everything anew after a change of theme."""
        for painting in self.query(Painting):
            painting.forget()

    def on_screen_resume(self) -> None:
        """Follow what changed while another screen lay on top."""
        self._measure(self.app.size.width, self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """Decide what fits."""
        self._measure(event.size.width, event.size.height)

    def _measure(self, width: int, height: int) -> None:
        self.set_class(width < FEWEST_COLUMNS or height < FEWEST_ROWS, "-small")
        self.set_class(width >= WIDE, "-wide")
        self.set_class(width < WIDE, "-narrow")
        self.measured()

    def measured(self) -> None:
        """React to a new size."""
