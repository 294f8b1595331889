"""The host's side of one deal: everybody is bound, then everybody adds their nonce.

Rule 1: nothing is taken from anybody whom the list does not name, nor twice, nor out of turn.
Rule 2: a nonce that does not fit its commitment, or without a good signature under the list, was not told.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from takelan.rules.game import Seat
from takelan.table.fairness.hashing import HOST, commit, list_text
from takelan.wire.fairness import (
    Contribute,
    Contribution,
    OpenedDeal,
    Pledge,
    Pledged,
    Pledges,
    Shuffle,
    Terms,
)

#: Tells whether the owner of a public key signed a message.
IsSigned = Callable[[bytes, bytes, bytes], bool]


class Human(NamedTuple):
    """Somebody who takes part in a deal."""

    seat: Seat
    key: bytes


class Dealing:
    """One attempt at a deal."""

    def __init__(
        self, table: str, terms: Terms, nonce: bytes, humans: Iterable[Human], is_signed: IsSigned
    ) -> None:
        self.terms = terms
        self._table = table
        self._nonce = nonce
        self._is_signed = is_signed
        self._humans = {human.key: human for human in humans}
        self._pledged: dict[bytes, Pledged] = {}
        self._told: dict[bytes, Contribution] = {}

    @property
    def call(self) -> Shuffle:
        """Ask everybody for a commitment."""
        return Shuffle(self.terms, commit(self._table, self.terms, HOST, self._nonce))

    @property
    def pledges(self) -> Pledges | None:
        """The list of all commitments, once it is whole."""
        return None if self._missing_in(self._pledged) else Pledges(self.terms.number, self._list())

    @property
    def opened(self) -> OpenedDeal | None:
        """Everything the deck follows from, once it is whole."""
        if self._missing_in(self._pledged) or self._missing_in(self._told):
            return None
        return OpenedDeal(self.terms, self._nonce, tuple(self._told[one.key] for one in self._list()))

    @property
    def missing(self) -> list[bytes]:
        """Name those the deal waits for."""
        return self._missing_in(self._pledged) or self._missing_in(self._told)

    def names(self, key: bytes) -> bool:
        """Tell whether somebody takes part."""
        return key in self._humans

    def pledge(self, key: bytes, message: Pledge) -> bool:
        """Take a commitment; tell whether it was the last one missing."""
        if message.number != self.terms.number or key not in self._humans or key in self._pledged:
            return False
        self._pledged[key] = Pledged(self._humans[key].seat, key, message.commitment)
        return self.pledges is not None

    def contribute(self, key: bytes, message: Contribute) -> bool:
        """Take a nonce; tell whether it was the last one missing."""
        if message.number != self.terms.number or self.pledges is None or key not in self._humans:
            return False
        if key in self._told or not self._is_good(key, message):
            return False
        self._told[key] = Contribution(self._humans[key].seat, key, message.nonce, message.signature)
        return not self._missing_in(self._told)

    def _is_good(self, key: bytes, message: Contribute) -> bool:
        if commit(self._table, self.terms, key, message.nonce) != self._pledged[key].commitment:
            return False
        text = list_text(self._table, self.terms, self.call.host, self._list())
        return self._is_signed(key, text, message.signature)

    def _list(self) -> tuple[Pledged, ...]:
        return tuple(sorted(self._pledged.values(), key=lambda one: one.seat))

    def _missing_in(self, heard: Iterable[bytes]) -> list[bytes]:
        there = set(heard)
        return [key for key in self._humans if key not in there]
