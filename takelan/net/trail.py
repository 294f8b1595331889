"""Where one table is as far as one player knows, and where else it may be by now.

Rule 1: a table that nobody else can hold is only ever found where its own certificate is.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress

from takelan.net.discovery.found import Place
from takelan.net.search import where_is, where_others_gather

#: How long one look around takes at most.
LOOK_FOR = 3.0


class Trail:
    """Leads to a table, wherever it goes."""

    def __init__(self, place: Place) -> None:
        self.place = place
        #: Where else the table may be reached, once it has moved.
        self._others: list[Place] = []
        self._is_found = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    @property
    def has_moved(self) -> bool:
        """Whether there are other places to try than the one known."""
        return bool(self._others)

    def point_to(self, places: list[Place]) -> None:
        """Learn where the table is now, and go there with the next try."""
        self._others = places
        self._is_found.set()

    def settle(self, place: Place) -> None:
        """Look no further: the table is here."""
        self.place = place
        self.close()

    def detours(self) -> Iterator[Place]:
        """List where else the table may be; the last place tried is the one known from then on."""
        while self._others:
            self.place = self._others.pop(0)
            yield self.place

    async def wait(self, seconds: float) -> None:
        """Wait before the next try, but no longer than until it is known where the table is now."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_found.wait()
        self._is_found.clear()

    def look_around(self, table: str | None, game: str, *, may_have_moved: bool) -> None:
        """Look at other places than the one known, unless that is being done already.

        Without a table to look for it is one of those who want to play the game. Where nobody else can hold
        it, its host may still have come back to find its port taken.
        """
        if self._looking is None or self._looking.done():
            fingerprint = self.place.fingerprint

            def is_wanted(place: Place) -> bool:
                return place != self.place and (may_have_moved or place.fingerprint == fingerprint)

            self._looking = asyncio.create_task(self._look(table, game, is_wanted))

    def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self, table: str | None, game: str, is_wanted: Callable[[Place], bool]) -> None:
        found = await (where_others_gather(game, LOOK_FOR) if table is None else where_is(table, LOOK_FOR))
        if wanted := [place for place in found if is_wanted(place)]:
            self.point_to(wanted)
