"""A host that dies is succeeded: the others elect one of them, and the game goes on where it was."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Home, home, until
from tests.staying_alive.tables import Players, host_processes, public_events_of

_CRASHED = 70


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
        recorded = public_events_of(record)
        assert recorded[: len(told)] == told[: len(recorded)]
    table.leave_all()


def test_a_host_that_fails_is_succeeded_like_one_that_was_killed(people: Home) -> None:
    """A mistake of ours costs nobody the game; whoever runs the host reads where the report of it is."""
    table = Players(people, "take-a-number", 3, program=[sys.executable, "-m", "tests.cli.crashing", "host"])
    table.wait_for_steps(0, 8)
    table.host.process.signal(signal.SIGUSR1)
    heir = until(table.heir_with_a_game, "a game to end at a successor's")
    table.check(table.games(heir)[0])
    assert table.host.process.wait() == _CRASHED
    (sentence,) = table.host.process.errors().splitlines()
    assert str(people.folder / "state" / "crashes") in sentence
    table.leave_all()


def test_two_hosts_in_a_row_may_die(people: Home) -> None:
    """Whoever succeeded may be killed too, as long as enough are left."""
    table = Players(people, "take-a-number", 5)
    table.wait_for_steps(0, 8)
    table.host.process.signal(signal.SIGKILL)
    (first,) = until(table.holder_of_the_table, "a successor")
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


def test_everybody_reads_who_takes_over_and_who_runs_the_table_then(people: Home) -> None:
    """Line by line: the name beforehand, the attempt, and one line when it is done."""
    owner = people.start("host", "take-a-number", "--plain", "--bind=127.0.0.1", "--name=Ann")
    place = owner.line_with("takelan join").split("takelan join ")[1].split()[0].rstrip(".")
    ben = people.start("join", place, "--plain", "--name=Ben")
    owner.line_with("Ben sat down")
    cleo = people.start("join", place, "--plain", "--name=Cleo", "--wire-log=cleo.jsonl")
    owner.line_with("Cleo sat down")
    # A share goes to those whose programs can be reached at the deal.
    until(lambda: '"here":3' in (people.folder / "cleo.jsonl").read_text("utf-8"), "everybody to listen")
    owner.type("")
    for player in (owner, ben, cleo):
        player.line_with("Round 1")
    hosts = host_processes(owner.popen.pid)
    owner.signal(signal.SIGKILL)
    for pid in hosts:
        os.kill(pid, signal.SIGKILL)
    told = cleo.line_with("Ann does not answer.")
    assert "takes over in" in told or "taking over" in told
    cleo.line_with("Welcome back, Cleo")
    assert cleo.line_with("the table now.") in ("Ben runs the table now.", "You run the table now.")
    assert ben.line_with("the table now.") in ("Cleo runs the table now.", "You run the table now.")
