"""What every game offers, and the few words all games share.

A game is a record of functions over its own types: the state is the whole truth and changes in place,
a view is what one seat may know, an event tells the truth, a hearing tells what one seat may hear of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from takelan.errors import IllegalMoveError, SeatCountError
from takelan.language import translate as _
from takelan.rules.chance import Chance

Seat: TypeAlias = int

#: Stands where a seat would, when nobody is meant.
NOBODY = -1


class RoundEnded(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="round_ended"):
    """A round was scored."""

    scores: tuple[int, ...]


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="game_ended"):
    """The last round was scored; ties share the win."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game ended."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
EventT = TypeVar("EventT")
HearingT = TypeVar("HearingT")
ViewT = TypeVar("ViewT")


@dataclass(frozen=True)
class Game(Generic[OptionsT, StateT, MoveT, EventT, HearingT, ViewT]):
    """One of the games, as functions and types."""

    name: str
    title: str
    fewest: int
    most: int
    options_type: type[OptionsT]
    move_type: Any
    event_type: Any
    hearing_type: Any
    view_type: type[ViewT]
    lowest_wins: bool
    #: Whether anybody may move at any moment, and the first to arrive decides.
    is_race: bool

    #: Every card a round is played with, in the order a shuffle begins with.
    deck: Callable[[OptionsT], Sequence[Any]]
    #: Start a game and deal its first round.
    deal: Callable[..., StateT]
    #: Deal the next round of a game that is between rounds.
    deal_next: Callable[[StateT, Chance], None]
    #: Tell, right after a deal, what was dealt.
    round_started: Callable[[StateT], EventT]
    #: Rebuild a state from the set-up that a transcript tells; the state is None for the first round.
    set_up: Callable[[OptionsT, int, StateT | None, Any], StateT]

    #: The seats the game cannot go on without.
    waiting_for: Callable[[StateT], list[Seat]]
    #: Every move the seat may make now, each once.
    legal_moves: Callable[[StateT, Seat], list[MoveT]]
    #: Make a move, in place, and tell what happened; an illegal one raises and changes nothing.
    apply: Callable[[StateT, Seat, MoveT], list[EventT]]
    #: The moves that lead from the state to an event somebody else recorded.
    moves_behind: Callable[[StateT, EventT], list[tuple[Seat, MoveT]]]

    #: What one seat (or, with None, an onlooker) may know.
    view: Callable[[StateT, Seat | None], ViewT]
    #: What one seat (or, with None, an onlooker) may hear of an event; None is nothing.
    hear: Callable[[EventT, Seat | None], HearingT | None]
    #: The moves open to the seat that was given this view.
    moves_in: Callable[[ViewT], list[MoveT]]
    #: Why the seat that was given this view may not make a move; None when it may.
    objection_in: Callable[[ViewT, MoveT], str | None]
    #: Every card of a state, wherever it lies.
    all_cards: Callable[[StateT], list[Any]]

    #: True between the scoring of a round and the next deal, and after the last.
    is_round_over: Callable[[StateT], bool]
    #: How the game ended; None while it goes on.
    outcome: Callable[[StateT], Outcome | None]
    #: Tell an event in one sentence, with the players' names.
    tell: Callable[[Any, Sequence[str]], str]


#: A game whose own types do not matter to the reader.
AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]


def only_watching() -> str:
    """Say why an onlooker cannot move."""
    return _("You are only watching: take a seat to play.")


def illegal(reason: str) -> IllegalMoveError:
    """Make the error that refuses a move with one sentence."""
    return IllegalMoveError(reason)


def check_seats(game: str, seats: int, fewest: int, most: int) -> None:
    """Refuse a number of players the game is not made for."""
    if not fewest <= seats <= most:
        raise SeatCountError(game=game, fewest=fewest, most=most, seats=seats)


def first_dealer(seats: int, chance: Chance, marked: Seat | None) -> Seat:
    """Name the first dealer: the seat that was marked, else one drawn by lot."""
    # TT3, TI2: drawn at random unless the table marked a seat.
    return chance.child("dealer").below(seats) if marked is None else marked % seats


def is_deal(told: Any) -> bool:
    """Tell whether an event, or what was heard of it, begins a round: nothing else names a dealer."""
    return hasattr(told, "dealer")


def totals_of(round_scores: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Add up the rounds played so far."""
    return tuple(sum(scores[seat] for scores in round_scores) for seat in range(seats))


def winners_of(totals: Sequence[int], *, lowest_wins: bool) -> tuple[Seat, ...]:
    """Name every seat with the best total: ties share the win."""
    best = min(totals) if lowest_wins else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)
