"""What one seat has seen of a game: every deal it was bound to, every card with its proof, every event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import RoundEnded, Seat, is_deal
from takelan.rules.take_a_number.cards import HAND_SIZE
from takelan.rules.take_that.cards import hand_size
from takelan.table.fairness.findings import WrongError, find
from takelan.table.fairness.hashing import is_proven
from takelan.wire.fairness import DealNumber, Proof

#: A host remembers so many events for whoever returns; whoever missed as many may have missed more.
MOST_MISSED = 190


@dataclass
class RoundSeen:
    """One round, from the binding of its deck to its scores."""

    number: DealNumber
    commitments: bytes
    hearings: list[Any] = field(default_factory=list)
    #: Whether nothing of it can have been missed.
    is_whole: bool = True
    #: Whether every card from the deck has to come with its proof, as it does to a seat.
    needs_proofs: bool = True
    #: What lay open when it was over.
    closing_view: Any = None
    #: Cards everybody has seen, so that their proof was given already.
    _known: set[Any] = field(default_factory=set)

    def watch(self, step: Any, proofs: Sequence[Proof], missed: int, *, is_catch_up: bool) -> None:
        """Take in a step with the proofs that came before it; what does not hold raises WrongError."""
        if is_catch_up and max(missed, len(step.hearings)) >= MOST_MISSED:
            self.is_whole = False
        if is_catch_up and is_deal(step.hearings[0]):
            # Whoever asks for everything is told the round from its deal on.
            self.hearings.clear()
        given = {proof.card: proof for proof in proofs}
        for proof in proofs:
            if not is_proven(proof, self.commitments):
                raise WrongError(find("card", card=proof.card))
        for hearing in step.hearings:
            self._take_in(hearing, step.view, given)
        if any(isinstance(hearing, RoundEnded) for hearing in step.hearings):
            self.closing_view = step.view

    @property
    def is_over(self) -> bool:
        """Whether it was scored."""
        return self.closing_view is not None

    def _take_in(self, hearing: Any, view: Any, given: dict[Any, Proof]) -> None:
        if not self.hearings and not is_deal(hearing):
            self.is_whole = False
        self.hearings.append(hearing)
        if not self.is_whole or not self.needs_proofs:
            return
        for card, places in _from_the_deck(hearing, view):
            if card in self._known:
                continue
            if card not in given:
                raise WrongError(find("unproven", card=card))
            if given[card].place not in places:
                raise WrongError(find("card", card=card))
        self._known |= _open_to_all(hearing)


def _from_the_deck(hearing: Any, view: Any) -> Iterator[tuple[Any, range]]:
    """Name the cards that come from the deck before a seat's eyes, with the places each may have lain at."""
    match hearing:
        case take_that.types.Dealt():
            yield from _block(hearing.hand, 0, hand_size(len(view.hand_sizes)), view.seat)
        case take_that.types.Drew():
            seats = len(view.hand_sizes)
            yield hearing.card, range(seats * hand_size(seats), 1000)
        case take_it.types.Flipped():
            yield hearing.card, range(1000)
        case take_a_number.types.Dealt():
            rows = (*hearing.rows, *hearing.number_rows)
            lying = [card for row in rows for card in row]
            yield from ((card, range(place, place + 1)) for place, card in enumerate(lying))
            yield from _block(hearing.hand, len(lying), HAND_SIZE, view.seat)
        case take_a_number.types.Revealed():
            first = 3 + (len(view.hand_sizes) if view.options.number_row == "dealt" else 0)
            for seat, card in enumerate(hearing.cards):
                if seat != view.seat:
                    yield from _block((card,), first, HAND_SIZE, seat)


def _block(cards: Sequence[Any], first: int, size: int, seat: Seat) -> Iterator[tuple[Any, range]]:
    start = first + seat * size
    yield from ((card, range(start, start + size)) for card in cards)


def _open_to_all(hearing: Any) -> set[Any]:
    if isinstance(hearing, take_a_number.types.Dealt):
        return {card for row in (*hearing.rows, *hearing.number_rows) for card in row}
    return set(hearing.cards) if isinstance(hearing, take_a_number.types.Revealed) else set()
