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
    """Tell what taking cards costs at best, and which one is then kept.

    It is keep_cost for every card at once: play-outs ask for little else.
    """
    heads, end = 0, own_row[-1] if own_row else 0
    for card in cards:
        heads += BULLHEADS[card]
    fall = 0
    best, best_cost = 0, float("inf")
    for card in cards:
        cost = (heads - BULLHEADS[card]) * HELD
        if card > end:
            cost += (card - end) / STEPS
        else:
            fall = fall or 2 * sum([BULLHEADS[fallen] for fallen in own_row])
            cost += fall + card / FALLEN_STEPS
        if cost < best_cost:
            best, best_cost = card, cost
    return best_cost, best


class Layout:
    """The three rows, the lowest end first: the same for everybody who looks at them."""

    __slots__ = ("cards", "crowd", "ends", "rooms")

    def __init__(self, rows: Sequence[Sequence[Card]], rivals: int) -> None:
        order = sorted((row[-1], _LAST_FREE[place] - len(row), place) for place, row in enumerate(rows))
        self.cards = [rows[place] for _, _, place in order]
        self.ends = [end for end, _, _ in order]
        self.rooms = [room for _, room, _ in order]
        # Each rival may lay one of the numbers in between first.
        self.crowd = rivals / 100


class Board:
    """The rows as one seat sees them: what each card that is chosen will probably cost."""

    __slots__ = ("_crowd", "_ends", "_low", "_rooms", "_taking")

    def __init__(self, layout: Layout, own_row: Sequence[Card]) -> None:
        self._ends = layout.ends
        self._rooms = layout.rooms
        self._crowd = layout.crowd
        self._taking = [best_keep(cards, own_row)[0] for cards in layout.cards]
        # TN7: a low card's player takes the cheapest row.
        self._low = min(self._taking)

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
