"""A cable between a client and a host that can be pulled, plugged in again, or go dead without a word."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from takelan.net.discovery.found import Place


class Relay:
    """Passes bytes on, both ways, while it is whole."""

    def __init__(self, beyond: Place) -> None:
        self._beyond = beyond
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self._flows: set[asyncio.Task[None]] = set()
        self._port = 0
        self._is_dead = False

    @property
    def place(self) -> Place:
        """Tell where this end of the cable is."""
        return Place("127.0.0.1", self._port, self._beyond.fingerprint)

    async def plug_in(self) -> None:
        """Let bytes pass from now on."""
        self._is_dead = False
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    def pull(self) -> None:
        """Break all connections and take no new ones."""
        if self._server is not None:
            self._server.close()
        self.shake()

    def shake(self) -> None:
        """Break all connections; new ones are taken."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def go_dead(self) -> None:
        """Keep all connections and pass nothing on."""
        self._is_dead = True

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._beyond.address, self._beyond.port)
        self._writers += [writer, back]
        for source, sink in ((reader, back), (there, writer)):
            flow = asyncio.create_task(self._flow(source, sink))
            self._flows.add(flow)
            flow.add_done_callback(self._flows.discard)

    async def _flow(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while received := await source.read(65536):
                if not self._is_dead:
                    sink.write(received)
        except OSError:
            pass
        sink.close()


@asynccontextmanager
async def cable(beyond: Place) -> AsyncIterator[Relay]:
    """Lay a cable to a place."""
    relay = Relay(beyond)
    await relay.plug_in()
    try:
        yield relay
    finally:
        relay.pull()
