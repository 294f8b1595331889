"""A host that dies is succeeded: the others elect one of them, and the game goes on where it was."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Home, home, until
from tests.staying_alive.tables import Players


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Home]:
    """Lend a home to everybody."""
    with home(tmp_path) as lent:
        yield lent


@pytest.mark.parametrize(("game", "seats"), [("take-that", 3), ("take-it", 4), ("take-a-number", 4)])
def test_a_killed_host_is_succeeded_and_no_shown_move_is_lost(people: Home, game: str, seats: int) -> None:
    """Every event anybody was told before or after is in the final record, once and in that order."""
    table = Players(people, game, seats)
    table.wait_for_steps(0, 8)
    table.host.process.signal(signal.SIGKILL)
    heir = until(table.heir_with_a_game, "a game to end at a successor's")
    record = table.games(heir)[0]
    table.check(record)
    for seat in range(seats):
        told = table.public_events(seat)
        assert told
        assert table.events_of(record)[: len(told)] == told[: len(table.events_of(record))]
    table.leave_all()


def test_two_hosts_in_a_row_may_die(people: Home) -> None:
    """Whoever succeeded may be killed too, as long as enough are left."""
    table = Players(people, "take-a-number", 5)
    table.wait_for_steps(0, 8)
    table.host.process.signal(signal.SIGKILL)
    first = until(table.holder_of_the_table, "a successor")
    others = [seat for seat in range(5) if seat != first]
    table.wait_for_steps(others[0], table.steps(others[0]) + 6)
    table.kill(first)
    table.wait_for_steps(others[0], table.steps(others[0]) + 6)
    table.leave_all()


def test_without_succession_the_others_wait(people: Home) -> None:
    """A table that trusts nobody with a share has no successor; its players keep trying."""
    table = Players(people, "take-a-number", 3, words=["succession=off"])
    table.wait_for_steps(0, 6)
    entrusted = [one for one in table.told(0) if one["say"] == "entrust" and one["share"] is not None]
    assert entrusted == []
    table.leave_all()
