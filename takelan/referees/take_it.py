"""A player's own referee for Take It!."""

from collections import Counter
from typing import Any

from takelan.language import translate as _
from takelan.referees.fouls import Tally, demand
from takelan.rules.game import GameEnded, RoundEnded
from takelan.rules.take_it import types
from takelan.rules.take_it.types import View


class TakeItReferee:
    """Follows one seat's game."""

    def __init__(self, view: View) -> None:
        self._options = view.options
        self._seats = len(view.takes_left)
        self._limit = 3 if self._seats >= 4 else 4
        self._first_dealer: int | None = None
        self._tally = Tally(view.options.rounds, lowest_wins=False)
        self.adopt(view)

    def adopt(self, view: View) -> None:
        """Believe a view, because what led to it was missed."""
        self._dealer, self._for_good = view.dealer, view.is_dealer_for_good
        self._stack, self._row, self._number = view.stack_size, list(view.row), view.row_number
        self._takes = [self._limit - left for left in view.takes_left]
        self._piles = [list(sizes) for sizes in view.pile_sizes]
        self._tally.rounds = list(view.round_scores)
        #: What everybody was seen to take; None for whoever was away.
        self._held: list[Counter[str]] | None = None
        self._seen: Counter[str] = Counter()
        self._rest: int | None = None

    def begin(self) -> None:
        """Expect the first deal of a game: nothing was scored yet."""
        self._tally.rounds = []

    def hear(self, hearing: Any, view: View) -> None:
        """Judge one event; the view is what lay open after the step it belongs to."""
        match hearing:
            case types.Dealt():
                self._deal(hearing)
            case types.Flipped():
                self._flip(hearing)
            case types.RowGone():
                self._grab(hearing)
            case types.RestGone():
                self._take_rest(hearing)
            case RoundEnded():
                self._end(hearing, view)
            case GameEnded():
                self._tally.end(hearing)

    def look(self, view: View) -> None:
        """Compare a view with what must lie open."""
        own = (self._dealer, self._stack, self._row, self._number, self._piles)
        piles = [list(sizes) for sizes in view.pile_sizes]
        shown = (view.dealer, view.stack_size, list(view.row), view.row_number, piles)
        demand(own == shown, _("the table does not look as it must"))
        left = tuple(self._limit - takes for takes in self._takes)
        demand(view.takes_left == left, _("these are not the takes left"))
        demand(view.options == self._options, _("the options changed in mid-game"))

    def _deal(self, dealt: types.Dealt) -> None:
        follows = self._first_dealer is None or dealt.dealer == (self._first_dealer + 1) % self._seats
        is_next = dealt.round == len(self._tally.rounds) + 1
        demand(is_next and (follows or dealt.round == 1), _("it is not this round or dealer"))
        demand(dealt.stack_size == sum(self._options.cards.values()), _("the stack has not the right size"))
        self._number = 1 if dealt.round == 1 else self._number + 1
        self._first_dealer = self._dealer = dealt.dealer
        self._for_good, self._stack, self._row = False, dealt.stack_size, []
        self._takes, self._piles = [0] * self._seats, [[] for _seat in range(self._seats)]
        self._held, self._seen, self._rest = [Counter() for _seat in range(self._seats)], Counter(), None

    def _flip(self, flipped: types.Flipped) -> None:
        demand(flipped.seat == self._dealer, _("only the dealer turns cards over"))
        self._seen[flipped.card] += 1
        is_there = self._seen[flipped.card] <= self._options.cards.get(flipped.card, 0)
        demand(is_there and self._stack > 0, _("there are not so many of that card"))
        self._stack -= 1
        self._row.append(flipped.card)
        if not self._stack:
            self._dealer = None

    def _grab(self, gone: types.RowGone) -> None:
        demand(self._dealer is not None and self._row, _("there is no row to take"))
        demand(gone.count == len(self._row), _("the row is not so long"))
        demand(self._takes[gone.seat] < self._limit, _("they have made all their takes"))
        self._takes[gone.seat] += 1
        self._piles[gone.seat].append(gone.count)
        if self._held is not None:
            self._held[gone.seat].update(self._row)
        self._row, self._number = [], self._number + 1
        if not self._for_good:
            self._dealer, self._for_good = gone.seat, self._takes[gone.seat] == 3
        under = [seat for seat, takes in enumerate(self._takes) if takes < self._limit]
        self._rest = under[0] if len(under) == 1 else None

    def _take_rest(self, gone: types.RestGone) -> None:
        demand(gone.seat == self._rest and gone.count == self._stack, _("the rest is not theirs"))
        self._piles[gone.seat].append(gone.count)
        self._stack, self._dealer, self._rest = 0, None, None

    def _end(self, ended: RoundEnded, view: View) -> None:
        demand(self._dealer is None, _("the round is not over yet"))
        shown = [Counter(cards) for cards in view.scored_cards]
        for seat, cards in enumerate(shown):
            held = self._held[seat] if self._held is not None else Counter[str]()
            demand(cards >= held and cards.total() == sum(self._piles[seat]), _("these are not their cards"))
        in_all = sum(shown, Counter[str]())
        demand(in_all <= Counter(self._options.cards), _("there are not so many of a card"))
        most = max(cards["10"] for cards in shown)
        counted = [_points(cards) + (10 if cards["10"] == most > 0 else 0) for cards in shown]
        self._tally.add(ended.scores, counted)


def _points(cards: Counter[str]) -> int:
    """Count full points, pairs, and singles that a joker completes, the best first."""
    full = sum(int(card) * count for card, count in cards.items() if card[0] in "+-")
    doubles = {card: count for card, count in cards.items() if card.startswith("2x")}
    pairs = sum(int(card[2:]) * (count // 2) for card, count in doubles.items())
    singles = sorted((int(card[2:]) for card, count in doubles.items() if count % 2), reverse=True)
    return full + pairs + sum(singles[: cards["joker"]])
