"""How Take A Number is judged without search: fast enough for play-outs.

Cards taken are not points yet: they cost one time each if they are still in the hand at the end, twice
if they fall with the #-Row, and nothing in the #-Row. So what a take costs is mostly the fall.
"""

from collections.abc import Sequence

from takelan.rules.take_a_number.cards import BULLHEADS, ROW_LENGTHS, Card

#: What a bullhead taken into the hand costs: part of the hand is played before the end.
HELD = 0.5
#: So many steps of the #-Row upwards cost one bullhead: each leaves less room for the next.
STEPS = 25.0
#: So many numbers below the end of a #-Row that has to fall anyway cost one bullhead.
FALLEN_STEPS = 50.0

_LAST_FREE = tuple(length - 1 for length in ROW_LENGTHS)


def keep_cost(cards: Sequence[Card], kept: Card, own_row: Sequence[Card]) -> float:
    """Tell what it costs to take cards and keep this one of them."""
    held = -BULLHEADS[kept]
    for card in cards:
        held += BULLHEADS[card]
    if not own_row:
        return held * HELD + kept / STEPS
    if kept > own_row[-1]:
        return held * HELD + (kept - own_row[-1]) / STEPS
    fallen = 0
    for card in own_row:
        fallen += BULLHEADS[card]
    return held * HELD + 2 * fallen + kept / FALLEN_STEPS


def best_keep(cards: Sequence[Card], own_row: Sequence[Card]) -> tuple[float, Card]:
    """Tell what taking cards costs at best, and which one is then kept."""
    return min((keep_cost(cards, card, own_row), card) for card in cards)


class Board:
    """The rows as one seat sees them: what each card that is chosen will probably cost."""

    __slots__ = ("_costs", "_crowd", "_ends", "_low", "_rooms", "_taking")

    def __init__(self, rows: Sequence[Sequence[Card]], own_row: Sequence[Card], rivals: int) -> None:
        costs = [best_keep(row, own_row)[0] for row in rows]
        order = sorted((0, 1, 2), key=lambda row: rows[row][-1])
        self._ends = [rows[row][-1] for row in order]
        self._rooms = [_LAST_FREE[row] - len(rows[row]) for row in order]
        self._taking = [costs[row] for row in order]
        # TN7: a low card's player takes the cheapest row.
        self._low = min(costs)
        # Each rival may lay one of the numbers in between first.
        self._crowd = rivals / 100

    def cost(self, card: Card) -> float:
        """Tell what a card will probably cost."""
        ends = self._ends
        place = 2 if card > ends[2] else 1 if card > ends[1] else 0 if card > ends[0] else -1
        if place < 0:
            return self._low
        room = self._rooms[place]
        if room == 0:
            return self._taking[place]
        risk = self._crowd * (card - ends[place] - 1) / room
        return self._taking[place] * (risk if risk < 1.0 else 1.0)
