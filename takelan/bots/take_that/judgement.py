"""How Take That is judged without search: at a glance for play-outs, and with a count for decisions.

A line is a hot potato: every lay makes it dearer, and whoever can neither lay nor twist takes it. So a
move is worth what it brings now, plus the price of the line times the chance that the next player is
stuck, minus that price times the danger of being stuck ourselves when the turn comes back.
"""

from collections.abc import Collection, Sequence

from takelan.rules.take_that.cards import DECK, REACH, TOADS, TWIN, Card, penalty
from takelan.rules.take_that.types import AnyMove, Lay, TakeLine, Twist, View

_LAY = {card: Lay(card) for card in DECK}
_TWIST = {card: Twist(card) for card in TWIN}
_TAKE_LINE = TakeLine()

# The weights below are in points; matches of many games between neighbouring values chose them.

# At a glance: one more card that could follow; a card others may twist away, or only we; a toad laid.
_FOLLOWER, _GIFT, _FETCH, _TOAD = 0.15, 0.4, 0.2, 0.4

# With a count: what a card in reach, in twice the reach, or ready to twist does for our next turn.
_NEAR, _FAR, _READY = 1.0, 0.5, 1.5
# How much each of those lessens the danger of being stuck, and how much that danger counts.
_STUCK_BASE, _DANGER = 0.55, 0.6
_OWN_TWIN, _LOST_TWIN = 0.5, 2.0
# TT9: what the unseen extra card costs on average.
_EXTRA = 1.35

POINTS_A_TWIST = 2


def glance(hand: Sequence[Card], line: Sequence[Card]) -> AnyMove:
    """Choose at a glance: twist, else the lay that leaves most ways on, else take."""
    if not line:
        return _LAY[max(hand, key=lambda card: _lay_weight(hand, card))]
    for card in hand:
        if TWIN.get(card) in line:
            return _TWIST[card]
    end = line[-1]
    lowest, highest = end - REACH, end + REACH
    best, best_weight = 0, -9.0
    for card in hand:
        if lowest <= card <= highest:
            weight = _lay_weight(hand, card)
            if weight > best_weight:
                best, best_weight = card, weight
    return _LAY[best] if best else _TAKE_LINE


def _lay_weight(hand: Sequence[Card], card: Card) -> float:
    lowest, highest = card - REACH, card + REACH
    weight = 0.0
    for other in hand:
        if lowest <= other <= highest:
            weight += _FOLLOWER
    if card in TOADS:
        return weight + _TOAD
    return weight + _FETCH if TWIN[card] in hand else weight - _GIFT


def price(line: Collection[Card]) -> int:
    """Tell what taking these cards costs."""
    return sum(map(penalty, line))


class Judgement:
    """What the moves of one decision look like to a player who counts cards."""

    def __init__(self, view: View, unseen: Sequence[Card]) -> None:
        seats = len(view.hand_sizes)
        self._view = view
        self._unseen = unseen
        self._next_hand = view.hand_sizes[((view.seat or 0) + 1) % seats]
        # What one opponent loses is a gain over that one alone.
        self._share = 1 / (seats - 1)
        self._foreign = sum(view.hand_sizes) - len(view.hand)

    def worth(self, move: AnyMove) -> float:
        """Tell what a move is worth, in points."""
        line = self._view.line
        if isinstance(move, TakeLine):
            has_extra = self._view.options.advanced and len(line) == 1 and self._view.pile_size > 0
            return -price(line) - (_EXTRA if has_extra else 0.0)
        if isinstance(move, Twist):
            target = TWIN[move.card]
            return POINTS_A_TWIST + self._prospect([card for card in line if card != target], move.card)
        return self._prospect([*line, move.card], move.card) + self._twin_worth(move.card)

    def is_next_stuck(self, line: Sequence[Card]) -> float:
        """Tell how likely the next player can neither lay nor twist."""
        end, twins = line[-1], _twins(line)
        ways = sum(1 for card in self._unseen if card in twins or -REACH <= card - end <= REACH)
        if not self._unseen:
            return 1.0
        return float((1 - ways / len(self._unseen)) ** self._next_hand)

    def _prospect(self, line: Sequence[Card], spent: Card) -> float:
        if not line:
            return 0.0
        cost = price(line)
        stuck = self.is_next_stuck(line)
        return stuck * cost * self._share - (1 - stuck) * self._danger(line, spent) * (cost + 1) * _DANGER

    def _danger(self, line: Sequence[Card], spent: Card) -> float:
        """Tell how likely we are stuck when the turn comes back."""
        end, twins = line[-1], _twins(line)
        ways = 0.0
        for card in self._view.hand:
            if card == spent:
                continue
            distance = abs(card - end)
            if card in twins:
                ways += _READY
            elif distance <= REACH:
                ways += _NEAR
            elif distance <= 2 * REACH:
                ways += _FAR
        return float(_STUCK_BASE**ways)

    def _twin_worth(self, card: Card) -> float:
        twin = TWIN.get(card)
        if twin is None:
            return 0.0
        if twin in self._view.hand:
            return _OWN_TWIN
        if twin not in self._unseen:
            return 0.0
        return -_LOST_TWIN * min(1.0, self._foreign / len(self._unseen))


def _twins(line: Sequence[Card]) -> set[Card]:
    return {TWIN[card] for card in line if card in TWIN}
