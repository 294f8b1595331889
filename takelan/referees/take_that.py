"""A player's own referee for Take That."""

from typing import Any

from takelan.language import translate as _
from takelan.referees.fouls import Tally, demand
from takelan.rules.game import GameEnded, RoundEnded
from takelan.rules.take_that import types
from takelan.rules.take_that.types import View

_CARDS = frozenset(card for card in range(12, 99) if card % 10)
_REACH = 10


class TakeThatReferee:
    """Follows one seat's game, or an onlooker's, whose hand is empty."""

    def __init__(self, view: View) -> None:
        self._me = view.seat
        self._options = view.options
        self._seats = len(view.hand_sizes)
        self._tally = Tally(view.options.rounds, lowest_wins=False)
        self.adopt(view)

    def adopt(self, view: View) -> None:
        """Believe a view, because what led to it was missed."""
        self._round, self._dealer = view.round, view.dealer
        self._turn = view.turn
        self._hand, self._sizes = set(view.hand), list(view.hand_sizes)
        self._pile, self._line = view.pile_size, list(view.line)
        self._twisted = [len(cards) for cards in view.twisted]
        self._gone = {card for cards in view.twisted for card in cards}
        self._taken = [set[int]() for _seat in view.hand_sizes]
        self._counts = list(view.taken_sizes)
        self._tally.rounds = list(view.round_scores)
        #: Who has to draw now.
        self._drawing: int | None = None

    def begin(self) -> None:
        """Expect the first deal of a game: nothing was scored yet."""
        self._tally.rounds = []

    def hear(self, hearing: Any, view: View) -> None:
        """Judge one event; the view is what lay open after the step it belongs to."""
        is_draw = isinstance(hearing, types.Drew | types.DrewUnseen)
        demand(is_draw == (self._drawing is not None), _("a card has to be drawn after each lay or twist"))
        match hearing:
            case types.Dealt():
                self._deal(hearing)
            case types.Laid():
                self._lay(hearing.seat, hearing.card)
            case types.Twisted():
                self._twist(hearing)
            case types.LineGone():
                self._take(hearing)
            case types.Drew() | types.DrewUnseen():
                self._draw(hearing)
            case RoundEnded():
                self._end(hearing, view)
            case GameEnded():
                self._tally.end(hearing)

    def look(self, view: View) -> None:
        """Compare a view with what must lie open."""
        own = (self._turn, self._pile, self._line, self._sizes, self._twisted, self._counts)
        lying = [len(cards) for cards in view.twisted]
        shown = (view.turn, view.pile_size, list(view.line), list(view.hand_sizes), lying)
        demand(own == (*shown, list(view.taken_sizes)), _("the table does not look as it must"))
        demand(set(view.hand) == self._hand, _("your hand is not what it must be"))
        demand(view.options == self._options, _("the options changed in mid-game"))

    def _deal(self, dealt: types.Dealt) -> None:
        size = 8 if self._seats == 4 else 9
        is_first = not self._tally.rounds
        follows = is_first or dealt.dealer == (self._dealer + 1) % self._seats
        demand(follows and dealt.round == len(self._tally.rounds) + 1, _("it is not this round or dealer"))
        own = 0 if self._me is None else size
        demand(
            len(set(dealt.hand)) == own and _CARDS.issuperset(dealt.hand), _("that is no hand to be dealt")
        )
        demand(dealt.pile_size == len(_CARDS) - self._seats * size, _("the pile has not the right size"))
        self._round, self._dealer = dealt.round, dealt.dealer
        self._turn = (dealt.dealer + 1) % self._seats
        self._hand, self._sizes = set(dealt.hand), [size] * self._seats
        self._pile, self._line, self._gone = dealt.pile_size, [], set()
        self._twisted, self._counts = [0] * self._seats, [0] * self._seats
        self._taken = [set() for _seat in range(self._seats)]

    def _play(self, seat: int, card: int) -> None:
        demand(seat == self._turn, _("it is not their turn"))
        demand(card in _CARDS and card not in self._gone and card not in self._line, _("that card is gone"))
        demand((card in self._hand) == (seat == self._me), _("they do not hold that card"))
        demand(self._sizes[seat] > 0, _("they have no card left"))
        self._hand.discard(card)
        self._sizes[seat] -= 1

    def _lay(self, seat: int, card: int) -> None:
        self._play(seat, card)
        reaches = not self._line or abs(card - self._line[-1]) <= _REACH
        demand(reaches, _("that card is more than 10 away"))
        self._line.append(card)
        self._finish(seat)

    def _twist(self, hearing: types.Twisted) -> None:
        self._play(hearing.seat, hearing.card)
        ten, one = divmod(hearing.card, 10)
        is_twin = hearing.target == 10 * one + ten and ten != one
        demand(is_twin and hearing.target in self._line, _("its twin is not in the line"))
        self._line.remove(hearing.target)
        self._gone |= {hearing.card, hearing.target}
        self._twisted[hearing.seat] += 2
        self._finish(hearing.seat)

    def _finish(self, seat: int) -> None:
        if self._pile:
            self._drawing = seat
        else:
            self._pass_on(seat)

    def _draw(self, hearing: Any) -> None:
        demand(hearing.seat == self._drawing, _("it is not theirs to draw"))
        demand(isinstance(hearing, types.Drew) == (hearing.seat == self._me), _("that draw is not for you"))
        if isinstance(hearing, types.Drew):
            known = hearing.card in self._gone or hearing.card in self._line or hearing.card in self._hand
            demand(hearing.card in _CARDS and not known, _("that card was seen before"))
            self._hand.add(hearing.card)
        self._pile -= 1
        self._sizes[hearing.seat] += 1
        self._drawing = None
        self._pass_on(hearing.seat)

    def _pass_on(self, seat: int) -> None:
        is_over = not self._pile and not self._line
        self._turn = None if is_over else (seat + 1) % self._seats

    def _take(self, gone: types.LineGone) -> None:
        demand(gone.seat == self._turn and self._line, _("they cannot take a line now"))
        has_extra = self._options.advanced and len(self._line) == 1 and self._pile > 0
        demand((gone.count, gone.has_extra) == (len(self._line), has_extra), _("the line is not so long"))
        self._pile -= has_extra
        self._taken[gone.seat] |= set(self._line)
        self._counts[gone.seat] += len(self._line) + has_extra
        self._gone |= set(self._line)
        self._line = []
        if not self._pile:
            self._turn = None

    def _end(self, ended: RoundEnded, view: View) -> None:
        demand(self._turn is None, _("the round is not over yet"))
        for taken, count, shown in zip(self._taken, self._counts, view.scored_cards, strict=True):
            demand(len(shown) == count and taken.issubset(shown), _("these are not the cards they took"))
        counted = [
            self._twisted[seat] - sum(5 if card % 11 == 0 else 1 for card in view.scored_cards[seat])
            for seat in range(self._seats)
        ]
        self._tally.add(ended.scores, counted)
