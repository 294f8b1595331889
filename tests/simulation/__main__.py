"""Play many simulated games: ``python -m tests.simulation --seeds A..B [--mutant NAME] [--jobs N]``."""

from __future__ import annotations

import argparse
import sys
import time

from tests.simulation.mutants import MUTANTS
from tests.simulation.runs import Tally, run
from tests.simulation.shrink import describe, shrink


def main() -> int:
    """Run, report, and shrink the first failure."""
    wish = _read()
    began = time.monotonic()
    tally = run(range(*wish.seeds), wish.mutant, wish.jobs, stop_early=wish.stop_early)
    print(tally.report(time.monotonic() - began))  # noqa: T201 - a command's output
    if tally.failures:
        _explain(tally, wish.mutant)
    return 1 if tally.failures else 0


def _explain(tally: Tally, mutant: str | None) -> None:
    for seed, violations in sorted(tally.failures.items())[:10]:
        print(f"seed {seed}: {violations[0]}")  # noqa: T201 - a command's output
    seed = min(tally.failures)
    option = f" --mutant {mutant}" if mutant else ""
    print(f"\nagain: python -m tests.simulation --seeds {seed}..{seed + 1}{option}")  # noqa: T201
    print(describe(seed, shrink(seed, mutant), mutant))  # noqa: T201 - a command's output


def _read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=_span, required=True, help="from A up to but without B, as A..B")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), help="plant this bug")
    parser.add_argument("--jobs", type=int, default=None, help="processes; as many as there are cores")
    parser.add_argument("--stop-early", action="store_true", help="stop at the first failure")
    return parser.parse_args()


def _span(text: str) -> tuple[int, int]:
    first, _, last = text.partition("..")
    return int(first), int(last)


if __name__ == "__main__":
    sys.exit(main())
