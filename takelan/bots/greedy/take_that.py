"""A sensible player of Take That: twist when possible, lay to stay flexible, take only when forced."""

from collections.abc import Sequence
from typing import Any

from takelan.bots.player import PlayerOf
from takelan.rules.take_that.cards import REACH, TWIN, penalty
from takelan.rules.take_that.types import AnyMove, Hearing, Lay, TakeLine, Twist, View


class GreedyTwister(PlayerOf[View, AnyMove, Hearing]):
    """Weigh every move by the points it brings now and the moves it leaves for later."""

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Pick the move with the highest weight."""
        return max(moves, key=lambda move: self._weight(view, move))

    def _weight(self, view: View, move: Any) -> float:
        if isinstance(move, Twist):
            return 2.0 + penalty_of(view.line[-1:]) * 0.01
        if isinstance(move, TakeLine):
            return -float(penalty_of(view.line)) - (
                1.4 if view.options.advanced and len(view.line) == 1 else 0
            )
        return self._lay_weight(view, move)

    def _lay_weight(self, view: View, lay: Lay) -> float:
        reachable = sum(1 for card in view.hand if card != lay.card and abs(card - lay.card) <= REACH)
        # A twin in our own hand can fetch the card back; one elsewhere hands the points to others.
        twin = TWIN.get(lay.card)
        holds_twin = twin in view.hand
        is_gone = any(twin in cards for cards in view.twisted)
        gift = 0.0 if twin is None or is_gone else (-0.2 if holds_twin else 0.4)
        burden = 0.1 * penalty(lay.card)
        return 0.15 * reachable - gift + burden


def penalty_of(cards: Sequence[int]) -> int:
    """Add up what taking these cards costs."""
    return sum(map(penalty, cards))
