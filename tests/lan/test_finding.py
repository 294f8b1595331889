"""Finding tables: how soon they appear, how soon they go, and what is said when there are none."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lan.lab import Lab, lab, needs_namespaces
from tests.processes import Home, Process

pytestmark = [pytest.mark.lan, needs_namespaces]

_LONG_BEFORE_IT_EXPIRES = 30.0


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Lab]:
    """Build a network."""
    with lab(tmp_path) as built:
        yield built


def tables_seen(watching: Process) -> list[str]:
    """Read the next list of tables."""
    line = watching.line()
    assert line is not None, watching.errors()
    return [table["name"] for table in json.loads(line)]


def seconds_until(watching: Process, names: list[str]) -> float:
    """Wait until the list is as expected."""
    began = time.monotonic()
    while tables_seen(watching) != names:
        pass
    return time.monotonic() - began


@pytest.mark.parametrize("far", [False, True], ids=["same machine", "other machine"])
def test_a_table_is_listed_at_once_and_dropped_soon_after_its_death(
    network: Lab, far: bool, record_property: Callable[[str, object], None]
) -> None:
    """A list shows a table as it opens, and drops a killed host long before its announcement expires."""
    here, there = network.host("a"), network.host("b")
    watching = here.person("ada").start("list", "--watch", "--json")
    assert tables_seen(watching) == []
    host = (there if far else here).person("ben").host("take-it", "--table=Kitchen")
    appeared = seconds_until(watching, ["Kitchen"])
    host.process.signal(signal.SIGKILL)
    gone = seconds_until(watching, [])
    record_property("appeared", appeared)
    record_property("gone", gone)
    # How soon is for `python -m benchmarks finding` to say: a busy machine is slow at everything.
    # What the network alone would go on telling of a killed host would last for minutes.
    assert gone < _LONG_BEFORE_IT_EXPIRES


def test_a_single_look_lists_a_table(network: Lab) -> None:
    """One line tells the table, its game, its seats, and the command that leads there."""
    network.host("a").person("ada").host("take-that", "--table=Kitchen", "--port=21000")
    listed = network.host("b").person("ben").run("list")
    assert listed.stdout == (
        "Kitchen: Take That, 0 of 4 seats taken, gathering. takelan join 10.77.0.1:21000\n"
    )
    plain = json.loads(network.host("b").person("ben").run("list", "--json").stdout)
    assert (plain["name"], plain["address"], plain["port"]) == ("Kitchen", "10.77.0.1", 21000)


def test_without_any_table_join_says_what_was_tried(network: Lab) -> None:
    """Even without a network the sentence says where it looked and what to type; a list ends as it does."""
    ada = network.lonely("a").person("ada")
    assert ada.run("list").stdout.splitlines()[-1] == "`takelan doctor` finds out why none is seen."
    finished = ada.run("join", "--plain")
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith("takelan: No table was found.")
    assert "Ports of this machine: 8 tried, 0 answering." in finished.stderr
    assert "takelan join ADDRESS" in finished.stderr
    assert "takelan doctor" in finished.stderr
    assert "Traceback" not in finished.stderr


def test_without_loopback_a_table_still_opens_and_says_where(network: Lab) -> None:
    """A machine with every interface down gives a sentence or a table, never a traceback."""
    machine = network.lonely("a")
    machine.run("ip", "link", "set", "lo", "down")
    person = machine.person("ada")
    finished = person.run("list")
    assert (finished.returncode, finished.stderr) == (0, "")
    joined = person.run("join", "127.0.0.1:18253", "--plain")
    assert joined.returncode == 2
    assert joined.stderr.count("\n") == 1


def test_of_several_tables_one_is_chosen_by_number(network: Lab) -> None:
    """Several tables are a numbered list; what is typed after the number is for the game."""
    machine = network.host("a")
    for name in ("Kitchen", "Garden"):
        machine.person(name).host("take-that", f"--table={name}")
    guest = machine.person("ben").start("join", "--plain", "--name=Ben")
    lines = [guest.line() or "", guest.line() or ""]
    guest.line_with("Which table?")
    number = next(line[0] for line in lines if "Garden" in line)
    guest.type(f"{number}\nt hello")
    guest.line_with("Ben: hello")
    guest.line_with("Table 'Garden'")


@pytest.mark.parametrize("text", ["kitchen", "ADA"])
def test_a_table_is_joined_by_its_name_or_by_its_hosts(network: Lab, text: str) -> None:
    """A name is enough, in any case of letters."""
    network.host("a").person("ada").host("take-that", "--table=Kitchen", "--name=Ada")
    guest = network.host("b").person("ben").start("join", text, "--plain", "--name=Ben")
    guest.line_with("You sit at the table as Ben.")


def test_a_name_nobody_has_is_one_sentence(network: Lab) -> None:
    """What is neither a table nor a machine is said to be neither."""
    finished = network.lonely("a").person("ben").run("join", "Kitchen", "--plain")
    assert finished.returncode == 2
    assert finished.stderr.startswith("takelan: No table and no machine is called 'Kitchen'")


def test_join_without_a_word_leads_back_to_a_running_game(network: Lab) -> None:
    """After kill -9, join alone finds the table that keeps the seat, though it is playing."""
    network.host("a").person("ada").host("take-a-number", "--seats=2", "--bots=1", "--start=when-full")
    ben: Home = network.host("b").person("ben")
    client = ben.start("join", "--plain", "--name=Ben")
    client.line_with("You: choose a card.")
    client.signal(signal.SIGKILL)
    client.wait()
    ben.start("join", "--plain", "--name=Ben").line_with("Welcome back, Ben")
