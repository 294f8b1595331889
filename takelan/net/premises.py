"""Where a host listens and what it shows there, whether it has a table already or waits for one."""

import asyncio
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from takelan.net.discovery import mdns
from takelan.net.door import EVERYWHERE, close_all, listen
from takelan.net.tls import Identity, load_identity, make_identity


@dataclass(frozen=True)
class Opened:
    """Where an open table can be found."""

    table: str
    port: int
    fingerprint: str
    #: What others can type to get here, the likeliest first.
    addresses: tuple[str, ...]


@dataclass(frozen=True)
class Premises:
    """Where a host listens and what it shows there, before it has a table."""

    sockets: list[socket.socket]
    identity: Identity

    @property
    def bound(self) -> list[str] | None:
        """Tell at which addresses the table is, or None when it is everywhere."""
        return _bound(self.sockets)

    def describe(self, table_id: str) -> Opened:
        """Tell where the table will be found."""
        port = self.sockets[0].getsockname()[1]
        return Opened(table_id, port, self.identity.fingerprint, tuple(_reachable(self.sockets)))


async def open_premises(bind: str | None, port: int | None, chain: bytes | None = None) -> Premises:
    """Listen, and make a certificate or show one again."""
    sockets = listen(bind, port)
    try:
        identity = make_identity if chain is None else partial(load_identity, chain)
        return Premises(sockets, await asyncio.to_thread(identity))
    except BaseException:
        close_all(sockets)
        raise


def _bound(sockets: Iterable[socket.socket]) -> list[str] | None:
    """Tell at which addresses the table is, or None when it is everywhere."""
    addresses = [str(listening.getsockname()[0]) for listening in sockets]
    return None if set(addresses) & set(EVERYWHERE) else addresses


def _reachable(sockets: Iterable[socket.socket]) -> list[str]:
    """List what others can type to get here."""
    with suppress(OSError):
        return _bound(sockets) or mdns.announceable(mdns.own_addresses())
    return ["127.0.0.1"]
