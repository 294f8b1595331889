"""Where a screen lets somebody think: elsewhere, and whatever becomes of it costs nothing but the thought."""

import asyncio
import os
import signal
import time

import pytest

from takelan.net.mind import Mind
from tests.processes import is_running, killed, until


async def test_thoughts_are_thought_one_after_the_other_in_one_other_process() -> None:
    """It is started by the first question, and not by having a mind."""
    mind = Mind()
    try:
        assert mind._process is None
        first, second = await asyncio.gather(mind.ask(os.getpid), mind.ask(os.getpid))
        assert first == second != os.getpid()
        assert await mind.ask(divmod, 7, 2) == (3, 1)
        assert os.getsid(first or 0) != os.getsid(0), "Ctrl-C would reach it"
    finally:
        await mind.end()


async def test_a_thought_that_fails_is_none_and_the_next_one_succeeds() -> None:
    """Neither an error nor a process that somebody ended reaches the screen."""
    mind = Mind()
    try:
        assert await mind.ask(divmod, 1, 0) is None
        process = await mind.ask(os.getpid)
        assert process is not None
        os.kill(process, signal.SIGKILL)
        await mind.ask(os.getpid)
        assert await mind.ask(abs, -1) == 1
    finally:
        await mind.end()


async def test_nobody_waits_for_a_thought_in_order_to_leave() -> None:
    """It ends at once, whatever it is about."""
    mind = Mind()
    process = await mind.ask(os.getpid)
    assert process is not None
    thinking = asyncio.create_task(mind.ask(time.sleep, 3600))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(mind.ask(abs, -1))
    await asyncio.sleep(0)
    await mind.end()
    await thinking
    assert await waiting is None, "what has not been thought of yet is not begun"
    assert not is_running(process)


async def test_nobody_waits_for_a_process_that_has_yet_to_start() -> None:
    """Whoever leaves right after the first question leaves."""
    mind = Mind()
    thinking = asyncio.create_task(mind.ask(time.sleep, 3600))
    await asyncio.sleep(0)
    await mind.end()
    await thinking
    assert mind._process is None


async def test_a_thought_that_nobody_wants_any_more_is_not_thought_to_its_end() -> None:
    """Its answer is not taken for that to the next question."""
    mind = Mind()
    try:
        process = await mind.ask(os.getpid)
        assert process is not None
        thinking = asyncio.create_task(mind.ask(time.sleep, 3600))
        await asyncio.sleep(0)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert not is_running(process)
        assert await mind.ask(abs, -1) == 1
    finally:
        await mind.end()


def test_it_ends_with_a_program_that_was_killed() -> None:
    """Nobody is left thinking when a screen is gone without a word."""
    script = (
        "import asyncio, os, time\n"
        "from takelan.net.mind import Mind\n"
        "async def main():\n"
        "    mind = Mind()\n"
        "    print(await mind.ask(os.getpid), flush=True)\n"
        "    await mind.ask(time.sleep, 3600)\n"
        "asyncio.run(main())\n"
    )
    thinking = int(killed(script))
    until(lambda: not is_running(thinking), "the thinking process to end")
