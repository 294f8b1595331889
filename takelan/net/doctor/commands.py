"""Asking a system's own tools; none of them missing, failing or hanging is an error."""

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, PIPE

from takelan.net.child import let_go

_WITHIN = 2.0
_MOST_BYTES = 256 * 1024


async def output_of(tool: str, *words: str) -> str | None:
    """Run a tool of the system and return what it prints; None if it is missing, fails or takes too long."""
    found = shutil.which(tool) or shutil.which(tool, path="/usr/sbin:/sbin:/usr/libexec/ApplicationFirewall")
    if found is None:
        return None
    try:
        process = await asyncio.create_subprocess_exec(
            found, *words, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
        )
    except OSError:
        return None
    try:
        async with asyncio.timeout(_WITHIN):
            printed, _ = await process.communicate()
    except TimeoutError:
        return None
    finally:
        await _end(process)
    return printed[:_MOST_BYTES].decode(errors="replace") if process.returncode == 0 else None


async def _end(process: asyncio.subprocess.Process) -> None:
    """Leave nothing of a tool that takes too long, or that nobody waits for any more."""
    if process.returncode is None:
        process.kill()
        await process.wait()
        # Whatever else it has started may hold its output open.
        let_go(process)
