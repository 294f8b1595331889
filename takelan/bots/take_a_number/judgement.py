"""How Take A Number is judged without search: fast enough for play-outs.

Cards taken are not points yet: they cost one time each if they are still in the hand at the end, twice
if they fall with the #-Row, and nothing in the #-Row. So what a take costs is mostly the fall.
"""

from collections.abc import Iterable, Sequence

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

    __slots__ = ("crowd", "ends", "offers", "rooms")

    def __init__(self, rows: Sequence[Sequence[Card]], rivals: int) -> None:
        order = sorted([(row[-1], _LAST_FREE[place] - len(row), place) for place, row in enumerate(rows)])
        #: The part of best_keep that does not depend on who takes a row.
        self.offers = [_offers(rows[place]) for _, _, place in order]
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
        self._taking = _taking(layout.offers, own_row)
        # TN7: a low card's player takes the cheapest row.
        self._low = min(self._taking)

    def cost(self, card: Card) -> float:
        """Tell what a card will probably cost."""
        return self.cheapest((card,), (0.0,))[1]

    def cheapest(self, cards: Iterable[Card], whims: Iterable[float]) -> tuple[Card, float]:
        """Tell which card will probably cost least, each with a whim of its own, and how much.

        All cards in one loop: play-outs do little else.
        """
        low_end, middle_end, high_end = self._ends
        low_room, middle_room, high_room = self._rooms
        low_taking, middle_taking, high_taking = self._taking
        best, best_cost = 0, float("inf")
        for card, whim in zip(cards, whims, strict=False):
            if card > high_end:
                step, room, cost = card - high_end - 1, high_room, high_taking
            elif card > middle_end:
                step, room, cost = card - middle_end - 1, middle_room, middle_taking
            elif card > low_end:
                step, room, cost = card - low_end - 1, low_room, low_taking
            else:
                step, room, cost = 0, 0, self._low
            if room and (risk := self._crowd * step / room) < 1.0:
                cost *= risk
            if cost + whim < best_cost:
                best, best_cost = card, cost + whim
        return best, best_cost


def _offers(cards: Sequence[Card]) -> list[tuple[Card, float, float]]:
    """List for each card of a row what keeping it costs, and what more if the #-Row falls for it."""
    heads = 0
    for card in cards:
        heads += BULLHEADS[card]
    return [(card, (heads - BULLHEADS[card]) * HELD, card / FALLEN_STEPS) for card in cards]


def _taking(rows: Sequence[Sequence[tuple[Card, float, float]]], own_row: Sequence[Card]) -> list[float]:
    """Tell for each row what best_keep tells for it."""
    end = own_row[-1] if own_row else 0
    fall = 2 * sum([BULLHEADS[fallen] for fallen in own_row])
    taking = []
    for offers in rows:
        best = float("inf")
        for card, held, fallen in offers:
            cost = held + ((card - end) / STEPS if card > end else fall + fallen)
            if cost < best:
                best = cost
        taking.append(best)
    return taking
