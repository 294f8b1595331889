"""Looking for one table that may have moved."""

import asyncio
from collections.abc import Callable

from takelan.net.discovery.found import Place
from takelan.wire.advert import Advert


async def where_is(table: str, seconds: float) -> list[Place]:
    """Look for a table everywhere for so long at most, and tell where it answers."""
    return await _look_for(lambda advert: advert.table == table, seconds)


async def where_others_gather(game: str, seconds: float) -> list[Place]:
    """Look for so long at most for a table of those who want to play a game, and tell where it answers."""
    return await _look_for(lambda one: one.merges and one.phase == "lobby" and one.game == game, seconds)


async def _look_for(is_wanted: Callable[[Advert], bool], seconds: float) -> list[Place]:
    # What finds tables brings zeroconf along, which a first frame need not wait for.
    from takelan.net.ask import ask
    from takelan.net.discovery.browse import Browser

    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    async with Browser(ask) as browser:
        while loop.time() < ends:
            await browser.next_change(ends - loop.time())
            places = [found.place for found in browser.tables() if is_wanted(found.advert)]
            if places:
                return places
    return []
