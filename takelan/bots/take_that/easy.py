"""A beginner at Take That: lays what is near, overlooks twins, and loses patience with long lines."""

from collections.abc import Sequence

from takelan.bots.player import PlayerOf
from takelan.bots.search.luck import decision_chance
from takelan.rules.chance import Chance
from takelan.rules.take_that.types import AnyMove, Hearing, Lay, TakeLine, Twist, View

#: Out of ten twins, so many are seen.
_SEEN = 7
#: Out of ten lays, so many are simply the nearest card; the others are any.
_NEAREST = 6
#: Beginners take a short line now and then although they need not, once in so many turns.
_GIVES_UP = 14


class EasyTwister(PlayerOf[View, AnyMove, Hearing]):
    """Play what comes to mind first."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """Twist a twin that is noticed, else lay, else take."""
        chance = decision_chance(self._chance, view)
        twists = [move for move in moves if isinstance(move, Twist)]
        if twists and chance.below(10) < _SEEN:
            return twists[chance.below(len(twists))]
        lays = [move for move in moves if isinstance(move, Lay)]
        is_tired = len(view.line) in (1, 2) and chance.below(_GIVES_UP) == 0
        if lays and not is_tired:
            return self._lay(view, lays, chance)
        return next((move for move in moves if isinstance(move, TakeLine)), moves[0])

    def _lay(self, view: View, lays: Sequence[Lay], chance: Chance) -> Lay:
        if not view.line or chance.below(10) >= _NEAREST:
            return lays[chance.below(len(lays))]
        return min(lays, key=lambda lay: abs(lay.card - view.line[-1]))
