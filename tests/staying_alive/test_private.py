"""A private table stays private, with the same code, however it changed hosts."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Home, home, until, wrong_code
from tests.staying_alive.tables import Players


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Home]:
    """Lend a home to everybody."""
    with home(tmp_path) as lent:
        yield lent


def listed_anew(people: Home, table: Players) -> dict[str, Any] | None:
    """Find the table in the list, with another certificate than its first host's."""
    lines = map(json.loads, people.run("list", "--json").stdout.splitlines())
    own = (one for one in lines if one["table"] == table.host.ready["table"])
    return next((one for one in own if one["fingerprint"] != table.host.ready["fingerprint"]), None)


def returns(table: Players, seat: int) -> list[bool]:
    """List how a player was welcomed each time: to a seat that was theirs already, or not."""
    return [one["is_return"] for one in table.told(seat) if one["say"] == "welcome"]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["handed-over", "killed"])
def test_the_new_host_demands_the_code_of_strangers_alone(people: Home, how: signal.Signals) -> None:
    """Players are back in their seats by their keys; whoever else comes needs the code that always was."""
    table = Players(people, "take-a-number", 3, rounds=100, is_private=True)
    assert table.code is not None
    table.wait_for_steps(0, 4)
    table.host.process.signal(how)
    listed = until(lambda: listed_anew(people, table), "the table at another host's")
    assert listed["private"]
    for seat in range(3):
        until(lambda seat=seat: returns(table, seat)[:2] == [False, True], f"seat {seat} to be back")  # type: ignore[misc] # a loop's own seat
        table.wait_for_steps(seat, table.steps(seat) + 3)

    place = f"127.0.0.1:{listed['port']}"
    stranger = people.run("join", "--plain", place)
    assert (stranger.returncode, stranger.stdout) == (2, "")
    refusals = {"": "This table is private", wrong_code(table.code): "That is not the code of this table"}
    for code, sentence in refusals.items():
        refused = people.run("watch", "--plain", place, *([f"--code={code}"] if code else []))
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr
    friend = people.start("watch", table.code, "--plain", "--name=Otto")
    friend.line_with("You look on")
    table.leave_all()
