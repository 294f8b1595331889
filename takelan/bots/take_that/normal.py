"""A sound player of Take That: counts what lies open, but not what lies face down."""

from collections.abc import Sequence

from takelan.bots.player import PlayerOf
from takelan.bots.take_that.judgement import Judgement
from takelan.rules.take_that.cards import DECK, Card
from takelan.rules.take_that.types import AnyMove, Hearing, View


class NormalTwister(PlayerOf[View, AnyMove, Hearing]):
    """Twist, keep ways on, and leave the line to others while it is cheap."""

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """Pick the move with the highest worth."""
        if len(moves) == 1:
            return moves[0]
        return max(moves, key=Judgement(view, _not_open(view)).worth)


def _not_open(view: View) -> list[Card]:
    """List the cards that do not lie open; what was taken is forgotten."""
    seen = {*view.hand, *view.line, *(card for pairs in view.twisted for card in pairs)}
    return [card for card in DECK if card not in seen]
