"""Taking a table over: a host of our own that stands by, is given a table, and goes on with the game.

Rule 1: the table passes through this process sealed; only the host of our own can open it.
Rule 2: a standby that is given nothing is ended; there are never two hosts for one term.
Rule 3: whoever is the next to take over has a host warm: starting one takes longer than all the rest.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from takelan.errors import TakelanError
from takelan.net.child import LOOPBACK, HostProcess, WarmHost, warm_up_host
from takelan.net.discovery.found import Place
from takelan.wire.succession import Offer, Where
from takelan.wire.terms import MAX_ADDRESSES

if TYPE_CHECKING:
    from takelan.net.legacies import Gift
    from takelan.table.succession.estate import Estate
    from takelan.wire.succession import Certificate

#: Cards are dealt and drawn first; nobody needs the next host that soon.
WARM_UP_AFTER = 2.0


class Heir:
    """A host that this player may come to hold.

    ``transcript`` is where it writes down the games that end while it holds the table. A host is started
    ``warm_up_after`` seconds after this player has become the next to take over.
    """

    def __init__(self, transcript: Path | None = None, *, warm_up_after: float = WARM_UP_AFTER) -> None:
        self._transcript = transcript
        self._warm_up_after = warm_up_after
        self._host: HostProcess | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._warming: asyncio.Task[WarmHost] | None = None
        self._owner = b""
        self._serves = False
        #: Whether the table is one that only this machine can reach, and has to stay so.
        self.is_local = False
        #: Counts what was wanted of a standby: one that has started when it is wanted no more is ended.
        self._wishes = 0
        self._starting = asyncio.Lock()

    @property
    def place(self) -> Place | None:
        """Where the table is that this player holds; None when it holds none."""
        return self._host.place if self._host is not None and self._serves else None

    @property
    def place_for_others(self) -> Place | None:
        """Where others find that table: on this machine it is on loopback."""
        if self._host is None or self.place is None:
            return None
        address = next(iter(self._host.addresses), self.place.address)
        return self.place._replace(address=address)

    async def expect(self, *, is_next: bool) -> None:
        """Have a host warm while this player is the next to take over, and none otherwise."""
        if not is_next:
            await self._cool_down()
        elif self._alarm is None and self._warming is None and (self._host is None or self._serves):
            self._alarm = asyncio.get_running_loop().call_later(self._warm_up_after, self._begin)

    async def stand_by(self, owner: bytes) -> Offer | None:
        """Let a host listen that waits for its table; None if it was given up meanwhile."""
        await self.give_up()
        wish = self._wishes
        async with self._starting:
            if wish != self._wishes:
                return None
            self._owner = owner
            host = await self._open_warm() or await (await self._start()).open()
        if wish != self._wishes:
            await host.end()
            return None
        self._host, self._serves = host, False
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

    async def begin_anew(self, remains: bytes, certificate: "Certificate") -> bool:
        """Begin a round anew from what remains of its table, and tell whether it is served now."""
        from takelan.net.legacies import BegunAnew

        return await self._give(BegunAnew(remains, certificate))

    async def give_up(self) -> None:
        """End a standby that was not needed, also one that is still starting."""
        self._wishes += 1
        if self._host is not None and not self._serves:
            host, self._host = self._host, None
            await host.end()

    async def release(self) -> None:
        """Let go of the host when this player leaves; it hands the table on, or ends."""
        await self._cool_down()
        await self.give_up()
        if self._host is not None:
            host, self._host, self._serves = self._host, None, False
            await asyncio.shield(host.release())

    def _begin(self) -> None:
        self._alarm, self._warming = None, asyncio.create_task(self._start())

    async def _start(self) -> WarmHost:
        place = [f"--bind={LOOPBACK}"] if self.is_local else []
        transcript = [] if self._transcript is None else [f"--transcript={self._transcript}"]
        return await warm_up_host([*place, *transcript])

    async def _take_warm(self) -> WarmHost | None:
        """Take the host that is warm, or warming up, if there is one."""
        if self._alarm is not None:
            self._alarm.cancel()
        warming, self._alarm, self._warming = self._warming, None, None
        with suppress(OSError):
            return None if warming is None else await warming
        return None

    async def _open_warm(self) -> HostProcess | None:
        # Somebody may have ended it just now.
        with suppress(TakelanError, OSError):
            return None if (warm := await self._take_warm()) is None else await warm.open()
        return None

    async def _cool_down(self) -> None:
        if (warm := await self._take_warm()) is not None:
            await warm.end()

    async def _give(self, gift: "Gift") -> bool:
        from takelan.net.legacies import write_gift

        if self._host is None:
            return False
        self._serves = await self._host.give(write_gift(gift))
        return self._serves
