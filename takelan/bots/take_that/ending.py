"""The last line of Take That, solved: once the pile is gone, the round ends with the line.

Rule 1: everybody is taken to know all hands. With two players who remember what was taken, that is true.
Rule 2: everybody plays for the largest lead over the average of the others.
"""

from collections.abc import Sequence
from typing import TypeAlias

from takelan.bots.search.leads import lead
from takelan.rules.game import Seat
from takelan.rules.take_that.cards import REACH, TWIN, Card, penalty
from takelan.rules.take_that.state import State
from takelan.rules.take_that.types import AnyMove, Lay, TakeLine, Twist

Scores: TypeAlias = tuple[int, ...]

#: More positions than this are not looked at; a play-out then judges the rest.
MOST_POSITIONS = 4000


class TooLargeError(Exception):
    """The ending has more positions than may be looked at."""


class Ending:
    """One ending with open hands, remembered position by position."""

    def __init__(self, seats: int, most_positions: int = MOST_POSITIONS) -> None:
        self._seats = seats
        self._most_positions = most_positions
        self._known: dict[tuple[object, ...], Scores] = {}

    def after(self, state: State, seat: Seat, move: AnyMove) -> Scores:
        """Tell what everybody gets from here on if a seat makes this move and all go on as best they can."""
        hands = tuple(tuple(sorted(hand)) for hand in state.hands)
        return self._after(hands, tuple(state.line), seat, move)

    def _after(
        self, hands: tuple[tuple[Card, ...], ...], line: tuple[Card, ...], seat: Seat, move: AnyMove
    ) -> Scores:
        if isinstance(move, TakeLine):  # TT7: nothing is laid after the take that ends the round.
            return self._gain(seat, -sum(map(penalty, line)))
        rest = _without(hands, seat, move.card)
        following = (seat + 1) % self._seats
        if isinstance(move, Lay):
            return self._best(rest, (*line, move.card), following)
        left = tuple(card for card in line if card != TWIN[move.card])
        later = self._best(rest, left, following) if left else (0,) * self._seats  # TT7
        return tuple(map(sum, zip(self._gain(seat, 2), later, strict=True)))

    def _best(self, hands: tuple[tuple[Card, ...], ...], line: tuple[Card, ...], seat: Seat) -> Scores:
        key = (hands, line, seat)
        if key not in self._known:
            if len(self._known) >= self._most_positions:
                raise TooLargeError
            outcomes = [self._after(hands, line, seat, move) for move in _moves(hands[seat], line)]
            self._known[key] = max(outcomes, key=lambda scores: lead(scores, seat))
        return self._known[key]

    def _gain(self, seat: Seat, points: int) -> Scores:
        return tuple(points if other == seat else 0 for other in range(self._seats))


def _moves(hand: Sequence[Card], line: Sequence[Card]) -> list[AnyMove]:
    end = line[-1]
    moves: list[AnyMove] = [Twist(card) for card in hand if TWIN.get(card) in line]
    moves += [Lay(card) for card in hand if -REACH <= card - end <= REACH]
    return [*moves, TakeLine()]


def _without(hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    own = tuple(other for other in hands[seat] if other != card)
    return (*hands[:seat], own, *hands[seat + 1 :])
