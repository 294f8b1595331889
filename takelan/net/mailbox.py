"""Words between players, for the time when no host is there: each player listens, and sends to the others.

Rule 1: a letter may get lost; whoever needs an answer asks again.
Rule 2: what a stranger may cost is bounded: few connections, few bytes, little time.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable
from contextlib import suppress

from takelan.net.discovery import mdns
from takelan.net.discovery.found import Place
from takelan.net.tls import SHUTDOWN_WITHIN, connect, make_identity
from takelan.wire.codec import encode, player_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.succession import AnyBetweenPlayers, Where
from takelan.wire.terms import MAX_ADDRESSES

_log = logging.getLogger(__name__)

SEND_WITHIN = 1.0
_LISTEN_FOR = 3.0
_MOST_AT_ONCE = 32
_READ_BYTES = 16 * 1024


class Mailbox:
    """Where one player is told things by the others, and tells them."""

    def __init__(self, on_letter: Callable[[AnyBetweenPlayers], None]) -> None:
        self._on_letter = on_letter
        self._server: asyncio.Server | None = None
        self._readers = 0
        self._sending: set[asyncio.Task[None]] = set()

    async def open(self) -> Where | None:
        """Listen at a free port, and tell where; None when that cannot be."""
        identity = await asyncio.to_thread(make_identity)
        try:
            self._server = await asyncio.start_server(
                self._receive, None, 0, ssl=identity.context, ssl_shutdown_timeout=SHUTDOWN_WITHIN
            )
        except OSError:
            return None
        port = self._server.sockets[0].getsockname()[1]
        addresses = await asyncio.to_thread(lambda: mdns.announceable(mdns.own_addresses()))
        return Where(tuple(addresses[:MAX_ADDRESSES]), port, identity.fingerprint)

    def send(self, where: Where, message: AnyBetweenPlayers) -> None:
        """Send a letter, and do not wait for it."""
        sending = asyncio.create_task(self._send(where, encode(message)))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    def close(self) -> None:
        """Listen no more; what was sent may still arrive."""
        if self._server is not None:
            self._server.close()

    async def _send(self, where: Where, words: bytes) -> None:
        for address in where.addresses:
            with suppress(Exception):
                async with asyncio.timeout(SEND_WITHIN):
                    line = await connect(Place(address, where.port, where.fingerprint))
                    line.writer.write(words)
                    await line.writer.drain()
                    line.close()
                    return

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._readers += 1
        try:
            if self._readers <= _MOST_AT_ONCE:
                async with asyncio.timeout(_LISTEN_FOR):
                    await self._read(reader)
        except (TimeoutError, MalformedError, OSError, ssl.SSLError):
            _log.debug("A letter between players could not be read")
        finally:
            self._readers -= 1
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        decoder = player_decoder()
        while received := await reader.read(_READ_BYTES):
            for letter in decoder.feed(received):
                self._on_letter(letter)
