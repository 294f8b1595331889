"""Many games on all cores, added up."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from tests.simulation.game import Result, play
from tests.simulation.mutants import planted

_BATCH = 50


@dataclass
class Tally:
    """How many games went how."""

    games: int = 0
    faults: int = 0
    elections: int = 0
    calls: int = 0
    hand_overs: int = 0
    lost: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    failures: dict[int, list[str]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Count one game."""
        self.games += 1
        self.faults += result.faults
        self.elections += result.elections
        self.calls += result.calls
        self.hand_overs += result.hand_overs
        self.lost += result.is_lost
        if result.violations:
            self.failures[result.seed] = result.violations

    def report(self, seconds: float) -> str:
        """Say it in one line."""
        return (
            f"{self.games} games, {self.faults} faults, {self.elections} elections, {self.calls} resumed, "
            f"{self.hand_overs} handed over, {self.lost} beyond recovery, {len(self.failures)} violations, "
            f"{seconds:.1f} s"
        )


def run(
    seeds: range, mutant: str | None = None, jobs: int | None = None, *, stop_early: bool = False
) -> Tally:
    """Play every seed."""
    tally = Tally()
    batches = [seeds[first : first + _BATCH] for first in range(0, len(seeds), _BATCH)]
    for results in _results(batches, mutant, jobs or os.cpu_count() or 1):
        for result in results:
            tally.add(result)
        if stop_early and tally.failures:
            break
    return tally


def _results(batches: list[range], mutant: str | None, jobs: int) -> Iterator[list[Result]]:
    if jobs == 1:
        yield from (_play_all(batch, mutant) for batch in batches)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = [pool.submit(_play_all, batch, mutant) for batch in batches]
        try:
            yield from (future.result() for future in futures)
        finally:
            pool.shutdown(cancel_futures=True)


def _play_all(seeds: range, mutant: str | None) -> list[Result]:
    # What a game leaves behind is full of circles: swept together once a batch, not over and over.
    gc.disable()
    try:
        with planted(mutant):
            return [_play_one(seed) for seed in seeds]
    finally:
        gc.enable()
        gc.collect()


def _play_one(seed: int) -> Result:
    try:
        return play(seed)
    except Exception as error:
        return Result(seed, violations=[f"{type(error).__name__}: {error}"])
