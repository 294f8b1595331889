"""Two tables that meet become one, and nobody is left behind at the later."""

import asyncio
from typing import Any

from takelan.net.discovery.found import FoundTable
from takelan.net.election.merging import join_earlier_table, meet_earlier_table
from takelan.net.proofs import public_key
from takelan.store.seat_keys import new_seat_key
from takelan.wire.to_peer import Moved
from tests.net.hosting import TABLE, hosting, setup, sit_down

_EARLIER = "0" * 16


class OneTable:
    """What is seen around: one earlier table, looked at as often as the test lets it be."""

    def __init__(self, found: FoundTable) -> None:
        self._found = found
        self._may_look = asyncio.Semaphore(0)
        self._has_looked = asyncio.Semaphore(0)

    async def next_change(self, timeout: float) -> bool:
        """Wait until the test allows a look; whoever comes back for another has acted on the last."""
        self._has_looked.release()
        await self._may_look.acquire()
        return True

    def tables(self) -> list[FoundTable]:
        """List the one table."""
        return [self._found]

    async def let_look(self) -> None:
        """Let somebody look once, and wait until they come for another look."""
        await self._has_looked.acquire()
        self._may_look.release()
        await self._has_looked.acquire()
        self._has_looked.release()

    def let_look_once_more(self) -> None:
        """Let somebody look who will not come back."""
        self._may_look.release()


async def test_a_table_waits_for_whoever_opened_it_before_it_moves() -> None:
    """Its opener would find nothing at the place it was opened at, while guests sit together elsewhere."""
    key = new_seat_key()
    merging = setup(merges=True, owner=public_key(key.secret))
    async with hosting(merging) as later, hosting(setup(table=_EARLIER, merges=True)) as earlier:
        place = earlier.place
        assert place.fingerprint is not None
        found: dict[str, Any] = {"address": place.address, "port": place.port}
        around: Any = OneTable(
            FoundTable(advert=earlier.host.advert, fingerprint=place.fingerprint, source="same box", **found)
        )
        moving = asyncio.create_task(join_earlier_table(later.host, around, 0.0))
        async with asyncio.timeout(60):
            guest = await sit_down(later.place, "Cleo")
            await around.let_look()
            assert not later.serving.done()
            owner = await sit_down(later.place, "Ann", key)
            around.let_look_once_more()
            for peer in (guest, owner):
                assert (await peer.hear_kind(Moved)).table == _EARLIER != TABLE
            await moving


async def test_a_table_known_by_a_name_is_passed_over() -> None:
    """It was typed once, and means another machine elsewhere; those known by addresses are still met."""
    async with hosting(setup(merges=True)) as later, hosting(setup(table=_EARLIER, merges=True)) as earlier:
        found: dict[str, Any] = {"advert": earlier.host.advert, "port": 1, "fingerprint": None}
        for address, is_met in (("ann.example", False), ("fe80::1%1", False), ("10.0.0.1", True)):
            table = FoundTable(address=address, source="known host", **found)
            around: Any = OneTable(table)
            around.let_look_once_more()
            met = await meet_earlier_table(later.host.advert, around, 0.0)
            assert met == (table if is_met else None)
