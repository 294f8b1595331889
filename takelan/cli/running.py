"""Running something asynchronous from the command line."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    # It is needed only where something fails.
    from takelan.cli.mistakes import Mishaps

_Result = TypeVar("_Result")

# Without any handler Python prints warnings on stderr, which may be a screen.
_SILENCE = logging.NullHandler()


def complete(work: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run something to its end; what fails beside it, where nobody waits for it, is told after that."""
    aside = _Aside()

    async def watched() -> _Result:
        asyncio.get_running_loop().set_exception_handler(aside.note)
        return await work()

    try:
        return _hear_ctrl_c(watched)
    finally:
        aside.tell()


class _Aside:
    """What fails in timers and in tasks of their own."""

    def __init__(self) -> None:
        self._mishaps: Mishaps | None = None
        for name in ("asyncio", "takelan"):
            logging.getLogger(name).addHandler(_SILENCE)

    def note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Note what asyncio would print at once, with all that the exception says."""
        from takelan.cli.mistakes import Mishaps

        self._mishaps = self._mishaps or Mishaps()
        self._mishaps.note(context.get("exception"))

    def tell(self) -> None:
        """Tell of it, now that nothing is drawn on the terminal any more."""
        if self._mishaps is not None:
            self._mishaps.tell()


def _hear_ctrl_c(work: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run something; Ctrl-C is heard from its first moment on, and not before.

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
