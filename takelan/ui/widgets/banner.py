"""The top line: which game, how far, at which table, how long there is to decide."""

from typing import Any

from takelan.ui.shown import fit, shown
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting


class Banner(Painting):
    """One line with something at the left, in the middle and at the right."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._left = self._middle = self._right = self._alarm = ""

    def show(self, left: str, middle: str = "", right: str = "") -> None:
        """Write the line."""
        self._left, self._middle, self._right = left, shown(middle) if middle else "", right
        self.redraw()

    def warn(self, alarm: str) -> None:
        """Put a warning in place of everything else; an empty one changes nothing."""
        if alarm != self._alarm:
            self._alarm = alarm
            self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw it on a bar of its own."""
        palette = canvas.palette
        if self._alarm:
            canvas.fill(0, 0, canvas.width, palette.alert)
            canvas.write(1, 0, fit(f"! {shown(self._alarm)}", canvas.width - 2), palette.alert)
            return
        canvas.fill(0, 0, canvas.width, palette.bar)
        end = canvas.write(1, 0, self._left, palette.bar_key)
        canvas.write(end + 2, 0, fit(self._middle, canvas.width - end - 4), palette.bar_quiet)
        canvas.write_right(canvas.width - 1, 0, self._right, palette.bar_key)
