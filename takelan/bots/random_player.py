"""Players that choose at random: a yardstick, and a way to reach every corner of the rules."""

from collections.abc import Sequence
from typing import Any

from takelan.bots.player import Player, PlayerOf
from takelan.rules.chance import Chance
from takelan.rules.take_it.types import AnyMove, Flip, Grab, Hearing, View

#: One look in so many, a random player grabs: rows then grow to lengths seen at real tables.
LOOKS_PER_GRAB = 16


class RandomPlayer(Player):
    """Choose any legal move, each equally likely."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        """Pick one of the moves."""
        return moves[self._chance.below(len(moves))]


class RandomGrabber(PlayerOf[View, AnyMove, Hearing]):
    """Play Take It! at random: turn cards over, and grab now and then."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Grab now and then, turn a card over if that is our task, else wait."""
        grabs = [move for move in moves if isinstance(move, Grab)]
        if grabs and self._chance.below(LOOKS_PER_GRAB) == 0:
            return grabs[0]
        return next((move for move in moves if isinstance(move, Flip)), None)
