"""The two servers that are compared, each in a process of its own.

``python -m benchmarks._servers table GAME SEATS SUCCESSION`` is a real host. ``… floor ASKED ANSWERED`` is a
bare asyncio server that answers so many bytes with so many bytes to everybody, and knows no rules, no
messages and no limits.
"""

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from takelan.net import guest
from takelan.net.discovery.found import Place
from takelan.net.host import Host
from takelan.net.tls import make_identity
from takelan.rules.catalog import find_game
from takelan.rules.chance import Chance
from takelan.table.pace import Pace
from takelan.table.setup import Setup
from takelan.wire.peer_text import PlayerName, TableName


@contextmanager
def served(*role: object) -> Iterator[Place]:
    """Run one of the two servers."""
    with started(*role) as process:
        yield place_of(process)


@contextmanager
def started(*role: object) -> Iterator["subprocess.Popen[bytes]"]:
    """Start one of the two servers, and do not wait until it can be reached: many may start at once."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks._servers", *map(str, role)],
            stdout=subprocess.PIPE,
            env={**os.environ, "TAKELAN_STATE_DIR": folder, "TAKELAN_RUNTIME_DIR": folder},
        )
        with process:
            try:
                yield process
            finally:
                process.kill()


def place_of(process: "subprocess.Popen[bytes]") -> Place:
    """Wait until a server can be reached."""
    port, fingerprint = json.loads(process.stdout.readline() if process.stdout else b"")
    return Place("127.0.0.1", port, fingerprint)


async def _hold_table(game: str, seats: str, succession: Any) -> None:
    # A benchmark plays faster than people; how much a seat may say is not what is measured.
    for limit in ("MESSAGES_PER_SECOND", "MESSAGES_AT_ONCE"):
        setattr(guest, limit, 10**9)
    rules = find_game(game)
    setup = Setup(
        table=secrets.token_hex(8),
        name=TableName("Benchmark"),
        host_name=PlayerName("Host"),
        game=rules,
        # As long as people play: of an endless game too much would have to be kept, and then nothing is.
        options=rules.options_type(rounds=2),
        pace=Pace(flip_gap=0.0, round_pause=0.0, idle_flip=60.0, succession=succession),
        seats=int(seats),
    )
    host = Host(setup, Chance(b"benchmark"), bind="127.0.0.1", port=0, announce=False)
    opened = await host.open()
    print(json.dumps([opened.port, opened.fingerprint]), flush=True)
    await host.serve()


async def _hold_floor(asked: str, answered: str) -> None:
    writers: list[asyncio.StreamWriter] = []
    words = bytes(int(answered))

    async def fan_out(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        with suppress(asyncio.IncompleteReadError):
            while await reader.readexactly(int(asked)):
                for other in writers:
                    other.write(words)
        writers.remove(writer)
        writer.close()

    identity = make_identity()
    server = await asyncio.start_server(fan_out, "127.0.0.1", 0, ssl=identity.context)
    print(json.dumps([server.sockets[0].getsockname()[1], identity.fingerprint]), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run({"table": _hold_table, "floor": _hold_floor}[sys.argv[1]](*sys.argv[2:]))  # type: ignore[operator]
