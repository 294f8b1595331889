"""A finished game looked at again: the decisions of one seat that cost the most.

Rule 1: a decision is judged by what the seat could know at that moment, not by what was hidden from it.
Rule 2: what a decision cost is an estimate; one that may as well be luck is left out.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from takelan.bots.advice import Searcher, make_searcher, name_move
from takelan.bots.budget import Budget
from takelan.language import translate as _
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat

#: A review takes its time for the whole game, not for one decision.
REVIEW_SAMPLES = 24
MOST_DECISIONS = 3


class Costly(NamedTuple):
    """One decision that cost something."""

    round: int
    #: None is to have waited.
    played: Any | None
    better: Any | None
    #: How many points it cost, by estimate.
    cost: float
    sentence: str


def review(
    game: AnyGame,
    options: Any,
    events: Sequence[Any],
    seat: Seat,
    chance: Chance,
    budget: Budget | None = None,
) -> list[Costly]:
    """Find the costliest decisions of one seat in a recorded game, the worst first."""
    seats = len(events[-1].totals)
    reviewer = _Reviewer(game, seat, make_searcher(game.name, chance, budget or Budget(REVIEW_SAMPLES)))
    costly = sorted(reviewer.follow(options, seats, events), key=lambda one: -one.cost)
    return _one_per_look(costly)[:MOST_DECISIONS]


def _one_per_look(costly: Sequence[Costly]) -> list[Costly]:
    """Name a row that was waited for again and again only once."""
    seen: set[tuple[int, str]] = set()
    kept = []
    for one in costly:
        key = (one.round, repr((one.played, one.better)))
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


class _Reviewer:
    """One pass through a record, over one seat's shoulder."""

    def __init__(self, game: AnyGame, seat: Seat, searcher: Searcher) -> None:
        self._game = game
        self._seat = seat
        self._searcher = searcher
        self._state: Any = None

    def follow(self, options: Any, seats: int, events: Sequence[Any]) -> Iterator[Costly]:
        for event in events:
            if hasattr(event, "dealer"):
                self._state = self._game.set_up(options, seats, self._state, event)
                self._hear([event])
                continue
            for seat, move in self._game.moves_behind(self._state, event):
                yield from self._judge(seat, move)
                self._hear(self._game.apply(self._state, seat, move))

    def _hear(self, events: Sequence[Any]) -> None:
        heard = [self._game.hear(event, self._seat) for event in events]
        hearings = [hearing for hearing in heard if hearing is not None]
        if hearings:
            self._searcher.hear(hearings, self._game.view(self._state, self._seat))

    def _judge(self, seat: Seat, move: Any) -> Iterator[Costly]:
        view = self._game.view(self._state, self._seat)
        moves = self._game.moves_in(view)
        played = self._decided(seat, move)
        if played is _NOTHING or len(moves) < (1 if self._game.is_race else 2):
            return
        ranked = self._searcher.estimates(view, moves)
        own = next((one for one in ranked if one.move == played), ranked[0])
        cost = ranked[0].value - own.value
        if cost > own.error:
            yield self._costly(view, played, ranked[0].move, cost)

    def _decided(self, seat: Seat, move: Any) -> Any:
        """Tell what our seat decided when somebody moved: in a race a card turned over means it waited."""
        if not self._game.is_race:
            return move if seat == self._seat else _NOTHING
        view = self._game.view(self._state, self._seat)
        can_grab = bool(view.row) and view.takes_left[self._seat] > 0
        if not can_grab:
            return _NOTHING
        is_grab = hasattr(move, "row")
        if is_grab:
            return move if seat == self._seat else _NOTHING
        return None

    def _costly(self, view: Any, played: Any, better: Any, cost: float) -> Costly:
        words = {
            "round": view.round,
            "played": name_move(self._game.name, played, view),
            "better": name_move(self._game.name, better, view),
            "why": self._searcher.reason(better, view),
        }
        sentence = _(
            "Round {round}: instead of “{played}” better “{better}”: {why}; it cost about {cost:.1f} points."
        )
        return Costly(view.round, played, better, cost, sentence.format(**words, cost=cost))


_NOTHING = object()
