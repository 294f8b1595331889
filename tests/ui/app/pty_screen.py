"""A program on a real terminal, read with pyte."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence

import pyte

from tests.processes import PATIENCE

#: A program that pauses for so long has drawn what it wanted to draw.
_MORE_FOLLOWS = 0.005


class Terminal:
    """A child process on a pseudo-terminal of a given size."""

    def __init__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str],
        columns: int = 80,
        rows: int = 24,
        *,
        is_read: bool = True,
    ) -> None:
        #: Whether the screen is worked out, which takes far longer than just taking everything in.
        self._is_read = is_read
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        #: Everything the program has sent.
        self.sent = bytearray()
        self._pid, self._handle = pty.fork()
        if self._pid == 0:
            os.execvpe(command[0], list(command), dict(environ))  # noqa: S606 (a child of this very test)
        self._resize_handle(columns, rows)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        self.screen.resize(rows, columns)
        self._resize_handle(columns, rows)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._handle, keys.encode())

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._pid

    def read_some(self, seconds: float) -> bool:
        """Take in what has come, and wait no longer than for its first byte; tell whether there was any."""
        return self._read_once(seconds)

    def take_in(self, seconds: float) -> list[tuple[float, bytes]]:
        """Take in what comes until no more does, each piece with its time; show() works the screen out.

        To work out a screen takes time of its own, in which the next piece would only seem to be late.
        """
        pieces: list[tuple[float, bytes]] = []
        while select.select([self._handle], [], [], _MORE_FOLLOWS if pieces else seconds)[0]:
            if not (piece := self._take()):
                break
            pieces.append((time.perf_counter(), piece))
        return pieces

    def show(self, piece: bytes) -> None:
        """Work out what the screen shows after a piece that was taken in."""
        if self._is_read:
            self._stream.feed(piece)

    def read(self, seconds: float) -> bytes:
        """Take in what comes within a time."""
        begin, ends = len(self.sent), time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            if not self._read_once(left):
                break
        return bytes(self.sent[begin:])

    def wait_for(self, fits: str | Callable[[str], bool], seconds: float = PATIENCE) -> str:
        """Read until the screen shows something."""
        wanted = (lambda text: fits in text) if isinstance(fits, str) else fits
        ends = time.monotonic() + seconds
        while not wanted(self.text):
            left = ends - time.monotonic()
            if left <= 0 or not self._read_once(min(left, 0.5), is_patient=True):
                raise AssertionError(f"never saw {fits!r} on:\n{self.text}")
        return self.text

    def close(self) -> None:
        """End the program, if it has not ended by itself."""
        try:
            os.kill(self._pid, signal.SIGTERM)
            self._wait(2.0)
            os.kill(self._pid, signal.SIGKILL)
            self._wait(2.0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self._handle)

    def wait(self, seconds: float = PATIENCE) -> int | None:
        """Wait for the program to end, and tell its exit code."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self._read_once(0.05, is_patient=True)
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        return None

    def _wait(self, seconds: float) -> None:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self._read_once(0.02, is_patient=True)
            if os.waitpid(self._pid, os.WNOHANG)[0]:
                raise ChildProcessError

    def _read_once(self, seconds: float, *, is_patient: bool = False) -> bool:
        ready, _, _ = select.select([self._handle], [], [], seconds)
        if not ready:
            return is_patient
        piece = self._take()
        self.show(piece)
        return bool(piece)

    def _take(self) -> bytes:
        """Read what is there; nothing if the program has ended."""
        try:
            piece = os.read(self._handle, 65536)
        except OSError:
            return b""
        self.sent += piece
        return piece

    def _resize_handle(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def takelan(*arguments: str) -> list[str]:
    """Write the command that starts this takelan."""
    return [sys.executable, "-P", "-m", "takelan", *arguments]
