"""Real takelan processes for tests, each group with folders of its own."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from takelan.net.child import own_environment

#: Generous, for a machine that does a hundred other things; nothing is measured by it.
PATIENCE = 60.0

TAKELAN = [sys.executable, "-m", "takelan"]


def until(condition: Callable[[], Any], what: str, within: float = PATIENCE, pause: float = 0.02) -> Any:
    """Look again and again until something is the case, and return it."""
    ends = time.monotonic() + within
    while not (found := condition()):
        if time.monotonic() > ends:
            raise AssertionError(f"waited in vain: {what}")
        time.sleep(pause)
    return found


def killed(script: str) -> bytes:
    """Run a program of ours until it has said a line, kill it, and return the line."""
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=own_environment())
    with program:
        assert program.stdout is not None
        said = program.stdout.readline()
        program.kill()
    return said


def is_running(process: int) -> bool:
    """Tell whether a process runs, whoever has started it."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    # Whoever has ended but was not fetched yet is not running.
    return status.rpartition(")")[2].split()[0] != "Z"


def wrong_code(right: str) -> str:
    """Make a code that leads to the same table and does not open it."""
    return "-".join([*right.split("-")[:2], "acorn" if not right.endswith("acorn") else "zebra"])


def end_on_sigterm() -> None:
    """Let a series that is told to end take its processes and networks apart first."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


class Home:
    """One person's folders, and the processes that use them."""

    def __init__(self, folder: Path, prefix: Sequence[str] = ()) -> None:
        self.folder = folder
        #: What a command line begins with, to run it in another network.
        self.prefix = list(prefix)
        self._stack = ExitStack()
        for name in ("state", "runtime"):
            (folder / name).mkdir(parents=True, mode=0o700, exist_ok=True)

    @property
    def environment(self) -> dict[str, str]:
        """The variables a process of this person sees."""
        return {
            **os.environ,
            "TAKELAN_STATE_DIR": str(self.folder / "state"),
            "TAKELAN_RUNTIME_DIR": str(self.folder / "runtime"),
            "TAKELAN_CONFIG_DIR": str(self.folder / "config"),
            "PYTHONUNBUFFERED": "1",
            "TERM": "xterm",
        }

    def start(self, *arguments: str, program: Sequence[str] = TAKELAN) -> "Process":
        """Start a takelan that is ended with the test."""
        return self.start_in(self.folder, *program, *arguments)

    def start_in(self, folder: Path, *command: str) -> "Process":
        """Start any program in a folder; it is ended with the test."""
        started = Process([*self.prefix, *command], self.environment, folder)
        self._stack.callback(started.end)
        return started

    def run(self, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        """Run a takelan to its end."""
        return subprocess.run(
            [*self.prefix, *TAKELAN, *arguments],
            env=self.environment,
            cwd=self.folder,
            input=typed,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def host(self, *arguments: str, program: Sequence[str] = TAKELAN) -> "HeadlessHost":
        """Start a host without a terminal and wait until it can be joined."""
        return HeadlessHost(self.start("host", "--headless", "--json", *arguments, program=program))

    def close(self) -> None:
        """End everything."""
        self._stack.close()


class Process:
    """A takelan whose output is read line by line."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self.popen = subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._unread = b""

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.popen.stdin is not None
        self.popen.stdin.write(line.encode() + b"\n")
        self.popen.stdin.flush()

    def line(self, within: float = PATIENCE) -> str | None:
        """Read the next line; None is the end of the output."""
        assert self.popen.stdout is not None
        ends = time.monotonic() + within
        while b"\n" not in self._unread:
            readable, _, _ = select.select([self.popen.stdout], [], [], max(0, ends - time.monotonic()))
            if not readable:
                raise AssertionError(f"no line in time, only {self._unread!r}")
            piece = os.read(self.popen.stdout.fileno(), 65536)
            if not piece:
                return None
            self._unread += piece
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    def lines_so_far(self) -> list[str]:
        """Read the lines that are there, without waiting for more."""
        assert self.popen.stdout is not None
        while select.select([self.popen.stdout], [], [], 0)[0]:
            piece = os.read(self.popen.stdout.fileno(), 65536)
            if not piece:
                break
            self._unread += piece
        *lines, self._unread = self._unread.split(b"\n")
        return [line.decode() for line in lines]

    def line_with(self, text: str) -> str:
        """Read on to a line that holds a text."""
        seen = []
        while (line := self.line()) is not None:
            seen.append(line)
            if text in line:
                return line
        self.wait()
        raise AssertionError(f"no line with {text!r} in {seen}, but {self.errors()}")

    def errors(self) -> str:
        """Read all of stderr, once the process has ended."""
        assert self.popen.stderr is not None
        return self.popen.stderr.read().decode()

    def wait(self) -> int:
        """Wait for the exit code."""
        return self.popen.wait(PATIENCE)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.popen.send_signal(number)

    def end(self) -> None:
        """Kill whatever is left of it."""
        if self.popen.poll() is None:
            os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait(PATIENCE)
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if stream is not None:
                stream.close()


class HeadlessHost:
    """A host that can be joined."""

    def __init__(self, process: Process) -> None:
        self.process = process
        line = process.line()
        if not line:
            raise AssertionError(f"the host did not open: {process.errors()}")
        self.ready: dict[str, Any] = json.loads(line)

    @property
    def place(self) -> str:
        """Where it is, from the same machine."""
        return f"127.0.0.1:{self.ready['port']}"


@contextmanager
def home(folder: Path, prefix: Sequence[str] = ()) -> Iterator[Home]:
    """Lend a person's home for the length of a test."""
    lent = Home(folder, prefix)
    try:
        yield lent
    finally:
        lent.close()
