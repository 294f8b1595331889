"""Where the host's bots think: whoever searches does so in a process of its own.

Rule 1: a search never takes the interpreter from the loop that answers grabs.
Rule 2: that process gives way to screens and hosts, and ends with the host however the host ended.
"""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from time import monotonic
from typing import Any

from takelan.bots.budget import DEFAULT_SAMPLES, Budget, IsTimeLeft
from takelan.bots.levels import LEVELS

#: The longest a bot may think about one decision, in seconds.
MOST_SECONDS = 0.6
#: By how much whoever thinks gives way to screens and hosts.
COURTESY = 10


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


class DaemonThread(Executor):
    """One thought after the other, none of which keeps the program from ending.

    Python itself waits for every thread of its own pools, and a bot of one's own may think for ever.
    """

    def __init__(self) -> None:
        self._turn = threading.Lock()

    def submit(self, think: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Think about something, unless it is called off before its turn has come."""
        thought: Future[Any] = Future()

        def begin() -> None:
            with self._turn:
                if not thought.set_running_or_notify_cancel():
                    return
                try:
                    thought.set_result(think(*arguments, **named))
                except BaseException as error:
                    thought.set_exception(error)

        threading.Thread(target=begin, name="bot", daemon=True).start()
        return thought


def timed_budget(samples: int = DEFAULT_SAMPLES) -> Budget:
    """Give whoever thinks for people a budget: so many samples, but no longer than people like to wait."""
    return Budget(samples, _start)


def _start() -> IsTimeLeft:
    end = monotonic() + MOST_SECONDS
    return lambda: monotonic() < end


def _give_way() -> None:
    # Ctrl-C in the host's terminal is for the host.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
