"""The host that a client has started: it goes on without its client, if others need it."""

import os
import signal
import subprocess
import sys

from takelan.net.child import own_environment
from tests.processes import is_running

#: Lets go of a host that does not end, and then ends itself.
LEAVER = """
import asyncio, os, signal, sys
from takelan.net.child import start_host

async def main():
    if sys.version_info < (3, 12):
        # Later versions watch a child like that by themselves, and forget it with the loop.
        watcher = asyncio.PidfdChildWatcher()
        watcher.attach_loop(asyncio.get_running_loop())
        asyncio.set_child_watcher(watcher)
    host = await start_host(["take-that", "--bind=127.0.0.1"])
    os.kill(host.pid, signal.SIGSTOP)
    assert not await host.release(0.1)
    print(host.pid)

asyncio.run(main())
"""


def test_a_host_that_was_let_go_of_outlives_its_client() -> None:
    """Whoever leaves while others play on takes no table along, and sees no complaint."""
    # What Python thinks of such a watcher being left behind is no complaint of ours.
    command = [sys.executable, "-W", "ignore", "-c", LEAVER]
    left = subprocess.run(command, env=own_environment(), capture_output=True, text=True, timeout=60)
    host = int(left.stdout)
    assert is_running(host)
    os.kill(host, signal.SIGKILL)
    assert left.stderr == ""
