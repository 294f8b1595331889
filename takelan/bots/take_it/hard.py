"""A searching player of Take It!.

It remembers nearly all of what was taken, shuffles what may still be in the stack in many ways, and
compares grabbing now with letting the row lie, in rounds played to their end.
"""

from collections.abc import Sequence

from takelan.bots.budget import Budget
from takelan.bots.player import PlayerOf
from takelan.bots.search.leads import lead, lead_over_best
from takelan.bots.search.luck import decision_chance
from takelan.bots.search.weighing import Estimate, weigh
from takelan.bots.take_it.appraisal import appraise
from takelan.bots.take_it.judgement import bar
from takelan.bots.take_it.memory import PileMemory
from takelan.bots.take_it.playouts import play_out
from takelan.bots.take_it.reasons import reason
from takelan.bots.take_it.sampling import World, sample_world
from takelan.rules.chance import Chance
from takelan.rules.take_it.types import AnyMove, Flip, Grab, Hearing, View

#: Out of a hundred taken cards, so many are remembered.
REMEMBERS = 95
#: A row worth less than this part of the bar is left alone without a thought,
_NOT_WORTH_A_THOUGHT = 0.3
#: except when the stack is nearly gone, where what lies there may go to nobody (TI8).
_LAST_CARDS = 6
#: There are only two things to compare, and the luck of the stack is great.
_SAMPLES_EACH = 3


class HardGrabber(PlayerOf[View, AnyMove, Hearing]):
    """Compare grabbing with waiting in many shuffles of the stack."""

    def __init__(self, chance: Chance, budget: Budget, remembers: int = REMEMBERS) -> None:
        self._chance = chance
        self._budget = budget
        self._memory = PileMemory(chance, remembers)

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Remember nearly everything that is taken."""
        self._memory.hear(hearings, view)

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Grab, turn a card over if that is our task, or wait."""
        grab = next((move for move in moves if isinstance(move, Grab)), None)
        flip = next((move for move in moves if isinstance(move, Flip)), None)
        if grab is None or not self._is_worth_a_thought(view):
            return flip
        best = self.estimates(view, moves)[0].move
        return grab if best is not None and best == grab else flip

    def estimates(self, view: View, moves: Sequence[AnyMove]) -> list[Estimate]:
        """Estimate what grabbing and what waiting (None) is worth, the better one first."""
        seat = view.seat or 0
        # To turn a card over and to wait for it come to the same: the row lies on.
        choices = [*(move for move in moves if isinstance(move, Grab)), None]

        def sample(luck: Chance) -> World:
            return sample_world(view, self._memory, luck)

        def outcome(world: World, move: AnyMove | None) -> float:
            scores = play_out(world, seat, is_grabbed=move is not None)
            return (lead(scores, seat) + lead_over_best(scores, seat)) / 2

        budget = Budget(_SAMPLES_EACH * self._budget.samples, self._budget.stopwatch)
        return weigh(choices, sample, outcome, decision_chance(self._chance, view), budget)

    def reason(self, move: AnyMove | None, view: View) -> str:
        """Say in half a sentence what speaks for a move."""
        return reason(move, view)

    def _is_worth_a_thought(self, view: View) -> bool:
        if view.stack_size <= _LAST_CARDS:
            return True
        height = bar(view.stack_size, view.takes_left)
        return appraise(view, self._memory) >= _NOT_WORTH_A_THOUGHT * height
