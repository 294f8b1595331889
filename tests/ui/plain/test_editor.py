"""Typing into the line client's own editor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.ui.plain.editor import Editor


@pytest.mark.parametrize(
    ("keys", "lines", "typed"),
    [
        ("12\r", ["12"], ""),
        ("1\n2\r", ["1", "2"], ""),
        ("ab\x7fc\r", ["ac"], ""),
        ("\x7f\x7fa\r", ["a"], ""),
        ("abc\x15d\r", ["d"], ""),
        ("\x1b[A\x1b[1;5C\x1bOPx", [], "x"),
        ("a\x00\x07b", [], "ab"),
        ("é世\x7f", [], "é"),
        ("\x04", [None], ""),
        ("a\x04\r", ["a"], ""),
    ],
)
def test_keys_become_lines(keys: str, lines: list[str | None], typed: str) -> None:
    """Backspace, Ctrl-U, Ctrl-D and Enter do what a terminal does; arrows and controls do nothing."""
    editor = Editor()
    assert list(editor.feed(keys)) == lines
    assert editor.typed == typed


@given(st.text())
def test_no_key_makes_the_echo_move_the_cursor_otherwise_than_back(keys: str) -> None:
    """Whatever is typed, only printable letters, line breaks and erasing backspaces are echoed."""
    editor = Editor()
    list(editor.feed(keys))
    for letter in editor.take_echo():
        assert letter.isprintable() or letter in "\n\b"


def test_a_quick_key_acts_only_at_the_start_of_a_line() -> None:
    """Space grabs at once, but a space in a sentence is a space."""
    editor = Editor()
    editor.quick_keys = frozenset(" ")
    assert list(editor.feed(" t a b\r")) == [" ", "t a b"]
