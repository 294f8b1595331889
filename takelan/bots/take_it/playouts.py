"""Playing a round of Take It! on: everybody grabs above a bar, and nobody knows who is fastest."""

from collections import Counter
from collections.abc import Iterator

from takelan.bots.search.noise import noise_from
from takelan.bots.take_it.judgement import IDLE_JOKER, PROMISE, bar
from takelan.bots.take_it.sampling import World
from takelan.rules.game import NOBODY, Seat
from takelan.rules.take_it.cards import JOKER, TEN, Card, is_full, value
from takelan.rules.take_it.play import apply
from takelan.rules.take_it.state import State, take_limit
from takelan.rules.take_it.types import Flip, Grab

_FLIP = Flip()
#: What one more 10 is worth to somebody who does not think long about it.
_TEN = 2.0
#: How far apart the bars of different players are, in points.
_BAR_SPREAD = 4.0


def play_out(world: World, seat: Seat, *, is_grabbed: bool) -> tuple[int, ...]:
    """Play a round to its end after a seat grabbed the row, or let it lie; tell the scores."""
    race = Race(world.state.copy(), noise_from(world.luck))
    if is_grabbed:
        race.grab(seat)
    else:
        race.let_pass(seat)
    return race.play_out()


class Race:
    """One round being played on, with what the row is worth to everybody."""

    def __init__(self, state: State, noise: Iterator[int]) -> None:
        self._state = state
        self._noise = noise
        self._limit = take_limit(state.seats)
        self._holds = [Counter(card for pile in piles for card in pile) for piles in state.piles]
        self._row: Counter[Card] = Counter()
        self._gains = [0.0] * state.seats
        self._tastes = [(next(noise) / 255 - 0.5) * _BAR_SPREAD for _ in range(state.seats)]
        for card in state.row:
            self._lay(card)

    def grab(self, seat: Seat) -> None:
        """Let a seat have the row."""
        self._holds[seat].update(self._row)
        self._row.clear()
        self._gains = [0.0] * self._state.seats
        apply(self._state, seat, Grab(self._state.row_number))

    def let_pass(self, seat: Seat) -> None:
        """Let everybody but one seat decide about the row as it lies; if nobody wants it, it grows."""
        self._look(seat)

    def play_out(self) -> tuple[int, ...]:
        """Play to the end of the round and tell the scores."""
        while self._state.dealer != NOBODY:
            self._look(NOBODY)
        return self._state.round_scores[-1]

    def _look(self, idle: Seat) -> None:
        state = self._state
        takes, limit = state.takes, self._limit
        left = [limit - taken for taken in takes]
        height = bar(len(state.stack), left)
        gains, tastes = self._gains, self._tastes
        keen = [
            seat
            for seat in range(state.seats)
            if left[seat] and seat != idle and gains[seat] >= height + tastes[seat]
        ]
        if keen and self._row:
            self.grab(keen[next(self._noise) % len(keen)])
        else:
            self._lay(state.stack[-1])
            apply(state, state.dealer, _FLIP)

    def _lay(self, card: Card) -> None:
        """Note what one more card in the row means to everybody."""
        gains = self._gains
        if card in (TEN, JOKER) or is_full(card):
            worth = _TEN if card == TEN else IDLE_JOKER if card == JOKER else float(value(card))
            for seat in range(len(gains)):
                gains[seat] += worth
        else:
            in_row, worth = self._row[card], float(value(card))
            for seat, hold in enumerate(self._holds):
                is_half = (hold[card] + in_row) % 2
                gains[seat] += worth * (1 - PROMISE) if is_half else worth * PROMISE
        self._row[card] += 1
