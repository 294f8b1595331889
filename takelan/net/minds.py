"""Where the host's bots think: whoever searches does so in a process of its own.

Rule 1: a search never takes the interpreter from the loop that answers grabs.
Rule 2: that process gives way to screens and hosts, and ends with the host however the host ended.
"""

import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from time import monotonic

from takelan.bots.budget import Budget, IsTimeLeft
from takelan.bots.levels import LEVELS

#: The longest a bot may think about one decision, in seconds.
MOST_SECONDS = 0.6
_COURTESY = 5


class Minds:
    """Threads for bots that answer at once, and a process, once it is needed, for those that search."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")
        self._process: ProcessPoolExecutor | None = None

    def executor_for(self, level: str) -> Executor:
        """Choose where a bot of this level thinks."""
        # The choices of all levels follow from what they remember, so a copy of them may make them.
        if level not in LEVELS:
            return self._threads
        if self._process is None:
            # A forked copy of the host would hold its sockets open.
            self._process = ProcessPoolExecutor(1, get_context("spawn"), _give_way)
        return self._process

    def close(self) -> None:
        """Stop thinking."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)


def timed_budget() -> Budget:
    """Give a bot at a table its budget: the usual samples, but no longer than people like to wait."""
    return Budget(stopwatch=_start)


def _start() -> IsTimeLeft:
    end = monotonic() + MOST_SECONDS
    return lambda: monotonic() < end


def _give_way() -> None:
    # Ctrl-C in the host's terminal is for the host.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_COURTESY)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
