"""Somebody who looks on finds the table again, however it changed hosts."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Home, home, until
from tests.staying_alive.tables import Players


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Home]:
    """Lend a home to everybody."""
    with home(tmp_path) as lent:
        yield lent


def told(people: Home) -> list[dict[str, Any]]:
    """Read what the onlooker was told so far."""
    written = (people.folder / "gallery.jsonl").read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in written.splitlines()]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["handed-over", "killed"])
def test_an_onlooker_goes_on_watching_at_the_new_host(people: Home, how: signal.Signals) -> None:
    """Led there when the host leaves, by its own search when the host dies; it never sees a hand."""
    table = Players(people, "take-a-number", 3)
    people.start("watch", table.host.place, "--plain", "--name=Otto", "--wire-log=gallery.jsonl")
    log = people.folder / "gallery.jsonl"
    until(lambda: log.exists() and sum("hearings" in one for one in told(people)) >= 4, "steps to watch")
    table.host.process.signal(how)

    def has_come_back() -> bool:
        admitted = [place for place, one in enumerate(told(people)) if one["say"] == "watching"]
        return len(admitted) == 2 and sum("hearings" in one for one in told(people)[admitted[1] :]) >= 3

    until(has_come_back, "steps from the new host")
    steps = [one for one in told(people) if "hearings" in one]
    assert all(one["view"]["seat"] is None and not one["view"]["hand"] for one in steps)
    assert not any(one["say"] in ("entrust", "deposit", "welcome") for one in told(people))
    table.leave_all()
