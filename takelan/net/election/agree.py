"""Agreeing on one table: an open one wins, else whoever started first opens it."""

import asyncio
from contextlib import suppress

from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import FoundTable
from takelan.net.election.ballot import Ballot
from takelan.net.election.willing import Willingness

# News of tables and of peers come from two sides; looking this often costs nothing.
_LOOK_EVERY = 0.1


async def agree(own: str, game: str, browser: Browser) -> FoundTable | None:
    """Find the table to sit down at; None when it is ours to open, under our own id."""
    loop = asyncio.get_running_loop()
    ballot = Ballot(own, loop.time())
    willingness = Willingness(own, game, lambda peer: ballot.hear(peer, loop.time()), ballot.miss)
    staying = asyncio.create_task(willingness.stay())
    try:
        while True:
            if (found := _open_table(browser, game)) is not None:
                return found
            if ballot.elected(loop.time()) == own:
                return None
            await browser.next_change(_LOOK_EVERY)
    finally:
        staying.cancel()
        with suppress(asyncio.CancelledError):
            await staying


def _open_table(browser: Browser, game: str) -> FoundTable | None:
    """Choose among the tables one can sit down at; everybody prefers the one opened first."""
    able = [
        found
        for found in browser.tables()
        if found.advert.game == game and found.advert.has_free_seat and not found.advert.private
    ]
    return min(able, key=lambda found: found.advert.table, default=None)
