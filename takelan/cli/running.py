"""Running something asynchronous from the command line."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")


def complete(work: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run something to its end; Ctrl-C is heard from its first moment on, and not before.

    A loop that is interrupted while it is being made complains of itself below the goodbye.
    """
    if sys.platform == "win32":
        return asyncio.run(work())
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def listen_again() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    async def begin() -> _Result:
        listen_again()
        return await work()

    try:
        return asyncio.run(begin())
    finally:
        listen_again()
