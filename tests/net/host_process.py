"""A host whose memory can be measured, being a process: ``python -m tests.net.host_process GAME``."""

import asyncio
import json
import sys

from takelan.net.host import Host
from takelan.rules.chance import Chance
from takelan.table.pace import Pace
from tests.net.hosting import setup


async def main(game: str) -> None:
    """Tell where the table is, and hold it until the standard input ends."""
    decided = setup(game, rounds=100, pace=Pace(flip_gap=0.0, round_pause=0.0))
    host = Host(decided, Chance(b"siege"), bind="127.0.0.1", port=0, announce=False)
    opened = await host.open()
    print(json.dumps({"port": opened.port, "fingerprint": opened.fingerprint}), flush=True)  # noqa: T201 (its answer)
    asyncio.get_running_loop().run_in_executor(None, sys.stdin.read).add_done_callback(lambda _: host.stop())
    await host.serve()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
