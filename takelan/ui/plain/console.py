"""The two ends of a line client: where lines are typed, and where sentences go.

Rule 1: what somebody is typing is never torn apart: a sentence that arrives meanwhile gets lines of its
own, and the typed text is shown again below it.
Rule 2: it works for terminals, pipes and files alike, and leaves a terminal as it was.
"""

import asyncio
import atexit
import codecs
import os
import shutil
import signal
import textwrap
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TextIO

from takelan.ui.plain.editor import LONGEST_LINE, Editor
from takelan.ui.plain.narrator import TIE

_READ_AT_ONCE = 4096
_WIDEST = 100


class Console:
    """Reads lines in the background and writes sentences."""

    def __init__(self, source: int, out: TextIO) -> None:
        self._source = source
        self._out = out
        self._editor = Editor()
        self._terminal = _Terminal(source) if _can_edit(source, out) else None
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
        self._may_read = threading.Semaphore(1)
        self._taking: asyncio.Future[None] | None = None

    def open(self) -> None:
        """Begin to read."""
        if self._terminal:
            self._terminal.open()
        loop = asyncio.get_running_loop()
        # A thread, because files cannot be waited for; unbuffered, because it may never come back.
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._terminal:
            if self._editor.typed:
                self._write("\n")
            self._terminal.close()

    async def line(self) -> str | None:
        """Wait for the next line; None is the end of input."""
        return await self._lines.get()

    def act_at_once_on(self, keys: Iterable[str]) -> None:
        """Let some keys act without Enter, in a terminal."""
        self._editor.quick_keys = frozenset(keys)

    def say(self, *sentences: str) -> None:
        """Write sentences, each on lines of its own."""
        if not sentences:
            return
        typed = self._editor.typed
        lead = "\n" if typed else ""
        self._write(lead + "".join(f"{self._wrapped(one)}\n" for one in sentences) + typed)

    def bell(self) -> None:
        """Ring once, in a terminal."""
        if self._terminal:
            self._write("\a")

    def _wrapped(self, sentence: str) -> str:
        if not self._terminal:
            return sentence.replace(TIE, " ")
        width = min(shutil.get_terminal_size().columns, _WIDEST) - 1
        lines = textwrap.wrap(sentence, max(width, 20), break_on_hyphens=False)
        return "\n".join(lines).replace(TIE, " ")

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):
            # Nobody reads any more: that is the same as having nothing more to say.
            self._end()

    def _end(self) -> None:
        with suppress(OSError, ValueError):
            # What is still buffered would fail again when Python flushes it at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())
        with suppress(asyncio.QueueFull):
            self._lines.put_nowait(None)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run in the thread: read pieces, and wait after each until it was taken."""
        while True:
            self._may_read.acquire()
            try:
                piece = os.read(self._source, _READ_AT_ONCE)
            except OSError:
                piece = b""
            with suppress(RuntimeError):
                # The loop may be closed by now; then nobody is interested either.
                loop.call_soon_threadsafe(self._begin_to_take, piece)
            if not piece:
                return

    def _begin_to_take(self, piece: bytes) -> None:
        self._taking = asyncio.ensure_future(self._take(piece))

    async def _take(self, piece: bytes) -> None:
        text = self._decoder.decode(piece, final=not piece)
        for line in self._edited(text) if self._terminal else self._cut(text, is_last=not piece):
            await self._lines.put(line)
        if not piece:
            await self._lines.put(None)
        self._may_read.release()

    def _edited(self, keys: str) -> list[str | None]:
        lines = list(self._editor.feed(keys))
        self._write(self._editor.take_echo())
        return lines

    def _cut(self, text: str, *, is_last: bool) -> list[str | None]:
        *lines, rest = (self._rest + text).split("\n")
        self._rest = rest[:LONGEST_LINE]
        if is_last and self._rest:
            lines.append(self._rest)
        return [line.rstrip("\r")[:LONGEST_LINE] for line in lines]


def _can_edit(source: int, out: TextIO) -> bool:
    """Say whether both ends are a terminal that can be told to send single keys."""
    try:
        import termios  # noqa: F401  # absent on Windows, where the console edits lines itself
    except ImportError:
        return False
    return os.isatty(source) and out.isatty()


class _Terminal:
    """A terminal that sends every key and echoes nothing, until it is closed."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._before: list[Any] | None = None

    def open(self) -> None:
        import termios

        with suppress(termios.error):
            self._before = termios.tcgetattr(self._source)
            atexit.register(self.close)
            self._send_keys()
            _on_signal(signal.SIGCONT, self._send_keys)

    def close(self) -> None:
        import termios

        if self._before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)
            self._before = None
            atexit.unregister(self.close)

    def _send_keys(self) -> None:
        """Switch to single keys; also after a pause, since the shell has set the terminal back."""
        import termios
        import tty

        with suppress(termios.error):
            tty.setcbreak(self._source, termios.TCSADRAIN)


def _on_signal(number: int, handler: Callable[[], None]) -> None:
    with suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(number, handler)
