"""How long bots take, by level: never faster than a person, and never the same time twice.

Rule 1: these are only numbers. Whoever runs a bot has the clock and does the waiting.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from takelan.rules.chance import Chance
from takelan.rules.take_it.types import Flip, Grab

_FINENESS = 1001


class Spread(NamedTuple):
    """How long something takes, in seconds; shorter times are more likely than longer ones."""

    least: float
    most: float

    def draw(self, chance: Chance) -> float:
        """Draw one such time."""
        longer = chance.below(_FINENESS) * chance.below(_FINENESS) / (_FINENESS - 1) ** 2
        return self.least + (self.most - self.least) * longer


class Pace(NamedTuple):
    """The times of one kind of player."""

    #: From seeing a row to the hand on it. People need a quarter of a second to react to anything,
    #: and longer to add a row up.
    grab: Spread
    #: From one card to the next; a dealer lets the others look (TI3).
    flip: Spread
    #: For a decision in a game of turns.
    turn: Spread


PACES: Mapping[str, Pace] = {
    "easy": Pace(Spread(0.55, 1.6), Spread(1.2, 2.4), Spread(0.9, 2.6)),
    "normal": Pace(Spread(0.40, 1.1), Spread(1.0, 1.9), Spread(0.7, 1.9)),
    "hard": Pace(Spread(0.34, 0.9), Spread(0.9, 1.6), Spread(0.7, 1.6)),
}


def pace_of(kind: str) -> Pace:
    """Look up how long a kind of player takes; whoever has no pace of their own is as fast as most."""
    return PACES.get(kind, PACES["normal"])


def delay(kind: str, move: Any, chance: Chance) -> float:
    """Draw the seconds between seeing a situation and making this move in it."""
    pace = pace_of(kind)
    if isinstance(move, Grab):
        return pace.grab.draw(chance)
    return pace.flip.draw(chance) if isinstance(move, Flip) else pace.turn.draw(chance)
