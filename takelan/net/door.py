"""Where connections come in: listening, the gate, TLS, and the deadline for all of it.

Rule 1: the gate is asked before TLS starts, for a TLS session costs 300 KiB and a refusal nothing.
Rule 2: whoever does not begin like TLS is dropped without a word.
"""

import asyncio
import errno
import logging
import socket
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

from takelan.net.discovery.found import DEFAULT_PORTS, Place
from takelan.net.failures import CannotListenError, PortTakenError
from takelan.net.limits import PROVE_WITHIN, Entry, Gate
from takelan.net.places import write_place
from takelan.net.tls import SHUTDOWN_WITHIN, Identity

_log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (a table is there for the whole network unless told otherwise)

_BACKLOG = 128
# What waits, waits in our own buffers, where it is counted, not in the system's, which grow to megabytes.
_SYSTEM_BUFFER = 64 * 1024
_TLS_BEGINS = b"\x16\x03"
_WAIT_FOR_FILES = 0.1


class Arrival(asyncio.Protocol):
    """Somebody who comes in through a door."""

    #: Done when the peer has proven itself or is gone.
    settled: asyncio.Future[None]

    def cut(self) -> None:
        """Close the connection at once."""
        raise NotImplementedError


class Door:
    """Lets peers in until it is cancelled."""

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        identity: Identity,
        gate: Gate,
        welcome: Callable[[str], Arrival],
    ) -> None:
        self._sockets = sockets
        self._identity = identity
        self._gate = gate
        self._welcome = welcome
        self._loop = asyncio.get_running_loop()
        self._arriving: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Accept on all sockets, for ever."""
        try:
            async with asyncio.TaskGroup() as group:
                for listening in self._sockets:
                    group.create_task(self._accept_from(listening))
        finally:
            for arriving in self._arriving:
                arriving.cancel()

    async def _accept_from(self, listening: socket.socket) -> None:
        while True:
            try:
                # One at a time: between two strangers everybody at the table has their turn.
                connection, peer = await self._loop.sock_accept(listening)
            except OSError as error:
                _log.warning("No connection can be accepted: %s", error)
                await asyncio.sleep(_WAIT_FOR_FILES)
                continue
            self._receive(connection, plain_address(peer[0]))

    def _receive(self, connection: socket.socket, address: str) -> None:
        arriving: asyncio.Task[None] | None = None
        entry = self._gate.admit(address, self._loop.time(), lambda: arriving and arriving.cancel())
        if entry is None:
            connection.close()
            return
        arriving = asyncio.create_task(self._let_in(connection, entry))
        self._arriving.add(arriving)
        arriving.add_done_callback(self._arriving.discard)

    async def _let_in(self, connection: socket.socket, entry: Entry) -> None:
        """Lead one peer through TLS and greeting, or drop it."""
        guest = self._welcome(entry.address)
        try:
            async with asyncio.timeout_at(entry.since + PROVE_WITHIN):
                await self._look(connection)
                await self._secure(connection, guest)
                # Awaited directly, it would be cancelled with this task and look as if it were done.
                await asyncio.wait([guest.settled])
        except Exception as error:
            _forget_frames(error)
        finally:
            self._gate.leave(entry)
            if not guest.settled.done():
                guest.cut()

    async def _look(self, connection: socket.socket) -> None:
        """Look at the first two bytes without taking them, and hang up if they are not those of TLS."""
        try:
            await self._readable(connection)
            first = connection.recv(len(_TLS_BEGINS), socket.MSG_PEEK)
            if not first or not _TLS_BEGINS.startswith(first):
                raise ConnectionAbortedError
        except NotImplementedError:  # not every loop can look; TLS itself refuses all the rest
            return
        except BaseException:
            connection.close()
            raise

    async def _readable(self, connection: socket.socket) -> None:
        has_come: asyncio.Future[None] = self._loop.create_future()
        self._loop.add_reader(connection, _mark, has_come)
        try:
            await has_come
        finally:
            self._loop.remove_reader(connection)

    async def _secure(self, connection: socket.socket, guest: Arrival) -> None:
        with suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self._loop.connect_accepted_socket(
            lambda: guest,
            connection,
            ssl=self._identity.context,
            ssl_handshake_timeout=PROVE_WITHIN,
            ssl_shutdown_timeout=SHUTDOWN_WITHIN,
        )


def _mark(event: asyncio.Future[None]) -> None:
    if not event.done():
        event.set_result(None)


def plain_address(address: str) -> str:
    """Write an address the same way however the connection came."""
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or parsed)
    return address


def listen(bind: str | None, port: int | None) -> list[socket.socket]:
    """Open the sockets of a table: at one address or everywhere, at one port or the first free one."""
    if port is not None:
        return _listen_at(_addresses(bind), port)
    # A server with many tables: the others are found by their announcements.
    return listen_among(bind, DEFAULT_PORTS)


def listen_among(bind: str | None, ports: Iterable[int]) -> list[socket.socket]:
    """Open sockets at the first free one of some ports, or at any if none is."""
    for candidate in ports:
        with suppress(PortTakenError):
            return _listen_at(_addresses(bind), candidate)
    return _listen_at(_addresses(bind), 0)


def _addresses(bind: str | None) -> Sequence[str]:
    return EVERYWHERE if bind is None else (bind,)


def _listen_at(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """Listen at all addresses that this machine has, on one and the same port."""
    opened: list[socket.socket] = []
    failures: list[OSError] = []
    for address in addresses:
        try:
            opened.append(_open(address, opened[0].getsockname()[1] if opened else port))
        except OSError as error:
            failures.append(error)
    taken = any(error.errno == errno.EADDRINUSE for error in failures)
    if opened and not taken:
        return opened
    close_all(opened)
    if taken:
        raise PortTakenError(port=port)
    raise CannotListenError(place=write_place(Place(addresses[0], port)), why=_why(failures[0]))


def _open(address: str, port: int) -> socket.socket:
    family, _, _, _, where = socket.getaddrinfo(
        address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SYSTEM_BUFFER)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SYSTEM_BUFFER)
        listening.settimeout(0)
        listening.bind(where)
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def close_all(sockets: Iterable[socket.socket]) -> None:
    """Stop listening."""
    for listening in sockets:
        listening.close()


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _forget_frames(error: BaseException | None) -> None:
    """Let go of the frames an error holds.

    They form circles with the TLS session, and hundreds of those would wait for the garbage collector.
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__context__
