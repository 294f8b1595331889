"""One sentence in the middle of the screen, when there is nothing else to be seen."""

from typing import Any

from takelan.ui.shown import shown, wrap
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.frame import draw_frame
from takelan.ui.widgets.painting import Painting


class NoticeSheet(Painting):
    """A heading, a sentence, and a way on."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._heading = self._sentence = self._way_on = ""

    def show(self, heading: str, sentence: str, way_on: str) -> None:
        """Say it."""
        self._heading, self._sentence, self._way_on = heading, sentence, way_on
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw a box in the middle."""
        width = min(62, canvas.width - 4)
        lines = wrap(shown(self._sentence), width - 6)
        left, top = (canvas.width - width) // 2, max(0, (canvas.height - len(lines) - 6) // 2)
        box = Canvas(width, len(lines) + 6, canvas.look)
        draw_frame(box, self._heading)
        for y, line in enumerate(lines):
            box.write(3, 2 + y, line, canvas.palette.strong)
        box.write(3, len(lines) + 3, self._way_on, canvas.palette.gold)
        canvas.paste(left, top, box)
