"""A searching player of Take That.

It remembers every card that was taken and what others seem not to hold, deals the unseen cards out in
many ways, and plays the line on until somebody takes it. A judgement with the same count steadies the
samples, and the last line is solved.
"""

from collections.abc import Sequence

from takelan.bots.budget import Budget
from takelan.bots.player import PlayerOf
from takelan.bots.search.luck import decision_chance
from takelan.bots.search.weighing import Estimate, weigh
from takelan.bots.take_that.ending import MOST_POSITIONS
from takelan.bots.take_that.judgement import Judgement
from takelan.bots.take_that.memory import LineMemory
from takelan.bots.take_that.playouts import Last, play_line
from takelan.bots.take_that.reasons import reason
from takelan.bots.take_that.sampling import sample_state, unseen_cards
from takelan.rules.chance import Chance
from takelan.rules.take_that.types import AnyMove, Hearing, View

#: How many positions of an ending are looked at when it is only one of many that may be.
_SAMPLED_POSITIONS = 150


class HardTwister(PlayerOf[View, AnyMove, Hearing]):
    """Search through the ways the hidden cards may lie."""

    def __init__(self, chance: Chance, budget: Budget) -> None:
        self._chance = chance
        self._budget = budget
        self._memory = LineMemory()

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Remember what was laid, twisted, taken and refused."""
        self._memory.hear(hearings, view)

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """Pick the move with the best estimate."""
        if len(moves) == 1:
            return moves[0]
        best: AnyMove = self.estimates(view, moves)[0].move
        return best

    def estimates(self, view: View, moves: Sequence[AnyMove]) -> list[Estimate]:
        """Estimate what each move is worth, the best first."""
        chance = decision_chance(self._chance, view)
        seat = view.seat or 0
        unseen = unseen_cards(view, self._memory)
        if view.pile_size == 0:
            return self._solved(view, moves, is_certain=len(unseen) == sum(view.hand_sizes) - len(view.hand))
        judgement = Judgement(view, unseen)
        prior = {id(move): judgement.worth(move) for move in moves}
        return weigh(
            moves,
            lambda luck: sample_state(view, self._memory, luck),
            lambda state, move: (play_line(state, seat, move) + prior[id(move)]) / 2,
            chance,
            self._budget,
        )

    def reason(self, move: AnyMove, view: View) -> str:
        """Say in half a sentence what speaks for a move."""
        return reason(move, view, Judgement(view, unseen_cards(view, self._memory)))

    def _solved(self, view: View, moves: Sequence[AnyMove], *, is_certain: bool) -> list[Estimate]:
        seat = view.seat or 0
        # With one opponent and a full memory there is only one way the cards can lie.
        is_known = is_certain and len(view.hand_sizes) == 2
        samples, positions = (
            (1, MOST_POSITIONS) if is_known else (-(-self._budget.samples // 3), _SAMPLED_POSITIONS)
        )
        return weigh(
            moves,
            lambda luck: Last(sample_state(view, self._memory, luck), positions),
            lambda last, move: last.worth(seat, move),
            decision_chance(self._chance, view),
            Budget(samples, self._budget.stopwatch),
        )
