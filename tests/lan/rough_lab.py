"""A lab whose network delays, loses and falls apart as told."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.lan.lab import Lab, Machine, run_ip

_NETWORK = "10.77.0"


class RoughLab(Lab):
    """Machines on a switch in user space; all of them are there from the beginning."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        super().__init__(folder)
        self._orders: dict[str, Any] = {}
        machines = [self._new(name, f"{_NETWORK}.{place}") for place, name in enumerate(names, start=1)]
        self._names = {machine.name: machine.namespace for machine in machines}
        self._switching = subprocess.Popen(
            [sys.executable, "-m", "tests.lan.rough_switch", *self._names.values()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        self._wait_for("ready")
        for machine in machines:
            self._bring_up(machine)

    def host(self, name: str) -> Machine:
        """Find a machine."""
        return self._machines[name]

    def make_rough(self, *, loss: float = 0.0, delay: float = 0.0) -> None:
        """Lose this share of all frames, and delay the others by so many seconds."""
        self._order(loss=loss, delay=delay)

    def cut(self, *groups: Sequence[str]) -> None:
        """Let only the machines of one group hear each other."""
        self._order(groups=[[self._names[name] for name in group] for group in groups])

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
        self._wait_for("done")

    def _wait_for(self, word: str) -> None:
        assert self._switching.stdout is not None
        assert self._switching.stdout.readline().strip() == word

    def _bring_up(self, machine: Machine) -> None:
        run_ip("-n", machine.namespace, "addr", "add", f"{machine.address}/24", "dev", "lan0")
        run_ip("-n", machine.namespace, "link", "set", "lan0", "up")
        run_ip("-n", machine.namespace, "route", "add", "default", "dev", "lan0")


@contextmanager
def rough_lab(folder: Path, names: Sequence[str]) -> Iterator[RoughLab]:
    """Build a rough lab for the length of a test."""
    built = RoughLab(folder, names)
    try:
        yield built
    finally:
        built.close()
