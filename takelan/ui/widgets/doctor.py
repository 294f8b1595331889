"""A verdict on top, and below it all that was found, which can be scrolled."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from textual import events

from takelan.language import translate as _
from takelan.ui.shown import wrap
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting

_LEFT = 4
_WIDEST = 104

Sections = Sequence[tuple[str, Sequence[str]]]


class Diagnosis(NamedTuple):
    """What there is to read; every word of it is clean."""

    verdict: str = ""
    sections: Sections = ()
    is_good: bool = False


class DoctorSheet(Painting):
    """Everything on the doctor's screen but the keys."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._diagnosis = Diagnosis(_("Examining …"), is_good=True)
        self._top = 0

    def show(self, diagnosis: Diagnosis) -> None:
        """Draw what is known so far, and stay where the reader is."""
        self._diagnosis = diagnosis
        self._turn_to_line(self._top)

    def turn(self, key: str) -> None:
        """Scroll by what a key means."""
        page = max(1, self._room() - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "space": page}
        ends = {"home": 0, "end": len(self._lines())}
        self._turn_to_line(ends[key] if key in ends else self._top + steps.get(key, 0))

    def paint(self, canvas: Canvas) -> None:
        """Draw the verdict, a line below it, and as much of the rest as fits."""
        palette = canvas.palette
        y = 1
        for line in self._verdict():
            canvas.write(_LEFT, y, line, palette.good if self._diagnosis.is_good else palette.bad)
            y += 1
        canvas.write(_LEFT, y, "─" * self._width(), palette.line)
        lines = self._lines()[self._top :]
        room = self._room()
        for offset, (line, is_title) in enumerate(lines[:room], start=1):
            canvas.write(_LEFT, y + offset, line, palette.gold if is_title else palette.felt)
        if len(lines) > room:
            canvas.write_right(canvas.width - 1, canvas.height - 1, "▼", palette.gold)

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        super().on_resize(event)
        self._turn_to_line(self._top)

    def on_mouse_scroll_up(self) -> None:
        """Scroll by mouse."""
        self._turn_to_line(self._top - 3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll by mouse."""
        self._turn_to_line(self._top + 3)

    def _turn_to_line(self, top: int) -> None:
        self._top = max(0, min(top, len(self._lines()) - self._room()))
        self.redraw()

    def _room(self) -> int:
        return max(1, self.size.height - len(self._verdict()) - 2)

    def _width(self) -> int:
        return max(20, min(_WIDEST, self.size.width - 2 * _LEFT))

    def _verdict(self) -> list[str]:
        return wrap(self._diagnosis.verdict, self._width())

    def _lines(self) -> list[tuple[str, bool]]:
        """Lay everything out, each line with whether it is a title."""
        lines: list[tuple[str, bool]] = []
        for title, sentences in self._diagnosis.sections:
            lines += [("", False)] * bool(lines)
            lines.append((title, True))
            lines += [(line, False) for sentence in sentences for line in self._broken(sentence)]
        return lines

    def _broken(self, sentence: str) -> list[str]:
        # What has to be typed, and what stands in columns, is left as it is if it fits at all.
        if "   " in sentence and len(sentence) <= self._width():
            return [f"  {sentence}"]
        first, *rest = wrap(sentence, self._width() - 4) or [""]
        return [f"  {first}", *(f"    {line}" for line in rest)]
