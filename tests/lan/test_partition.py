"""A network that falls apart in mid-game: the larger part goes on, the smaller waits, and both meet again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lan.lab import needs_namespaces
from tests.lan.rough_lab import RoughLab, rough_lab
from tests.processes import PATIENCE
from tests.staying_alive.judging import check_screens
from tests.staying_alive.screens import Screens
from tests.staying_alive.series import is_mid_game
from tests.staying_alive.tables import Players
from tests.staying_alive.venues import many_machines

pytestmark = [pytest.mark.lan, needs_namespaces]

#: Seat 0 is on the machine of the host, and so next in line to take over; the others are the larger part.
MACHINES = ("a", "b", "c", "d")


@pytest.fixture
def network(tmp_path: Path) -> Iterator[RoughLab]:
    """Build a network."""
    with rough_lab(tmp_path, MACHINES) as built:
        yield built


@pytest.fixture
def table(network: RoughLab) -> Iterator[Players]:
    """Let four people play, one of them on the host's own machine."""
    machines = [network.host(name) for name in MACHINES]
    # Whoever is cut off is soon played by a stand-in, so that nobody waits for them.
    playing = Players(
        many_machines(machines[0], machines), "take-a-number", 4, pace=0.1, rounds=3, words=["grace=1"]
    )
    yield playing
    playing.end()


@pytest.fixture
def screens(table: Players) -> Iterator[Screens]:
    """Look at what everybody is told."""
    watched = Screens([table.wire_log(seat) for seat in range(len(MACHINES))])
    yield watched
    watched.close()


def test_the_larger_part_goes_on_without_the_host_who_comes_back_as_a_player(
    network: RoughLab, table: Players, screens: Screens
) -> None:
    """The host's part waits and says so; healed, its table is given up and its player has the seat again."""
    small, *large = screens.all
    screens.watch(lambda: is_mid_game(screens.all, 4), "mid-game", PATIENCE)
    network.cut(MACHINES[:1], MACHINES[1:])
    before = [len(screen.messages) for screen in screens.all]
    screens.watch(lambda: small.is_waiting, "the smaller part to wait", PATIENCE)
    shown = small.plays
    screens.watch(
        lambda: all(one.goes_on_at(since) for one, since in zip(large, before[1:], strict=True)),
        "the larger part to go on",
        PATIENCE,
    )
    assert small.plays == shown
    network.heal()
    screens.watch(lambda: small.goes_on_at(before[0]), "the old host's player to be back", PATIENCE)
    assert table.host.process.wait() == 0
    screens.watch(table.heir_with_a_game, "the game to end", PATIENCE)
    record = table.games(table.heir_with_a_game() or "")[0]
    table.check(record)
    screens.watch(lambda: all(one.has_seen_an_end for one in screens.all), "its end to be told", PATIENCE)
    check_screens(screens.all, record)


def test_a_part_without_enough_players_waits_and_goes_on_when_it_heals(
    network: RoughLab, table: Players, screens: Screens
) -> None:
    """Where no part has enough players nobody takes over; the same host goes on with everybody."""
    screens.watch(lambda: is_mid_game(screens.all, 4), "mid-game", PATIENCE)
    network.cut(*([name] for name in MACHINES))
    screens.watch(lambda: screens.all[0].is_waiting, "the host's part to wait", PATIENCE)
    shown = [one.plays for one in screens.all]
    network.heal()
    screens.watch(
        lambda: all(one.plays >= count + 2 for one, count in zip(screens.all, shown, strict=True)),
        "play to go on",
        PATIENCE,
    )
    assert table.host.process.popen.poll() is None
