"""Finding the table somebody means: the only one there is, one by name, or one by address."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.ask import ask, find
from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import FoundTable, Place
from takelan.net.failures import NothingListeningError, UnknownMachineError
from takelan.net.places import write_place
from takelan.rules.catalog import GAMES
from takelan.store.seat_keys import waiting

#: How long to look before saying that there is nothing.
LOOK_FOR = 3.0
# Once a table is found, others that are as near have answered after this.
_LOOK_ROUND = 0.3


class NoTableFoundError(TakelanError):
    """No table was found. {tried} Try `takelan host`, `takelan join ADDRESS`, or `takelan doctor` for why."""


class NoOpenTableError(TakelanError):
    """No table has a free seat now ({tables}): `takelan watch` looks on, `takelan host` opens one."""


class NothingToWatchError(TakelanError):
    """No table here wants onlookers ({tables}): `takelan join` sits down, `takelan host` opens one."""


class NoSuchTableError(TakelanError):
    """No table and no machine is called '{text}': see `takelan list`, or ask the host for the address."""


@asynccontextmanager
async def looking() -> AsyncIterator[Browser]:
    """Look for tables; saying goodbye to the network does not keep anybody waiting."""
    browser = Browser(ask)
    await browser.__aenter__()
    try:
        yield browser
    finally:
        closing = asyncio.create_task(browser.__aexit__(None, None, None))
        _CLOSING.add(closing)
        closing.add_done_callback(_CLOSING.discard)


_CLOSING: set[asyncio.Task[None]] = set()


async def find_table(text: str) -> Place:
    """Find the table somebody means by its name, its host's name or an address."""
    if is_address(text):
        return await find(text)
    async with looking() as browser:
        if (found := await _called(text, browser)) is not None:
            return found.place
    try:
        return await find(text)
    except (UnknownMachineError, NothingListeningError):
        raise NoSuchTableError(text=text) from None


async def open_tables(browser: Browser, fits: Callable[[FoundTable], bool]) -> list[FoundTable]:
    """Wait for tables one can sit down at, or that are wanted otherwise, or say why there are none."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + LOOK_FOR
    await browser.wait_for_first(LOOK_FOR)
    await asyncio.sleep(_LOOK_ROUND)
    while not any(map(fits, browser.tables())) and loop.time() < ends:
        await browser.next_change(ends - loop.time())
    tables = browser.tables()
    if not tables:
        raise NoTableFoundError(tried=" ".join(browser.tried))
    if not (able := [found for found in tables if fits(found)]):
        failure = NothingToWatchError if fits is can_be_watched else NoOpenTableError
        raise failure(tables="; ".join(map(describe, tables)))
    return able


def is_open(found: FoundTable) -> bool:
    """Say whether one can sit down there, or has a seat there to come back to."""
    return found.advert.has_free_seat or found.advert.table in waiting()


def can_be_watched(found: FoundTable) -> bool:
    """Say whether one can look on there."""
    return found.advert.watchable


def describe(found: FoundTable) -> str:
    """Tell a table in a few words."""
    advert = found.advert
    phase = _("gathering") if advert.phase == "lobby" else _("playing")
    mark = _("[private] ") if advert.private else ""
    return mark + _("{name}: {game}, {taken} of {seats} seats taken, {phase}").format(
        name=advert.name, game=GAMES[advert.game].title, taken=advert.taken, seats=advert.seats, phase=phase
    )


def command_for(found: FoundTable) -> str:
    """Write the command that leads straight to a table."""
    place = write_place(found.place)
    return f"takelan join {place} --code CODE" if found.advert.private else f"takelan join {place}"


def is_address(text: str) -> bool:
    """Say whether a text can only be an address."""
    if ":" in text or text == "localhost":
        return True
    with suppress(ValueError):
        return bool(ip_address(text.partition("%")[0]))
    return False


async def _called(text: str, browser: Browser) -> FoundTable | None:
    loop = asyncio.get_running_loop()
    ends = loop.time() + LOOK_FOR
    while True:
        for found in browser.tables():
            if text.casefold() in (found.advert.name.casefold(), found.advert.host.casefold()):
                return found
        if loop.time() >= ends:
            return None
        await browser.next_change(ends - loop.time())
