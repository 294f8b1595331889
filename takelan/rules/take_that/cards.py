"""The deck of Take That: numbers that can be turned around, and toads that cannot."""

from typing import TypeAlias

Card: TypeAlias = int

# TT1: 12 … 98 without the tens, 79 cards; seven toads, 36 twin pairs.
DECK: tuple[Card, ...] = tuple(number for number in range(12, 99) if number % 10)
TOADS: frozenset[Card] = frozenset(range(22, 99, 11))

#: Every card that has a twin, with that twin.
TWIN: dict[Card, Card] = {card: card % 10 * 10 + card // 10 for card in DECK if card not in TOADS}

#: How far a card may lie from the one before it.
REACH = 10


def hand_size(seats: int) -> int:
    """Tell how many cards a player holds."""
    return 8 if seats == 4 else 9  # TT2


def penalty(card: Card) -> int:
    """Tell what a taken card costs."""
    return 5 if card in TOADS else 1  # TT10


def lays_between(end: Card) -> tuple[Card, Card]:
    """Tell the lowest and the highest card of the deck that reach the end of the line."""
    return max(DECK[0], end - REACH), min(DECK[-1], end + REACH)
