"""Everybody types ``takelan play``, and all sit down at one table."""

import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.lan.agreeing import run
from tests.lan.lab import needs_namespaces
from tests.lan.rough_lab import RoughLab, rough_lab
from tests.processes import Home, until

pytestmark = [pytest.mark.lan, needs_namespaces]

NAMES = ("a", "b", "c", "d")


def tables_seen_by(person: Home) -> list[dict[str, Any]]:
    """List the tables there are, as one person sees them."""
    return [json.loads(line) for line in person.run("list", "--json").stdout.splitlines()]


def all_at_one_table(person: Home) -> bool:
    """Tell whether there is one table, with everybody at it."""
    tables = tables_seen_by(person)
    return len(tables) == 1 and tables[0]["taken"] == len(NAMES)


def sees_two_at_one_table(person: Home) -> bool:
    """Tell whether somebody sees one table, with two at it."""
    return [one["taken"] for one in tables_seen_by(person)] == [2]


def start_everybody(network: RoughLab) -> list[Home]:
    """Let everybody type it, one shortly after the other."""
    people = [network.host(name).person(name) for name in NAMES]
    for person in people:
        person.start("play", "take-a-number", "--plain")
        time.sleep(0.07)
    return people


@pytest.mark.parametrize(("loss", "delay"), [(0.0, 0.0), (0.02, 0.02)])
def test_a_group_agrees_on_one_table(tmp_path: Path, loss: float, delay: float) -> None:
    """Six who start within 300 ms of each other do, also on a network that loses and delays."""
    with rough_lab(tmp_path) as network:
        network.lose(loss)
        network.delay(delay)
        assert [trial.failure for trial in run(network, range(2))] == [None, None]


def test_two_tables_that_meet_before_dealing_become_one(tmp_path: Path) -> None:
    """A network that was in two parts had two elections; when it heals, the later table joins the earlier."""
    with rough_lab(tmp_path, NAMES) as network:
        network.cut(NAMES[:2], NAMES[2:])
        people = start_everybody(network)
        for person in (people[0], people[2]):
            until(partial(sees_two_at_one_table, person), "a table for each half", pause=0.2)
        network.heal()
        until(lambda: all_at_one_table(people[3]), "one table for all", pause=0.2)
