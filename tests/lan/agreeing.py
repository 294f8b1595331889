"""Let groups type ``takelan play``: ``python -m tests.lan.agreeing --times 100 --loss 2 --delay 20``."""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.lan.rough_lab import RoughLab, rough_lab
from tests.processes import PATIENCE, Process, end_on_sigterm

NAMES = ("a", "b", "c", "d", "e", "f")

#: Within how many seconds everybody has typed it.
WITHIN = 0.3

_OBSERVER = "observer"


class Observer:
    """Somebody on a machine of their own who only watches which tables there are."""

    def __init__(self, network: RoughLab) -> None:
        self._watching = network.host(_OBSERVER).person("olga").start("list", "--watch", "--json")
        self._tables = self._next(PATIENCE)
        self._past: set[str] = set()

    def forget(self) -> None:
        """Look only at tables that are opened from now on."""
        self._read()
        self._past |= {table["table"] for table in self._tables}

    def tables(self) -> list[dict[str, Any]]:
        """List the tables there are."""
        self._read()
        return [table for table in self._tables if table["table"] not in self._past]

    def _read(self) -> None:
        for line in self._watching.lines_so_far():
            self._tables = json.loads(line)

    def _next(self, within: float) -> list[dict[str, Any]]:
        line = self._watching.line(within)
        assert line is not None, self._watching.errors()
        tables: list[dict[str, Any]] = json.loads(line)
        return tables


@dataclass(frozen=True)
class Trial:
    """One group that typed it."""

    number: int
    seconds: float
    failure: str | None = None

    def __str__(self) -> str:
        return f"{self.number}: {self.failure or f'one table after {self.seconds:.1f} s'}"


def run(network: RoughLab, numbers: range, names: Sequence[str] = NAMES) -> Iterator[Trial]:
    """Let the group type it so many times, each time from the beginning."""
    for name in names:
        network.host(name)
    observer = Observer(network)
    for number in numbers:
        observer.forget()
        yield _agree(network, observer, number, names)


def _agree(network: RoughLab, observer: Observer, number: int, names: Sequence[str]) -> Trial:
    began = time.monotonic()
    people = _start_everybody(network, number, names)
    try:
        while not _is_one_table(observer.tables(), len(names)):
            seconds = time.monotonic() - began
            ended = [person for person in people if person.popen.poll() is not None]
            if ended or seconds > PATIENCE:
                told = [f"{table['taken']} at {table['table']}" for table in observer.tables()]
                told += [f"somebody ended: {person.errors().strip()}" for person in ended]
                told += [f"last told: {(person.lines_so_far() or [''])[-1]!r}" for person in people]
                return Trial(number, seconds, f"{', '.join(told) or 'no table'} after {seconds:.0f} s")
            time.sleep(0.02)
        return Trial(number, time.monotonic() - began)
    finally:
        for name in names:
            network.kill(name)
            network.host(name).move_out()


def _start_everybody(network: RoughLab, number: int, names: Sequence[str]) -> list[Process]:
    """Let everybody type it, in an order and at moments that the number tells."""
    chance = random.Random(number)
    moments = sorted((chance.uniform(0, WITHIN), name) for name in names)
    began = time.monotonic()
    people = []
    for moment, name in moments:
        time.sleep(max(0.0, began + moment - time.monotonic()))
        person = network.host(name).person(f"{name}{number}")
        people.append(person.start("play", "take-a-number", "--plain", f"--name={name}"))
    return people


def _is_one_table(tables: list[dict[str, Any]], count: int) -> bool:
    return len(tables) == 1 and tables[0]["taken"] == count


def main() -> int:
    """Run, report, and tell how to repeat what failed."""
    end_on_sigterm()
    wish = _read()
    folder = Path(tempfile.mkdtemp(prefix="takelan-"))
    trials = []
    try:
        with rough_lab(folder) as network:
            network.lose(wish.loss / 100)
            network.delay(wish.delay / 1000)
            for trial in run(network, range(wish.first, wish.first + wish.times)):
                trials.append(trial)
                if wish.verbose or trial.failure:
                    print(trial, flush=True)  # noqa: T201 - a command's output
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    failed = [trial for trial in trials if trial.failure]
    seconds = sorted(trial.seconds for trial in trials if not trial.failure)
    figures = f"median {seconds[len(seconds) // 2]:.1f} s, longest {seconds[-1]:.1f} s" if seconds else ""
    print(f"{len(trials)} groups, {len(failed)} without one table, {figures}")  # noqa: T201
    for trial in failed:
        again = f"--first {trial.number} --times 1 --loss {wish.loss:g} --delay {wish.delay:g}"
        print(f"again: python -m tests.lan.agreeing {again}")  # noqa: T201 - a command's output
    return 1 if failed else 0


def _read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.lan.agreeing", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="how many groups")
    parser.add_argument("--loss", type=float, default=0.0, help="the network loses so many of 100 frames")
    parser.add_argument("--delay", type=float, default=0.0, help="and delays the others by so many ms")
    parser.add_argument("--first", type=int, default=0, help="the number of the first group")
    parser.add_argument("--verbose", action="store_true", help="print a line for every group")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
