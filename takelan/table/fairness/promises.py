"""A player's own part in the deals: promises made, lists signed, nonces told.

Rule 1: a nonce is drawn for one call and told once, to the host, after the list was seen and signed.
Rule 2: a list that does not hold one's own promise gets no nonce.
"""

from collections.abc import Callable
from dataclasses import dataclass

from takelan.table.fairness.findings import WrongError, find
from takelan.table.fairness.hashing import NONCE_BYTES, commit, list_text
from takelan.wire.fairness import Contribute, DealNumber, Pledge, Pledges, Shuffle

#: Random bytes from outside.
Entropy = Callable[[int], bytes]
#: Signs with a key that stays with whoever made this.
Sign = Callable[[bytes], bytes]


@dataclass
class _Promise:
    call: Shuffle
    nonce: bytes
    #: The list that was signed; None before.
    text: bytes | None = None


class Promises:
    """What one player has promised and told."""

    def __init__(self, table: str, key: bytes, sign: Sign, entropy: Entropy) -> None:
        self._table = table
        self._key = key
        self._sign = sign
        self._entropy = entropy
        self._made: dict[DealNumber, _Promise] = {}

    def pledge(self, call: Shuffle) -> Pledge:
        """Answer a call; a second one for the same deal raises WrongError."""
        number = call.terms.number
        if number in self._made:
            raise WrongError(find("twice"))
        # What was promised for an evening's earlier games was checked when they were over.
        self._made = {one: made for one, made in self._made.items() if one.game == number.game}
        promise = self._made[number] = _Promise(call, self._entropy(NONCE_BYTES))
        return Pledge(number, commit(self._table, call.terms, self._key, promise.nonce))

    def contribute(self, pledges: Pledges) -> Contribute | None:
        """Sign a list and tell the nonce; a list without one's own promise raises WrongError."""
        promise = self._made.get(pledges.number)
        if promise is None or promise.text is not None:
            return None
        terms = promise.call.terms
        own = [one.commitment for one in pledges.players if one.key == self._key]
        seats = [one.seat for one in pledges.players]
        if own != [commit(self._table, terms, self._key, promise.nonce)] or seats != sorted(set(seats)):
            raise WrongError(find("list"))
        promise.text = list_text(self._table, terms, promise.call.host, pledges.players)
        return Contribute(pledges.number, promise.nonce, self._sign(promise.text))

    def signed(self, number: DealNumber) -> bytes | None:
        """Return the list that was signed for a deal; None when this player took no part in it."""
        promise = self._made.get(number)
        return None if promise is None else promise.text
