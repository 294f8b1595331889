"""How soon everybody sees a grab: from one player's key to all four screens, over TLS, beside a floor.

The table is a real host in a process of its own; four clients take turns at grabbing and each decodes what
it is told. The floor is a bare asyncio server, also in a process of its own, that answers as many bytes as a
grab has with as many bytes as the host says to each seat, and knows no rules, no messages and no limits. Both
take turns in short slices, so that a noisy machine disturbs both alike.
"""

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from takelan.net import guest
from takelan.net.discovery.found import Place
from takelan.net.host import Host
from takelan.net.tls import Line, connect, make_identity
from takelan.net.visit import Visit
from takelan.net.way_in import enter
from takelan.rules import take_it
from takelan.rules.chance import Chance
from takelan.store.seat_keys import new_seat_key
from takelan.table.pace import Pace
from takelan.table.setup import Setup
from takelan.wire.codec import encode
from takelan.wire.peer_text import PlayerName, TableName
from takelan.wire.to_host import Play, Pong, Ready
from takelan.wire.to_peer import Ping, TableState, TakeItStep

SEATS = 4
SLICE = 20
GRAB = encode(Play(take_it.Grab(1)))


async def hold_table() -> None:
    """Be the host: tell where, and serve until ended."""
    # A benchmark plays faster than people; how much a seat may say is not what is measured.
    for limit in ("MESSAGES_PER_SECOND", "MESSAGES_AT_ONCE"):
        setattr(guest, limit, 10**9)
    options = take_it.Options(rounds=100)
    setup = Setup(
        table=secrets.token_hex(8),
        name=TableName("Benchmark"),
        host_name=PlayerName("Host"),
        game=take_it.GAME,
        options=options,
        pace=Pace(flip_gap=0.0, round_pause=0.0, idle_flip=60.0),
        seats=SEATS,
    )
    host = Host(setup, Chance(b"benchmark"), bind="127.0.0.1", port=0, announce=False)
    opened = await host.open()
    print(json.dumps([opened.port, opened.fingerprint]), flush=True)
    await host.serve()


async def hold_floor(size: int) -> None:
    """Be the floor: answer every grab with so many bytes to everybody."""
    writers: list[asyncio.StreamWriter] = []
    words = bytes(size)

    async def fan_out(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while await reader.readexactly(len(GRAB)):
            for other in writers:
                other.write(words)

    identity = make_identity()
    server = await asyncio.start_server(fan_out, "127.0.0.1", 0, ssl=identity.context)
    print(json.dumps([server.sockets[0].getsockname()[1], identity.fingerprint]), flush=True)
    await server.serve_forever()


class Table:
    """Four clients at a real table."""

    def __init__(self, visits: list[Visit]) -> None:
        self._visits = visits
        self._views: list[take_it.View | None] = [None] * SEATS
        self.size = 0

    @classmethod
    async def sit_down(cls, place: Place) -> "Table":
        """Seat four and begin."""
        names = [PlayerName(f"Player {seat}") for seat in range(SEATS)]
        entered = [await enter(place, new_seat_key(), name, None, None) for name in names]
        table = cls([one.visit for one in entered])
        for visit in table._visits:
            visit.say(Ready())
        await table._everybody_sees(lambda view: view.dealer is not None)
        return table

    async def measure(self) -> float:
        """Turn a card over, let somebody grab it, and tell how long it took until everybody saw that."""
        dealer = self._view().dealer
        if dealer is None:
            await self._next_round()
            dealer = self._view().dealer
        self._visits[dealer or 0].say(Play(take_it.Flip()))
        await self._everybody_sees(lambda view: bool(view.row))
        view = self._view()
        grabber = max(range(SEATS), key=lambda seat: view.takes_left[seat])
        began = perf_counter()
        self._visits[grabber].say(Play(take_it.Grab(view.row_number)))
        await self._everybody_sees(lambda view: not view.row)
        return perf_counter() - began

    def _view(self) -> take_it.View:
        view = self._views[0]
        if view is None:
            raise RuntimeError("nothing was dealt")
        return view

    async def _next_round(self) -> None:
        for visit in self._visits:
            visit.say(Ready())
        await self._everybody_sees(lambda view: view.dealer is not None)

    async def _everybody_sees(self, wanted: Any) -> None:
        await asyncio.gather(*(self._sees(seat, wanted) for seat in range(SEATS)))

    async def _sees(self, seat: int, wanted: Any) -> None:
        while True:
            message = await self._visits[seat].hear()
            if isinstance(message, Ping):
                self._visits[seat].say(Pong(message.number))
            elif isinstance(message, TakeItStep):
                self._views[seat] = message.view
                self.size = len(encode(message))
                if wanted(message.view):
                    return
            elif isinstance(message, TableState) and message.stage == "over":
                raise EOFError


class Floor:
    """Four bare connections."""

    def __init__(self, lines: list[Line], size: int) -> None:
        self._lines = lines
        self._size = size
        self._turn = 0

    @classmethod
    async def connect(cls, place: Place, size: int) -> "Floor":
        """Connect four."""
        return cls([await connect(place) for _ in range(SEATS)], size)

    async def measure(self) -> float:
        """Send a grab's bytes and tell how long it took until everybody had the answer."""
        self._turn = (self._turn + 1) % SEATS
        began = perf_counter()
        self._lines[self._turn].writer.write(GRAB)
        await asyncio.gather(*(line.reader.readexactly(self._size) for line in self._lines))
        return perf_counter() - began


@contextmanager
def served(*role: str) -> Iterator[Place]:
    """Run one of the two servers in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.net", *role],
            stdout=subprocess.PIPE,
            env={**os.environ, "TAKELAN_STATE_DIR": folder, "TAKELAN_RUNTIME_DIR": folder},
        )
        with process:
            try:
                port, fingerprint = json.loads(process.stdout.readline() if process.stdout else b"")
                yield Place("127.0.0.1", port, fingerprint)
            finally:
                process.terminate()


async def measure(seconds: float) -> tuple[list[float], list[float], int]:
    """Measure the table and the floor in turn, for so long each."""
    with served("table") as place:
        table = await Table.sit_down(place)
        await table.measure()
        size = table.size
        with served("floor", str(size)) as floor_place:
            floor = await Floor.connect(floor_place, size)
            await floor.measure()
            grabs: list[float] = []
            answers: list[float] = []
            while min(sum(grabs), sum(answers)) < seconds / 2 and len(grabs) < 1000:
                grabs += [await table.measure() for _ in range(SLICE)]
                answers += [await floor.measure() for _ in range(SLICE)]
            return grabs, answers, size


def run(seconds: float) -> list[dict[str, Any]]:
    """Measure a grab, and the floor of the same bytes."""
    grabs, answers, size = asyncio.run(measure(seconds))
    return [_record("host", grabs, size), _record("floor", answers, size)]


def _record(what: str, times: list[float], size: int) -> dict[str, Any]:
    ordered = sorted(times)
    return {
        "grab to all of 4 screens": what,
        "samples": len(times),
        "bytes each": size,
        "p50 µs": round(ordered[len(times) // 2] * 1e6),
        "p99 µs": round(ordered[int(len(times) * 0.99)] * 1e6),
    }


def main() -> None:
    """Be one of the two servers."""
    asyncio.run(hold_table() if sys.argv[1] == "table" else hold_floor(int(sys.argv[2])))


if __name__ == "__main__":
    main()
