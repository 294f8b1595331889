"""A sound player of Take It!: knows most of its own piles, and grabs once a row is worth a take."""

from collections.abc import Sequence

from takelan.bots.player import PlayerOf
from takelan.bots.take_it.appraisal import appraise
from takelan.bots.take_it.judgement import bar
from takelan.bots.take_it.memory import PileMemory
from takelan.rules.chance import Chance
from takelan.rules.take_it.types import AnyMove, Flip, Grab, Hearing, View

#: Out of a hundred taken cards, so many are remembered.
_REMEMBERS = 70


class NormalGrabber(PlayerOf[View, AnyMove, Hearing]):
    """Grab above a bar that sinks as the cards left for each take become fewer."""

    def __init__(self, chance: Chance) -> None:
        self._memory = PileMemory(chance, _REMEMBERS)

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Remember most of what is taken."""
        self._memory.hear(hearings, view)

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Grab, turn a card over if that is our task, or wait."""
        grab = next((move for move in moves if isinstance(move, Grab)), None)
        if grab is not None and appraise(view, self._memory) >= bar(view.stack_size, view.takes_left):
            return grab
        return next((move for move in moves if isinstance(move, Flip)), None)
