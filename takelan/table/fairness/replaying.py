"""A game played again from its opened decks and what one seat heard: every hearing must follow.

Rule 1: nothing is believed but the deck. What a seat heard names the moves; the rules make them, and what the
seat may hear of that must be what it heard.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from takelan.errors import IllegalMoveError
from takelan.rules import take_it, take_that
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat
from takelan.table.fairness.findings import Code, WrongError, find
from takelan.wire.fairness import Terms

# Whatever a lying host tells, the rules refuse it in one of these ways.
_REFUSALS = (IllegalMoveError, IndexError, ValueError, KeyError, TypeError, AttributeError)


class Replay:
    """A game as it must have been."""

    def __init__(self, game: AnyGame, options: Any, seat: Seat, names: Sequence[str]) -> None:
        self._game = game
        self._names = names
        self._options = options
        self._seat = seat
        self._state: Any = None
        self._due: list[Any] = []
        self._round = 0
        #: Everything that happened, secrets included.
        self.events: list[Any] = []

    @property
    def is_over(self) -> bool:
        """Whether the last round was played to its end."""
        return self._state is not None and not self._due and self._game.outcome(self._state) is not None

    def follow(self, terms: Terms, seed: bytes, hearings: Sequence[Any], closing_view: Any) -> None:
        """Play one round; the first hearing that does not follow raises WrongError."""
        self._round = terms.number.round
        for number, hearing in enumerate(hearings, start=1):
            try:
                if number == 1:
                    self._deal(terms, seed)
                self._hear(hearing, number)
            except _REFUSALS as error:
                raise self._wrong(hearing, number) from error
        if self._due or not self._game.is_round_over(self._state):
            raise WrongError(find("broken_off", round=self._round))
        if self._game.view(self._state, self._seat) != closing_view:
            raise self._wrong(hearings[-1], len(hearings))

    def _deal(self, terms: Terms, seed: bytes) -> None:
        chance = Chance(seed)
        if self._state is None:
            self._state = self._game.deal(self._options, terms.seats, chance, terms.dealer)
        else:
            self._game.deal_next(self._state, chance)
        self._tell([self._game.round_started(self._state)])

    def _hear(self, hearing: Any, number: int) -> None:
        if not self._due:
            self._play(hearing)
        event = self._due.pop(0) if self._due else None
        if event is None or self._game.hear(event, self._seat) != hearing:
            raise self._wrong(hearing, number)

    def _play(self, hearing: Any) -> None:
        if isinstance(hearing, take_it.types.RowGone):
            self._turn_over(hearing.count)
        for seat, move in self._moves_behind(hearing):
            self._check_seat(seat)
            self._tell(self._game.apply(self._state, seat, move))

    def _turn_over(self, count: int) -> None:
        """Turn the cards over that nobody may look up who was away meanwhile (TI11)."""
        while len(self._state.row) < count:
            events = self._game.apply(self._state, self._state.dealer, take_it.Flip())
            self.events += events

    def _moves_behind(self, hearing: Any) -> list[tuple[Seat, Any]]:
        if isinstance(hearing, take_that.types.LineGone):
            return [(hearing.seat, take_that.TakeLine())]
        if isinstance(hearing, take_it.types.RowGone):
            return [(hearing.seat, take_it.Grab(self._state.row_number))]
        return self._game.moves_behind(self._state, hearing)

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self._state.seats:
            raise IndexError(seat)

    def _tell(self, events: list[Any]) -> None:
        self._due += events
        self.events += events

    def _wrong(self, hearing: Any, number: int) -> WrongError:
        told = ""
        with suppress(*_REFUSALS):
            told = self._game.tell(hearing, self._names)
        code: Code = "play" if told else "nonsense"
        return WrongError(find(code, round=self._round, event=number, told=told))
