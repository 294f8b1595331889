"""How long it takes to sit down at an open table, from the first byte to the welcome, in a program that runs.

A seat costs a key, a signature, and three questions with their answers. The floor is a TLS connection to a
bare server that answers as often. How long the command takes from Enter is told with the other commands.
"""

import asyncio
import tempfile
from time import perf_counter

import pytest

from benchmarks._company import Company
from benchmarks._records import Record, percentile, ratio_at_most
from benchmarks._servers import served
from takelan.net.discovery.found import Place
from takelan.net.tls import connect

_TIMES = 50
#: From hello to the welcome, and how many bytes each has, on average.
_QUESTIONS, _SIZE = 3, 150
#: As near to its floor as a grab has to be.
_GOAL = ratio_at_most(4)


def run(seconds: float) -> list[Record]:
    """Sit down and get up, again and again; the time asked for does not matter, the counts are fixed."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TAKELAN_STATE_DIR", folder)
        patch.setenv("TAKELAN_RUNTIME_DIR", folder)
        with served("table", "take-it", 4, "quorum") as table, served("floor", _SIZE, _SIZE) as bare:
            ours, floor = asyncio.run(_measure(table, bare))
    return [
        Record(
            f"join an open table, until seated, p{round(100 * part)}",
            1000 * percentile(ours, part),
            "ms",
            floor=1000 * percentile(floor, part),
            goal=_GOAL if part == 0.5 else None,
        )
        for part in (0.5, 0.99)
    ]


async def _measure(table: Place, bare: Place) -> tuple[list[float], list[float]]:
    """Take turns, so that a noisy machine disturbs both alike; the first of each only fills caches."""
    pairs = [(await _seated(table), await _answered(bare)) for _ in range(_TIMES + 1)]
    ours, floor = zip(*pairs[1:], strict=True)
    return list(ours), list(floor)


async def _seated(table: Place) -> float:
    company = Company(table, 1)
    began = perf_counter()
    await company.come()
    took = perf_counter() - began
    await company.leave()
    return took


async def _answered(bare: Place) -> float:
    began = perf_counter()
    line = await connect(bare)
    for _ in range(_QUESTIONS):
        line.writer.write(bytes(_SIZE))
        await line.reader.readexactly(_SIZE)
    took = perf_counter() - began
    line.close()
    return took
