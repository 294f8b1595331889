"""How soon a search that is open shows a new table, and how soon one that was killed is gone.

No floor: what is waited for is the network's own delays and the probes that tell the living from the dead.
"""

import asyncio
import json
import os
import signal
import statistics
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

import pytest

from benchmarks._records import Record, at_most
from takelan.net.ask import ask
from takelan.net.discovery.browse import Browser
from tests.ui.app.pty_screen import takelan

_TIMES = 5
_PATIENCE = 10.0


def run(seconds: float) -> list[Record]:
    """Open and kill a few tables."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
        pytest.MonkeyPatch.context() as patch,
    ):
        for variable in ("TAKELAN_STATE_DIR", "TAKELAN_RUNTIME_DIR"):
            folder = Path(name) / variable
            folder.mkdir(mode=0o700)
            patch.setenv(variable, str(folder))
        shown, gone = asyncio.run(_measure())
    return [
        Record("a table is open, until it is shown", 1000 * shown, "ms", goal=at_most(1000)),
        Record("a host is killed, until it is gone", 1000 * gone, "ms", goal=at_most(3000)),
    ]


async def _measure() -> tuple[float, float]:
    shown, gone = [], []
    async with Browser(ask) as browser:
        await browser.settle(0.3, 0.1, 1.0)
        for _ in range(_TIMES):
            process = await asyncio.create_subprocess_exec(
                *takelan("host", "take-it", "--headless", "--json", "--port=0"), stdout=subprocess.PIPE
            )
            assert process.stdout is not None  # noqa: S101 (for the type checker: it was asked for)
            # Others may open and close tables on this network meanwhile.
            table = json.loads(await process.stdout.readline())["table"]
            shown.append(await _until(browser, table, is_there=True))
            os.kill(process.pid, signal.SIGKILL)
            gone.append(await _until(browser, table, is_there=False))
            await process.wait()
    return statistics.median(shown), statistics.median(gone)


async def _until(browser: Browser, table: str, *, is_there: bool) -> float:
    began = perf_counter()
    while _shows(browser, table) != is_there and perf_counter() - began < _PATIENCE:
        await browser.next_change(0.5)
    return perf_counter() - began


def _shows(browser: Browser, table: str) -> bool:
    return any(found.advert.table == table for found in browser.tables())
