"""The host that a person's own client starts: another process, so that no screen ever delays the table.

Rule 1: it has a session of its own, so that Ctrl-C in the terminal is for the client alone.
Rule 2: it notices that the client is gone by the end of its stdin, however the client ended.
Rule 3: what keeps it from opening is told by raising, before anything else happens.
Rule 4: it is ended only where that is asked for; where it was let go of, it outlives this process.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

import takelan
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.discovery.found import Place

LOOPBACK = "127.0.0.1"
_OPEN_WITHIN = 20.0
#: How long a host that is not needed may take to end.
_END_WITHIN = 3.0
#: How long a host whose table is empty may take to say its goodbyes.
PART_WITHIN = 4.0
_MOST_OUTPUT = 64 * 1024
_PREFIX = "takelan: "
_PROGRAM = (sys.executable, "-P", "-m", "takelan")
#: How long what a host complained of may take to be read, once it has ended.
_HEAR_OUT_FOR = 1.0


class HostFailedError(TakelanError):
    """{why}"""  # noqa: D400 (the sentence is the host's own)


class _Ready(msgspec.Struct):
    """The line a host prints when it can be joined."""

    table: str
    name: str
    port: int
    addresses: list[str]
    fingerprint: str
    #: The keys of a host that waits to be given a table.
    host_key: str = ""
    sealing_key: str = ""


class HostProcess:
    """A host in its own process, for as long as this one lives."""

    def __init__(self, process: asyncio.subprocess.Process, ready: _Ready, bind: str | None) -> None:
        self._process = process
        self._complaints = b""
        self._draining = asyncio.create_task(self._drain())
        self.table = ready.table
        self.port = ready.port
        self.addresses = tuple(ready.addresses)
        self.host_key, self.sealing_key = ready.host_key, ready.sealing_key
        self.place = Place(_own_address(bind), ready.port, ready.fingerprint)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def last_words(self) -> str:
        """The last sentence that the host has complained with."""
        said = self._complaints.decode(errors="replace").splitlines()
        sentences = [line.removeprefix(_PREFIX) for line in said if line.startswith(_PREFIX)]
        return sentences[-1] if sentences else ""

    async def give(self, line: bytes) -> bool:
        """Give a host that stands by its table, and tell whether it serves it now."""
        if self._process.stdin is None or self._process.stdout is None:
            return False
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(_OPEN_WITHIN):
                self._process.stdin.write(line)
                await self._process.stdin.drain()
                return bool(await self._process.stdout.readline())
        return False

    async def end(self) -> None:
        """End the host at once."""
        await _end(self._process)
        self._draining.cancel()

    async def ended(self) -> int:
        """Wait until the host has ended, and tell how."""
        code = await self._process.wait()
        await self._hear_out()
        return code

    async def release(self, within: float = PART_WITHIN) -> bool:
        """Let go of the host, and tell whether it ended; it goes on as long as others sit there."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self._process.wait()
                    await self._hear_out()
        finally:
            self._draining.cancel()
            let_go(self._process)
        return self._process.returncode is not None

    async def _drain(self) -> None:
        """Take what the host complains about, so that it never waits for a reader."""
        while self._process.stderr is not None and (piece := await self._process.stderr.read(4096)):
            self._complaints = (self._complaints + piece)[-_MOST_OUTPUT:]

    async def _hear_out(self) -> None:
        # Whatever else it has started may hold its stderr open.
        await asyncio.wait([self._draining], timeout=_HEAR_OUT_FOR)


class WarmHost:
    """A host that has started and listens nowhere yet: it can be there at once when it is needed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def open(self) -> HostProcess:
        """Let it listen, and wait until it does."""
        if self._process.stdin is not None:
            self._process.stdin.write(b"\n")
        return await _opened(self._process, None)

    async def end(self) -> None:
        """End it: it is not needed."""
        await _end(self._process)


async def start_host(arguments: Sequence[str], bind: str | None = None) -> HostProcess:
    """Start a host with the arguments of ``takelan host``, and wait until it can be joined."""
    return await _opened(await _start(arguments), bind)


async def warm_up_host(arguments: Sequence[str]) -> WarmHost:
    """Start a host that waits to be told that it is needed."""
    return WarmHost(await _start(["--inherit", *arguments]))


async def _start(arguments: Sequence[str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(*_PROGRAM, "host", "--headless", "--json", "--with-parent"),
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
        env=own_environment(),
        limit=_MOST_OUTPUT,
    )


async def _opened(process: asyncio.subprocess.Process, bind: str | None) -> HostProcess:
    try:
        async with asyncio.timeout(_OPEN_WITHIN):
            return HostProcess(process, await _ready_line(process), bind)
    except TimeoutError:
        await _end(process)
        raise HostFailedError(why=_("The table did not open in time: try again.")) from None
    except BaseException:
        await _end(process)
        raise


async def _ready_line(process: asyncio.subprocess.Process) -> _Ready:
    assert process.stdout is not None  # noqa: S101 (for the type checker: it was asked for)
    line = await process.stdout.readline()
    try:
        return msgspec.json.decode(line, type=_Ready)
    except msgspec.MsgspecError:
        raise HostFailedError(why=await _last_words(process)) from None


async def _last_words(process: asyncio.subprocess.Process) -> str:
    """Find the sentence a host ended with."""
    assert process.stderr is not None  # noqa: S101 (for the type checker: it was asked for)
    said = (await process.stderr.read(_MOST_OUTPUT)).decode(errors="replace").strip().splitlines()
    return said[-1].removeprefix(_PREFIX) if said else _("The table could not be opened.")


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a host, and wait for it; whoever is told to hurry meanwhile does not leave it behind."""
    _signal(process, signal.SIGTERM)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(_END_WITHIN):
                await process.wait()
    finally:
        # Nobody waits at a closed screen for a host that is stuck.
        _signal(process, signal.SIGKILL)
        await process.wait()
        let_go(process)


def let_go(process: asyncio.subprocess.Process) -> None:
    """Close all that ties us to a process, whether it has ended or goes on.

    A transport that is forgotten first complains that its loop is closed, or kills its process; one that is
    closed kills it too, unless it has ended. So one that goes on has to pass for one that has ended.
    """
    # Nothing public leads from a process to its transport.
    transport: asyncio.SubprocessTransport = process._transport  # type: ignore[attr-defined]
    if process.returncode is None:
        transport.get_extra_info("subprocess").returncode = 0
    transport.close()


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            # Not by terminate(): it may collect a process that has just ended, which asyncio then misses.
            os.kill(process.pid, number)


def _own_address(bind: str | None) -> str:
    """Tell where the table can be reached from the machine it is on."""
    return LOOPBACK if bind in (None, "0.0.0.0", "::") else bind  # noqa: S104 (compared, not listened to)


def own_environment() -> dict[str, str]:
    """Let a process of ours import this very takelan, wherever it is started."""
    home = str(Path(takelan.__file__).parents[1])
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
