"""A lab whose network delays, loses and falls apart as told."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.lan.lab import Lab, Machine, bring_up


class RoughLab(Lab):
    """Machines on a switch in user space."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._orders: dict[str, Any] = {"ports": []}
        self._switching = subprocess.Popen(
            [sys.executable, "-m", "tests.lan.rough_switch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    def delay(self, seconds: float) -> None:
        """Delay everything that is sent by so much."""
        self._order(delay=seconds)

    def lose(self, share: float) -> None:
        """Lose this share of everything that is sent: 0.02 is one frame in fifty."""
        self._order(loss=share)

    def cut(self, *groups: Sequence[str]) -> None:
        """Let only the machines of one group hear each other; whoever is in none hears nobody."""
        self._order(groups=[[self.host(name).namespace for name in group] for group in groups])

    def heal(self) -> None:
        """Let everybody hear everybody."""
        self._order(groups=[])

    def close(self) -> None:
        """Take everything apart."""
        super().close()
        self._switching.kill()
        self._switching.wait()
        for stream in (self._switching.stdin, self._switching.stdout):
            if stream is not None:
                stream.close()

    def _order(self, **orders: Any) -> None:
        self._orders |= orders
        assert self._switching.stdin is not None
        self._switching.stdin.write(json.dumps(self._orders) + "\n")
        self._switching.stdin.flush()
        assert self._switching.stdout is not None
        if not self._switching.stdout.readline():
            raise AssertionError("the switch is gone")

    def _plug_in(self, machine: Machine) -> None:
        self._order(ports=[*self._orders["ports"], machine.namespace])
        bring_up(machine)


@contextmanager
def rough_lab(folder: Path, names: Sequence[str] = ()) -> Iterator[RoughLab]:
    """Build a rough lab, with some machines to begin with, for the length of a test."""
    built = RoughLab(folder)
    try:
        for name in names:
            built.host(name)
        yield built
    finally:
        built.close()
