"""Taking a table over: a host of our own that stands by, is given a table, and goes on with the game.

Rule 1: the table passes through this process sealed; only the host of our own can open it.
Rule 2: a standby that is given nothing is ended; there are never two hosts for one term.
"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from takelan.net.child import HostProcess, start_host
from takelan.net.discovery.found import Place
from takelan.wire.succession import Offer, Where
from takelan.wire.terms import MAX_ADDRESSES

if TYPE_CHECKING:
    from takelan.net.legacies import Gift
    from takelan.table.succession.estate import Estate

#: How long a host whose table is empty may take to say its goodbyes.
_END_WITHIN = 4.0


class Heir:
    """A host that this player may come to hold.

    ``transcript`` is where it writes down the games that end while it holds the table.
    """

    def __init__(self, transcript: Path | None = None) -> None:
        self._transcript = transcript
        self._host: HostProcess | None = None
        self._owner = b""
        self._serves = False

    @property
    def place(self) -> Place | None:
        """Where the table is that this player holds; None when it holds none."""
        return self._host.place if self._host is not None and self._serves else None

    async def stand_by(self, owner: bytes) -> Offer:
        """Start a host that waits for its table."""
        await self.give_up()
        self._owner = owner
        arguments = ["--inherit", f"--owner={owner.hex()}"]
        if self._transcript is not None:
            arguments.append(f"--transcript={self._transcript}")
        host = await start_host(arguments)
        self._host = host
        where = Where(host.addresses[:MAX_ADDRESSES], host.port, host.place.fingerprint or "")
        return Offer(bytes.fromhex(host.host_key), bytes.fromhex(host.sealing_key), where)

    async def inherit(self, sealed: bytes) -> bool:
        """Pass on a table that was handed over, and tell whether it is served now."""
        from takelan.net.legacies import HandedOver

        return await self._give(HandedOver(sealed, self._owner))

    async def take_over(self, estate: "Estate") -> bool:
        """Pass on a table that was won, and tell whether it is served now."""
        from takelan.net.legacies import Won

        return await self._give(Won(estate))

    async def give_up(self) -> None:
        """End a standby that was not needed."""
        if self._host is not None and not self._serves:
            host, self._host = self._host, None
            await host.end()

    async def release(self) -> None:
        """Let go of the host when this player leaves; it hands the table on, or ends."""
        await self.give_up()
        if self._host is not None:
            host, self._host, self._serves = self._host, None, False
            await asyncio.shield(host.release(_END_WITHIN))

    async def _give(self, gift: "Gift") -> bool:
        from takelan.net.legacies import write_gift

        if self._host is None:
            return False
        self._serves = await self._host.give(write_gift(gift))
        return self._serves
