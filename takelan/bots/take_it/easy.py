"""A beginner at Take It!: likes big numbers, forgets the piles, and changes its mind about what is enough."""

from collections.abc import Sequence

from takelan.bots.player import PlayerOf
from takelan.rules.chance import Chance
from takelan.rules.take_it.cards import JOKER, TEN, Card, value
from takelan.rules.take_it.types import AnyMove, Flip, Grab, Hearing, View

#: What seems enough: anything from here on, differently for every row.
_ENOUGH, _ENOUGH_SPREAD = 4, 14
#: With so few cards left everything that is not bad seems enough.
_LAST_CARDS = 8


class EasyGrabber(PlayerOf[View, AnyMove, Hearing]):
    """Grab what looks big."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Grab, turn a card over if that is our task, or wait."""
        grab = next((move for move in moves if isinstance(move, Grab)), None)
        if grab is not None and sum(map(_look, view.row)) >= self._enough(view):
            return grab
        return next((move for move in moves if isinstance(move, Flip)), None)

    def _enough(self, view: View) -> float:
        if view.stack_size <= _LAST_CARDS:
            return 1
        # One row, one mood: looking again at the same row must not make it more likely to be grabbed.
        mood = self._chance.child(view.round, view.row_number)
        return _ENOUGH + mood.below(_ENOUGH_SPREAD)


def _look(card: Card) -> float:
    """Tell what a card seems worth: the printed number, whether it is a whole pair or not."""
    if card == JOKER:
        return 1.0
    return 3.0 if card == TEN else float(value(card))
