"""Taking a table over: a host of our own that stands by, inherits, and goes on with the game.

Rule 1: the table passes through this process sealed; only the host of our own can open it.
Rule 2: a standby whose inheritance does not come is ended; there are never two hosts for one term.
"""

import asyncio
from pathlib import Path

from takelan.net.child import HostProcess, start_host
from takelan.net.discovery.found import Place
from takelan.wire.terms import MAX_ADDRESSES
from takelan.wire.to_host import Standby

#: How long a host whose table is empty may take to say its goodbyes.
_END_WITHIN = 4.0


class Heir:
    """A host that this player may come to hold.

    ``transcript`` is where it writes down the games that end while it holds the table.
    """

    def __init__(self, transcript: Path | None = None) -> None:
        self._transcript = transcript
        self._host: HostProcess | None = None
        self._has_inherited = False

    @property
    def place(self) -> Place | None:
        """Where the table is that this player holds; None when it holds none."""
        return self._host.place if self._host is not None and self._has_inherited else None

    async def stand_by(self, owner: bytes, term: int) -> Standby:
        """Start a host that waits for its table."""
        await self.give_up()
        arguments = ["--inherit", f"--term={term}", f"--owner={owner.hex()}"]
        if self._transcript is not None:
            arguments.append(f"--transcript={self._transcript}")
        self._host = await start_host(arguments)
        place, key = self._host.place, bytes.fromhex(self._host.sealing_key)
        return Standby(self._host.addresses[:MAX_ADDRESSES], place.port, place.fingerprint or "", key)

    async def inherit(self, sealed: bytes) -> bool:
        """Pass the table on to the standby, and tell whether it serves now."""
        if self._host is None:
            return False
        self._has_inherited = await self._host.bequeath(sealed)
        return self._has_inherited

    async def give_up(self) -> None:
        """End a standby that was not needed."""
        if self._host is not None and not self._has_inherited:
            await self._host.end()
            self._host = None

    async def release(self) -> None:
        """Let go of the host when this player leaves; it hands the table on, or ends."""
        await self.give_up()
        if self._host is not None:
            await asyncio.shield(self._host.release(_END_WITHIN))
            self._host = None
