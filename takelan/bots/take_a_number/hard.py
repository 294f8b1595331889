"""A searching player of Take A Number.

It knows which cards others took into their hands, deals the unseen cards out in many ways, lets everybody
choose at once by judgement and whim, and plays the round to its end.
"""

from collections.abc import Sequence

from takelan.bots.budget import Budget
from takelan.bots.player import PlayerOf
from takelan.bots.search.leads import lead
from takelan.bots.search.luck import decision_chance
from takelan.bots.search.weighing import Estimate, weigh
from takelan.bots.take_a_number.memory import HandMemory
from takelan.bots.take_a_number.playouts import play_out
from takelan.bots.take_a_number.reasons import reason
from takelan.bots.take_a_number.sampling import World, sample_world
from takelan.rules.chance import Chance
from takelan.rules.take_a_number.types import AnyMove, Hearing, View


class HardPlacer(PlayerOf[View, AnyMove, Hearing]):
    """Search through the ways the hidden cards may lie."""

    def __init__(self, chance: Chance, budget: Budget) -> None:
        self._chance = chance
        self._budget = budget
        self._memory = HandMemory()

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Remember what was revealed, and who took what."""
        self._memory.hear(hearings, view)

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """Pick the move with the best estimate."""
        if len(moves) == 1:
            return moves[0]
        best: AnyMove = self.estimates(view, moves)[0].move
        return best

    def estimates(self, view: View, moves: Sequence[AnyMove]) -> list[Estimate]:
        """Estimate what each move is worth, the best first."""
        seat = view.seat or 0

        def sample(luck: Chance) -> World:
            return sample_world(view, self._memory, luck)

        def outcome(world: World, move: AnyMove) -> float:
            return -lead(play_out(world, seat, move), seat)  # TN11: the lowest wins.

        return weigh(moves, sample, outcome, decision_chance(self._chance, view), self._budget)

    def reason(self, move: AnyMove, view: View) -> str:
        """Say in half a sentence what speaks for a move."""
        return reason(move, view)
