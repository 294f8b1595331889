"""Ctrl-C at a bad moment: while the event loop that is to hear it is still being made."""

import asyncio
import signal
import threading

import pytest

from takelan.cli.running import complete


def test_ctrl_c_waits_until_there_is_something_that_hears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work begins, is told, and leaves nothing half made behind."""
    told: list[str] = []
    make_loop = asyncio.events.new_event_loop

    def interrupted() -> asyncio.AbstractEventLoop:
        # To this thread: those of the test runner would hear it otherwise.
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        told.append("making a loop")
        return make_loop()

    async def work() -> None:
        told.append("at work")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            told.append("interrupted")
            raise

    monkeypatch.setattr(asyncio.events, "new_event_loop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        complete(work)
    assert told == ["making a loop", "at work", "interrupted"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_what_was_asked_for_is_returned() -> None:
    """Nothing else is different from asyncio's own way."""

    async def work() -> int:
        return 3

    assert complete(work) == 3
