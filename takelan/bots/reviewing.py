"""A game looked at again: the decisions of one seat that cost the most.

Rule 1: a decision is judged by what the seat could know at that moment, not by what was hidden from it.
Rule 2: what a decision cost is an estimate; one that may as well be luck is left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from takelan.bots.advice import Searcher, make_searcher, name_move
from takelan.bots.budget import Budget
from takelan.language import translate as _
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat, is_deal
from takelan.rules.take_a_number.types import ChooseRow, KeepCard
from takelan.rules.take_it.types import Flip, Flipped, Grab
from takelan.rules.take_it.types import View as TakeItView

#: A review takes its time for the whole game, not for one decision.
REVIEW_SAMPLES = 24
MOST_DECISIONS = 3


class Costly(NamedTuple):
    """One decision that cost something."""

    round: int
    #: Which of the seat's turns in that round it was, or which row in a race.
    turn: int
    #: What the seat saw when it decided.
    view: Any
    #: None is to have waited.
    played: Any | None
    better: Any | None
    #: How many points it cost, by estimate.
    cost: float
    #: What speaks for the better move, in half a sentence.
    why: str
    sentence: str


class Heard(NamedTuple):
    """What a seat heard, and the view that followed."""

    hearings: tuple[Any, ...]
    view: Any


class Decided(NamedTuple):
    """What a seat decided, and what it saw when it did; None is to have waited."""

    view: Any
    moves: tuple[Any, ...]
    played: Any | None


Note: TypeAlias = Heard | Decided


class Notebook:
    """What one seat hears and decides, written down for a review later on."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self._view: Any = None

    def hear(self, hearings: Sequence[Any], view: Any) -> None:
        """Note a step; in a race a card turned over means that we let the row lie."""
        if any(isinstance(hearing, Flipped) for hearing in hearings) and _could_grab(self._view):
            self.notes.append(Decided(self._view, (Grab(self._view.row_number),), None))
        self.notes.append(Heard(tuple(hearings), view))
        self._view = view

    def decide(self, view: Any, moves: Sequence[Any], played: Any) -> None:
        """Note a move of our own, with all that could have been played instead."""
        # To turn a card over is the dealer's duty; what it decides is heard with the card.
        if not isinstance(played, Flip):
            self.notes.append(Decided(view, tuple(moves), played))


def _could_grab(view: Any) -> bool:
    if not isinstance(view, TakeItView) or view.seat is None:
        return False
    return bool(view.row) and view.takes_left[view.seat] > 0


def review(
    game: AnyGame,
    options: Any,
    events: Sequence[Any],
    seat: Seat,
    chance: Chance,
    budget: Budget | None = None,
) -> list[Costly]:
    """Find the costliest decisions of one seat in a recorded game or round, the worst first."""
    return review_notes(game.name, _notes_of(game, options, events, seat), chance, budget)


def review_notes(
    game: str, notes: Sequence[Note], chance: Chance, budget: Budget | None = None
) -> list[Costly]:
    """Find the costliest decisions in a notebook, the worst first."""
    searcher = make_searcher(game, chance, budget or Budget(REVIEW_SAMPLES))
    costly: list[Costly] = []
    turns: Counter[int] = Counter()
    for note in notes:
        if isinstance(note, Heard):
            searcher.hear(note.hearings, note.view)
        else:
            turns[note.view.round] = _turn_of(note, turns[note.view.round])
            costly += _judge(game, searcher, note, turns[note.view.round])
    return _one_per_look(sorted(costly, key=lambda one: -one.cost))[:MOST_DECISIONS]


def _notes_of(game: AnyGame, options: Any, events: Sequence[Any], seat: Seat) -> list[Note]:
    """Play a record again, over one seat's shoulder."""
    notebook = Notebook()
    last = events[-1]
    seats = len(last.totals if hasattr(last, "totals") else last.scores)
    state: Any = None
    for event in events:
        if is_deal(event):
            state = game.set_up(options, seats, state, event)
            _tell(game, state, seat, [event], notebook)
            continue
        for mover, move in game.moves_behind(state, event):
            if mover == seat:
                view = game.view(state, seat)
                notebook.decide(view, game.moves_in(view), move)
            _tell(game, state, seat, game.apply(state, mover, move), notebook)
    return notebook.notes


def _tell(game: AnyGame, state: Any, seat: Seat, events: Sequence[Any], notebook: Notebook) -> None:
    heard = [game.hear(event, seat) for event in events]
    hearings = [hearing for hearing in heard if hearing is not None]
    if hearings:
        notebook.hear(hearings, game.view(state, seat))


def _turn_of(decided: Decided, turn: int) -> int:
    """Count on from the turn before; what a turn brings to be chosen still belongs to it."""
    if isinstance(decided.view, TakeItView):
        return decided.view.row_number
    return turn if isinstance(decided.moves[0], ChooseRow | KeepCard) else turn + 1


def _judge(game: str, searcher: Searcher, decided: Decided, turn: int) -> Iterator[Costly]:
    view, moves, played = decided
    is_forced = len(moves) == 1 and not isinstance(moves[0], Grab)
    if is_forced:
        return
    ranked = searcher.estimates(view, moves)
    own = next((one for one in ranked if one.move == played), ranked[0])
    cost = ranked[0].value - own.value
    if cost > own.error:
        better = ranked[0].move
        why = searcher.reason(better, view)
        words = {"better": name_move(game, better, view), "played": name_move(game, played, view), "why": why}
        text = _(
            "Round {round}: better to {better} than to {played}, for {why}; it cost about {cost:.1f} points."
        )
        sentence = text.format(round=view.round, cost=cost, **words)
        yield Costly(view.round, turn, view, played, better, cost, why, sentence)


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
