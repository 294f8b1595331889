"""One running game: the state, the rhythm of a race, the clocks of decisions, and the record.

Rule 1: nothing here knows who sits in a seat; that is the table's business.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import find_game
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat, is_deal
from takelan.table.fairness.decks import FairDeck
from takelan.table.pace import Pace
from takelan.table.records import MatchRecord
from takelan.wire.fairness import Attestation, OpenedDeal, Proofs
from takelan.wire.terms import Mover

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
    table: str = ""
    #: What every deal followed from.
    deals: tuple[OpenedDeal, ...] = ()
    #: Who has checked the game and signed it.
    signed: tuple[Attestation, ...] = ()


class Match:
    """A game that is being played."""

    def __init__(self, game: AnyGame, options: Any, pace: Pace, table: str) -> None:
        self.game = game
        self.options = options
        self.record: list[tuple[Any, float]] = []
        #: What every deal followed from, and the deck of this round.
        self.deals: list[OpenedDeal] = []
        self._deck: FairDeck | None = None
        #: Who else than the player made the move behind an event, by its place in the record.
        self._by: dict[int, Mover] = {}
        #: The same, by seat, of a move that nothing was told of yet: a card lies face down for a while.
        self._untold: dict[Seat, Mover] = {}
        #: Where in the record this round begins.
        self._round_at = 0
        self._table = table
        self._pace = pace
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
        #: The round that was dealt again because its host was lost; None when there was none.
        self.restarted_in: int | None = None

    @classmethod
    def load(cls, record: MatchRecord, pace: Pace, table: str, at: float) -> "Match":
        """Take up a game that was written down; its clocks start anew."""
        game = find_game(record.game)
        match = cls(game, msgspec.convert(record.options, game.options_type), pace, table)
        match._state = msgspec.convert(record.state, _STATE_TYPES[game.name])
        match.record = [(msgspec.convert(event, game.event_type), moment) for event, moment in record.events]
        match._began = at - (match.record[-1][1] if match.record else 0.0)
        match._round_at = max(
            (place for place, (event, _) in enumerate(match.record) if is_deal(event)), default=0
        )
        match.restarted_in = record.restarted_in
        match.deals = list(record.deals)
        match._by, match._untold = dict(record.by), dict(record.untold)
        if match.deals:
            match._deck = FairDeck(table, game, match.options, match.deals[-1])
        match._since = dict.fromkeys(match.waiting_for(), at) if match.is_dealt else {}
        match._idle_since = at
        return match

    def save(self) -> MatchRecord:
        """Write the game down; what is still being played goes on changing, so encode it at once."""
        return MatchRecord(
            self.game.name,
            self.options,
            self._state,
            self.record,
            self.deals,
            self.restarted_in,
            self._by,
            self._untold,
        )

    def deal(self, deal: OpenedDeal, at: float) -> list[Any]:
        """Deal the first round, or the next."""
        self._deck = FairDeck(self._table, self.game, self.options, deal)
        self._round_at = len(self.record)
        self.deals.append(deal)
        chance = Chance(self._deck.seed)
        if self._state is None or not self._state.round:
            self._began = at
            self._state = self.game.deal(self.options, deal.terms.seats, chance, deal.terms.dealer)
        else:
            self.game.deal_next(self._state, chance)
        return self._note([self.game.round_started(self._state)], at)

    @property
    def deck(self) -> FairDeck:
        """The deck of this round."""
        if self._deck is None:
            raise RuntimeError("nothing was dealt yet")
        return self._deck

    def proofs(self, places: Sequence[int], seat: Seat) -> list[Proofs]:
        """Prove the cards that a seat is shown by some events, named by their places in the record."""
        events = [event for event, _ in self.record[self._round_at :]]
        told = [place - self._round_at for place in places if place >= self._round_at]
        return self.deck.proofs(events, told, seat)

    def await_round(self, state: Any) -> None:
        """Stand before a round that is to be dealt again, with a state that ends the one before it."""
        self._state = state
        self.restarted_in = state.round + 1

    @property
    def next_round(self) -> int:
        """The number of the round that is dealt next."""
        return len(self.deals) + (self.restarted_in or 1)

    @property
    def is_dealt(self) -> bool:
        """Whether there is anything to be shown."""
        return bool(self.deals)

    @property
    def is_partial(self) -> bool:
        """Whether the record lacks rounds that were played before."""
        return self.restarted_in is not None and self.restarted_in > 1

    @property
    def is_restarted(self) -> bool:
        """Whether the round being played was begun anew."""
        return bool(self.restarted_in == self._state.round)

    def play(self, seat: Seat, move: Any, at: float, by: Mover = "player") -> list[Any]:
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
        self._untold[seat] = by
        return self._note(events, at)

    def flip_if_due(self, now: float) -> list[Any]:
        """Turn a card over if the dealer asked for it earlier or idles."""
        due = self._flip_due()
        if due is None or now < due:
            return []
        by: Mover = "player" if self._is_flip_held else "idle"
        self._is_flip_held = False
        dealer = self.waiting_for()[0]
        return self.play(dealer, take_it.Flip(), now, by)

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

    def hear(self, place: int, seat: Seat | None) -> Any | None:
        """Tell what one seat may hear of an event, named by its place in the record; None when nothing."""
        return self.game.hear(self.record[place][0], seat)

    def mover(self, place: int) -> Mover:
        """Tell who made the move behind an event."""
        return self._by.get(place, "player")

    def round_places(self) -> range:
        """Name the places in the record of what has happened since the last deal."""
        return range(self._round_at, len(self.record))

    def _note(self, events: list[Any], at: float) -> list[Any]:
        happened = [event for event in events if not isinstance(event, take_it.types.Missed)]
        self._note_movers(happened)
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

    def _note_movers(self, happened: list[Any]) -> None:
        """Note who has made the moves behind events: a turn tells those of several seats."""
        seats: list[Any] = [getattr(event, "seat", None) for event in happened]
        for place, seat in enumerate(seats, len(self.record)):
            by = self._untold.get(seat)
            if by is not None and by != "player":
                self._by[place] = by
        self._untold = {seat: by for seat, by in self._untold.items() if seat not in seats and by != "player"}

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
