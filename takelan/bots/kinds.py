"""The built-in players by name."""

from collections.abc import Callable, Mapping

from takelan.bots.budget import Budget
from takelan.bots.greedy.take_a_number import GreedyPlacer
from takelan.bots.greedy.take_it import GreedyGrabber
from takelan.bots.greedy.take_that import GreedyTwister
from takelan.bots.player import Player
from takelan.bots.random_player import RandomGrabber, RandomPlayer
from takelan.bots.take_a_number.easy import EasyPlacer
from takelan.bots.take_a_number.hard import HardPlacer
from takelan.bots.take_a_number.normal import NormalPlacer
from takelan.bots.take_it.easy import EasyGrabber
from takelan.bots.take_it.hard import HardGrabber
from takelan.bots.take_it.normal import NormalGrabber
from takelan.bots.take_that.easy import EasyTwister
from takelan.bots.take_that.hard import HardTwister
from takelan.bots.take_that.normal import NormalTwister
from takelan.rules.chance import Chance

_Make = Callable[[Chance, Budget], Player]

_MAKERS: Mapping[str, Mapping[str, _Make]] = {
    "random": {
        "take-that": lambda chance, budget: RandomPlayer(chance),
        "take-it": lambda chance, budget: RandomGrabber(chance),
        "take-a-number": lambda chance, budget: RandomPlayer(chance),
    },
    "greedy": {
        "take-that": lambda chance, budget: GreedyTwister(),
        "take-it": lambda chance, budget: GreedyGrabber(),
        "take-a-number": lambda chance, budget: GreedyPlacer(),
    },
    "easy": {
        "take-that": lambda chance, budget: EasyTwister(chance),
        "take-it": lambda chance, budget: EasyGrabber(chance),
        "take-a-number": lambda chance, budget: EasyPlacer(chance),
    },
    "normal": {
        "take-that": lambda chance, budget: NormalTwister(),
        "take-it": lambda chance, budget: NormalGrabber(chance),
        "take-a-number": lambda chance, budget: NormalPlacer(),
    },
    "hard": {"take-that": HardTwister, "take-it": HardGrabber, "take-a-number": HardPlacer},
}


def make_player(kind: str, game: str, chance: Chance, budget: Budget | None = None) -> Player:
    """Make a player of one kind for one game; the budget is for those who search."""
    return _MAKERS[kind][game](chance, budget or Budget())
