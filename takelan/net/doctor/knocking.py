"""Connecting to a place and telling how it went, more exactly than somebody who only wants to play."""

import asyncio
import socket
from contextlib import suppress
from ipaddress import ip_address, ip_network

import takelan
from takelan.errors import TakelanError
from takelan.net.discovery.found import DEFAULT_PORTS, Place
from takelan.net.doctor.findings import Knock, Outcome
from takelan.net.doctor.neighbours import is_machine_there
from takelan.net.failures import (
    BusyError,
    NotATableError,
    NothingListeningError,
    StrangeCertificateError,
    UnknownMachineError,
    UnreachableError,
)
from takelan.net.places import read_place
from takelan.net.tls import Line, connect
from takelan.net.visit import HungUpError, Visit
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import Ask, Hello
from takelan.wire.to_peer import Answer, AnyToPeer, Challenge, Refused

#: A system gives up on a machine that is not there after three seconds, and says so; silence is silence.
KNOCK_WITHIN = 4.5

# What tells more about the place as a whole comes first, where several ports were tried.
_MOST_TELLING: tuple[Outcome, ...] = (
    "table",
    "version",
    "busy",
    "silent",
    "other_program",
    "doctor",
    "refused",
    "unreachable",
    "unknown_name",
)

_OUTCOMES: list[tuple[type[Exception], Outcome]] = [
    (TimeoutError, "silent"),
    (NothingListeningError, "refused"),
    (UnknownMachineError, "unknown_name"),
    (UnreachableError, "unreachable"),
    (NotATableError, "other_program"),
    (StrangeCertificateError, "other_program"),
    (BusyError, "busy"),
]


async def knock_at(text: str) -> Knock:
    """Knock where a person says, at one port or at all of takelan's own, and return what tells most."""
    host, port = read_place(text)
    ports = list(DEFAULT_PORTS) if port is None else [port]
    address = await _look_up(host)
    if address is None:
        return Knock(address=host, port=ports[0], outcome="unknown_name")
    found = await knock_at_any([Place(address, one) for one in ports])
    return found or Knock(address=address, port=ports[0], outcome="silent")


async def knock_at_any(places: list[Place]) -> Knock | None:
    """Knock at all the places one table is said to be at, and return what tells most."""
    knocks = await asyncio.gather(*map(knock, places))
    return min(knocks, key=lambda one: _MOST_TELLING.index(one.outcome), default=None)


async def _look_up(host: str) -> str | None:
    """Find the address behind a name, an IPv4 one before all."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(KNOCK_WITHIN):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        return None
    ordered = sorted(found, key=lambda one: one[0] != socket.AF_INET)
    # A link-local address is complete only with the interface the person named.
    return host if "%" in host else str(ordered[0][4][0]) if ordered else None


async def knock(place: Place) -> Knock:
    """Connect to a place, ask what table it is and which version it runs, and hang up."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        async with asyncio.timeout(KNOCK_WITHIN):
            first = await connect(place)
            trip = round((loop.time() - began) * 1000)
            answer, greeting = await _say(first, Ask()), await _greet(place)
    except (TakelanError, TimeoutError) as error:
        return await _failed(place, error)
    return _answered(place, answer, greeting, trip)


async def _greet(place: Place) -> AnyToPeer | None:
    """Say hello, which every version understands, also where nothing else was understood."""
    with suppress(TakelanError):
        return await _say(await connect(place), Hello(PROTOCOL, takelan.__version__))
    return None


async def _say(line: Line, message: Ask | Hello) -> AnyToPeer | None:
    visit = Visit(line)
    visit.say(message)
    try:
        return await visit.hear()
    except HungUpError:
        return None
    finally:
        visit.cut()


def _answered(place: Place, answer: AnyToPeer | None, greeting: AnyToPeer | None, trip: int) -> Knock:
    advert = answer.advert if isinstance(answer, Answer) else None
    challenge = greeting if isinstance(greeting, Challenge) else None
    return Knock(
        address=place.address,
        port=place.port,
        outcome=_outcome(answer, greeting),
        milliseconds=trip,
        table=advert.table if advert else challenge.table if challenge else "",
        name=str(advert.name) if advert else "",
        version=challenge.version if challenge else "",
        protocol=challenge.protocol if challenge else advert.protocol if advert else None,
        why=str(greeting.text) if isinstance(greeting, Refused) else "",
    )


def _outcome(answer: AnyToPeer | None, greeting: AnyToPeer | None) -> Outcome:
    """Judge by what was said to two questions that every table answers."""
    match answer, greeting:
        case _, Refused(code="version"):
            return "version"
        case _, Challenge(protocol=protocol) if protocol != PROTOCOL:
            return "version"
        case (Answer(), _) | (_, Challenge()):
            return "table"
        case Refused(code="phase"), _:
            # A table answers what it is; a doctor says that it is none.
            return "doctor"
        case None, None:
            return "busy"
    return "other_program"


def outcome_of(error: Exception) -> Outcome:
    """Tell what a failed connection was a sign of."""
    return next((outcome for kind, outcome in _OUTCOMES if isinstance(error, kind)), "other_program")


async def _failed(place: Place, error: Exception) -> Knock:
    outcome = outcome_of(error)
    is_there = None
    if outcome in ("silent", "unreachable") and _has_neighbours(place.address):
        is_there = await is_machine_there(place.address)
    why = str(error.details.get("why", "")) if isinstance(error, TakelanError) else ""
    return Knock(address=place.address, port=place.port, outcome=outcome, why=why, is_machine_there=is_there)


def _has_neighbours(address: str) -> bool:
    """Tell whether the system's table can hold an address: an IPv4 one that is not our own."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return parsed.version == 4 and parsed not in ip_network("127.0.0.0/8")
