"""A beginner at Take A Number: lays close by, overlooks full rows, and keeps what looks pretty."""

from collections.abc import Sequence

from takelan.bots.player import PlayerOf
from takelan.bots.search.luck import decision_chance
from takelan.rules.chance import Chance
from takelan.rules.take_a_number.cards import BULLHEADS, Card
from takelan.rules.take_a_number.types import AnyMove, ChooseCard, ChooseRow, Hearing, KeepCard, View

#: Out of ten cards, so many are laid with a look at the rows.
_LOOKS = 7
#: Out of ten takes, so many are decided with a look at the own row.
_MINDS_OWN_ROW = 5


class EasyPlacer(PlayerOf[View, AnyMove, Hearing]):
    """Play what comes to mind first."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """Lay the card with the smallest step, most of the time."""
        chance = decision_chance(self._chance, view)
        is_careless = chance.below(10) >= (_LOOKS if isinstance(moves[0], ChooseCard) else _MINDS_OWN_ROW)
        if is_careless:
            return moves[chance.below(len(moves))]
        return min(moves, key=lambda move: self._dislike(view, move))

    def _dislike(self, view: View, move: AnyMove) -> int:
        if isinstance(move, ChooseCard):
            return _step(view, move.card)
        if isinstance(move, ChooseRow):
            return sum(BULLHEADS[card] for card in view.rows[move.row])
        return self._keep_dislike(view, move)

    def _keep_dislike(self, view: View, move: KeepCard) -> int:
        own_row = view.number_rows[view.seat or 0]
        is_falling = bool(own_row) and move.card < own_row[-1]
        return 1000 * is_falling + move.card


def _step(view: View, card: Card) -> int:
    """Tell how far a card lies from the row it would join; a low card seems far away."""
    return min((card - row[-1] for row in view.rows if row[-1] < card), default=50)
