"""How long play rests when its host goes: from the signal until every seat sees the next step.

Real processes on one machine, in mid-game; every game is then played to its end and judged. No floor: what is
waited for is the silence that shows a host is dead, votes and shares, and the next player's own thinking.
"""

from benchmarks._records import Record, at_most
from tests.staying_alive.series import LIMITS, How
from tests.staying_alive.series import run as strike

_TABLES = range(3)
_WORDS: dict[How, str] = {
    "leave": "host leaves, until play goes on",
    "kill": "host is killed, until play goes on",
}


def run(seconds: float) -> list[Record]:
    """Strike a few hosts each way; the time asked for does not matter, the counts are fixed."""
    return [
        Record(f"{_WORDS[how]}, slowest seat", 1000 * _slowest(how), "ms", goal=at_most(1000 * LIMITS[how]))
        for how in _WORDS
    ]


def _slowest(how: How) -> float:
    trials = list(strike(_TABLES, how, "loopback", "take-a-number"))
    for trial in trials:
        if trial.failure:
            raise RuntimeError(str(trial))
    return max(trial.gap for trial in trials)
