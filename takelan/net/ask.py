"""Asking a place what table it is, and finding the table behind what a person typed."""

import asyncio

from takelan.errors import TakelanError
from takelan.net.discovery.found import DEFAULT_PORTS, Place
from takelan.net.failures import NothingListeningError
from takelan.net.places import read_place, write_place
from takelan.net.tls import connect
from takelan.net.visit import HungUpError, Visit
from takelan.wire.advert import Advert
from takelan.wire.to_host import Ask
from takelan.wire.to_peer import Answer

ASK_WITHIN = 1.0


async def ask(address: str, port: int, fingerprint: str | None = None) -> Advert | None:
    """Ask a place what table it is; None when no table answers there in time."""
    answer, _certificate = await inquire(Place(address, port, fingerprint))
    return None if answer is None else answer.advert


async def inquire(place: Place) -> tuple[Answer | None, str]:
    """Ask a place everything it tells a stranger, and by which certificate it did."""
    try:
        async with asyncio.timeout(ASK_WITHIN):
            visit = Visit(await connect(place))
            try:
                visit.say(Ask())
                message = await visit.hear()
            finally:
                visit.cut()
    except (TakelanError, HungUpError, TimeoutError):
        return None, ""
    return message if isinstance(message, Answer) else None, visit.certificate.hex()


async def find(text: str) -> Place:
    """Find the place a person means by ``ADDRESS[:PORT]``.

    Without a port it is the first of takelan's own where a table answers.
    """
    host, port = read_place(text)
    if port is not None:
        return Place(host, port)
    adverts = await asyncio.gather(*(ask(host, candidate) for candidate in DEFAULT_PORTS))
    for candidate, advert in zip(DEFAULT_PORTS, adverts, strict=True):
        if advert is not None:
            return Place(host, candidate)
    await _say_what_is_wrong(Place(host, DEFAULT_PORTS[0]))
    raise NothingListeningError(place=write_place(Place(host, DEFAULT_PORTS[0])))


async def _say_what_is_wrong(place: Place) -> None:
    """Raise the sentence that fits a machine without a table: unknown, unreachable, another program."""
    try:
        async with asyncio.timeout(ASK_WITHIN):
            (await connect(place)).cut()
    except TimeoutError:
        return
