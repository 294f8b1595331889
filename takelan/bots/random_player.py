"""Players that choose at random: a yardstick, and a way to reach every corner of the rules."""

from collections.abc import Sequence
from typing import Any

from takelan.rules import take_it
from takelan.rules.chance import Chance

#: One look in so many, a random player grabs: rows then grow to lengths seen at real tables.
LOOKS_PER_GRAB = 16


class RandomPlayer:
    """Choose any legal move, each equally likely."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        """Pick one of the moves."""
        return moves[self._chance.below(len(moves))]


class RandomGrabber:
    """Play Take It! at random: turn cards over, and grab now and then."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, view: take_it.View, moves: Sequence[Any]) -> Any | None:
        """Grab now and then, turn a card over if that is our task, else wait."""
        grabs = [move for move in moves if isinstance(move, take_it.Grab)]
        if grabs and self._chance.below(LOOKS_PER_GRAB) == 0:
            return grabs[0]
        return next((move for move in moves if isinstance(move, take_it.Flip)), None)
