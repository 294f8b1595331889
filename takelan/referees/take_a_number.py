"""A player's own referee for Take A Number."""

from typing import Any

from takelan.language import translate as _
from takelan.referees.fouls import Tally, demand
from takelan.rules.game import GameEnded, RoundEnded
from takelan.rules.take_a_number import types
from takelan.rules.take_a_number.types import View

_CARDS = frozenset(range(1, 101))
_LENGTHS = (3, 4, 5)
_HAND = 8


class TakeANumberReferee:
    """Follows one seat's game, or an onlooker's, whose hand is empty."""

    def __init__(self, view: View) -> None:
        self._me = view.seat
        self._options = view.options
        self._seats = len(view.hand_sizes)
        self._tally = Tally(view.options.rounds, lowest_wins=True)
        self.adopt(view)

    def adopt(self, view: View) -> None:
        """Believe a view, because what led to it was missed."""
        self._dealer = view.dealer
        self._hand, self._sizes = set(view.hand), list(view.hand_sizes)
        self._rows = [list(row) for row in view.rows]
        self._number_rows = [list(row) for row in view.number_rows]
        self._pile_sizes = list(view.number_pile_sizes)
        self._to_place = sorted(view.to_place)
        self._tally.rounds = list(view.round_scores)
        #: Cards known to lie in a hand, and cards that never come back to one; None where neither is known.
        self._known: list[set[int]] | None = None
        self._spent: set[int] = set()
        self._piles = [set[int]() for _seat in view.hand_sizes]

    def begin(self) -> None:
        """Expect the first deal of a game: nothing was scored yet."""
        self._tally.rounds = []

    def hear(self, hearing: Any, view: View) -> None:
        """Judge one event; the view is what lay open after the step it belongs to."""
        match hearing:
            case types.Dealt():
                self._deal(hearing)
            case types.Revealed():
                self._reveal(hearing)
            case types.Placed():
                self._place(hearing)
            case types.RowTaken():
                self._take(hearing)
            case RoundEnded():
                self._end(hearing, view)
            case GameEnded():
                self._tally.end(hearing)

    def look(self, view: View) -> None:
        """Compare a view with what must lie open."""
        rows, number_rows = [list(row) for row in view.rows], [list(row) for row in view.number_rows]
        shown = (rows, number_rows, list(view.hand_sizes), list(view.number_pile_sizes))
        own = (self._rows, self._number_rows, self._sizes, self._pile_sizes)
        demand(
            own == shown and self._to_place == sorted(view.to_place), _("the table does not look as it must")
        )
        demand(set(view.hand) == self._hand, _("your hand is not what it must be"))
        demand(view.options == self._options, _("the options changed in mid-game"))

    def _deal(self, dealt: types.Dealt) -> None:
        is_next = dealt.round == len(self._tally.rounds) + 1
        follows = dealt.round == 1 or dealt.dealer == (self._dealer + 1) % self._seats
        demand(is_next and follows, _("it is not this round or dealer"))
        own = 1 if self._options.number_row == "dealt" else 0
        sizes = [len(row) for row in (*dealt.rows, *dealt.number_rows)]
        hand = 0 if self._me is None else _HAND
        demand(sizes == [1] * 3 + [own] * self._seats and len(dealt.hand) == hand, _("that is no deal"))
        cards = [*dealt.hand, *(card for row in (*dealt.rows, *dealt.number_rows) for card in row)]
        demand(len(set(cards)) == len(cards) and _CARDS.issuperset(cards), _("a card was dealt twice"))
        self._dealer, self._hand, self._sizes = dealt.dealer, set(dealt.hand), [_HAND] * self._seats
        self._rows = [list(row) for row in dealt.rows]
        self._number_rows = [list(row) for row in dealt.number_rows]
        self._pile_sizes, self._to_place = [0] * self._seats, []
        self._known = [set() for _seat in range(self._seats)]
        self._piles = [set() for _seat in range(self._seats)]
        self._spent = {card for row in dealt.number_rows for card in row}

    def _reveal(self, revealed: types.Revealed) -> None:
        demand(not self._to_place and all(self._sizes), _("nothing can be revealed now"))
        demand(len(set(revealed.cards)) == self._seats, _("a card was seen twice"))
        for seat, card in enumerate(revealed.cards):
            self._check_own(seat, card)
            self._sizes[seat] -= 1
        self._to_place = sorted((card, seat) for seat, card in enumerate(revealed.cards))

    def _check_own(self, seat: int, card: int) -> None:
        demand((card in self._hand) == (seat == self._me), _("they do not hold that card"))
        lying = any(card in row for row in self._rows)
        demand(card in _CARDS and not lying and card not in self._spent, _("a card was seen twice"))
        if self._known is not None:
            others = (cards for other, cards in enumerate(self._known) if other != seat)
            demand(not any(card in cards for cards in others), _("they do not hold that card"))
            self._known[seat].discard(card)
        self._hand.discard(card)

    def _next(self, seat: int, card: int) -> int | None:
        """Take the lowest card to place, and name the row it belongs to; None is lower than all."""
        demand(self._to_place and self._to_place[0] == (card, seat), _("it is not the lowest card to place"))
        self._to_place.pop(0)
        lower = [row for row in range(3) if self._rows[row][-1] < card]
        return max(lower, key=lambda row: self._rows[row][-1], default=None)

    def _place(self, placed: types.Placed) -> None:
        row = self._next(placed.seat, placed.card)
        demand(row == placed.row, _("that is not the row it belongs to"))
        demand(len(self._rows[placed.row]) < _LENGTHS[placed.row] - 1, _("that row is full"))
        self._rows[placed.row].append(placed.card)

    def _take(self, taken: types.RowTaken) -> None:
        row = self._next(taken.seat, taken.card)
        demand(taken.reason == ("low" if row is None else "full"), _("that is not why the row is taken"))
        demand(row in (None, taken.row) and 0 <= taken.row < 3, _("that is not the row it belongs to"))
        lying = self._rows[taken.row]
        demand(row is None or len(lying) == _LENGTHS[taken.row] - 1, _("that row is not full"))
        demand(list(taken.cards) == lying and taken.kept in lying, _("these are not the cards of the row"))
        self._rows[taken.row] = [taken.card]
        back = set(lying) - {taken.kept}
        self._sizes[taken.seat] += len(back)
        if taken.seat == self._me:
            self._hand |= back
        if self._known is not None:
            self._known[taken.seat] |= back
        self._keep(taken.seat, taken.kept)

    def _keep(self, seat: int, kept: int) -> None:
        own = self._number_rows[seat]
        if own and kept < own[-1]:
            self._pile_sizes[seat] += len(own)
            self._piles[seat] |= set(own)
            own.clear()
        own.append(kept)
        self._spent.add(kept)

    def _end(self, ended: RoundEnded, view: View) -> None:
        demand(not self._to_place and not all(self._sizes), _("the round is not over yet"))
        for seat in range(self._seats):
            hand, pile = view.scored_hands[seat], view.scored_piles[seat]
            known = self._known[seat] if self._known is not None else set[int]()
            is_whole = len(hand) == self._sizes[seat] and len(pile) == self._pile_sizes[seat]
            demand(is_whole and known.issubset(hand), _("these are not the cards they hold"))
            demand(self._piles[seat].issubset(pile), _("these are not the cards of their pile"))
        shown = [card for cards in (*view.scored_hands, *view.scored_piles) for card in cards]
        demand(len(set(shown)) == len(shown), _("a card was seen twice"))
        counted = [
            sum(map(_bullheads, view.scored_hands[seat])) + 2 * sum(map(_bullheads, view.scored_piles[seat]))
            for seat in range(self._seats)
        ]
        self._tally.add(ended.scores, counted)


def _bullheads(card: int) -> int:
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1
