"""How long a bot may think: so many samples, and if a runner wants it, only while there is time.

A budget of samples alone makes play reproducible from a seed; a stopwatch, which only a runner that has
a clock can bring, cuts a decision short on a slow machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

#: Asked while thinking; False ends the thought.
IsTimeLeft: TypeAlias = Callable[[], bool]

#: Samples a decision: on a usual machine far within the 0.6 s that a decision may take.
DEFAULT_SAMPLES = 40


def _always() -> bool:
    return True


def _no_clock() -> IsTimeLeft:
    return _always


@dataclass(frozen=True)
class Budget:
    """What one decision may cost."""

    #: How many ways the hidden cards may lie are looked at.
    samples: int = DEFAULT_SAMPLES
    #: Started at the beginning of a decision; tells from then on whether there is time left.
    stopwatch: Callable[[], IsTimeLeft] = _no_clock
