"""Playing a line of Take That on: at a glance, or solved once the pile is gone."""

from takelan.bots.search.leads import lead
from takelan.bots.take_that.ending import Ending, TooLargeError
from takelan.bots.take_that.judgement import glance
from takelan.rules.game import NOBODY, Seat
from takelan.rules.take_that.cards import penalty
from takelan.rules.take_that.play import apply
from takelan.rules.take_that.state import State
from takelan.rules.take_that.types import AnyMove

#: What it is worth to be the one who opens the next line.
_OPENING = 0.5


class Last:
    """A sampled ending: solved where that is small, else played out."""

    def __init__(self, state: State, positions: int) -> None:
        self._state = state
        self._ending = Ending(state.seats, positions)

    def worth(self, seat: Seat, move: AnyMove) -> float:
        """Tell the lead a move brings by the end of the round."""
        try:
            return lead(self._ending.after(self._state, seat, move), seat)
        except TooLargeError:
            return play_line(self._state, seat, move)


def play_line(sampled: State, seat: Seat, move: AnyMove) -> float:
    """Make a move in a copy and play on at a glance until the line is gone; tell the lead that brought."""
    state = sampled.copy()
    apply(state, seat, move)
    hands, line = state.hands, state.line
    while line:
        turn = state.turn
        apply(state, turn, glance(hands[turn], line))
    scores = [
        len(twisted) - sum(map(penalty, taken))
        for twisted, taken in zip(state.twisted, state.taken, strict=True)
    ]
    return lead(scores, seat) + _opening_worth(state, seat)


def _opening_worth(state: State, seat: Seat) -> float:
    if state.turn == NOBODY:
        return 0.0
    return _OPENING if state.turn == seat else -_OPENING / (state.seats - 1)
