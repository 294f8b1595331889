"""A grid of cells to draw on, which knows what changed since the last drawing.

Rule 1: nothing that could steer a terminal gets into a cell, whoever wrote it.
Rule 2: text is drawn as it is; no markup is ever read from it.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from takelan.ui.theme import Palette

#: One plain character for each drawn one, so that nothing moves.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼╔╗╚╝┏┓┗┛▗▖▝▘", "+"),
        **dict.fromkeys("─━╌┄═▔▁", "-"),
        **dict.fromkeys("│┃╎┆║▏▕", "|"),
        **dict.fromkeys("•●◉", "o"),
        # What is there and what is not must not look alike.
        **dict.fromkeys("○", "-"),
        **dict.fromkeys("·‥…", "."),
        **dict.fromkeys("–—−", "-"),
        **dict.fromkeys("░▒", ":"),
        **dict.fromkeys("▓█▆", "#"),
        **dict.fromkeys("▶▸►→›", ">"),
        **dict.fromkeys("◂◀←‹", "<"),
        **dict.fromkeys("▲▴↑", "^"),
        **dict.fromkeys("▼▾↓", "v"),
        **dict.fromkeys("✓", "x"),
        **dict.fromkeys("◆", "%"),
        **dict.fromkeys("★", "*"),
        **dict.fromkeys("↔⇄", "="),
        **dict.fromkeys("×", "x"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("Σ", "="),
    }
)


class Spot(NamedTuple):
    """A part of a drawing that can be clicked, and what a click on it means."""

    region: Region
    means: Any


class Look(NamedTuple):
    """The styles and the kind of characters to draw with."""

    palette: Palette
    is_ascii: bool


class Canvas:
    """A drawing of fixed size."""

    def __init__(self, width: int, height: int, look: Look) -> None:
        self.width, self.height = width, height
        self.palette = look.palette
        self.spots: list[Spot] = []
        self.look = look
        self._characters = [[" "] * width for _ in range(height)]
        self._styles = [[look.palette.felt] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write a text, cut off at the edges, and return the column behind it."""
        ink = self.palette.felt if style is None else style
        if not text.isprintable():
            text = "".join(letter for letter in text if letter.isprintable())
        if self.look.is_ascii:
            text = text.translate(_PLAIN)
        return self._write_plain(x, y, text, ink) if is_narrow(text) else self._write_any(x, y, text, ink)

    def write_right(self, right: int, y: int, text: str, style: Style | None = None) -> None:
        """Write a text that ends before a column."""
        self.write(right - cell_len(text), y, text, style)

    def write_centre(self, y: int, text: str, style: Style | None = None) -> None:
        """Write a text in the middle of a line."""
        self.write(max(0, (self.width - cell_len(text)) // 2), y, text, style)

    def fill(self, x: int, y: int, width: int, style: Style) -> None:
        """Paint a part of a line."""
        self._write_plain(x, y, " " * max(0, width), style)

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Put a smaller drawing onto this one; it has to fit."""
        for row in range(min(other.height, self.height - y)):
            self._characters[y + row][x : x + other.width] = other._characters[row]
            self._styles[y + row][x : x + other.width] = other._styles[row]

    def spot(self, x: int, y: int, width: int, height: int, means: Any) -> None:
        """Make a part of the drawing clickable."""
        self.spots.append(Spot(Region(x, y, width, height), means))

    def at(self, x: int, y: int) -> Any | None:
        """Tell what a click there means; what was drawn last lies on top."""
        return next((spot.means for spot in reversed(self.spots) if spot.region.contains(x, y)), None)

    def strip(self, y: int) -> Strip:
        """Give out one line for the screen."""
        line = zip(self._styles[y], self._characters[y], strict=True)
        segments = [
            Segment("".join(letters for _, letters in run), style)
            for style, run in groupby(line, key=lambda cell: cell[0])
        ]
        return Strip(segments, self.width)

    def text(self) -> str:
        """Give out what is written, without its styles."""
        return "\n".join("".join(line).rstrip() for line in self._characters)

    def changes(self, before: "Canvas") -> list[Region]:
        """List the parts of lines that differ from an earlier drawing of the same size."""
        return [region for y in range(self.height) for region in self._changes_in(y, before)]

    def _changes_in(self, y: int, before: "Canvas") -> Iterator[Region]:
        mine, theirs = self._characters[y], before._characters[y]
        my_styles, their_styles = self._styles[y], before._styles[y]
        if mine == theirs and my_styles == their_styles:
            return
        differs = [x for x in range(self.width) if mine[x] != theirs[x] or my_styles[x] != their_styles[x]]
        if differs:
            # A wide character owns the empty cell behind it in either drawing.
            first = max(0, differs[0] - 1)
            yield Region(first, y, min(self.width, differs[-1] + 2) - first, 1)

    def _write_plain(self, x: int, y: int, text: str, style: Style) -> int:
        if not 0 <= y < self.height:
            return x + len(text)
        start, end = max(0, x), min(self.width, x + len(text))
        if start < end:
            self._free(start, y)
            self._free(end, y)
            self._characters[y][start:end] = text[start - x : end - x]
            self._styles[y][start:end] = [style] * (end - start)
        return x + len(text)

    def _write_any(self, x: int, y: int, text: str, style: Style) -> int:
        for cluster in clusters(text):
            width = width_of(cluster)
            if 0 <= y < self.height and x >= 0 and x + width <= self.width:
                self._free(x, y)
                self._free(x + width, y)
                self._characters[y][x : x + width] = [cluster] + [""] * (width - 1)
                self._styles[y][x : x + width] = [style] * width
            x += width
        return x

    def _free(self, x: int, y: int) -> None:
        """Replace a wide character whose second half is about to be overwritten."""
        row = self._characters[y]
        if 0 < x < self.width and row[x] == "":
            row[x] = " "
            row[x - 1] = " "


@lru_cache(maxsize=4096)
def is_narrow(text: str) -> bool:
    """Tell whether every character takes one cell and carries no marks, as almost all that is drawn does."""
    return text.isascii() or all(cell_len(letter) == 1 and not _is_mark(letter) for letter in text)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def clusters(text: str) -> list[str]:
    """Split into characters with the marks they carry."""
    whole: list[str] = []
    for letter in text:
        if whole and (_is_mark(letter) or not cell_len(letter)):
            whole[-1] += letter
        else:
            whole.append(letter)
    return whole


def width_of(cluster: str) -> int:
    """Tell how many cells a character with its marks takes; never none."""
    return max(1, cell_len(cluster))
