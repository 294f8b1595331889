"""Text from peers, cleaned once more at the moment it is drawn."""

from collections.abc import Iterable
from functools import lru_cache

from rich.cells import cell_len, set_cell_size

from takelan.wire.failures import UnusableTextError
from takelan.wire.peer_text import PeerText


class _Sentence(PeerText):
    """Any sentence that may hold peers' names; a reveal names ten of them."""

    __slots__ = ()

    MAX_CELLS = 1000


@lru_cache(maxsize=2048)
def shown(text: str, width: int | None = None) -> str:
    """Return a text that holds a peer's words as it may be drawn, cut to a width."""
    try:
        clean = str(_Sentence(text))
    except UnusableTextError:
        return "?"
    return clean if width is None else fit(clean, width)


def fit(text: str, width: int) -> str:
    """Cut a text to a width, with a sign that something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…"


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines between words, and within those that are too long."""
    lines, line = [], ""
    for word in text.split():
        candidate = f"{line} {word}" if line else word
        if cell_len(candidate) <= width:
            line = candidate
            continue
        if line:
            lines.append(line)
        while cell_len(word) > width > 1:
            head = set_cell_size(word, width).rstrip()
            lines.append(head)
            word = word[len(head) :]
        line = word
    return [*lines, line] if line else lines


def join_phrases(phrases: Iterable[str], width: int) -> list[str]:
    """Write phrases one after the other with dots between, broken only between phrases."""
    lines: list[str] = []
    for phrase in phrases:
        if lines and cell_len(lines[-1]) + cell_len(phrase) + 3 <= width:
            lines[-1] += f" · {phrase}"
        else:
            lines.append(phrase)
    return lines
