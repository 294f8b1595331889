"""Whether a machine is there at all: what this system noted when it asked its own network for an address."""

import asyncio
import re
import sys
from contextlib import suppress
from pathlib import Path

from takelan.net.doctor.commands import output_of

_ADDRESS_FORM = re.compile(r"(?:[0-9a-f]{1,2}[:-]){5}[0-9a-f]{1,2}", re.IGNORECASE)
_NOBODY = re.compile(r"(?:0{1,2}[:-]){5}0{1,2}\Z|(?:ff[:-]){5}ff\Z", re.IGNORECASE)


async def is_machine_there(address: str) -> bool | None:
    """Tell whether a machine answered for an IPv4 address of our own network; None if nobody knows.

    To be asked after a connection was tried, which is what makes the system ask around.
    """
    listed = await _linux_table() or await output_of("arp", "-a" if sys.platform == "win32" else "-an")
    return None if listed is None else is_listed(address, listed)


async def _linux_table() -> str | None:
    with suppress(OSError):
        return await asyncio.to_thread(Path("/proc/net/arp").read_text)
    return None


def is_listed(address: str, table: str) -> bool:
    """Find an address in the system's table, with the hardware address of a machine beside it."""
    for line in table.splitlines():
        words = re.split(r"[\s()]+", line.strip())
        if address in words:
            hardware = _ADDRESS_FORM.search(line)
            # An entry that nobody answered for stays for a while, with nothing in it.
            return hardware is not None and not _NOBODY.match(hardware[0])
    return False
