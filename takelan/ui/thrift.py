"""Sending a terminal only what it does not show yet.

Textual sends a changed line from the beginning of its widget, with every style in full, and repaints
everything after a change of layout. Over SSH that is most of what a game costs. Here the terminal's
cells are remembered, and an update is reduced to the cells that differ and the styles that change.

Rule 1: what was never sent, or may have been disturbed (another size, a return from the shell), is sent.
Rule 2: this file is the only one that reaches into Textual's compositor; Textual is pinned for it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from takelan.ui.widgets.canvas import clusters, is_narrow, width_of

# Moving the cursor costs about as much as sending this many unchanged cells again.
_GAP = 7
_NO_STYLE = Style()


class Cell(NamedTuple):
    """What one place of the terminal shows; the second half of a wide character is empty."""

    letters: str
    style: Style


class _Codes(NamedTuple):
    """A style as the terminal is told it."""

    attributes: str
    letters: str
    ground: str


class TerminalMemory:
    """What the terminal shows, as far as we have sent it."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}
        self._size = (0, 0)

    def forget(self) -> None:
        """Take nothing for granted any more."""
        self._lines.clear()

    def fit(self, width: int, height: int) -> None:
        """Follow the size of the terminal; another size shows nothing we know."""
        if (width, height) != self._size:
            self._size = (width, height)
            self.forget()

    def encode(self, pieces: Iterable[tuple[int, int, Strip]], console: Console) -> str:
        """Write what differs in these pieces of lines as the terminal wants it, and remember it."""
        system = console._color_system or ColorSystem.TRUECOLOR
        pen = _Pen(system)
        for y, x, strip in pieces:
            line = self._lines.setdefault(y, [None] * self._size[0])
            cells = _cells(strip)[: max(0, self._size[0] - x)]
            for first, last in _runs(line, x, cells):
                pen.move(x + first, y)
                for cell in cells[first : last + 1]:
                    pen.write(cell)
            line[x : x + len(cells)] = cells
        return pen.finish()


class _Pen:
    """Writes cells, telling the terminal a style only where it changes."""

    def __init__(self, system: ColorSystem) -> None:
        self._system = system
        self._written: list[str] = []
        self._style: Style | None = None
        self._codes = _Codes("", "", "")

    def move(self, x: int, y: int) -> None:
        self._written.append(f"\x1b[{y + 1};{x + 1}H")

    def write(self, cell: Cell) -> None:
        if cell.style is not self._style:
            self._change(_codes(cell.style, self._system))
            self._style = cell.style
        self._written.append(cell.letters)

    def finish(self) -> str:
        if self._codes != ("", "", ""):
            self._written.append("\x1b[0m")
        return "".join(self._written)

    def _change(self, codes: _Codes) -> None:
        before, self._codes = self._codes, codes
        if codes == before:
            return
        loses = (before.letters and not codes.letters) or (before.ground and not codes.ground)
        if codes.attributes != before.attributes or loses:
            parts = [part for part in ("0", *codes) if part]
        else:
            parts = [new for new, old in zip(codes, before, strict=True) if new != old]
        self._written.append(f"\x1b[{';'.join(parts)}m")


class ThriftyUpdate(CompositorUpdate):
    """An update that knows what the terminal shows already."""

    def __init__(self, memory: TerminalMemory, pieces: list[tuple[int, int, Strip]]) -> None:
        self._memory = memory
        self._pieces = pieces

    def render_segments(self, console: Console) -> str:
        """Write the update for the terminal."""
        return self._memory.encode(self._pieces, console)


class ThriftyCompositor(Compositor):
    """Textual's compositor, with updates that send less."""

    def __init__(self, memory: Callable[[], TerminalMemory]) -> None:
        super().__init__()
        self._memory = memory

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:  # noqa: FBT001, FBT002 (Textual's own)
        """Render everything, and send what the terminal does not show yet."""
        update = super().render_full_update(simplify)
        if simplify:  # a screenshot
            return update
        pieces = [(y, 0, Strip.join(line)) for y, line in enumerate(update.strips)]
        return ThriftyUpdate(self._fitting_memory(), pieces)  # type: ignore[return-value]  # sent, never inspected

    def render_partial_update(self) -> ChopsUpdate | None:
        """Render what is dirty, and send what differs."""
        update = super().render_partial_update()
        if update is None:
            return None
        pieces = list(_pieces(update))
        return ThriftyUpdate(self._fitting_memory(), pieces)  # type: ignore[return-value]  # sent, never inspected

    def _fitting_memory(self) -> TerminalMemory:
        memory = self._memory()
        memory.fit(*self.size)
        return memory


def _pieces(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Cut the dirty spans out of the lines."""
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(first, x), min(last, end)
            if strip is not None and left < right:
                yield y, left, strip.crop(left - x, right - x)


def _cells(strip: Strip) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, _control in strip:
        ink = style or _NO_STYLE
        if is_narrow(text):
            cells += [Cell(letter, ink) for letter in text]
            continue
        for cluster in clusters(text):
            cells.append(Cell(cluster, ink))
            cells += [Cell("", ink)] * (width_of(cluster) - 1)
    return cells


def _runs(line: list[Cell | None], x: int, cells: list[Cell]) -> Iterator[tuple[int, int]]:
    """Find the runs of cells that differ, joined where they lie close together."""
    first = last = -1
    for index, cell in enumerate(cells):
        if x + index < len(line) and line[x + index] == cell:
            continue
        if first < 0:
            first = last = index
        elif index - last > _GAP:
            yield _whole(cells, line, x, first), last
            first = last = index
        last = index
    if first >= 0:
        yield _whole(cells, line, x, first), last


def _whole(cells: list[Cell], line: list[Cell | None], x: int, first: int) -> int:
    """Begin a run where a character begins, not in the middle of a wide one."""
    while first > 0 and (cells[first].letters == "" or _is_second_half(line[x + first])):
        first -= 1
    return first


def _is_second_half(cell: Cell | None) -> bool:
    return cell is not None and cell.letters == ""


@lru_cache(maxsize=1024)
def _codes(style: Style, system: ColorSystem) -> _Codes:
    attributes = Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        strike=style.strike,
    )
    letters = style.color.downgrade(system).get_ansi_codes(foreground=True) if style.color else ()
    ground = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor else ()
    return _Codes(attributes._make_ansi_codes(system), ";".join(letters), ";".join(ground))
