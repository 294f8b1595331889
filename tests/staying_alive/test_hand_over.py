"""A host that leaves normally hands its table over, and nobody has to press a key."""

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


@pytest.mark.parametrize(("game", "seats"), [("take-that", 2), ("take-it", 3), ("take-a-number", 4)])
def test_a_game_goes_on_at_the_successors_and_its_record_is_whole(
    people: Home, game: str, seats: int
) -> None:
    """The longest seated takes over; every move made before and after is in one record, by the rules."""
    table = Players(people, game, seats)
    table.wait_for_steps(0, 6)
    table.host.process.signal(signal.SIGTERM)
    assert table.host.process.wait() == 0
    assert table.games("first-host.jsonl") == []
    until(lambda: table.games("heir-0.jsonl"), "the game to end at the successor's")
    table.check(table.games("heir-0.jsonl")[0])
    table.leave_all()


def test_a_table_is_handed_on_again_and_again(people: Home) -> None:
    """Whoever holds the table may leave in turn, until the last one does."""
    table = Players(people, "take-a-number", 4, pace=0.05)
    table.wait_for_steps(0, 4)
    table.host.process.signal(signal.SIGTERM)
    table.host.process.wait()
    for seat in (0, 1):
        table.wait_for_steps(seat + 1, table.steps(seat + 1) + 4)
        table.bots[seat].signal(signal.SIGTERM)
        table.bots[seat].wait()
    # Two seats are played by stand-ins now, who take their time; that it goes on is enough.
    table.wait_for_steps(2, table.steps(2) + 6)
    table.leave_all()


def test_a_table_that_only_this_machine_can_reach_stays_on_it(people: Home) -> None:
    """Its successor listens on loopback, too, so that it is not on the network all of a sudden."""
    table = Players(people, "take-a-number", 3)
    table.wait_for_steps(0, 4)
    table.host.process.signal(signal.SIGTERM)
    assert table.host.process.wait() == 0
    until(lambda: "moved" in {message["say"] for message in table.told(1)}, "the table to move")
    (moved,) = [message for message in table.told(1) if message["say"] == "moved"]
    assert moved["addresses"] == ["127.0.0.1"]
    table.wait_for_steps(1, table.steps(1) + 4)
    assert [message for message in table.told(1) if message["say"] == "table"][-1]["is_local"]
    table.leave_all()


def test_everybody_knows_beforehand_who_will_take_over(people: Home) -> None:
    """The successor is named in what everybody is told of the table."""
    table = Players(people, "take-a-number", 2)
    table.wait_for_steps(1, 2)
    states = [message for message in table.told(1) if message["say"] == "table"]
    assert states[-1]["successor"] == 0
    table.leave_all()


def test_a_host_without_company_just_closes(people: Home) -> None:
    """With nobody to hand over to, a host ends at once."""
    host = people.host("take-that", "--bind=127.0.0.1")
    host.process.signal(signal.SIGTERM)
    assert host.process.wait() == 0
