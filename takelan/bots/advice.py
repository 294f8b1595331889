"""What the hard player would do, and why, in one sentence.

Rule 1: advice knows what the advised seat has seen and heard, and nothing else.
Rule 2: advice on Take It! remembers no pile: that memory is the game (TI11).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from takelan.bots.budget import Budget
from takelan.bots.search.weighing import Estimate
from takelan.bots.take_a_number import reasons as take_a_number
from takelan.bots.take_a_number.hard import HardPlacer
from takelan.bots.take_it import reasons as take_it
from takelan.bots.take_it.hard import HardGrabber
from takelan.bots.take_that import reasons as take_that
from takelan.bots.take_that.hard import HardTwister
from takelan.language import translate as _
from takelan.rules.chance import Chance
from takelan.rules.take_it.types import Flip

#: From here on, how much better a move is, is worth a word.
_WORTH_A_WORD = 0.5


class Searcher(Protocol):
    """A player that can tell what it thinks of every move."""

    def hear(self, hearings: Sequence[Any], view: Any) -> None:
        """Note what the seat heard."""

    def estimates(self, view: Any, moves: Sequence[Any]) -> list[Estimate]:
        """Estimate what each move is worth, the best first."""

    def reason(self, move: Any, view: Any) -> str:
        """Say in half a sentence what speaks for a move."""


class Advice(NamedTuple):
    """What to do (None is to wait) and why."""

    move: Any | None
    sentence: str


_SEARCHERS: Mapping[str, Callable[..., Searcher]] = {
    "take-that": HardTwister,
    "take-it": HardGrabber,
    "take-a-number": HardPlacer,
}
_NAMES: Mapping[str, Callable[[Any, Any], str]] = {
    "take-that": take_that.name,
    "take-it": take_it.name,
    "take-a-number": take_a_number.name,
}


class Adviser:
    """A hard player that looks over one seat's shoulder and speaks when asked."""

    def __init__(self, game: str, chance: Chance, budget: Budget | None = None) -> None:
        self._game = game
        forgetting = {"remembers": 0} if game == "take-it" else {}  # TI11
        self._searcher = _SEARCHERS[game](chance, budget or Budget(), **forgetting)

    def hear(self, hearings: Sequence[Any], view: Any) -> None:
        """Note what the seat heard; to be called with every step of the game."""
        self._searcher.hear(hearings, view)

    def advise(self, view: Any, moves: Sequence[Any]) -> Advice | None:
        """Say what to do now; None when there is nothing to do."""
        if not moves:
            return None
        ranked = self._searcher.estimates(view, moves)
        best = ranked[0].move
        words = {"what": name_move(self._game, best, view), "why": self._searcher.reason(best, view)}
        lead = ranked[0].value - ranked[1].value if len(ranked) > 1 else 0.0
        if lead < _WORTH_A_WORD:
            return Advice(_move(best, moves), _capital(_("{what}: {why}.").format(**words)))
        other = name_move(self._game, ranked[1].move, view)
        sentence = _("{what}: {why}; to {other} is about {lead:.1f} points worse.")
        return Advice(_move(best, moves), _capital(sentence.format(**words, other=other, lead=lead)))


def make_searcher(game: str, chance: Chance, budget: Budget | None = None) -> Searcher:
    """Make the hard player of a game, as one that tells its estimates."""
    return _SEARCHERS[game](chance, budget or Budget())


def name_move(game: str, move: Any, view: Any) -> str:
    """Say in a few words what a move is."""
    return _NAMES[game](move, view)


def _move(best: Any | None, moves: Sequence[Any]) -> Any | None:
    # A dealer who lets the row lie turns the next card over.
    return next((move for move in moves if isinstance(move, Flip)), None) if best is None else best


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
