"""A virtual clock: what falls due first happens first."""

import heapq
from collections.abc import Callable
from functools import partial

#: More than this never happens in one game.
_MOST = 100_000


class Clock:
    """Time that passes only when everything due has been done."""

    def __init__(self) -> None:
        self.now = 0.0
        #: Whether time stands still for good.
        self.is_stopped = False
        self._count = 0
        self._done = 0
        self._due: list[tuple[float, int, Callable[[], None]]] = []

    def at(self, moment: float, action: Callable[[], None]) -> None:
        """Do something at a moment, or now if that is past."""
        self._count += 1
        heapq.heappush(self._due, (moment if moment > self.now else self.now, self._count, action))

    def after(self, delay: float, action: Callable[[], None]) -> None:
        """Do something after a while."""
        self.at(self.now + delay, action)

    def run(self, until: float) -> None:
        """Let time pass until a moment, or until it is stopped."""
        due, pop = self._due, heapq.heappop
        while due and due[0][0] <= until and not self.is_stopped:
            self.now, _, action = pop(due)
            self._done += 1
            if self._done > _MOST:
                raise RuntimeError("somebody wakes up over and over without doing anything")
            action()
        if not self.is_stopped:
            self.now = max(self.now, until)


class Alarm:
    """One thing that wakes up whenever it wants to: only its latest wish counts."""

    def __init__(self, clock: Clock, action: Callable[[], None]) -> None:
        self._clock = clock
        self._action = action
        self._set_for: float | None = None

    def set(self, moment: float | None) -> None:
        """Wake up at a moment; None is not at all."""
        if moment is not None and (self._set_for is None or moment < self._set_for):
            moment = max(moment, self._clock.now)
            self._set_for = moment
            self._clock.at(moment, partial(self._ring, moment))

    def _ring(self, moment: float) -> None:
        if self._set_for == moment:
            self._set_for = None
            self._action()
