"""Cards as little boxes, in two sizes."""

from typing import Literal, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.style import Style

from takelan.ui.theme import Tone
from takelan.ui.widgets.canvas import Canvas

#: bright; not playable now; under the cursor, playable or not; has just come; an empty place.
State: TypeAlias = Literal["lit", "asleep", "cursor", "stuck", "fresh", "slot"]


class Face(NamedTuple):
    """What is printed on a card."""

    label: str
    tone: Tone = "plain"
    #: On the upper edge: a kind's shape and letter.
    top: str = ""
    #: On the lower edge: a word, or pips.
    bottom: str = ""


class Size(NamedTuple):
    """How big cards are drawn."""

    width: int
    height: int


SMALL = Size(7, 3)
LARGE = Size(7, 5)

# So much of a card is to be seen at least, where others lie over it.
_CLOSEST = 4

_EDGES = {
    "lit": "╭─╮│╰╯",
    "asleep": "╭─╮│╰╯",
    "cursor": "┏━┓┃┗┛",
    "stuck": "┏━┓┃┗┛",
    "fresh": "╔═╗║╚╝",
    "slot": "╭╌╮╎╰╯",
}


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    face: Face,
    size: Size = SMALL,
    state: State = "lit",
    *,
    shown: int | None = None,
) -> None:
    """Draw one card with its upper left corner there.

    ``shown`` is how many of its columns the next card leaves free: what is printed moves into them.
    """
    edge, inside = _styles(canvas, face, state)
    left_top, flat, right_top, side, left_bottom, right_bottom = tuple(_EDGES[state])
    inner = size.width - 2
    canvas.write(x, y, left_top + flat * inner + right_top, edge)
    for row in range(1, size.height - 1):
        canvas.write(x, y + row, side + " " * inner + side, edge)
    canvas.write(x, y + size.height - 1, left_bottom + flat * inner + right_bottom, edge)
    room = inner if shown is None or shown >= size.width else shown - 1
    canvas.write(x + 1, y + size.height // 2, _centred(face.label, room), inside)
    _write_mark(canvas, x + 1, y, face.top, room, inside)
    _write_mark(canvas, x + 1, y + size.height - 1, face.bottom, room, inside)


def draw_back(canvas: Canvas, x: int, y: int, size: Size = SMALL) -> None:
    """Draw a card that lies face down."""
    style = canvas.palette.back
    inner = size.width - 2
    canvas.write(x, y, "╭" + "─" * inner + "╮", style)
    for row in range(1, size.height - 1):
        canvas.write(x, y + row, "│" + "░" * inner + "│", style)
    canvas.write(x, y + size.height - 1, "╰" + "─" * inner + "╯", style)


def draw_chip(canvas: Canvas, x: int, y: int, face: Face, state: State = "lit") -> int:
    """Draw a card in a single line, and return the column behind it."""
    _, inside = _styles(canvas, face, state)
    return canvas.write(x, y, f"[{face.label:>2}]" if _is_bare(canvas) else f" {face.label:>2} ", inside)


def columns(count: int, width: int, size: Size) -> list[int]:
    """Tell where cards begin that lie side by side, closer and then overlapping when there are many.

    When even overlapping cards do not fit, only the columns of the last ones are given: the right
    end of a line is where things happen.
    """
    if count <= 0:
        return []
    step = size.width + 1
    if count > 1 and count * step - 1 > width:
        step = max(_CLOSEST, min(step, (width - size.width) // (count - 1)))
    fitting = max(1, min(count, (width - size.width) // step + 1))
    return [index * step for index in range(fitting)]


def _styles(canvas: Canvas, face: Face, state: State) -> tuple[Style, Style]:
    palette = canvas.palette
    if state == "slot":
        return palette.slot, palette.slot
    if state in ("asleep", "stuck"):
        return (palette.asleep_edge if state == "asleep" else palette.asleep), palette.asleep
    tone = palette.tones[face.tone]
    if state == "cursor":
        return palette.cursor_edge, palette.cursor_edge
    edge = palette.fresh_edge if state == "fresh" else palette.edge
    return Style.combine([edge, Style(bgcolor=tone.bgcolor)]), tone


def _is_bare(canvas: Canvas) -> bool:
    return canvas.palette.edge.bgcolor is None


def _write_mark(canvas: Canvas, x: int, y: int, mark: str, inner: int, style: Style) -> None:
    if mark and cell_len(mark) <= inner:
        canvas.write(x + (inner - cell_len(mark) + 1) // 2, y, mark, style)


def _centred(text: str, width: int) -> str:
    room = max(0, width - cell_len(text))
    left = (room + 1) // 2 if room > 1 else 0
    return " " * left + text + " " * (room - left)
