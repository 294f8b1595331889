"""In every trouble that can be built here, ``takelan doctor`` names the cause and what to type."""

import json
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_join import OTHER_VERSION
from tests.lan.lab import Lab, Machine, lab, needs_namespaces
from tests.processes import TAKELAN, Home
from tests.terminal.terminal import Terminal

pytestmark = [pytest.mark.lan, needs_namespaces]

needs_nftables = pytest.mark.skipif(shutil.which("nft") is None, reason="firewalls are built with nftables")


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Lab]:
    """Build a network with the machines a, 10.77.0.1, and b, 10.77.0.2."""
    with lab(tmp_path) as built:
        built.host("a")
        built.host("b")
        yield built


class Examined:
    """What a doctor said."""

    def __init__(self, finished: "subprocess.CompletedProcess[str]") -> None:
        assert finished.stderr == "", finished.stderr
        said: dict[str, Any] = json.loads(finished.stdout)
        self.verdict, self.findings, self.matrix = said["verdict"], said["findings"], said["matrix"]
        self.code: str = self.verdict["code"]
        self.words = f"{self.verdict['what']} {self.verdict['next_step']}"
        # 0 is healthy, 1 is not; anything else would be a failure of the doctor.
        assert finished.returncode == (0 if self.verdict["is_healthy"] else 1)


def examine(person: Home, *arguments: str) -> Examined:
    """Let a doctor run to its end, which comes by itself."""
    return Examined(person.run("doctor", "--json", *arguments))


def firewall(machine: Machine, *rules: str) -> None:
    """Give a machine a firewall with these rules for what comes in."""
    machine.run("nft", "add table inet fire")
    machine.run("nft", "add chain inet fire wall { type filter hook input priority 0; policy accept; }")
    for rule in rules:
        machine.run("nft", f"add rule inet fire wall {rule}")


def type_what_was_said(machine: Machine, examined: Examined) -> None:
    """Type the commands of the verdict, as an administrator."""
    assert examined.verdict["commands"]
    for command in examined.verdict["commands"]:
        machine.run(*command.removeprefix("sudo ").split())


def move_to(machine: Machine, address: str) -> None:
    """Give a machine another address, and no way but to its own network."""
    for words in (("addr", "flush", "dev", "lan0"), ("addr", "add", address, "dev", "lan0")):
        machine.run("ip", *words)
    machine.run("ip", "route", "flush", "default")


def test_a_healthy_network_is_called_healthy(network: Lab) -> None:
    """A table in reach is found, named, and stands in the matrix; the exit code is 0."""
    host = network.host("b").person("ben").host("take-it", "--table=Kitchen")
    seen = examine(network.host("a").person("ada"))
    assert seen.code == "healthy"
    assert f"takelan join 10.77.0.2:{host.ready['port']}" in seen.words
    assert [one["knock"]["name"] for one in seen.findings["tables"]] == ["Kitchen"]
    assert [(one["name"], one["kind"]) for one in seen.findings["interfaces"]] == [
        ("lan0", "lan"),
        ("lo", "loopback"),
    ]
    assert seen.findings["interfaces"][0]["is_heard"]
    assert seen.matrix == {
        "names": ["this machine", "table at 10.77.0.2"],
        "cells": [["-", "both"], ["hears", "-"]],
    }


@needs_nftables
def test_blocked_multicast_is_named_and_mended_by_the_printed_command(network: Lab) -> None:
    """A firewall that swallows announcements is blamed, and typing what the doctor says opens it."""
    network.host("b").person("ben").host("take-it")
    machine = network.host("a")
    firewall(machine, "udp dport 5353 drop")
    ada = machine.person("ada")
    seen = examine(ada)
    assert (seen.code, seen.findings["interfaces"][0]["is_heard"]) == ("multicast_here", False)
    assert "sudo nft insert rule inet fire wall udp dport 5353 accept" in seen.words
    type_what_was_said(machine, seen)
    assert examine(ada).code == "healthy"


@needs_nftables
def test_multicast_that_cannot_even_be_sent_is_named(network: Lab) -> None:
    """A firewall on what goes out is told apart from one on what comes in."""
    machine = network.host("a")
    machine.run("nft", "add table inet fire")
    machine.run("nft", "add chain inet fire out { type filter hook output priority 0; policy accept; }")
    machine.run("nft", "add rule inet fire out udp dport 5353 drop")
    seen = examine(machine.person("ada"))
    assert (seen.code, seen.findings["interfaces"][0]["is_sent"]) == ("multicast_here", False)
    assert "cannot send announcements (Operation not permitted)" in seen.words


def test_multicast_lost_between_two_machines_is_named(network: Lab) -> None:
    """A table that answers and is not heard means that the network swallows announcements."""
    network.swallow_multicast()
    host = network.host("b").person("ben").host("take-it")
    seen = examine(network.host("a").person("ada"), "10.77.0.2")
    assert seen.code == "multicast_between"
    assert f"type `takelan join 10.77.0.2:{host.ready['port']}`" in seen.words
    assert seen.matrix["cells"][0] == ["-", "reaches"]


@needs_nftables
@pytest.mark.parametrize("way", ["drop", "reject", "reject with tcp reset"])
def test_a_blocked_port_is_named(network: Lab, way: str) -> None:
    """A table that is heard and cannot be reached is behind a firewall, however politely it refuses."""
    away = network.host("b")
    firewall(away, f"tcp dport 18253-18260 {way}")
    away.person("ben").host("take-it", "--port=18253")
    ada = network.host("a").person("ada")
    for arguments in ((), ("10.77.0.2:18253",)):
        seen = examine(ada, *arguments)
        assert (seen.code, seen.verdict["commands"]) == ("port_blocked", ["takelan doctor"])
        assert "The machine at 10.77.0.2 is there, but nothing gets through to its port 18253." in seen.words


@needs_nftables
def test_a_blocked_port_is_named_without_any_announcement(network: Lab) -> None:
    """A machine that is there but silent is told apart from one that is gone, by the address alone."""
    network.swallow_multicast()
    away = network.host("b")
    firewall(away, "tcp dport 18253-18260 drop")
    away.person("ben").host("take-it", "--port=18253")
    assert examine(network.host("a").person("ada"), "10.77.0.2").code == "port_blocked"


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_wrong_subnet_is_named(network: Lab, *, is_asked: bool) -> None:
    """An address on another network is called that, whether it was typed or announced."""
    here, away = network.host("a"), network.host("b")
    move_to(here, "10.77.0.1/24")
    move_to(away, "10.78.0.2/24")
    away.person("ben").host("take-it", "--port=18253")
    seen = examine(here.person("ada"), *(["10.78.0.2:18253"] if is_asked else []))
    assert seen.code == "wrong_subnet"
    assert "10.78.0.2 is on another network than this machine (10.77.0.1/24)." in seen.words


@pytest.mark.parametrize("arguments", [(), ("10.77.0.2",)])
def test_no_network_is_named(network: Lab, arguments: tuple[str, ...]) -> None:
    """A machine with nothing but loopback is told so, whatever else was asked."""
    seen = examine(network.lonely("alone").person("ada"), *arguments)
    assert (seen.code, seen.verdict["commands"]) == ("no_network", ["takelan solo"])


def test_a_table_on_this_machine_needs_no_network(network: Lab) -> None:
    """What was asked for answers, so nothing is wrong with the way there."""
    machine = network.lonely("alone")
    host = machine.person("ben").host("take-it", "--bind=127.0.0.1")
    assert examine(machine.person("ada"), host.place).code == "healthy"


def test_a_network_of_containers_with_a_table_on_it_is_a_network(network: Lab) -> None:
    """What an interface is called counts for nothing where somebody answers behind it; alone it is told."""
    machine = network.host("a")
    for words in ("lan0 down", "lan0 name docker0", "docker0 up"):
        machine.run("ip", "link", "set", *words.split())
    machine.run("ip", "route", "add", "default", "dev", "docker0")
    ada = machine.person("ada")
    assert examine(ada).code == "no_network"
    host = network.host("b").person("ben").host("take-it")
    seen = examine(ada)
    assert (seen.code, seen.findings["interfaces"][0]["kind"]) == ("healthy", "docker")
    assert f"takelan join 10.77.0.2:{host.ready['port']}" in seen.words


def test_a_table_for_its_own_machine_alone_is_found_there_and_explained_elsewhere(network: Lab) -> None:
    """Nobody announces it: whoever is there finds it as `takelan list` does, and others are told why not."""
    machine = network.host("b")
    host = machine.person("ben").host("take-it", "--bind=127.0.0.1")
    for name in ("ben", "cleo"):
        seen = examine(machine.person(name))
        assert (seen.code, seen.verdict["commands"]) == ("healthy", [f"takelan join {host.place}"])
        assert "this machine alone" in seen.words
    seen = examine(network.host("a").person("ada"), f"10.77.0.2:{host.ready['port']}")
    assert seen.code == "table_gone"
    assert "open on its own machine alone" in seen.words


def test_what_is_no_address_is_refused(network: Lab) -> None:
    """One sentence and exit code 2, before anything is examined."""
    finished = network.lonely("alone").person("ada").run("doctor", "no machine:1")
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith("takelan: 'no machine:1' is no address")


def test_a_pulled_cable_is_no_network(network: Lab) -> None:
    """An address is not enough."""
    machine = network.host("a")
    machine.run("ip", "link", "set", "lan0", "down")
    assert examine(machine.person("ada")).code == "no_network"


def test_a_host_that_is_gone_is_named(network: Lab) -> None:
    """First the table, then the whole machine."""
    away = network.host("b")
    host = away.person("ben").host("take-it", "--port=18253")
    ada = network.host("a").person("ada")
    host.process.signal(signal.SIGKILL)
    host.process.wait()
    seen = examine(ada, "10.77.0.2:18253")
    assert (seen.code, seen.verdict["commands"]) == ("table_gone", ["takelan list"])
    away.run("ip", "link", "set", "lan0", "down")
    network.host("a").run("ip", "neigh", "flush", "all")
    seen = examine(ada, "10.77.0.2:18253")
    assert seen.code == "machine_gone"
    assert "No machine answers at 10.77.0.2." in seen.words


def test_another_version_is_named(network: Lab) -> None:
    """Both versions are in the sentence."""
    network.host("b").person("ben").host("take-it", program=OTHER_VERSION)
    ada = network.host("a").person("ada")
    for arguments in ((), ("10.77.0.2",)):
        seen = examine(ada, *arguments)
        assert seen.code == "version"
        assert "(protocol 77) there" in seen.words
        assert "(protocol 1) here" in seen.words


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("variables", "command"),
    [
        ({"TERM": "vt100"}, "export TERM=xterm-256color"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "unset NO_COLOR"),
    ],
)
def test_a_terminal_without_colours_is_named(network: Lab, variables: dict[str, str], command: str) -> None:
    """The cause and the command that mends it; the terminal is asked how fast it is, and left as it was."""
    person = network.host("a").person("ada")
    environment = {**person.environment, **variables}
    environment.pop("COLORTERM", None)
    with ExitStack() as stack:
        terminal = Terminal([*person.prefix, *TAKELAN, "doctor"], environment, person.folder)
        stack.callback(terminal.close)
        terminal.until("\x1b[6n")
        terminal.press("\x1b[1;1R")
        assert terminal.wait() == 1
        verdict = terminal.text.partition("\x1b[6n")[2].splitlines()[0]
        assert f"type `{command}`" in verdict
        assert f"{variables['TERM']}, 80×24, no colours" in terminal.text
        assert " ms." in terminal.text.partition("It answers in ")[2].partition("\n")[0]
        assert terminal.is_as_before()


def test_two_doctors_show_who_hears_whom(network: Lab) -> None:
    """Each knows what the other hears, so both draw the whole matrix."""
    network.host("c").person("cleo").host("take-it")
    waiting = network.host("b").person("ben").start("doctor", "--json", "--wait=30")
    seen = examine(network.host("a").person("ada"), "--wait=2")
    assert seen.code == "healthy"
    assert seen.matrix["names"] == ["this machine", "doctor at 10.77.0.2", "table at 10.77.0.3"] or (
        seen.matrix["names"] == ["this machine", "table at 10.77.0.3", "doctor at 10.77.0.2"]
    )
    assert seen.matrix["cells"][0] == ["-", "both", "both"]
    assert seen.matrix["cells"][1] == ["both", "-", "both"]
    (colleague,) = seen.findings["colleagues"]
    assert (colleague["protocol"], abs(colleague["clock_ahead"]) < 5) == (1, True)
    waiting.end()


@needs_nftables
def test_two_doctors_find_the_firewall_that_one_of_them_cannot_see(network: Lab) -> None:
    """Whoever is blocked is told by the other, with the command that mends it."""
    blocked = network.host("b")
    firewall(blocked, "tcp dport 18253-18260 drop")
    outside = network.host("a").person("ada").start("doctor", "--json", "--wait=30")
    ben = blocked.person("ben")
    seen = examine(ben, "--wait=3")
    assert seen.code == "own_port_blocked"
    assert "Others hear this machine but cannot connect to it" in seen.words
    assert seen.matrix["cells"] == [["-", "both"], ["hears", "-"]]
    type_what_was_said(blocked, seen)
    assert examine(ben, "--wait=2").code == "no_table"
    outside.end()
