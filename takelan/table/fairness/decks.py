"""A deck everybody is bound to: its order, its commitments, and the proofs of the cards a seat is shown.

Rule 1: a seat gets the salt of a card when the card comes from the deck before its eyes, and of no other.
Rule 2: another player's card of Take That comes without: its place in the deck would tell when it was drawn.
"""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import AnyGame, Seat
from takelan.table.fairness.hashing import commit_deck, order_of, salt_of, seed_of
from takelan.wire.fairness import MAX_PROOFS, Bound, OpenedDeal, Proof, Proofs

Shown = Iterator[tuple[int, Any]]


class FairDeck:
    """The deck of one round."""

    def __init__(self, table: str, game: AnyGame, options: Any, deal: OpenedDeal) -> None:
        self.deal = deal
        self.seed = seed_of(table, deal)
        self._game = game
        self._options = options

    @property
    def bound(self) -> Bound:
        """The commitment to every card."""
        order = order_of(self._game, self._options, self.seed)
        return Bound(self.deal.terms.number, commit_deck(self.seed, order))

    def proofs(self, events: Sequence[Any], told: Sequence[int], seat: Seat) -> list[Proofs]:
        """Prove what a seat is shown by some of a round's events, named by their places among them."""
        shown = [one for place in told for one in places_shown(events[place], events[:place], seat)]
        proofs = [Proof(place, card, salt_of(self.seed, place)) for place, card in shown]
        number = self.deal.terms.number
        parts = range(0, len(proofs), MAX_PROOFS)
        return [Proofs(number, tuple(proofs[start : start + MAX_PROOFS])) for start in parts]


@singledispatch
def places_shown(event: Any, before: Sequence[Any], seat: Seat) -> Shown:
    """Name the places of the deck, with their cards, that an event shows a seat."""
    yield from ()


@places_shown.register
def _deal_take_that(event: take_that.types.RoundStarted, before: Sequence[Any], seat: Seat) -> Shown:
    hand = event.hands[seat]
    yield from enumerate(hand, start=seat * len(hand))


@places_shown.register
def _draw(event: take_that.types.Drew, before: Sequence[Any], seat: Seat) -> Shown:
    if event.seat == seat:
        yield sum(map(len, before[0].hands)) + before[0].pile.index(event.card), event.card


@places_shown.register
def _flip(event: take_it.types.Flipped, before: Sequence[Any], seat: Seat) -> Shown:
    yield sum(isinstance(one, take_it.types.Flipped) for one in before), event.card


@places_shown.register
def _deal_take_a_number(event: take_a_number.types.RoundStarted, before: Sequence[Any], seat: Seat) -> Shown:
    lying = [card for row in (*event.rows, *event.number_rows) for card in row]
    yield from enumerate(lying)
    hand = event.hands[seat]
    yield from enumerate(hand, start=len(lying) + seat * len(hand))


@places_shown.register
def _reveal(event: take_a_number.types.Revealed, before: Sequence[Any], seat: Seat) -> Shown:
    dealt = before[0]
    first = len(dealt.rows) + sum(map(len, dealt.number_rows))
    for other, card in enumerate(event.cards):
        hand = dealt.hands[other]
        # A card that was taken from a row has been seen before.
        if other != seat and card in hand and not _was_revealed(card, before):
            yield first + other * len(hand) + hand.index(card), card


def _was_revealed(card: int, before: Sequence[Any]) -> bool:
    return any(isinstance(one, take_a_number.types.Revealed) and card in one.cards for one in before)
