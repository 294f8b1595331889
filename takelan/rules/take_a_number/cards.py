"""The deck of Take A Number, its bullheads and its rows."""

from typing import TypeAlias

Card: TypeAlias = int

DECK: tuple[Card, ...] = tuple(range(1, 101))

HAND_SIZE = 8

#: TN3, TN6: the card that would be this many in its row takes the row.
ROW_LENGTHS: tuple[int, int, int] = (3, 4, 5)


def _bullheads(card: Card) -> int:
    # TN1: as in the whole family of these games.
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


#: The bullheads of every card, by its number; nothing is number 0.
BULLHEADS: tuple[int, ...] = (0, *map(_bullheads, DECK))
