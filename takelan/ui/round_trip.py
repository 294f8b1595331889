"""How fast a terminal answers: it is asked where its cursor is, which every terminal knows."""

import os
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

#: The answer comes like typed keys.
WHERE_IS_THE_CURSOR = "\x1b[6n"
#: A terminal further away than this is not fit to play on.
ANSWER_WITHIN = 1.5

_HERE_IT_IS = re.compile(rb"\x1b\[\d+;\d+R")


def measure_round_trip() -> float | None:
    """Ask the terminal where its cursor is, and tell how many milliseconds the answer takes.

    None where there is no terminal, or none that answers.
    """
    handle = terminal_handle()
    if handle is None or os.environ.get("TERM", "dumb") == "dumb" or not _is_in_front(handle):
        return None
    with _answering(handle) as is_ready:
        return _measure(handle) if is_ready else None


def _measure(handle: int) -> float | None:
    began = time.perf_counter()
    os.write(handle, WHERE_IS_THE_CURSOR.encode())
    answer = b""
    while (left := began + ANSWER_WITHIN - time.perf_counter()) > 0:
        if not select.select([handle], [], [], left)[0]:
            return None
        piece = os.read(handle, 256)
        answer += piece
        if _HERE_IT_IS.search(answer):
            return (time.perf_counter() - began) * 1000
        if not piece:
            return None
    return None


@contextmanager
def _answering(handle: int) -> Iterator[bool]:
    """Let the terminal answer unseen and without Enter, and set it back afterwards."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield False
        return
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle, termios.TCSADRAIN)
        yield True
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _is_in_front(handle: int) -> bool:
    """Tell whether this process may talk with the terminal: one in the background would be stopped."""
    with suppress(OSError, AttributeError):
        return os.tcgetpgrp(handle) == os.getpgrp()
    return False


def terminal_handle() -> int | None:
    """Find the terminal; without one on both ends there is nobody to play."""
    handles = [stream.fileno() for stream in (sys.__stdin__, sys.__stdout__) if stream is not None]
    return handles[0] if len(handles) == 2 and all(map(os.isatty, handles)) else None
