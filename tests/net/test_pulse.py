"""The host's pulse, and what it tells of those who are away."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from takelan.net.pulse import keep_pulse
from takelan.wire.codec import peer_decoder
from takelan.wire.to_peer import Ping
from tests.net.virtual_time import run_virtually


@dataclass
class Heard:
    """A peer that answers, and what it was told."""

    trip: float = 0.02
    heard_at: float = 1e9
    pings: list[Any] = field(default_factory=list)

    def ping(self, number: int, words: bytes) -> None:
        """Take a ping."""
        self.pings += peer_decoder().feed(words)


@dataclass
class Seats:
    """A table whose second player is away."""

    hides_round: bool

    def peers(self) -> tuple[int | None, ...]:
        """Name the connection of each seat."""
        return (1, None)


@pytest.mark.parametrize(("hides_round", "told"), [(False, (20, None)), (True, ())])
def test_onlookers_see_round_trips_only_where_they_may_see_who_is_away(
    hides_round: bool, told: tuple[int | None, ...]
) -> None:
    """A seat without a round trip is one that a bot plays for, or soon will."""
    player, onlooker = Heard(), Heard()

    async def scenario() -> None:
        guests: Any = {1: player, 2: onlooker}
        with suppress(TimeoutError):
            async with asyncio.timeout(1.5):
                await keep_pulse(guests, Seats(hides_round))

    run_virtually(scenario())
    assert (player.pings, onlooker.pings) == ([Ping(1, (20, None))], [Ping(1, told)])
