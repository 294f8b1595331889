"""Weighing moves against each other by playing them out in the same sampled worlds.

Rule 1: every move meets the same hidden cards and the same luck, so that only the move makes a difference.
Rule 2: what falls behind is dropped early; the samples go to the moves that are still in question.
Rule 3: sums are exact, for from Python 3.12 on a plain sum rounds differently, and seeds must not.
"""

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, TypeVar

import msgspec

from takelan.bots.budget import Budget
from takelan.rules.chance import Chance

World = TypeVar("World")

#: So many samples are looked at before moves are first dropped.
_FIRST_LOOK = 6
#: A move this many standard errors behind the best is dropped.
_HOPELESS = 2.0


class Estimate(msgspec.Struct, frozen=True):
    """What a move is worth to the seat, in points more than the others get."""

    move: Any
    value: float
    #: How far off the value may be: one standard error of its distance to the best.
    error: float


def weigh(
    moves: Sequence[Any],
    sample: Callable[[Chance], World],
    play_out: Callable[[World, Any], float],
    chance: Chance,
    budget: Budget,
) -> list[Estimate]:
    """Estimate the worth of moves, the best first."""
    is_time_left = budget.stopwatch()
    results: list[list[float]] = [[] for _ in moves]
    alive = list(range(len(moves)))
    for number in range(budget.samples):
        world = sample(chance.child(number))
        for place in alive:
            results[place].append(play_out(world, moves[place]))
        if number + 1 >= _FIRST_LOOK and number % 2:
            alive = _still_in_question(alive, results)
        if len(alive) == 1 or not is_time_left():
            break
    return _ranked(moves, results, alive)


def _still_in_question(alive: list[int], results: list[list[float]]) -> list[int]:
    best = max(alive, key=lambda place: fsum(results[place]))
    return [place for place in alive if not _is_hopeless(results[best], results[place])]


def _is_hopeless(best: list[float], other: list[float]) -> bool:
    mean, error = _lead(best, other)
    return mean > _HOPELESS * error and mean > 0


def _lead(best: list[float], other: list[float]) -> tuple[float, float]:
    """Tell by how much the best leads over the samples both have seen, and that number's error."""
    count = min(len(best), len(other))
    leads = [one - two for one, two in zip(best, other, strict=False)]
    mean = fsum(leads) / count
    if count < 2:
        return mean, float("inf")
    spread = fsum((lead - mean) ** 2 for lead in leads) / (count - 1)
    return mean, float((spread / count) ** 0.5)


def _ranked(moves: Sequence[Any], results: list[list[float]], alive: list[int]) -> list[Estimate]:
    best = max(alive, key=lambda place: fsum(results[place]))
    top = fsum(results[best]) / len(results[best])
    estimates = [Estimate(moves[best], top, 0.0)]
    for place, values in enumerate(results):
        if place != best:
            mean, error = _lead(results[best], values)
            estimates.append(Estimate(moves[place], top - mean, error))
    # A move dropped early may look better than one that was looked at for long.
    survivors = {id(moves[place]) for place in alive}
    estimates[1:] = sorted(estimates[1:], key=lambda one: (id(one.move) not in survivors, -one.value))
    return estimates
