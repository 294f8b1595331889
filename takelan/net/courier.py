"""Letters to one player: one connection carries all that are written within a moment.

Rule 1: what cannot be delivered is lost; whoever needs an answer asks again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from takelan.net.discovery.found import Place
from takelan.net.tls import Line, connect
from takelan.wire.succession import Where

#: How long an address may take to answer.
CONNECT_WITHIN = 1.0
#: How long a connection is used: whoever reads hangs up after somewhat longer.
RIDE = 2.0


class Courier:
    """On the way to one player, with all that was handed over meanwhile; ``on_end`` is told its end."""

    def __init__(self, where: Where, on_end: Callable[[], object]) -> None:
        self._where = where
        self._letters: deque[bytes] = deque()
        self._has_letters = asyncio.Event()
        self._riding = asyncio.create_task(self._ride())
        self._riding.add_done_callback(lambda _: on_end())

    def take(self, letter: bytes) -> None:
        """Take a letter along."""
        self._letters.append(letter)
        self._has_letters.set()

    async def _ride(self) -> None:
        line = await self._connect()
        if line is None:
            return
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(RIDE):
                while not line.writer.is_closing():
                    await self._has_letters.wait()
                    self._has_letters.clear()
                    line.writer.write(b"".join(self._letters))
                    self._letters.clear()
                    await line.writer.drain()
        line.close()

    async def _connect(self) -> Line | None:
        for address in self._where.addresses:
            # Whatever is wrong with one address, another may lead there.
            with suppress(Exception):
                async with asyncio.timeout(CONNECT_WITHIN):
                    return await connect(Place(address, self._where.port, self._where.fingerprint))
        return None
