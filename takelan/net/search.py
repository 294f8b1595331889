"""Looking for one table that may have moved."""

import asyncio

from takelan.net.ask import ask
from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import Place


async def where_is(table: str, seconds: float) -> list[Place]:
    """Look for a table everywhere for so long at most, and tell where it answers."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    async with Browser(ask) as browser:
        while loop.time() < ends:
            await browser.next_change(ends - loop.time())
            places = [
                Place(found.address, found.port, found.fingerprint)
                for found in browser.tables()
                if found.advert.table == table
            ]
            if places:
                return places
    return []
