"""Telling the network that one wants to play, and hearing who else does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from takelan.net.discovery import mdns
from takelan.net.election.ballot import is_id

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf

SERVICE_TYPE = "_takelan-play._tcp.local."

# A record needs a port; nobody connects to this one.
_NO_PORT = 9
# A stranger may claim to be many; more than this never sit at one table.
_MOST_HEARD = 64


class Willingness:
    """One peer's wish to play one game, on the air for as long as it lasts.

    The name of the record says everything, so that hearing it is enough.
    """

    def __init__(
        self, own: str, game: str, on_heard: Callable[[str], None], on_gone: Callable[[str], None]
    ) -> None:
        self._own = own
        self._game = game
        self._on_heard = on_heard
        self._on_gone = on_gone
        self._heard: set[str] = set()
        self.problems: list[str] = []

    async def stay(self) -> None:
        """Announce and listen until cancelled."""
        opened = await mdns.open_mdns(self.problems)
        if opened is None:
            await asyncio.get_running_loop().create_future()
            return
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

        addresses = mdns.announceable(mdns.own_addresses())
        record = AsyncServiceInfo(
            SERVICE_TYPE,
            f"{self._own}-{self._game}.{SERVICE_TYPE}",
            port=_NO_PORT,
            parsed_addresses=addresses,
            server=f"{self._own}.local.",
        )
        try:
            async with AsyncServiceBrowser(opened.zeroconf, SERVICE_TYPE, handlers=[self._notice]):
                await mdns.register(opened, record, self.problems)
                await asyncio.get_running_loop().create_future()
        finally:
            with suppress(Exception):
                await mdns.close_mdns(opened)

    def _notice(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Take one notice from zeroconf, whose keyword names these are."""
        from zeroconf import ServiceStateChange

        peer, _, game = name.removesuffix(f".{service_type}").partition("-")
        if not is_id(peer) or game != self._game or peer == self._own:
            return
        if state_change is ServiceStateChange.Removed:
            self._heard.discard(peer)
            self._on_gone(peer)
        elif len(self._heard) < _MOST_HEARD:
            self._heard.add(peer)
            self._on_heard(peer)
