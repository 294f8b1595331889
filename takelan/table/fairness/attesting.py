"""A finished game while its players check it: the host opens every deal and gathers their signatures.

Rule 1: a signature counts only under the very game that the host has recorded.
Rule 2: it counts only if its owner added to a deck; whoever was left out of all may still object.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from takelan.rules.game import AnyGame, Seat
from takelan.table.fairness.dealing import IsSigned
from takelan.table.fairness.hashing import game_text
from takelan.table.fairness.signers import parts_in
from takelan.wire.fairness import Attest, Attestation, Attested, Opened, OpenedDeal

#: How long a finished game waits for signatures before it is written down without the missing ones.
CHECK_WITHIN = 2.0


class Attesting:
    """One game that is over."""

    def __init__(
        self,
        table: str,
        game: AnyGame,
        options: Any,
        names: Sequence[str],
        deals: Sequence[OpenedDeal],
        events: Iterable[Any],
        is_signed: IsSigned,
    ) -> None:
        self._deals = deals
        self._is_signed = is_signed
        self._number = deals[-1].terms.number.game
        self._text = game_text(table, self._number, game.name, names, options, events)
        self._signed: dict[bytes, Attestation] = {}
        self._objecting: dict[bytes, Seat] = {}
        self._parts = parts_in(deals)
        #: Who has said what they found, whether or not it counts.
        self._heard: set[bytes] = set()

    @property
    def openings(self) -> list[Opened]:
        """What everybody is told of the deals."""
        last = len(self._deals) - 1
        return [Opened(deal, is_last=place == last) for place, deal in enumerate(self._deals)]

    @property
    def signed(self) -> tuple[Attestation, ...]:
        """The signatures so far, in seat order."""
        return tuple(sorted(self._signed.values(), key=lambda one: one.seat))

    @property
    def told(self) -> Attested:
        """What everybody is told of the checks."""
        return Attested(self._number, self.signed, tuple(sorted(self._objecting.values())))

    def hear(self, seat: Seat | None, key: bytes | None, message: Attest) -> bool:
        """Take what somebody says of the game; tell whether that is news."""
        if seat is None or key is None or message.game != self._number or key in self._signed:
            return False
        self._heard.add(key)
        if message.signature is not None and self._is_signed(key, self._text, message.signature):
            was_objecting = self._objecting.pop(key, None) is not None
            if (seat, key) not in self._parts:
                return was_objecting
            self._signed[key] = Attestation(seat, key, message.signature)
            return True
        is_news = key not in self._objecting
        self._objecting[key] = seat
        return is_news

    def has_heard(self, keys: Iterable[bytes]) -> bool:
        """Tell whether all of these have said what they found."""
        return self._heard.issuperset(keys)
