"""Tables to test with: real hosts on loopback, and peers that say exactly what they are told to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import takelan
from takelan.net.client import TableClient
from takelan.net.delivery import Delivery
from takelan.net.discovery.found import Place
from takelan.net.host import Host
from takelan.net.introducing import Introducing
from takelan.net.link_state import LinkState
from takelan.net.proofs import public_key, sign
from takelan.net.tls import connect
from takelan.net.visit import Visit
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.store.seat_keys import SeatKey, new_seat_key
from takelan.table.fairness.witness import Witness
from takelan.table.letters import PeerId
from takelan.table.pace import Pace
from takelan.table.setup import Setup
from takelan.table.succession import sealing
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName, TableName
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import AnyToHost, Hello, Join, Watch
from takelan.wire.to_peer import AnyToPeer, Challenge, Ping, Watching, Welcome
from tests.processes import PATIENCE

TABLE = "0123456789abcdef"

MessageT = TypeVar("MessageT")


def setup(game: str | AnyGame = "take-that", *, rounds: int = 1, **details: Any) -> Setup:
    """Decide what a test does not care about."""
    played = GAMES[game] if isinstance(game, str) else game
    settings = {
        "table": TABLE,
        "name": TableName("A table"),
        "host_name": PlayerName("Ann"),
        "game": played,
        "options": played.options_type(rounds=rounds),
        "pace": Pace(flip_gap=0.0),
    }
    return Setup(**{**settings, **details})


class RecordingDelivery(Delivery):
    """Notes what is said to whom, stroke by stroke."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.strokes: list[tuple[PeerId, bytes]] = []

    def _write(self, peer: PeerId, words: bytes, *, is_last: bool) -> None:
        self.strokes.append((peer, words))
        super()._write(peer, words, is_last=is_last)


class RecordingHost(Host):
    """A host that notes what reaches its inbox and what it says to whom, pings aside."""

    def __init__(self, *args: Any, **details: Any) -> None:
        super().__init__(*args, **details)
        self.arrivals: list[tuple[PeerId, AnyToHost | None]] = []
        self._delivery = RecordingDelivery(self._guests, self._bots)
        self.strokes = self._delivery.strokes

    def _put(self, peer: PeerId, message: AnyToHost | None, at: float) -> None:
        self.arrivals.append((peer, message))
        super()._put(peer, message, at)


@dataclass
class Open:
    """A host that is being served, and where to connect."""

    host: RecordingHost
    place: Place
    serving: "asyncio.Task[None]"


@asynccontextmanager
async def hosting(
    decided: Setup | None = None, *, seed: bytes = b"test", haste: float = 0.01, **details: Any
) -> AsyncIterator[Open]:
    """Hold a table on loopback."""
    usual = {"bind": "127.0.0.1", "port": 0, "announce": False}
    host = RecordingHost(decided or setup(), Chance(seed), haste=haste, **{**usual, **details})
    opened = await host.open()
    serving = asyncio.create_task(host.serve())
    try:
        yield Open(host, Place("127.0.0.1", opened.port, opened.fingerprint), serving)
    finally:
        host.stop()
        await serving


@dataclass
class Peer:
    """A peer at the level of messages, who does nothing by itself but help to shuffle."""

    visit: Visit
    key: SeatKey
    name: str = ""
    witness: Witness | None = None
    seen: list[AnyToPeer] = field(default_factory=list)

    def say(self, *messages: AnyToHost) -> None:
        """Say something."""
        for message in messages:
            self.visit.say(message)

    async def hear(self) -> AnyToPeer:
        """Hear the next thing that is no ping."""
        while isinstance(message := await self.visit.hear(), Ping):
            pass
        self.seen.append(message)
        if self.witness is not None:
            self.say(*self.witness.hear(message))
        return message

    async def hear_kind(
        self, kind: type[MessageT], wanted: Callable[[MessageT], bool] = lambda message: True
    ) -> MessageT:
        """Hear until something of a kind comes, and return it."""
        while True:
            message = await self.hear()
            if isinstance(message, kind) and wanted(message):
                return message


async def knock(place: Place) -> Visit:
    """Connect without a word."""
    return Visit(await connect(place))


async def challenge(visit: Visit) -> Challenge:
    """Greet, and take the host's challenge."""
    visit.say(Hello(PROTOCOL, takelan.__version__))
    answer = await visit.hear()
    assert isinstance(answer, Challenge)
    return answer


async def sit_down(place: Place, name: str, key: SeatKey | None = None, code: Code | None = None) -> Peer:
    """Take a seat."""
    visit, own = await knock(place), key or new_seat_key()
    asked = await challenge(visit)
    introducing = Introducing(place, visit, asked, public_key(own.secret))
    await introducing.introduce(code)
    signature = sign(own.secret, asked, visit.certificate)
    peer = Peer(visit, own, witness=_witness(name, own))
    peer.say(Join(PlayerName(name), public_key(own.secret), signature))
    await introducing.believe()
    peer.name = (await peer.hear_kind(Welcome)).name
    return peer


async def look_on(place: Place, name: str, key: SeatKey | None = None, code: Code | None = None) -> Peer:
    """Come to look on."""
    visit, own = await knock(place), key or new_seat_key()
    asked = await challenge(visit)
    introducing = Introducing(place, visit, asked, public_key(own.secret))
    await introducing.introduce(code, watches=True)
    signature = sign(own.secret, asked, visit.certificate)
    peer = Peer(visit, own, name)
    peer.say(Watch(PlayerName(name), public_key(own.secret), signature))
    await peer.hear_kind(Watching)
    return peer


def _witness(name: str, key: SeatKey) -> Witness:
    """Make a player's own eyes, whose nonces follow from the name: the same script gives the same game."""
    chance = Chance(name.encode())
    return Witness(
        TABLE,
        public_key(key.secret),
        lambda text: sealing.sign(key.secret, text),
        sealing.verify,
        lambda count: bytes(chance.below(256) for _ in range(count)),
    )


@dataclass
class Seat:
    """A client with an ear: everything it was told, and how its connection fared."""

    client: TableClient
    running: "asyncio.Task[None]"
    messages: list[AnyToPeer]
    links: list[LinkState]
    _news: asyncio.Event

    async def until(self, wanted: Callable[["Seat"], bool], seconds: float = PATIENCE) -> None:
        """Wait until something has come."""
        async with asyncio.timeout(seconds):
            while not wanted(self):
                if self.running.done() and not self._news.is_set():
                    # What ended it tells more than a time-out.
                    await self.running
                self._news.clear()
                await self._news.wait()

    async def until_kind(self, kind: type[MessageT], seconds: float = PATIENCE) -> MessageT:
        """Wait for a message of a kind."""
        await self.until(lambda seat: any(isinstance(message, kind) for message in seat.messages), seconds)
        return next(message for message in self.messages if isinstance(message, kind))

    def count_of(self, kind: type[AnyToPeer]) -> int:
        """Count the messages of a kind that have come."""
        return sum(isinstance(message, kind) for message in self.messages)

    async def until_link(self, kind: str, seconds: float = PATIENCE) -> LinkState:
        """Wait until the connection is in some state, and return that."""
        await self.until(lambda seat: bool(seat.links) and seat.links[-1].kind == kind, seconds)
        return self.links[-1]


def join(
    place: Place,
    name: str,
    key: SeatKey | None = None,
    on_message: Callable[[AnyToPeer], None] | None = None,
    stand_in: str | None = None,
    kind: type[TableClient] = TableClient,
    code: Code | None = None,
) -> Seat:
    """Run a client; what it does with a message is up to the test."""
    messages: list[AnyToPeer] = []
    links: list[LinkState] = []
    news = asyncio.Event()

    def hear(message: AnyToPeer) -> None:
        messages.append(message)
        news.set()
        if on_message is not None:
            on_message(message)

    def note(state: LinkState) -> None:
        links.append(state)
        news.set()

    client = kind(place, key, name, hear, note, stand_in=stand_in, code=code)
    return Seat(client, asyncio.create_task(client.run()), messages, links, news)
