"""The way to a table that somebody named on the command line: a name, an address, or a code."""

from typing import NamedTuple

import click

from takelan.cli import front
from takelan.cli.finding import NoSuchTableError, find_table
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.by_code import find_by_code
from takelan.net.discovery.found import FoundTable, Place
from takelan.store.seat_keys import waiting
from takelan.wire.code import Code, check_code, looks_like_code, read_code


class NoTableForCodeError(TakelanError):
    """No table in reach has that code: check the words, or try `takelan join ADDRESS --code {code}`."""


class Way(NamedTuple):
    """Where a table may be, and what opens its door."""

    place: Place
    others: tuple[Place, ...] = ()
    code: Code | None = None


async def find_way(text: str, code: str | None = None) -> Way:
    """Find the table somebody means; a code finds its table by itself."""
    own = None if code is None else check_code(code)
    if own is None and (told := read_code(text)) is not None:
        places = await find_by_code(told)
        if not places:
            raise NoTableForCodeError(code=text)
        return Way(places[0], tuple(places[1:]), told)
    try:
        return Way(await find_table(text), (), own)
    except NoSuchTableError:
        if looks_like_code(text):
            check_code(text)
        raise


def ask_for_code(found: FoundTable) -> Code | None:
    """Ask for the code of a private table, unless there is a seat to come back to."""
    if not found.advert.private or found.advert.table in waiting():
        return None
    click.echo(_("{name} is private. What is its code? Three words, like otter-lamp-cable.").format(
        name=found.advert.name
    ))  # fmt: skip
    line = front.read_line()
    return check_code(line) if line and line.strip() else None


def way_to(found: FoundTable) -> Way:
    """Go to a table that was found, with its code if it wants one."""
    return Way(found.place, (), ask_for_code(found))
