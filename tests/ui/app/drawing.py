"""A screen as a small SVG without fonts from elsewhere: one box and one text a run of equal cells."""

from collections import Counter
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.app import App
from textual.strip import Strip

WIDTH, HEIGHT = 9, 18
_BASELINE = 13.5
_GROUND, _LETTERS = "#111111", "#e0e0e0"


class _Run(NamedTuple):
    """Cells of one look, side by side."""

    x: int
    y: int
    text: str
    letters: str
    ground: str
    mode: str

    @property
    def width(self) -> int:
        return cell_len(self.text)


def draw_svg(app: App[Any]) -> str:
    """Draw what an app shows."""
    strips = app.screen._compositor.render_strips(app.size)
    runs = [run for y, strip in enumerate(strips) for run in _runs(strip, y)]
    most = Counter[str]()
    for run in runs:
        most[run.ground] += run.width
    ground = most.most_common(1)[0][0]
    inks = {ink: f"c{index}" for index, ink in enumerate(sorted({run.letters for run in runs}))}
    colours = "".join(f".{name}{{fill:{ink}}}" for ink, name in inks.items())
    size = f"{app.size.width * WIDTH} {app.size.height * HEIGHT}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">',
            "<style>text{font:15px 'DejaVu Sans Mono',Menlo,Consolas,monospace}"
            f".b{{font-weight:bold}}.d{{opacity:.55}}{colours}</style>",
            f'<rect width="100%" height="100%" fill="{ground}"/>',
            *(_box(run) for run in runs if run.ground != ground),
            *(word for run in runs for word in _words(run, inks[run.letters])),
            "</svg>\n",
        ]
    )


def _runs(strip: Strip, y: int) -> list[_Run]:
    runs, x = [], 0
    pieces = [(text, _look(style or Style())) for text, style, _ in strip]
    for look, group in groupby(pieces, key=lambda piece: piece[1]):
        runs.append(_Run(x, y, "".join(text for text, _ in group), *look))
        x += runs[-1].width
    return runs


def _look(style: Style) -> tuple[str, str, str]:
    letters, ground = _hex(style.color, _LETTERS), _hex(style.bgcolor, _GROUND)
    if style.reverse:
        letters, ground = ground, letters
    return letters, ground, " b" * bool(style.bold) + " d" * bool(style.dim)


def _hex(colour: Color | None, otherwise: str) -> str:
    if colour is None or colour.is_default:
        return otherwise
    return colour.get_truecolor(DEFAULT_TERMINAL_THEME).hex


def _box(run: _Run) -> str:
    place = f'x="{run.x * WIDTH}" y="{run.y * HEIGHT}"'
    return f'<rect {place} width="{run.width * WIDTH}" height="{HEIGHT}" fill="{run.ground}"/>'


def _words(run: _Run, ink: str) -> list[str]:
    """Draw the words of a run, each where its cell is: fonts disagree about widths."""
    drawn, x = [], run.x
    for word in run.text.split(" "):
        if word:
            place = f'x="{x * WIDTH}" y="{run.y * HEIGHT + _BASELINE:g}"'
            length = f'textLength="{cell_len(word) * WIDTH}"'
            drawn.append(f'<text {place} {length} class="{ink}{run.mode}">{escape(word)}</text>')
        x += cell_len(word) + 1
    return drawn
