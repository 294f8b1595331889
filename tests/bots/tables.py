"""Tables for claims about bots: a game played on with one seat that hears everything its seat may hear."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from takelan.bots.budget import Budget
from takelan.bots.kinds import make_player
from takelan.bots.player import Player
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from tests.rules.evenings import Evening

#: Enough for a decision that is not blind, and few enough for many games.
FEW = Budget(4)

GAME_NAMES = tuple(GAMES)


def make(kind: str, game: str, seed: object = 0, budget: Budget = FEW) -> Player:
    """Make a player from a seed."""
    return make_player(kind, game, Chance(str(seed).encode()), budget)


class Moment(NamedTuple):
    """A state at which a seat has moves, and the players who have followed the game in that seat."""

    state: Any
    view: Any
    moves: list[Any]


def moments(evening: Evening, seat: int, *followers: Player) -> Iterator[Moment]:
    """Play at random to the end of the first round; stop wherever the seat may move."""
    game = evening.game
    state = evening.deal()
    _tell(game, state, seat, [game.round_started(state)], followers)
    for mover, move in evening.moves(state):
        view = game.view(state, seat)
        if moves := game.moves_in(view):
            yield Moment(state, view, moves)
        _tell(game, state, seat, game.apply(state, mover, move), followers)


def _tell(game: AnyGame, state: Any, seat: int, events: list[Any], followers: tuple[Player, ...]) -> None:
    heard = [game.hear(event, seat) for event in events]
    hearings = [hearing for hearing in heard if hearing is not None]
    if hearings:
        for follower in followers:
            follower.hear(hearings, game.view(state, seat))
