"""A real terminal: a pty with a screen behind it, and a program in front of it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

from tests.processes import PATIENCE

COLUMNS, LINES = 80, 24


class Terminal:
    """A program in a terminal of 80 by 24."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)
        #: Everything that was ever written, without the returns.
        self.text = ""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.popen = subprocess.Popen(
            list(command),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(environment),
            cwd=folder,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def press(self, keys: str) -> None:
        """Press keys; Enter is a return."""
        os.write(self._master, keys.encode())

    def look(self, within: float = 0.02) -> str:
        """Take in what was written since, and return everything so far."""
        readable, _, _ = select.select([self._master], [], [], within)
        if readable:
            try:
                piece = os.read(self._master, 65536)
            except OSError:
                piece = b""
            self._stream.feed(piece)
            self.text += piece.decode(errors="replace").replace("\r", "")
        return self.text

    def until(self, condition: Callable[[str], object] | str, within: float = PATIENCE) -> str:
        """Look until something was written."""
        is_met = (lambda text: condition in text) if isinstance(condition, str) else condition
        ends = time.monotonic() + within
        while not is_met(self.look()):
            if time.monotonic() > ends:
                raise AssertionError(f"never seen: {condition}, but:\n{self.text[-3000:]}")
        return self.text

    def rows(self) -> list[str]:
        """Read the screen, without what is blank."""
        return [row.rstrip() for row in self._screen.display if row.strip()]

    def wait(self) -> int:
        """Wait for the exit code, reading on: a full pty would hold the program up."""
        ends = time.monotonic() + PATIENCE
        while self.popen.poll() is None:
            self.look()
            assert time.monotonic() < ends, f"it does not end:\n{self.text[-2000:]}"
        self.look()
        return self.popen.returncode

    def is_as_before(self) -> bool:
        """Tell whether the terminal is set as it was before the program."""
        return termios.tcgetattr(self._slave) == self.before

    def close(self) -> None:
        """End the program, and the terminal with it."""
        if self.popen.poll() is None:
            os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait(PATIENCE)
        os.close(self._master)
        os.close(self._slave)
