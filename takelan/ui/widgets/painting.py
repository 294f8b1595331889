"""A widget that is drawn in one go and sends only the cells that changed.

One widget per part of the screen, not one per card: thirty small widgets cost thirty layouts, and a
change of one of them would still be told cell by cell.
"""

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from takelan.ui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from takelan.ui.app import TakelanApp


class Painting(Widget):
    """Something drawn on a canvas."""

    _canvas: Canvas | None = None

    def paint(self, canvas: Canvas) -> None:
        """Draw everything as it is now."""
        raise NotImplementedError

    def pick(self, means: Any) -> None:
        """React to a click on a spot of the drawing."""

    def redraw(self) -> None:
        """Draw again, and send what differs."""
        if self._canvas is None:
            return
        before, self._canvas = self._canvas, self._draw()
        if (before.width, before.height) != (self._canvas.width, self._canvas.height):
            self.refresh()
        elif regions := self._canvas.changes(before):
            self.refresh(*regions)

    def forget(self) -> None:
        """Draw everything anew: the size or the theme has changed."""
        self._canvas = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Give Textual one line."""
        if self._canvas is None:
            self._canvas = self._draw()
        if y >= self._canvas.height:
            return Strip.blank(self.size.width)
        return self._canvas.strip(y)

    def written(self) -> str:
        """Tell what is written here."""
        return (self._canvas or self._draw()).text()

    def _draw(self) -> Canvas:
        app = cast("TakelanApp", self.app)
        canvas = Canvas(self.size.width, self.size.height, app.look)
        if canvas.width and canvas.height:
            self.paint(canvas)
        return canvas

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        self.forget()

    def on_click(self, event: events.Click) -> None:
        """Find out what a click means."""
        if self._canvas is not None and (means := self._canvas.at(event.x, event.y)) is not None:
            event.stop()
            self.pick(means)
