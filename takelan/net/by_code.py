"""Finding the table whose code somebody was told.

Rule 1: nobody is told the code. Tables tell a tag of theirs; only those with the tag of this code are called.
Rule 2: what a stranger announces may cost a few calls, never many.
"""

import asyncio

from takelan.net.ask import ask
from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import FoundTable, Place
from takelan.wire.code import Code, tag_of

#: How long to look before saying that there is no such table; whoever was told its code knows that there is.
LOOK_FOR = 5.0
#: So many tables are tried with one code; two with the same tag are rare already.
MOST_TABLES = 3
# Once one is found, others that are as near have answered after this.
_LOOK_ROUND = 0.3


async def find_by_code(code: Code) -> list[Place]:
    """Look for the tables that a code may be meant for, the likeliest first."""
    loop = asyncio.get_running_loop()
    async with Browser(ask) as browser:
        ends = loop.time() + LOOK_FOR
        while not (found := may_be_meant(code, browser.tables())) and loop.time() < ends:
            await browser.next_change(ends - loop.time())
        if found:
            await asyncio.sleep(_LOOK_ROUND)
            found = may_be_meant(code, browser.tables())
    return [table.place for table in found]


def may_be_meant(code: Code, tables: list[FoundTable]) -> list[FoundTable]:
    """List the tables that a code may be meant for: those with its tag, and with a seat before the others."""
    alike = [table for table in tables if table.advert.private and table.advert.tag == tag_of(code)]
    alike.sort(key=lambda table: (table.advert.phase != "lobby", table.advert.taken >= table.advert.seats))
    return alike[:MOST_TABLES]
