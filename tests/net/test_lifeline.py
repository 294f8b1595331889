"""Where an heir goes: to its own host as soon as that holds the table, whatever comes of the old one."""

import asyncio
from typing import Any

import pytest

from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.net.lifeline import Lifeline
from takelan.net.way_in import Entered
from takelan.store.seat_keys import new_seat_key
from takelan.wire.peer_text import PlayerName
from takelan.wire.to_host import Serving
from takelan.wire.to_peer import Inherit, Welcome

OLD, OWN = Place("10.0.0.1", 4000), Place("10.0.0.2", 4001)


class Given(Heir):
    """An heir whose host takes whatever it is given, if it takes anything."""

    def __init__(self, *, takes: bool) -> None:
        super().__init__()
        self.takes = takes

    @property
    def place(self) -> Place | None:
        """Where its host is."""
        return OWN if self.takes else None

    async def inherit(self, sealed: bytes) -> bool:
        """Tell whether it took the table."""
        return self.takes


class Old:
    """A visit to the host that leaves."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def say(self, message: Any) -> None:
        """Remember what it was told."""
        self.said.append(message)


async def inherit(lifeline: Lifeline, visit: Any) -> None:
    """Sit at a host and be given its table."""
    welcome = Welcome(PlayerName("Ben"), 2, is_return=False)
    entered = Entered(OLD, visit, "0" * 16, new_seat_key(), welcome, (0, 0), 1)
    lifeline.meet(entered, OLD, PlayerName("Ben"), None)
    lifeline.hear(visit, Inherit(b"sealed"), None)
    await asyncio.sleep(0)
    await asyncio.sleep(0)


@pytest.mark.parametrize(("takes", "led"), [(True, [[OWN]]), (False, [])])
async def test_an_heir_goes_home_when_the_old_host_is_gone_before_it_sends_anybody(
    takes: bool, led: list[list[Place]]
) -> None:
    """It would knock at the old host's door otherwise, while everybody else sits at its own."""
    places: list[list[Place]] = []
    lifeline = Lifeline(Given(takes=takes), None, lambda _: True, places.append, lambda _: None)
    visit = Old()
    await inherit(lifeline, visit)
    assert visit.said == [Serving()] * takes
    assert places == []
    lifeline.lose()
    assert places == led
    lifeline.lose()
    assert places == led
