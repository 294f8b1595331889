"""The log: every public event and everything said, one sentence each."""

from collections.abc import Sequence
from typing import Any

from rich.style import Style

from takelan.language import translate as _
from takelan.ui.outlook import LogLine
from takelan.ui.shown import shown, wrap
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting

_PAGE = 5


class Chronicle(Painting):
    """The latest sentences at the bottom; older ones by scrolling."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._lines: Sequence[LogLine] = ()
        self._back = 0

    def show(self, lines: Sequence[LogLine]) -> None:
        """Draw the log."""
        self._lines = lines
        self.redraw()

    def scroll_back(self, by: int) -> None:
        """Look at earlier lines, or return to the latest."""
        self._back = max(0, min(self._back + by, max(0, len(self._lines) - 1)))
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw from the bottom up, as much as there is room for."""
        canvas.write(2, 0, _("Log and talk"), canvas.palette.quiet)
        for y in range(canvas.height):
            canvas.write(0, y, "│", canvas.palette.line)
        y = canvas.height - 1
        lines = list(self._lines)[: len(self._lines) - self._back]
        for line in reversed(lines):
            rows = wrap(shown(line.text), canvas.width - 5)
            for row in reversed(rows):
                if y < 1:
                    return
                canvas.write(2 if row is rows[0] else 4, y, row, self._style(line, canvas))
                y -= 1

    def _style(self, line: LogLine, canvas: Canvas) -> Style:
        palette = canvas.palette
        return {
            "event": palette.felt,
            "notice": palette.quiet,
            "talk": palette.gold,
            "photo": palette.good,
            "refusal": palette.bad,
        }[line.kind]

    def on_mouse_scroll_up(self) -> None:
        """Scroll by mouse."""
        self.scroll_back(_PAGE)

    def on_mouse_scroll_down(self) -> None:
        """Scroll by mouse."""
        self.scroll_back(-_PAGE)
