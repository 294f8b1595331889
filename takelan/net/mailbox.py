"""Words between players, for the time when no host is there: each player listens, and sends to the others.

Rule 1: a letter may get lost; whoever needs an answer asks again.
Rule 2: what a stranger may cost is bounded: few connections, few bytes, little time.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from takelan.errors import TakelanError
from takelan.net.courier import Courier
from takelan.net.discovery import mdns
from takelan.net.discovery.found import PLAYER_PORTS
from takelan.net.door import Arrival, Door, close_all, listen_among
from takelan.net.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, Bucket, Gate
from takelan.net.premises import Premises
from takelan.net.tls import make_identity
from takelan.wire.codec import encode, player_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.succession import AnyBetweenPlayers, Where
from takelan.wire.terms import MAX_ADDRESSES

# All who sit at a table may do so on one machine, and an old connection may still be closing.
_MOST_AT_ONCE = 32
_MOST_FROM_ONE_ADDRESS = 16

OnLetter = Callable[[AnyBetweenPlayers], None]


class Mailbox:
    """Where one player is told things by the others, and tells them."""

    def __init__(self, on_letter: OnLetter) -> None:
        self._on_letter = on_letter
        self._serving: asyncio.Task[None] | None = None
        self._couriers: dict[Where, Courier] = {}

    async def open(self) -> Where | None:
        """Listen, if possible at a port that firewalls know of, and tell where; None when that cannot be."""
        try:
            identity = await asyncio.to_thread(make_identity)
            # One port for IPv4 and IPv6: others are told only one.
            premises = Premises(listen_among(None, PLAYER_PORTS), identity)
        except TakelanError:
            return None
        self._serving = asyncio.create_task(self._serve(premises))
        port = premises.sockets[0].getsockname()[1]
        addresses = await asyncio.to_thread(lambda: mdns.announceable(mdns.own_addresses()))
        return Where(tuple(addresses[:MAX_ADDRESSES]), port, identity.fingerprint)

    def send(self, where: Where, message: AnyBetweenPlayers) -> None:
        """Send a letter, and do not wait for it."""
        if where not in self._couriers:
            self._couriers[where] = Courier(where, partial(self._couriers.pop, where))
        self._couriers[where].take(encode(message))

    def close(self) -> None:
        """Listen no more; what was sent may still arrive."""
        if self._serving is not None:
            self._serving.cancel()

    async def _serve(self, premises: Premises) -> None:
        gate = Gate(_MOST_AT_ONCE, _MOST_FROM_ONE_ADDRESS)
        door = Door(premises.sockets, premises.identity, gate, lambda address: _Delivery(self._on_letter))
        try:
            await door.serve()
        finally:
            close_all(premises.sockets)


class _Delivery(Arrival):
    """Somebody who brings letters, and is heard until they hang up, say too much, or have had their time."""

    def __init__(self, on_letter: OnLetter) -> None:
        self._loop = asyncio.get_running_loop()
        # Nobody proves anything here: all that is said has to be said before the door's deadline.
        self.settled = self._loop.create_future()
        self._on_letter = on_letter
        self._decoder = player_decoder()
        self._bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, self._loop.time())
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection whose TLS handshake is done."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (for the type checker: a stream has both directions)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Hand on every letter that is whole now."""
        if self._transport is None or self._transport.is_closing():
            return
        try:
            for letter in self._decoder.feed(data):
                if not self._bucket.take(self._loop.time()):
                    self.cut()
                    return
                self._on_letter(letter)
        except MalformedError:
            self.cut()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next."""
        self._transport = None
        if not self.settled.done():
            self.settled.set_result(None)

    def cut(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()
