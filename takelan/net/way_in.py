"""The way to a seat: connect, greet, prove, be welcomed."""

import asyncio
from typing import BinaryIO, NamedTuple, Protocol, TypeVar

import takelan
from takelan.language import translate
from takelan.net.discovery.found import Place
from takelan.net.failures import (
    BusyError,
    DroppedError,
    GameRunningError,
    NotATableError,
    RefusedError,
    TableFullError,
    UnreachableError,
    VersionMismatchError,
)
from takelan.net.places import write_place
from takelan.net.proofs import public_key, sign
from takelan.net.tls import connect
from takelan.net.visit import HungUpError, Visit
from takelan.store.seat_keys import SeatKey, open_seat_key
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Alive, Call, Deposit, Entrust
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import Hello, Join
from takelan.wire.to_peer import AnyToPeer, Challenge, Ping, Refused, Welcome

#: How long all of it may take.
ENTER_WITHIN = 5.0

MessageT = TypeVar("MessageT")

_BEFORE_WELCOME = (Entrust, Deposit, Alive, Call, Ping)

_REFUSALS: dict[str, type[RefusedError]] = {
    "version": VersionMismatchError,
    "full": TableFullError,
    "running": GameRunningError,
}


class Companion(Protocol):
    """Whoever comes along to a table and may be spoken to before the welcome."""

    def join(self, table: str, key: SeatKey, visit: Visit) -> None:
        """Learn that a seat was asked for."""

    def hear(self, message: AnyToPeer) -> None:
        """Take what the host says before it welcomes: one that has just taken over needs help first."""


class Entered(NamedTuple):
    """A seat, and what leads to it."""

    visit: Visit
    table: str
    key: SeatKey
    welcome: Welcome


async def enter(
    place: Place,
    key: SeatKey | None,
    name: PlayerName,
    seen: int | None,
    wire_log: BinaryIO | None,
    companion: Companion | None = None,
) -> Entered:
    """Take a seat, or raise the sentence that says why there is none."""
    try:
        async with asyncio.timeout(ENTER_WITHIN):
            visit = Visit(await connect(place), wire_log)
            try:
                return await _greet(place, visit, key, name, seen, companion)
            except BaseException:
                visit.cut()
                raise
    except TimeoutError:
        raise UnreachableError(place=write_place(place), why=translate("no answer")) from None
    except HungUpError:
        raise DroppedError(place=write_place(place)) from None


async def _greet(
    place: Place,
    visit: Visit,
    key: SeatKey | None,
    name: PlayerName,
    seen: int | None,
    companion: Companion | None,
) -> Entered:
    visit.say(Hello(PROTOCOL, takelan.__version__))
    challenge = await _expect(Challenge, place, visit)
    if challenge.protocol != PROTOCOL:
        raise _version_mismatch(challenge)
    own: SeatKey = (
        key if key is not None else await asyncio.to_thread(open_seat_key, challenge.table, str(name))
    )
    try:
        signature = sign(own.secret, challenge, visit.certificate)
        visit.say(Join(name, public_key(own.secret), signature, seen))
        if companion is not None:
            companion.join(challenge.table, own, visit)
        welcome = await _expect(Welcome, place, visit, companion)
    except BaseException:
        if key is None:
            own.close()
        raise
    return Entered(visit, challenge.table, own, welcome)


async def _expect(
    kind: type[MessageT], place: Place, visit: Visit, companion: Companion | None = None
) -> MessageT:
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


def _version_mismatch(challenge: Challenge) -> VersionMismatchError:
    text = translate(
        "The table runs takelan {theirs} (protocol {their_protocol}), this is {ours} (protocol "
        "{our_protocol}): install the same version on both machines."
    )
    return VersionMismatchError(
        code="version",
        text=text.format(
            theirs=challenge.version,
            their_protocol=challenge.protocol,
            ours=takelan.__version__,
            our_protocol=PROTOCOL,
        ),
    )
