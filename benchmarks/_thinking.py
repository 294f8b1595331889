"""How busy bots keep a machine: the processor time of the processes in which they think."""

import os
import time
from contextlib import suppress
from pathlib import Path


class Thinking:
    """How busy the processes are in which the bots of a program think."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began = time.monotonic()
        self._spent = self._cpu_seconds()

    @property
    def seconds(self) -> float:
        """How long this has been watched."""
        return time.monotonic() - self._began

    @property
    def share(self) -> float:
        """How much of one core they have had since."""
        return (self._cpu_seconds() - self._spent) / self.seconds

    def _cpu_seconds(self) -> float:
        return sum(_cpu_seconds(pid) for pid in _descendants(self._pid) if _is_mind(pid))


def _descendants(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text(encoding="ascii").split())
    return [*children, *(far for child in children for far in _descendants(child))]


def _is_mind(pid: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def _cpu_seconds(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
