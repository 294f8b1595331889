"""Words between players, for the time when no host is there: each player listens, and sends to the others.

Rule 1: a letter may get lost; whoever needs an answer asks again.
Rule 2: what a stranger may cost is bounded: few connections, few bytes, little time.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable
from functools import partial

from takelan.errors import TakelanError
from takelan.net.courier import Courier
from takelan.net.discovery import mdns
from takelan.net.discovery.found import PLAYER_PORTS
from takelan.net.door import listen_among
from takelan.net.tls import SHUTDOWN_WITHIN, make_identity
from takelan.wire.codec import encode, player_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.succession import AnyBetweenPlayers, Where
from takelan.wire.terms import MAX_ADDRESSES

_log = logging.getLogger(__name__)

_LISTEN_FOR = 3.0
_MOST_AT_ONCE = 32
_READ_BYTES = 16 * 1024


class Mailbox:
    """Where one player is told things by the others, and tells them."""

    def __init__(self, on_letter: Callable[[AnyBetweenPlayers], None]) -> None:
        self._on_letter = on_letter
        self._servers: list[asyncio.Server] = []
        self._readers: set[asyncio.Task[None]] = set()
        self._couriers: dict[Where, Courier] = {}

    async def open(self) -> Where | None:
        """Listen, if possible at a port that firewalls know of, and tell where; None when that cannot be."""
        identity = await asyncio.to_thread(make_identity)
        try:
            # One port for IPv4 and IPv6: others are told only one.
            sockets = listen_among(None, PLAYER_PORTS)
        except TakelanError:
            return None
        for listening in sockets:
            server = await asyncio.start_server(
                self._receive, sock=listening, ssl=identity.context, ssl_shutdown_timeout=SHUTDOWN_WITHIN
            )
            self._servers.append(server)
        port = sockets[0].getsockname()[1]
        addresses = await asyncio.to_thread(lambda: mdns.announceable(mdns.own_addresses()))
        return Where(tuple(addresses[:MAX_ADDRESSES]), port, identity.fingerprint)

    def send(self, where: Where, message: AnyBetweenPlayers) -> None:
        """Send a letter, and do not wait for it."""
        if where not in self._couriers:
            self._couriers[where] = Courier(where, partial(self._couriers.pop, where))
        self._couriers[where].take(encode(message))

    def close(self) -> None:
        """Listen no more; what was sent may still arrive."""
        for server in self._servers:
            server.close()
        for reader in self._readers:
            reader.cancel()

    def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._readers) >= _MOST_AT_ONCE:
            writer.close()
            return
        # A task of our own: one that asyncio makes of a coroutine complains when it is cancelled.
        reading = asyncio.create_task(self._read_all(reader, writer))
        self._readers.add(reading)
        reading.add_done_callback(self._readers.discard)

    async def _read_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_LISTEN_FOR):
                await self._read(reader)
        except (TimeoutError, MalformedError, OSError, ssl.SSLError):
            _log.debug("A letter between players could not be read")
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        decoder = player_decoder()
        while received := await reader.read(_READ_BYTES):
            for letter in decoder.feed(received):
                self._on_letter(letter)
