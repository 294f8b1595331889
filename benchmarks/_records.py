"""One thing measured: ours, its floor in the same run, and the goal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

#: What a goal is about, and on which side of it one should be.
_Side = Literal["at most", "at least"]


@dataclass(frozen=True)
class Goal:
    """What we want a figure, or its ratio to the floor, to be."""

    side: _Side
    limit: float
    of_ratio: bool = False

    def is_met(self, ours: float, ratio: float | None) -> bool:
        """Tell whether a figure is on the right side."""
        value = ratio if self.of_ratio else ours
        if value is None:
            return False
        return value <= self.limit if self.side == "at most" else value >= self.limit

    def words(self, unit: str) -> str:
        """Write the goal for people."""
        sign = "≤" if self.side == "at most" else "≥"
        return f"{sign} {figure(self.limit)} {'x' if self.of_ratio else unit}"


def at_most(limit: float) -> Goal:
    """Want a figure to be small."""
    return Goal("at most", limit)


def at_least(limit: float) -> Goal:
    """Want a figure to be large."""
    return Goal("at least", limit)


def ratio_at_most(limit: float) -> Goal:
    """Want to stay near the floor."""
    return Goal("at most", limit, of_ratio=True)


def ratio_at_least(limit: float) -> Goal:
    """Want to reach a part of the floor's speed."""
    return Goal("at least", limit, of_ratio=True)


@dataclass(frozen=True)
class Record:
    """One line of the table; figure and floor are in the same unit."""

    what: str
    ours: float
    unit: str
    floor: float | None = None
    goal: Goal | None = None

    @property
    def ratio(self) -> float | None:
        """How far from the floor."""
        return self.ours / self.floor if self.floor else None

    @property
    def is_met(self) -> bool | None:
        """Whether the goal was reached; None without one."""
        return None if self.goal is None else self.goal.is_met(self.ours, self.ratio)

    def plain(self) -> dict[str, Any]:
        """Tell it to programs."""
        return {
            "what": self.what,
            "ours": self.ours,
            "floor": self.floor,
            "unit": self.unit,
            "ratio": self.ratio,
            "goal": self.goal.words(self.unit) if self.goal else None,
            "is_met": self.is_met,
        }

    def cells(self) -> list[str]:
        """Tell it to people."""
        verdict = {True: "yes", False: "NO", None: ""}[self.is_met]
        return [
            self.what,
            f"{figure(self.ours)} {self.unit}",
            "" if self.floor is None else f"{figure(self.floor)} {self.unit}",
            "" if self.ratio is None else f"{self.ratio:.2f}",
            self.goal.words(self.unit) if self.goal else "",
            verdict,
        ]


def percentile(values: Sequence[float], part: float) -> float:
    """Find the value below which a part of all lies."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def figure(value: float) -> str:
    """Write a number with three digits that count."""
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
