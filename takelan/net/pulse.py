"""The host's pulse: everybody is asked for a sign of life, and whoever gives none is let go."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from takelan.net.guest import Guest, trips_of, write_ping
from takelan.net.limits import PING_EVERY, SILENT_AFTER
from takelan.table.letters import PeerId


async def keep_pulse(
    guests: Mapping[PeerId, Guest], peers_by_seat: Callable[[], Sequence[PeerId | None]]
) -> None:
    """Ping everybody every second, for ever, and tell them each other's round trips."""
    loop = asyncio.get_running_loop()
    number, due = 0, loop.time()
    while True:
        due += PING_EVERY
        await asyncio.sleep(due - loop.time())
        now = loop.time()
        if now - due > PING_EVERY:
            # We were the ones who slept: nobody else is to blame for the silence.
            due = now
            for guest in guests.values():
                guest.heard_at = now
        number += 1
        seated = [guests.get(peer or 0) for peer in peers_by_seat()]
        _ping_all(list(guests.values()), number, write_ping(number, trips_of(seated)), now)


def _ping_all(guests: Sequence[Guest], number: int, ping: bytes, now: float) -> None:
    for guest in guests:
        if now - guest.heard_at > SILENT_AFTER:
            guest.expel("silent")
        else:
            guest.ping(number, ping)
