"""A sensible player of Take It!: grab a row once it is worth more than a take usually brings."""

from collections import Counter
from collections.abc import Sequence
from math import fsum

from takelan.bots.player import PlayerOf
from takelan.rules.take_it.cards import JOKER, TEN, Card, is_double, value
from takelan.rules.take_it.types import AnyMove, Flip, Grab, Hearing, View

# What a card is worth to somebody who does not remember the piles: half a pair is a promise, not points.
_JOKER_WORTH = 2.5
_TEN_WORTH = 2.0
_PROMISE = 0.4


class GreedyGrabber(PlayerOf[View, AnyMove, Hearing]):
    """Grab above a bar that sinks as the stack and the time to use the takes run out."""

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Grab, turn a card over if that is our task, or wait."""
        grab = next((move for move in moves if isinstance(move, Grab)), None)
        if grab is not None and row_worth(view.row) >= self._bar(view):
            return grab
        return next((move for move in moves if isinstance(move, Flip)), None)

    def _bar(self, view: View) -> float:
        takes = view.takes_left[view.seat or 0]
        # So many cards are left for each take we still have: the fewer, the less we can be choosy.
        cards_per_take = view.stack_size / takes
        return min(14.0, 0.9 * cards_per_take) + 2.0


def row_worth(row: Sequence[Card]) -> float:
    """Estimate what a row brings."""
    # Python 3.12 adds floats up differently from 3.11; a seed must play the same game on both.
    return fsum(_kind_worth(card, count) for card, count in Counter(row).items())


def _kind_worth(card: Card, count: int) -> float:
    if card == JOKER:
        return _JOKER_WORTH * count
    if card == TEN:
        return _TEN_WORTH * count
    if is_double(card):
        return value(card) * (count // 2 + _PROMISE * (count % 2))
    return float(value(card) * count)
