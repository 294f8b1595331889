"""Drawing on cells, and telling what changed."""

import pytest
from rich.console import Console
from textual.strip import Strip

from takelan.ui.theme import FELT, palette_of
from takelan.ui.thrift import TerminalMemory
from takelan.ui.widgets.canvas import Canvas, Look
from takelan.ui.widgets.cards import SMALL, columns

LOOK = Look(palette_of(FELT, "full"), is_ascii=False)
PLAIN = Look(palette_of(FELT, "full"), is_ascii=True)


def _canvas(*texts: str) -> Canvas:
    canvas = Canvas(20, max(1, len(texts)), LOOK)
    for y, text in enumerate(texts):
        canvas.write(0, y, text)
    return canvas


def test_control_characters_never_get_into_a_cell() -> None:
    """What could steer a terminal is dropped, whoever wrote it."""
    assert _canvas("a\x1b[2Jb\u202ec\x00").text() == "a[2Jbc"


def test_markup_is_text() -> None:
    """Brackets are letters."""
    assert _canvas("[red]x[/red]").text() == "[red]x[/red]"


def test_text_is_cut_at_the_edges() -> None:
    """Nothing is written outside, and a wide character is not cut in half."""
    canvas = Canvas(5, 1, LOOK)
    canvas.write(-2, 0, "abcdef")
    assert canvas.text() == "cdef"
    canvas.write(4, 0, "漢")
    assert canvas.text() == "cdef"
    canvas.write(0, 7, "below")
    assert canvas.strip(0).cell_length == 5


def test_half_a_wide_character_is_replaced() -> None:
    """Writing over one half of a wide character leaves a blank, not a torn line."""
    canvas = Canvas(4, 1, LOOK)
    canvas.write(0, 0, "漢字")
    canvas.write(1, 0, "x")
    assert canvas.text() == " x字"
    assert sum(len(segment.text) for segment in canvas.strip(0)) == 3


def test_ascii_draws_without_boxes_and_keeps_every_column() -> None:
    """Each drawn character has one plain one."""
    canvas = Canvas(12, 1, PLAIN)
    canvas.write(0, 0, "╭─◆★▲●•╮…–↔")
    assert canvas.text().isascii()
    assert len(canvas.text()) == 11


@pytest.mark.parametrize("signs", ["●○", "✓…▶ ", "✓…▶○", "★▲◆●", "◂▸", "›‹", "▲▼", "✓○"])
def test_ascii_keeps_apart_what_means_different_things(signs: str) -> None:
    """Signs that can stand in one place, or side by side, have different plain characters."""
    canvas = Canvas(len(signs), 1, PLAIN)
    canvas.write(0, 0, signs)
    drawn = [segment.text for segment in canvas.strip(0)]
    assert len(set("".join(drawn))) == len(signs)


def test_only_changed_lines_are_told() -> None:
    """Equal drawings have no changes, one changed cell is one small region."""
    assert _canvas("abc", "def").changes(_canvas("abc", "def")) == []
    (region,) = _canvas("abc", "dXf").changes(_canvas("abc", "def"))
    assert region.y == 1
    assert region.width <= 3


def test_a_click_finds_what_was_drawn_last() -> None:
    """Spots drawn later lie on top."""
    canvas = _canvas("")
    canvas.spot(0, 0, 5, 1, "below")
    canvas.spot(2, 0, 2, 1, "above")
    assert [canvas.at(x, 0) for x in (1, 2, 4, 9)] == ["below", "above", "below", None]


def test_cards_close_up_and_then_overlap() -> None:
    """A gap, no gap, overlapping, and at last only as many as fit."""
    assert columns(3, 80, SMALL) == [0, 8, 16]
    assert columns(11, 80, SMALL)[1] == 7
    assert columns(15, 80, SMALL)[1] == 5
    assert len(columns(40, 80, SMALL)) == 19


def _piece(text: str, y: int = 0, x: int = 0) -> tuple[int, int, Strip]:
    canvas = Canvas(len(text), 1, LOOK)
    canvas.write(0, 0, text)
    return y, x, canvas.strip(0)


def _console() -> Console:
    return Console(force_terminal=True, color_system="truecolor")


def test_the_terminal_is_sent_nothing_it_shows_already() -> None:
    """The second time an equal picture costs no byte, and a changed cell costs only itself."""
    memory = TerminalMemory()
    memory.fit(20, 2)
    first = memory.encode([_piece("hello            xyz ")], _console())
    assert "hello" in first
    assert memory.encode([_piece("hello            xyz ")], _console()) == ""
    assert "hello" not in (changed := memory.encode([_piece("hello            xYz ")], _console()))
    assert "\x1b[1;19H" in changed


def test_another_size_is_painted_whole() -> None:
    """A terminal that was resized, or disturbed, is taken to show nothing we know."""
    memory = TerminalMemory()
    memory.fit(20, 2)
    memory.encode([_piece("hello")], _console())
    memory.fit(30, 2)
    assert "hello" in memory.encode([_piece("hello")], _console())
    memory.forget()
    assert "hello" in memory.encode([_piece("hello")], _console())


def test_a_style_is_told_once() -> None:
    """Neighbours of the same colours share one code."""
    memory = TerminalMemory()
    memory.fit(20, 1)
    assert memory.encode([_piece("abcdefgh")], _console()).count("\x1b[38;2") == 1
