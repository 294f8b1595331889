"""A process in which a screen lets somebody think, so that a key never waits for a thought.

Rule 1: it starts when it is first needed, gives way to screens and hosts, and ends with the program, however
that ended; nobody waits for a thought in order to leave.
Rule 2: it has a session of its own, so that Ctrl-C in the terminal is for the program alone.
Rule 3: a thought that fails, or a process that somebody ends, is no thought, and nothing worse.
"""

import asyncio
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeVar

from takelan.net.child import own_environment

Thought = TypeVar("Thought")

_LENGTH = 4


class Mind:
    """Thinks about one thing at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()
        self._has_ended = False

    async def ask(self, think: Callable[..., Thought], *matters: Any) -> Thought | None:
        """Let a function of ours be called elsewhere, and return what it says; None if nothing came of it."""
        async with self._one_at_a_time:
            if self._has_ended:
                return None
            try:
                thought: Thought = await self._exchange(_packed((think, matters)))
                return thought
            except (OSError, EOFError):
                await self._give_up()
                return None
            except asyncio.CancelledError:
                # An answer that nobody waits for would be taken for that to the next question.
                await self._give_up()
                raise

    async def end(self) -> None:
        """Stop thinking at once, and for good."""
        self._has_ended = True
        self._kill()
        async with self._one_at_a_time:
            await self._give_up()

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)

    async def _give_up(self) -> None:
        """End the process, and wait until nothing of it is left: a loop that closes before would complain."""
        self._kill()
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                await process.communicate(b"")

    async def _exchange(self, question: bytes) -> Any:
        if self._process is None:
            self._process = await _start()
        if self._has_ended:
            raise EOFError
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None and answers is not None  # noqa: S101 (for the type checker: they were asked for)
        asked.write(question)
        await asked.drain()
        length = int.from_bytes(await answers.readexactly(_LENGTH))
        return pickle.loads(await answers.readexactly(length))  # noqa: S301 (it comes from a process of our own)


async def _start() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "takelan.net.mind"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        # The terminal belongs to the screen.
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env=own_environment(),
    )


def _packed(matter: Any) -> bytes:
    packed = pickle.dumps(matter)
    return len(packed).to_bytes(_LENGTH) + packed


def _listen(source: BinaryIO, questions: "SimpleQueue[bytes]") -> None:
    """Hand on what is asked; the end of it is that of the program, which no thought may outlive."""
    while header := source.read(_LENGTH):
        questions.put(source.read(int.from_bytes(header)))
    os._exit(0)


def _think_on() -> None:
    """Answer one question after the other; a thought that fails ends the process, and that is the answer."""
    from takelan.net.minds import COURTESY

    if hasattr(os, "nice"):
        os.nice(COURTESY)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        think, matters = pickle.loads(questions.get())  # noqa: S301 (the program that started us asks)
        sys.stdout.buffer.write(_packed(think(*matters)))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _think_on()
