"""The way to a seat, or to a place to look on: connect, greet, prove, be welcomed."""

import asyncio
from typing import BinaryIO, NamedTuple

import takelan
from takelan.language import translate
from takelan.net.codes import load_spake2
from takelan.net.discovery.found import Place
from takelan.net.expecting import Companion, expect
from takelan.net.failures import (
    CodeNeededError,
    DroppedError,
    RefusedError,
    UnreachableError,
    VersionMismatchError,
    WordsForgottenError,
    WrongCodeError,
)
from takelan.net.introducing import Introducing, Ticket
from takelan.net.places import write_place
from takelan.net.proofs import public_key, sign
from takelan.net.tls import connect
from takelan.net.visit import HungUpError, Visit
from takelan.store.seat_keys import SeatKey, new_seat_key, open_seat_key
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import Hello, Join, Watch
from takelan.wire.to_peer import Challenge, Watching, Welcome
from takelan.wire.words import CheckWords

#: How long all of it may take.
ENTER_WITHIN = 5.0
NO_TICKET = Ticket()


class Entered(NamedTuple):
    """A seat or a place to look on, and what leads to it."""

    place: Place
    visit: Visit
    table: str
    key: SeatKey
    welcome: Welcome | Watching
    #: What this side compares with the host's.
    words: CheckWords
    #: Which host of the table this is.
    term: int


async def enter(
    place: Place,
    key: SeatKey | None,
    name: PlayerName,
    seen: int | None,
    wire_log: BinaryIO | None,
    companion: Companion | None = None,
    ticket: Ticket = NO_TICKET,
) -> Entered:
    """Take a seat, or a place to look on, or raise the sentence that says why there is none."""
    if ticket.code is not None:
        # A host does not wait for long once it has been greeted.
        await asyncio.to_thread(load_spake2)
    try:
        return await _enter(place, key, name, seen, wire_log, companion, ticket)
    except WrongCodeError:
        if not ticket.others:
            raise
        # Several tables may be meant by one code: it opens its own.
        rest = ticket._replace(others=ticket.others[1:])
        return await enter(ticket.others[0], key, name, seen, wire_log, companion, rest)
    except WordsForgottenError:
        return await _enter(place, key, name, seen, wire_log, companion, ticket._replace(known=None))
    except CodeNeededError:
        if ticket.code is None or not ticket.is_return:
            raise
        # The seat was cleared meanwhile: sit down like everybody else.
        newcomer = ticket._replace(known=None, is_return=False)
        return await _enter(place, key, name, seen, wire_log, companion, newcomer)


async def _enter(
    place: Place,
    key: SeatKey | None,
    name: PlayerName,
    seen: int | None,
    wire_log: BinaryIO | None,
    companion: Companion | None,
    ticket: Ticket,
) -> Entered:
    try:
        async with asyncio.timeout(ENTER_WITHIN):
            visit = Visit(await connect(place), wire_log)
            try:
                challenge = await _greet(place, visit)
                if ticket.watches:
                    own = key or new_seat_key()
                    return await _look_on(place, visit, challenge, own, name, companion, ticket)
                return await _sit_down(place, visit, challenge, key, name, seen, companion, ticket)
            except BaseException:
                visit.cut()
                raise
    except TimeoutError:
        raise UnreachableError(place=write_place(place), why=translate("no answer")) from None
    except HungUpError:
        raise DroppedError(place=write_place(place)) from None


async def _greet(place: Place, visit: Visit) -> Challenge:
    visit.say(Hello(PROTOCOL, takelan.__version__))
    challenge = await expect(Challenge, place, visit)
    if challenge.protocol != PROTOCOL:
        raise _version_mismatch(challenge)
    return challenge


async def _look_on(
    place: Place,
    visit: Visit,
    challenge: Challenge,
    key: SeatKey,
    name: PlayerName,
    companion: Companion | None,
    ticket: Ticket,
) -> Entered:
    public = public_key(key.secret)
    introducing = Introducing(place, visit, challenge, public)
    # A place to look on is nobody's: the code is proven every time.
    words = await introducing.introduce(ticket.code, watches=True)
    visit.say(Watch(name, public, sign(key.secret, challenge, visit.certificate), ticket.stand_in))
    if companion is not None:
        companion.join(challenge.table, key, visit, challenge.term)
    await introducing.believe()
    watching = await expect(Watching, place, visit, companion)
    return Entered(place, visit, challenge.table, key, watching, words, challenge.term)


async def _sit_down(
    place: Place,
    visit: Visit,
    challenge: Challenge,
    key: SeatKey | None,
    name: PlayerName,
    seen: int | None,
    companion: Companion | None,
    ticket: Ticket,
) -> Entered:
    own: SeatKey = (
        key if key is not None else await asyncio.to_thread(open_seat_key, challenge.table, str(name))
    )
    try:
        public = public_key(own.secret)
        introducing = Introducing(place, visit, challenge, public)
        known = ticket.known if ticket.known and ticket.known.certificate == visit.certificate else None
        words = known.words if known else await introducing.introduce(_code_to_prove(ticket))
        signature = sign(own.secret, challenge, visit.certificate)
        visit.say(Join(name, public, signature, seen, ticket.stand_in))
        if companion is not None:
            companion.join(challenge.table, own, visit, challenge.term)
        await introducing.believe()
        welcome = await expect(Welcome, place, visit, companion)
    except BaseException as error:
        if key is None:
            _let_go(own, error)
        raise
    return Entered(place, visit, challenge.table, own, welcome, words, challenge.term)


def _code_to_prove(ticket: Ticket) -> Code | None:
    return None if ticket.is_return else ticket.code


def _let_go(own: SeatKey, error: BaseException) -> None:
    """Forget a key that was made for a seat one did not get; an older one may still have a seat."""
    if own.is_new and isinstance(error, RefusedError):
        own.forget()
    elif isinstance(error, RefusedError) and error.code == "kicked":
        own.give_up()
    else:
        own.close()


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
