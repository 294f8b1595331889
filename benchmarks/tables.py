"""A hundred tables of four on one machine: how long a choice takes until its player sees it taken.

Every table is a host process of its own; two more processes hold the four hundred players, who think as long
as people do and keep the tables' shares, as real clients. The floor is one such table on the idle machine.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks._crowd import SEATS
from benchmarks._records import Record, at_most, percentile
from benchmarks._servers import place_of, started
from takelan.net.discovery.found import Place

_TABLES = 100
_CROWDS = 2
#: For each second asked for.
_LENGTH = 15


def run(seconds: float) -> list[Record]:
    """Measure one table, then a hundred."""
    alone = _measure(1, 1, _LENGTH * seconds)
    crowded = _measure(_TABLES, _CROWDS, _LENGTH * seconds)
    return [
        Record(
            f"choice seen, {_TABLES} tables of {SEATS}, p{round(100 * part)}",
            1000 * percentile(crowded, part),
            "ms",
            floor=1000 * percentile(alone, part),
            goal=at_most(50) if part > 0.9 else None,
        )
        for part in (0.5, 0.99)
    ]


def _measure(tables: int, crowds: int, seconds: float) -> list[float]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for variable in ("TAKELAN_STATE_DIR", "TAKELAN_RUNTIME_DIR"):
            patch.setenv(variable, str(folder))
        role = ("table", "take-a-number", SEATS, "quorum")
        processes = [stack.enter_context(started(*role)) for _ in range(tables)]
        places = [place_of(process) for process in processes]
        people = [_crowd(places[first::crowds], seconds, stack) for first in range(crowds)]
        for crowd in people:
            _read(crowd)
        for crowd in people:
            _write(crowd, "")
        return [wait for crowd in people for wait in json.loads(_read(crowd))]


def _crowd(places: Sequence[Place], seconds: float, stack: ExitStack) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks._crowd", str(seconds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    stack.callback(process.kill)
    _write(process, json.dumps(places))
    return process


def _read(process: "subprocess.Popen[str]") -> str:
    if process.stdout is None or not (line := process.stdout.readline()):
        raise RuntimeError("the players have gone")
    return line


def _write(process: "subprocess.Popen[str]", line: str) -> None:
    if process.stdin is not None:
        process.stdin.write(line + "\n")
        process.stdin.flush()
