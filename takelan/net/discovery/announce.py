"""Announcing a table to this machine and to the network."""

import asyncio
import os
from ipaddress import ip_address
from typing import TYPE_CHECKING

from takelan.net.discovery import mdns
from takelan.store import whereabouts
from takelan.wire.advert import Advert

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf


class Announcer:
    """Makes one table known for as long as it is open.

    What cannot be done keeps no table from opening; the doctor tells of it.
    """

    def __init__(self) -> None:
        self._advert: Advert | None = None
        self._port = 0
        self._fingerprint: str | None = None
        self._bound: list[str] | None = None
        self._addresses: list[str] = []
        self._on_air: AsyncZeroconf | None = None
        self._staying_on_air: asyncio.Task[None] | None = None

    async def start(
        self,
        advert: Advert,
        port: int,
        fingerprint: str | None,
        bound: list[str] | None = None,
        *,
        wait: float = 0.0,
    ) -> None:
        """Announce the table on this machine at once, and on the network as soon as may be.

        A table that is bound to some addresses only is announced there alone. ``wait`` keeps it off the
        air for some seconds.
        """
        self._advert, self._port, self._fingerprint, self._bound = advert, port, fingerprint, bound
        await asyncio.to_thread(self._publish, advert.table)
        if bound is None or not all(ip_address(one).is_loopback for one in bound):
            self._staying_on_air = asyncio.create_task(self._stay_on_air(wait))

    async def update(self, advert: Advert) -> None:
        """Announce what has changed about the table."""
        self._advert = advert
        if self._on_air:
            await self._on_air.async_update_service(self._describe(advert))

    async def close(self) -> None:
        """Take everything back, within about a second."""
        if self._advert:
            await asyncio.to_thread(whereabouts.withdraw, self._advert.table, os.getpid())
        if self._staying_on_air:
            self._staying_on_air.cancel()
            await asyncio.gather(self._staying_on_air, return_exceptions=True)

    def _publish(self, table: str) -> None:
        whereabouts.publish(table, self._port, os.getpid(), self._fingerprint)

    async def _stay_on_air(self, wait: float) -> None:
        """Announce on the network until cancelled, starting over whenever the network changes."""
        await asyncio.sleep(wait)
        while True:
            own = mdns.own_addresses()
            self._addresses = mdns.announceable(own) if self._bound is None else self._bound
            try:
                await self._go_on_air()
                await mdns.network_change(own)
            finally:
                await self._go_off_air()

    async def _go_on_air(self) -> None:
        problems: list[str] = []
        opened = await mdns.open_mdns(problems)
        announced = self._advert
        if opened is None or announced is None:
            return
        try:
            await mdns.register(opened, self._describe(announced), problems)
        finally:
            self._on_air = opened
        if self._advert is not None and self._advert is not announced:
            await self.update(self._advert)

    async def _go_off_air(self) -> None:
        opened, self._on_air = self._on_air, None
        if opened:
            await mdns.close_mdns(opened)

    def _describe(self, advert: Advert) -> "AsyncServiceInfo":
        return mdns.describe(advert, self._port, self._fingerprint, self._addresses)
