"""One line, always: what just happened and what one may do now."""

from typing import Any

from rich.cells import cell_len

from takelan.ui.shown import fit, shown, wrap
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting

# A sign before it, and a free column at either end.
_HINT_MARGIN = 4


class Status(Painting):
    """What happened in quiet letters, what to do in bright ones.

    Advice takes the place of both, an objection to what was just tried that of advice, and a lost
    connection that of everything.
    """

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._happened = self._now = self._objection = self._advice = self._alert = ""

    def show(
        self, happened: str, now: str, *, objection: str = "", advice: str = "", alert: str = ""
    ) -> None:
        """Say it."""
        self._happened, self._now = _cleaned(happened), _cleaned(now)
        self._objection, self._alert = _cleaned(objection), _cleaned(alert)
        self._advice = _cleaned(advice)
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw everything in one line if it fits, else one below the other."""
        palette, width = canvas.palette, canvas.width - 2
        if self._alert:
            self._paint_alert(canvas)
            return
        if self._objection:
            for y, line in enumerate(wrap(f"! {self._objection}", width)):
                canvas.write(1, y, line, palette.bad)
            return
        if self._advice:
            self._paint_advice(canvas)
            return
        happened, now = fit_tail(self._happened, width), fit(self._now, width)
        if cell_len(happened) + cell_len(now) < width:
            end = canvas.write(1, 0, f"{happened} " if happened else "", palette.felt)
            canvas.write(end, 0, now, palette.gold)
            return
        canvas.write(1, 0, happened, palette.felt)
        canvas.write(1, 1, now, palette.gold)

    def _paint_advice(self, canvas: Canvas) -> None:
        lines = wrap(self._advice, canvas.width - 4)
        canvas.write(1, 0, "▸", canvas.palette.good)
        for y, line in enumerate(lines[: canvas.height]):
            is_cut = y == canvas.height - 1 and len(lines) > canvas.height
            words = fit(f"{line} …", canvas.width - 4) if is_cut else line
            canvas.write(3, y, words, canvas.palette.good)

    def _paint_alert(self, canvas: Canvas) -> None:
        for y, line in enumerate(wrap(self._alert, canvas.width - 2)):
            canvas.fill(0, y, canvas.width, canvas.palette.alert)
            canvas.write(1, y, line, canvas.palette.alert)


class Hint(Painting):
    """One quiet sentence of the coach."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._text = ""

    def show(self, text: str) -> None:
        """Say it."""
        self._text = text
        self.redraw()

    @staticmethod
    def height_for(text: str, width: int) -> int:
        """Tell how many lines a sentence needs."""
        return min(2, len(wrap(text, width - _HINT_MARGIN)))

    def paint(self, canvas: Canvas) -> None:
        """Draw it in one line, or in two where the screen is narrow."""
        if self._text:
            canvas.write(1, 0, "▸", canvas.palette.good)
        for y, line in enumerate(wrap(self._text, canvas.width - _HINT_MARGIN)):
            canvas.write(3, y, line, canvas.palette.quiet)


def _cleaned(text: str) -> str:
    return shown(text) if text else ""


def fit_tail(text: str, width: int) -> str:
    """Cut the beginning off a long text: the latest news stands at its end."""
    if cell_len(text) <= width:
        return text
    first, *others = text.split(" ")
    while others and cell_len(" ".join(others)) > width - 2:
        others.pop(0)
    return f"… {' '.join(others)}" if others else fit(first, width)
