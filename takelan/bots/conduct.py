"""A bot of one's own under supervision: whatever it does wrong is one sentence that names it.

Rule 1: a bot that wants to end the program has failed like one that raises anything else; only Ctrl-C passes.
"""

from collections.abc import Sequence
from typing import Any

from takelan.bots.player import Player
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.rules.game import AnyGame


class BotFailedError(TakelanError):
    """{name} failed in the middle of a game: {why}."""


class Supervised(Player):
    """A player whose failures are told, and whose moves are looked at before they are made."""

    def __init__(self, name: str, player: Player, game: AnyGame) -> None:
        self._name = name
        self._player = player
        self._game = game

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        """Let the player choose; what is not among the moves is a failure."""
        try:
            move = self._player.choose(view, moves)
            is_allowed = self._game.is_race if move is None else move in moves
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._failed(error) from error
        if move is None and not is_allowed:
            why = _("choose() returned None, but nobody can wait in {game}").format(game=self._game.title)
            raise BotFailedError(name=self._name, why=why)
        if not is_allowed:
            raise BotFailedError(name=self._name, why=_("{move} is not a legal move").format(move=move))
        return move

    def hear(self, hearings: Sequence[Any], view: Any) -> None:
        """Pass on what was heard."""
        try:
            self._player.hear(hearings, view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._failed(error) from error

    def _failed(self, error: BaseException) -> BotFailedError:
        return BotFailedError(name=self._name, why=reason_of(error))


def reason_of(error: BaseException) -> str:
    """Tell an exception's kind and what it says, in one line."""
    said = str(error).partition("\n")[0].rstrip(".")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
