"""Waiting for one answer of a host: it comes, or a sentence says why it does not."""

from typing import Protocol, TypeVar

from takelan.net.discovery.found import Place
from takelan.net.failures import (
    BusyError,
    CodeNeededError,
    GameRunningError,
    JoiningLockedError,
    NotATableError,
    RefusedError,
    TableFullError,
    VersionMismatchError,
    WordsForgottenError,
    WrongCodeError,
)
from takelan.net.places import write_place
from takelan.net.visit import Visit
from takelan.store.seat_keys import SeatKey
from takelan.wire.succession import Alive, Call, Deposit, Entrust
from takelan.wire.to_peer import AnyToPeer, Ping, Refused

MessageT = TypeVar("MessageT")

_BEFORE_WELCOME = (Entrust, Deposit, Alive, Call, Ping)

_REFUSALS: dict[str, type[RefusedError]] = {
    "version": VersionMismatchError,
    "full": TableFullError,
    "running": GameRunningError,
    "words": WordsForgottenError,
    "code": CodeNeededError,
    "wrong_code": WrongCodeError,
    "locked": JoiningLockedError,
}


class Companion(Protocol):
    """Whoever comes along to a table and may be spoken to before the welcome."""

    def join(self, table: str, key: SeatKey, visit: Visit, term: int) -> None:
        """Learn that a seat, or a place to look on, was asked for at the host of a term."""

    def hear(self, message: AnyToPeer) -> None:
        """Take what the host says before it welcomes: one that has just taken over needs help first."""


async def expect(
    kind: type[MessageT], place: Place, visit: Visit, companion: Companion | None = None
) -> MessageT:
    """Wait for a message of a kind, or raise what the host says instead."""
    message = await visit.hear()
    while companion is not None and isinstance(message, _BEFORE_WELCOME):
        companion.hear(message)
        message = await visit.hear()
    if isinstance(message, kind):
        return message
    if isinstance(message, Refused):
        if message.code == "busy":
            raise BusyError(place=write_place(place))
        raise _REFUSALS.get(message.code, RefusedError)(code=message.code, text=message.text)
    raise NotATableError(place=write_place(place))
