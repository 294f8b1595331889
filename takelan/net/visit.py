"""One connection to a host, as messages that come and go."""

import asyncio
from collections import deque
from typing import BinaryIO

from takelan.language import translate
from takelan.net.tls import Line
from takelan.wire.codec import encode, encode_for_log, peer_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer

#: A host that says nothing for so long is gone; it pings every second.
SILENT_AFTER = 5.0

_READ_BYTES = 64 * 1024


class HungUpError(Exception):
    """A connection ended without a farewell; the text is one sentence."""


class Visit:
    """A conversation with a host."""

    def __init__(self, line: Line, wire_log: BinaryIO | None = None) -> None:
        self.certificate = line.certificate
        self._line = line
        self._wire_log = wire_log
        self._decoder = peer_decoder()
        self._heard: deque[AnyToPeer] = deque()

    async def hear(self) -> AnyToPeer:
        """Wait for the next message."""
        while not self._heard:
            self._heard.extend(self._decode(await self._read()))
        message = self._heard.popleft()
        if self._wire_log is not None:
            self._wire_log.write(encode_for_log(message))
            self._wire_log.flush()
        return message

    def say(self, message: AnyToHost) -> None:
        """Say something without waiting for it to arrive."""
        self._line.writer.write(encode(message))

    def leave(self) -> None:
        """Hang up after what was said has gone out."""
        self._line.close()

    def cut(self) -> None:
        """Hang up at once."""
        self._line.cut()

    async def _read(self) -> bytes:
        try:
            async with asyncio.timeout(SILENT_AFTER):
                received = await self._line.reader.read(_READ_BYTES)
        except TimeoutError:
            raise HungUpError(translate("The host has gone silent.")) from None
        except OSError:
            received = b""
        if not received:
            raise HungUpError(translate("The connection to the host broke."))
        return received

    def _decode(self, received: bytes) -> list[AnyToPeer]:
        try:
            return list(self._decoder.feed(received))
        except MalformedError as error:
            raise HungUpError(translate("The host says what this program does not understand.")) from error
