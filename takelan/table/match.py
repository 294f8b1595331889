"""One running game: the state, the rhythm of a race, the clocks of decisions, and the record.

Rule 1: nothing here knows who sits in a seat; that is the table's business.
"""

from typing import Any

import msgspec

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import find_game
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat
from takelan.table.pace import Pace
from takelan.table.records import MatchRecord

_STATE_TYPES: dict[str, Any] = {
    "take-that": take_that.State,
    "take-it": take_it.State,
    "take-a-number": take_a_number.State,
}


class FinishedGame(msgspec.Struct, frozen=True):
    """A game from its first deal to its end, secrets included."""

    game: AnyGame
    names: tuple[str, ...]
    options: Any
    #: Every event with the seconds since the game began.
    events: tuple[tuple[Any, float], ...]


class Match:
    """A game that is being played."""

    def __init__(self, game: AnyGame, options: Any, pace: Pace, chance: Chance) -> None:
        self.game = game
        self.options = options
        self.record: list[tuple[Any, float]] = []
        self._pace = pace
        self._chance = chance
        self._state: Any = None
        self._began = 0.0
        #: Since when the game has been waiting for a seat.
        self._since: dict[Seat, float] = {}
        #: Whose time is up for the decision now awaited.
        self._called: set[Seat] = set()
        self._last_flip = float("-inf")
        #: When the dealer was last able to do something.
        self._idle_since = 0.0
        self._is_flip_held = False
        #: Who took which row last, and when: for the photo finish.
        self.last_grab: tuple[int, Seat, float] | None = None

    @classmethod
    def load(cls, record: MatchRecord, pace: Pace, chance: Chance, at: float) -> "Match":
        """Take up a game that was written down; its clocks start anew."""
        game = find_game(record.game)
        match = cls(game, msgspec.convert(record.options, game.options_type), pace, chance)
        match._state = msgspec.convert(record.state, _STATE_TYPES[game.name])
        match.record = [(msgspec.convert(event, game.event_type), moment) for event, moment in record.events]
        match._began = at - match.record[-1][1]
        match._since = dict.fromkeys(match.waiting_for(), at)
        match._idle_since = at
        return match

    def save(self) -> MatchRecord:
        """Write the game down as plain values."""
        return MatchRecord(
            self.game.name,
            msgspec.to_builtins(self.options),
            msgspec.to_builtins(self._state),
            [(msgspec.to_builtins(event), moment) for event, moment in self.record],
        )

    def begin(self, seats: int, dealer: Seat | None, at: float) -> list[Any]:
        """Deal the first round."""
        self._began = at
        self._state = self.game.deal(self.options, seats, self._chance.child("round", 1), dealer)
        return self._note([self.game.round_started(self._state)], at)

    def deal_next(self, at: float) -> list[Any]:
        """Deal the next round."""
        self.game.deal_next(self._state, self._chance.child("round", self._state.round + 1))
        return self._note([self.game.round_started(self._state)], at)

    def play(self, seat: Seat, move: Any, at: float) -> list[Any]:
        """Make a move and tell what happened; an illegal one raises and changes nothing."""
        if self._is_too_early(seat, move, at):
            self._is_flip_held = True
            return []
        row = self._row_number()
        events = self.game.apply(self._state, seat, move)
        if isinstance(move, take_it.Grab) and self._row_number() != row:
            self.last_grab = (row, seat, at)
        self._since.pop(seat, None)
        self._called.discard(seat)
        return self._note(events, at)

    def flip_if_due(self, now: float) -> tuple[list[Any], bool]:
        """Turn a card over if the dealer asked for it earlier or idles; tell whether they idled."""
        due = self._flip_due()
        if due is None or now < due:
            return [], False
        is_idle = not self._is_flip_held
        self._is_flip_held = False
        dealer = self.waiting_for()[0]
        return self.play(dealer, take_it.Flip(), now), is_idle

    def next_due(self) -> float | None:
        """Tell when a card must be turned over or a decision runs out of time."""
        flip = self._flip_due()
        moments = [*self._clock_dues().values(), *([] if flip is None else [flip])]
        return min(moments, default=None)

    def take_late(self, now: float) -> list[Seat]:
        """Name the seats whose decision has run out of time (T1), each once."""
        late = [seat for seat, due in self._clock_dues().items() if now >= due]
        self._called.update(late)
        return late

    def left(self, seat: Seat, now: float) -> int | None:
        """Tell how many milliseconds the decision now awaited may still take: the own one first."""
        dues = self._clock_dues()
        if not dues:
            return None
        return max(0, round((dues.get(seat, min(dues.values())) - now) * 1000))

    def wake(self, at: float) -> None:
        """Start every clock anew after a time in which nobody was there."""
        self._idle_since = at
        self._since = dict.fromkeys(self._since, at)
        self._called.clear()

    def waiting_for(self) -> list[Seat]:
        """Name the seats the game cannot go on without."""
        return self.game.waiting_for(self._state)

    def is_round_over(self) -> bool:
        """Tell whether a round, or the game, is over."""
        return self.game.is_round_over(self._state)

    def is_over(self) -> bool:
        """Tell whether the last round was scored."""
        return self.game.outcome(self._state) is not None

    def view(self, seat: Seat | None) -> Any:
        """Show what one seat may know."""
        return self.game.view(self._state, seat)

    def hear(self, events: list[Any], seat: Seat | None) -> list[Any]:
        """Tell what one seat may hear of events."""
        heard = (self.game.hear(event, seat) for event in events)
        return [hearing for hearing in heard if hearing is not None]

    def _note(self, events: list[Any], at: float) -> list[Any]:
        happened = [event for event in events if not isinstance(event, take_it.types.Missed)]
        self.record += [(event, at - self._began) for event in happened]
        if any(isinstance(event, take_it.types.Flipped) for event in happened):
            self._last_flip = at
        if happened:
            self._idle_since = at
            # Whoever deals now has not asked for a card yet.
            self._is_flip_held = False
        waiting = self.waiting_for()
        self._since = {seat: self._since.get(seat, at) for seat in waiting}
        return events

    def _clock(self) -> float:
        # A race has no turns; its clock is the dealer's idle time.
        return 0.0 if self.game.is_race else self._pace.clock

    def _clock_dues(self) -> dict[Seat, float]:
        clock = self._clock()
        if not clock:
            return {}
        return {seat: since + clock for seat, since in self._since.items() if seat not in self._called}

    def _flip_due(self) -> float | None:
        if not self.game.is_race or not self.waiting_for():
            return None
        if self._is_flip_held:
            return self._last_flip + self._pace.flip_gap
        return max(self._last_flip + self._pace.flip_gap, self._idle_since + self._pace.idle_flip)

    def _is_too_early(self, seat: Seat, move: Any, at: float) -> bool:
        """Tell whether a card is turned over so soon that not everybody has seen the last one (TI3)."""
        if not isinstance(move, take_it.Flip) or self.waiting_for() != [seat]:
            return False
        return at < self._last_flip + self._pace.flip_gap

    def _row_number(self) -> int:
        return self._state.row_number if self.game.is_race else 0
