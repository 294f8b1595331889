"""What a terminal can show is told by its name, by the system and by the environment."""

from collections.abc import Callable

import pytest

from takelan.net.doctor.findings import Colours
from takelan.ui.terminal import colours_of, is_unicode


def _knows(number: int | None) -> Callable[[str], int | None]:
    return lambda term: number


@pytest.mark.parametrize(
    ("colours", "environ", "known"),
    [
        ("none", {}, 256),
        ("none", {"TERM": "dumb"}, 256),
        ("none", {"TERM": "vt100"}, 0),
        ("none", {"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
        ("none", {"TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "truecolor"}, 8),
        ("sixteen", {"TERM": "xterm"}, 8),
        ("256", {"TERM": "xterm-256color"}, 256),
        ("full", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 256),
        ("sixteen", {"TERM": "brand-new"}, None),
        ("256", {"TERM": "brand-new-256color"}, None),
    ],
)
def test_colours_are_counted(colours: Colours, environ: dict[str, str], known: int | None) -> None:
    """NO_COLOR counts more than anything, then what the terminal claims, then what the system knows."""
    assert colours_of(environ, _knows(known)) == colours


@pytest.mark.parametrize(
    ("encoding", "is_it"),
    [("utf-8", True), ("UTF8", True), ("ascii", False), ("latin-1", False), ("?", False)],
)
def test_lines_need_unicode(encoding: str, *, is_it: bool) -> None:
    """An encoding that nobody knows draws nothing."""
    assert is_unicode(encoding) is is_it
