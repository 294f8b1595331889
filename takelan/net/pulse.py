"""The host's pulse: everybody is asked for a sign of life, and whoever gives none is let go."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from takelan.net.guest import Guest, trips_of, write_ping
from takelan.net.limits import PING_EVERY, SILENT_AFTER
from takelan.table.letters import PeerId


class Seating(Protocol):
    """What has to be known of a table."""

    def peers(self) -> tuple[PeerId | None, ...]:
        """Tell which connection belongs to each seat."""

    @property
    def hides_round(self) -> bool:
        """Whether a round is on of which those who look on are told nothing yet."""


async def keep_pulse(guests: Mapping[PeerId, Guest], table: Seating) -> None:
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
        _ping_all(guests, table, number, now)


def _ping_all(guests: Mapping[PeerId, Guest], table: Seating, number: int, now: float) -> None:
    peers = table.peers()
    ping = write_ping(number, trips_of([guests.get(peer or 0) for peer in peers]))
    # Who has no round trip is away, and perhaps played for: that belongs to the round.
    for_onlookers = write_ping(number, ()) if table.hides_round else ping
    for peer, guest in list(guests.items()):
        if now - guest.heard_at > SILENT_AFTER:
            guest.expel("silent")
        else:
            guest.ping(number, ping if peer in peers else for_onlookers)
