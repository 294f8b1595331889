"""An event loop whose clock only moves when nobody has anything left to do.

Sockets on loopback are real; five seconds of silence take no time at all.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")

#: An hour of virtual time is a test that hangs.
LONGEST = 3600.0


class _Patience(selectors.DefaultSelector):
    """Instead of waiting for time to pass, makes it pass."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Look for what is ready now; if nothing is, jump to the next timer."""
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            return super().select(1)
        # The kernel may still carry a packet over loopback: real work goes before virtual time.
        ready = super().select(0.0005)
        if not ready:
            self.loop.pass_time(timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop with a clock of its own."""

    def __init__(self) -> None:
        self._virtual_now = 1000.0
        patience = _Patience()
        patience.loop = self
        super().__init__(patience)

    def time(self) -> float:
        """Tell the virtual time."""
        return self._virtual_now

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self._virtual_now += seconds
        if self._virtual_now > 1000 + LONGEST:
            raise RuntimeError("this takes for ever")

    def run_in_executor(  # type: ignore[override] # a loop without threads has a simpler way
        self, executor: object, func: Callable[..., Result], *args: Any
    ) -> asyncio.Future[Result]:
        """Do at once what would be done in a thread, so that virtual time cannot overtake it."""
        done: asyncio.Future[Result] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run_virtually(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a test on virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
