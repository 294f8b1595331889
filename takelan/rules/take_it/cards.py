"""The cards of Take It!: four kinds, told apart by how they are written.

``+7`` and ``-3`` are full points, ``2x+6`` and ``2x-2`` double or nothing; then there are ``joker`` and
``10`` (10 or nothing).
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias

import msgspec

JOKER = "joker"
TEN = "10"

_WRITTEN = rf"\A(?:(?:2x)?[+-][1-9][0-9]?|{JOKER}|{TEN})\Z"
_is_written = re.compile(_WRITTEN)

#: Checked whenever a message or a file is decoded, so that no other text comes through as a card.
Card: TypeAlias = Annotated[str, msgspec.Meta(pattern=_WRITTEN)]

FEWEST_CARDS, MOST_CARDS = 2, 300
MOST_ALIKE = 50


def is_full(card: Card) -> bool:
    """Tell whether a card counts its face value."""
    return card[0] in "+-"


def is_double(card: Card) -> bool:
    """Tell whether a card counts only in twos."""
    return card[0] == "2"


def is_card(text: str) -> bool:
    """Tell whether a text is a card at all."""
    return _is_written.search(text) is not None


def value(card: Card) -> int:
    """Tell the number printed on a full or double card."""
    return int(card[2:]) if is_double(card) else int(card)


def _standard() -> dict[Card, int]:
    # TI1: the values of the box are lost; these 77 cards are takelan's own.
    full = [*range(1, 11), *range(-1, -9, -1)]
    double = [3, 4, 5, 6, 7, 8, 10, -2, -3, -4, -5, -6]
    pairs = [f"{number:+d}" for number in full] + [f"2x{number:+d}" for number in double]
    return {**dict.fromkeys(pairs, 2), JOKER: 6, TEN: 11}


STANDARD_DECK: Mapping[Card, int] = _standard()


def lay_open(counts: Mapping[Card, int]) -> list[Card]:
    """List every single card of a deck, in the order its kinds are written."""
    return [card for card, count in counts.items() for _ in range(count)]


def sort_for_reading(cards: Iterable[Card]) -> list[Card]:
    """Sort cards by kind, best first, so that pairs lie together."""
    return sorted(cards, key=_reading_order)


def _reading_order(card: Card) -> tuple[int, int]:
    if card == TEN:
        return (3, 0)
    if card == JOKER:
        return (2, 0)
    return (1, -value(card)) if is_double(card) else (0, -value(card))
