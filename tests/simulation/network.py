"""The LAN between machines: delays, cuts, connections that break, messages that come twice or not at all.

Rule 1: a connection keeps its order or breaks, as TCP does; what is lost once is lost for good.
Rule 2: what players tell each other may be lost, doubled and overtaken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from takelan.wire.codec import SEATED_BYTES, Decoder, encode, host_decoder, peer_decoder, player_decoder
from takelan.wire.peer_text import decode_peer_text
from takelan.wire.succession import AnyBetweenPlayers
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer

if TYPE_CHECKING:
    from tests.simulation.clock import Clock
    from tests.simulation.process import Process

_TYPED = {
    kind: msgspec.msgpack.Decoder(kind, dec_hook=decode_peer_text)
    for way in (AnyToHost, AnyToPeer, AnyBetweenPlayers)
    for kind in get_args(way)
}


class Network:
    """Who can reach whom, and how fast."""

    def __init__(self, clock: Clock, chance: Random, *, is_strict: bool) -> None:
        self.clock = clock
        self.chance = chance
        #: Pairs of machines, from and to, between which nothing passes; counted, as cuts overlap.
        self.cuts: dict[tuple[int, int], int] = {}
        self.slow: dict[tuple[int, int], float] = {}
        #: How likely a message between players is lost, doubled or delayed.
        self.noise = 0.0
        #: The codec with all its limits; None leaves out what cuts the stream and counts its parts.
        self._decoders = _decoders() if is_strict else None
        #: What bytes were decoded to: most messages go to everybody, or are said again and again.
        self._arrived: dict[str, dict[bytes, Any]] = {"host": {}, "peer": {}, "player": {}}
        self._encoded: tuple[Any, bytes] = (None, b"")

    def cut(self, pairs: list[tuple[int, int]], by: int) -> None:
        """Cut links, or, with -1, mend them."""
        for pair in pairs:
            self.cuts[pair] = self.cuts.get(pair, 0) + by

    def is_cut(self, source: int, target: int) -> bool:
        """Tell whether nothing passes one way."""
        return source != target and self.cuts.get((source, target), 0) > 0

    def latency(self, source: int, target: int) -> float:
        """Draw how long a message takes."""
        if source == target:
            return 0.0002
        return 0.001 + 0.012 * self.chance.random() ** 3 + self.slow.get((source, target), 0.0)

    def send(self, source: int, target: int, message: Any, deliver: Callable[[Any], None]) -> None:
        """Carry a message between players, or not."""
        copies = 1
        if self.noise and self.chance.random() < self.noise:
            copies = self.chance.choice((0, 2))
        for _ in range(copies):
            if self.is_cut(source, target):
                continue
            late = 0.4 * self.chance.random() if self.chance.random() < self.noise else 0.0
            arrived = self.carry("player", message)
            self.clock.after(self.latency(source, target) + late, partial(deliver, arrived))

    def carry(self, way: str, message: Any) -> Any:
        """Take a message through its bytes; the same ones once, as nobody can change what arrives."""
        if message is not self._encoded[0]:
            self._encoded = (message, encode(message))
        written, known = self._encoded[1], self._arrived[way]
        arrived = known.get(written)
        if arrived is None:
            arrived = known[written] = self._decode(way, type(message), written)
        return arrived

    def _decode(self, way: str, kind: type, written: bytes) -> Any:
        if self._decoders is None:
            return _TYPED[kind].decode(written)
        (arrived,) = self._decoders[way].feed(written)
        return arrived


def _decoders() -> dict[str, Decoder[Any]]:
    return {"host": host_decoder(SEATED_BYTES), "peer": peer_decoder(), "player": player_decoder()}


class Line:
    """One connection between a client and a host."""

    def __init__(self, network: Network, client: Process, host: Process) -> None:
        self._network = network
        self.client = client
        self.host = host
        self.peer = 0
        #: From which machine to which, up to the host and down from it.
        self._ways = {True: (client.machine, host.machine), False: (host.machine, client.machine)}
        self._arrives = {True: 0.0, False: 0.0}
        self._is_broken = False

    def to_host(self, message: Any) -> None:
        """Say something to the host."""
        self._carry(True, message)

    def to_client(self, message: Any) -> None:
        """Say something to the client."""
        self._carry(False, message)

    def close(self, *, by_host: bool) -> None:
        """End the connection from one side; the other learns it after all that was said before."""
        other, is_up = (self.client, False) if by_host else (self.host, True)
        if not self._is_broken and self._network.is_cut(*self._ways[is_up]):
            self._break_later()
        elif not self._is_broken:
            moment = self._arrival(is_up)
            self._network.clock.at(moment, partial(other.do, other.line_ended, self))

    def _arrival(self, is_up: bool) -> float:
        network = self._network
        moment = max(network.clock.now + network.latency(*self._ways[is_up]), self._arrives[is_up])
        self._arrives[is_up] = moment
        return moment

    def _carry(self, is_up: bool, message: Any) -> None:
        if self._is_broken:
            return
        if self._network.is_cut(*self._ways[is_up]):
            self._break_later()
            return
        receiver = self.host if is_up else self.client
        arrived = self._network.carry("host" if is_up else "peer", message)
        self._network.clock.at(self._arrival(is_up), partial(receiver.do, receiver.hear, self, arrived))

    def _break_later(self) -> None:
        """Break: what TCP could not deliver is followed by nothing, and each side notices in its own time."""
        self._is_broken = True
        for end in (self.host, self.client):
            delay = 0.3 + 2.5 * self._network.chance.random()
            self._network.clock.after(delay, partial(end.do, end.line_ended, self))
