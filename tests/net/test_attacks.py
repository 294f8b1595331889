"""Sieges: real attackers against a real host in a process of its own, while two honest players play on."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from takelan.net.discovery.found import Place
from takelan.net.limits import PING_EVERY, SILENT_AFTER
from takelan.rules import take_that
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.to_host import Ready, Say
from takelan.wire.to_peer import AnyToPeer, Notice, Ping, Said, TableState, TakeThatStep
from tests.net.hosting import Seat, join
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]
STRANGER = "127.0.0.2"
HONEST = "127.0.0.1"

MOST_MEMORY = 150 * 1024
#: What one flooding client costs everybody at a host without limits, all the time. A machine that is busy
#: with other tests costs as much now and then: so the usual wait is judged, and the longest only told.
MOST_DELAY = 0.5


@dataclass
class Siege:
    """A host under attack."""

    process: asyncio.subprocess.Process
    place: Place

    async def attack(self, name: str, address: str) -> dict[str, Any]:
        """Run one attack in a process of its own, and return what it observed."""
        command = (sys.executable, "-m", "tests.net.attackers", name, str(self.place.port), address)
        attacker = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        observed, _ = await attacker.communicate()
        assert attacker.returncode == 0
        return dict(json.loads(observed))

    def peak_memory(self) -> int:
        """Tell the most memory the host has ever used, in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))


@asynccontextmanager
async def besieged(game: str) -> AsyncIterator[Siege]:
    """Hold a table in a process of its own."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "tests.net.host_process", game)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    ready = json.loads(await process.stdout.readline())
    try:
        yield Siege(process, Place("127.0.0.1", ready["port"], ready["fingerprint"]))
        assert process.returncode is None
    finally:
        process.stdin.close()
        _, complaints = await asyncio.wait_for(process.communicate(), PATIENCE)
        assert complaints == b""


@dataclass
class Pair:
    """Two honest players: they play if there is a game, and one hears what the other says."""

    ann: Seat
    ben: Seat
    delays: list[float] = field(default_factory=list)
    moves: int = 0

    async def talk(self) -> None:
        """Say something twenty times a second, and measure how long it takes to be heard."""
        loop = asyncio.get_running_loop()
        number = 0
        while True:
            number += 1
            text = Talk(f"tick {number}")
            began = loop.time()
            self.ann.client.send(Say(text))
            await self.ben.until(partial(_has_heard, text))
            self.delays.append(loop.time() - began)
            await asyncio.sleep(0.05)

    def act(self, seat: Callable[[], Seat], message: AnyToPeer) -> None:
        """Play whatever can be played, ten times a second."""
        if (
            isinstance(message, TableState)
            and message.you is not None
            and not message.seats[message.you].is_ready
        ):
            if message.stage != "playing":
                seat().client.send(Ready())
        elif isinstance(message, TakeThatStep) and (moves := take_that.GAME.moves_in(message.view)):
            asyncio.get_running_loop().call_later(0.1, self._play, seat(), moves[0])

    def _play(self, seat: Seat, move: Any) -> None:
        self.moves += seat.client.play(move)

    @property
    def worst(self) -> float:
        """Tell the longest wait but for one in a hundred."""
        return sorted(self.delays)[int(len(self.delays) * 0.99)]

    @property
    def usual(self) -> float:
        """Tell the wait in the middle."""
        return median(self.delays)


def _has_heard(text: Talk, seat: Seat) -> bool:
    return any(isinstance(message, Said) and message.text == text for message in seat.messages[-1000:])


@asynccontextmanager
async def playing(siege: Siege, *, with_game: bool) -> AsyncIterator[Pair]:
    """Let two honest players play until the end."""
    seats: dict[str, Seat] = {}
    pair: list[Pair] = []

    def listen(name: str) -> Callable[[AnyToPeer], None]:
        return lambda message: pair[0].act(lambda: seats[name], message) if pair and with_game else None

    for name in ("Ann", "Ben"):
        seats[name] = join(siege.place, name, on_message=listen(name))
        await seats[name].until_kind(TableState)
    pair.append(Pair(seats["Ann"], seats["Ben"]))
    if with_game:
        for seat in seats.values():
            seat.client.send(Ready())
    talking = asyncio.create_task(pair[0].talk())
    try:
        yield pair[0]
    finally:
        talking.cancel()
        for seat in seats.values():
            await seat.client.close()
    assert [state.kind for seat in seats.values() for state in seat.links] == ["connecting", "seated"] * 2


async def check(siege: Siege, pair: Pair, observed: dict[str, Any]) -> None:
    """See that the host and its honest players are well, and tell how well."""
    while len(pair.delays) < 15:
        await asyncio.sleep(0.05)
    told = {
        **observed,
        "p50 ms": round(pair.usual * 1000, 1),
        "p99 ms": round(pair.worst * 1000, 1),
        "moves": pair.moves,
        "peak MiB": siege.peak_memory() // 1024,
    }
    print(told)  # noqa: T201 (shown with -s, or when it fails)
    assert siege.peak_memory() < MOST_MEMORY
    assert pair.usual < MOST_DELAY


OUTSIDE: dict[str, Callable[[dict[str, Any]], bool]] = {
    "idle_connections": lambda seen: seen["open soon"] <= 4 and seen["open in the end"] == 0,
    "connect_flood": lambda seen: seen["made"] > 100,
    "port_scan": lambda seen: seen["made"] > 100,
    "handshakes": lambda seen: 0 < seen["shaken"] <= 30,
    "byte_drip": lambda seen: seen["opened"] >= 4 and seen["open in the end"] == 0,
    "http_requests": lambda seen: seen["longest answer"] == 0,
    "tls_garbage": lambda seen: seen["longest answer"] < 100,
    "giant_header": lambda seen: seen["made"] > 0 and seen["most poured"] < 1_000_000,
    "endless_boxes": lambda seen: seen["made"] > 0 and seen["most poured"] < 1_000_000,
}


@pytest.mark.parametrize("attack", OUTSIDE)
async def test_an_attack_from_outside_costs_nobody_the_game(attack: str) -> None:
    """Strangers are dropped; the game goes on, and the host neither grows nor slows down."""
    async with besieged("take-that") as siege, playing(siege, with_game=True) as pair:
        observed = await siege.attack(attack, STRANGER)
        await check(siege, pair, observed)
        assert OUTSIDE[attack](observed), observed
        assert pair.moves > 3


@pytest.mark.parametrize("attack", ["idle_connections", "handshakes"])
async def test_an_attack_from_the_players_own_machine_locks_nobody_out(attack: str) -> None:
    """Whoever comes during it, from the same address, still finds a seat."""
    async with besieged("take-a-number") as siege, playing(siege, with_game=False) as pair:
        attacking = asyncio.create_task(siege.attack(attack, HONEST))
        await asyncio.sleep(1.0)
        late = join(siege.place, "Late")
        await late.until_link("seated")
        await check(siege, pair, await attacking)
        await late.client.close()


async def test_a_seat_that_floods_is_out_and_the_others_talk_on() -> None:
    """It is told that it said too much."""
    async with besieged("take-a-number") as siege, playing(siege, with_game=False) as pair:
        observed = await siege.attack("seated_flood", STRANGER)
        await check(siege, pair, observed)
        assert observed["farewell"] == "flooded"
        flood = [one for one in pair.ben.messages if isinstance(one, Said) and one.name == "Flood"]
        assert len(flood) <= 80


async def test_a_seat_that_never_reads_is_dropped_and_nobody_waits_for_it() -> None:
    """Long before it would be gone for its silence."""
    async with besieged("take-a-number") as siege, playing(siege, with_game=False) as pair:
        sloth = PlayerName("Sloth")
        attacking = asyncio.create_task(siege.attack("never_reads", STRANGER))
        await pair.ben.until(lambda seat: Notice("joined", sloth) in seat.messages)
        before = pair.ben.count_of(Ping)
        await pair.ben.until(lambda seat: Notice("away", sloth) in seat.messages)
        pings = pair.ben.count_of(Ping) - before
        # It still sits there: the host was the one to end it.
        assert not attacking.done()
        observed = await attacking
        await check(siege, pair, {**observed, "dropped after pings": pings})
        assert observed["others dropped"] == 0
        assert pings < SILENT_AFTER / PING_EVERY
