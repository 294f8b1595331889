"""Strike hosts in mid-game: ``python -m tests.staying_alive --times 50 --how kill --where lab``."""

import argparse
import math
import os
import sys
from collections.abc import Sequence

from takelan.rules.catalog import GAMES
from tests.processes import end_on_sigterm
from tests.staying_alive.series import LIMITS, Trial, run
from tests.staying_alive.venues import VENUES


def main() -> int:
    """Run, report, and tell how to repeat what failed."""
    end_on_sigterm()
    wish = _read()
    numbers = range(wish.first, wish.first + wish.times)
    trials = []
    for trial in run(numbers, wish.how, wish.where, wish.game):
        trials.append(trial)
        if wish.verbose or trial.failure:
            print(trial, flush=True)  # noqa: T201 - a command's output
    print(_report(trials))  # noqa: T201 - a command's output
    failed = [trial for trial in trials if trial.failure]
    slow = not failed and _percentile(trials, 0.99) > LIMITS[wish.how] * wish.slack
    for trial in failed or ([max(trials, key=lambda one: one.gap)] if slow else []):
        again = f"--first {trial.plan.number} --times 1 --how {wish.how} --where {wish.where}"
        game = f" --game {wish.game}" if wish.game else ""
        print(f"again: python -m tests.staying_alive {again}{game}")  # noqa: T201 - a command's output
    return 1 if failed or slow else 0


def _report(trials: Sequence[Trial]) -> str:
    worked = [trial for trial in trials if not trial.failure]
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    figures = " ".join(
        f"{name} {_percentile(worked, share):.2f} s"
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1))
    )
    return f"{len(trials)} tables, {len(trials) - len(worked)} failures, {figures} (load {load})"


def _percentile(trials: Sequence[Trial], share: float) -> float:
    gaps = sorted(trial.gap for trial in trials)
    return gaps[max(0, math.ceil(share * len(gaps)) - 1)] if gaps else math.nan


def _read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.staying_alive", description=__doc__)
    parser.add_argument("--times", type=int, default=12, help="how many tables")
    parser.add_argument("--how", choices=sorted(LIMITS), default="kill", help="what happens to the host")
    parser.add_argument("--where", choices=sorted(VENUES), default="loopback")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this one; otherwise all in turn")
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--slack", type=float, default=1.0, help="let a loaded machine take so much longer")
    parser.add_argument("--verbose", action="store_true", help="print a line for every table")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
