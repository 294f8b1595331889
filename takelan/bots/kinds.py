"""The built-in players by name."""

from takelan.bots.greedy.take_a_number import GreedyPlacer
from takelan.bots.greedy.take_it import GreedyGrabber
from takelan.bots.greedy.take_that import GreedyTwister
from takelan.bots.player import Player
from takelan.bots.random_player import RandomGrabber, RandomPlayer
from takelan.rules.chance import Chance

KINDS: tuple[str, ...] = ("random", "greedy")

_GREEDY: dict[str, type[Player]] = {
    "take-that": GreedyTwister,
    "take-it": GreedyGrabber,
    "take-a-number": GreedyPlacer,
}


def make_player(kind: str, game: str, chance: Chance) -> Player:
    """Make a player of one kind for one game."""
    if kind == "greedy":
        return _GREEDY[game]()
    return RandomGrabber(chance) if game == "take-it" else RandomPlayer(chance)
