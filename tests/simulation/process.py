"""A program on a machine: it lives, is paused, dies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.simulation.clock import Alarm

if TYPE_CHECKING:
    from tests.simulation.network import Line
    from tests.simulation.world import World


class Process:
    """Something that hears messages and wakes up by itself."""

    def __init__(self, world: World, machine: int) -> None:
        self.world = world
        self.machine = machine
        self.is_alive = True
        self._pauses = 0
        self._backlog: list[Callable[[], None]] = []
        self.alarm = Alarm(world.clock, partial(self.do, self.wake))

    @property
    def is_paused(self) -> bool:
        """Whether it does nothing for now."""
        return self._pauses > 0

    def do(self, action: Callable[..., None], *details: Any) -> None:
        """Do something now, after a pause, or never."""
        if self.is_alive and self._pauses:
            self._backlog.append(partial(action, *details))
        elif self.is_alive:
            action(*details)

    def pause(self) -> None:
        """Stop doing anything; what arrives waits."""
        self._pauses += 1

    def resume(self) -> None:
        """Go on, beginning with what has waited."""
        self._pauses -= 1
        if not self.is_paused:
            backlog, self._backlog = self._backlog, []
            for action in backlog:
                self.do(action)

    def die(self) -> None:
        """End at once, as by kill -9."""
        self.is_alive = False
        self._backlog.clear()

    def hear(self, line: Line, message: Any) -> None:
        """Take a message from a connection."""
        raise NotImplementedError

    def line_ended(self, line: Line) -> None:
        """Learn that a connection is gone."""
        raise NotImplementedError

    def wake(self) -> None:
        """Do what is due."""
        raise NotImplementedError
