"""Machines whose firewalls let in what the doctor says, and nothing else: a table outlives its host there."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from takelan.net.doctor.firewalls import commands_for
from tests.lan.lab import Machine, needs_namespaces
from tests.lan.rough_lab import RoughLab, rough_lab
from tests.processes import PATIENCE
from tests.staying_alive.screens import Screens
from tests.staying_alive.series import is_mid_game
from tests.staying_alive.tables import Players
from tests.staying_alive.venues import many_machines

pytestmark = [
    pytest.mark.lan,
    needs_namespaces,
    pytest.mark.skipif(shutil.which("nft") is None, reason="firewalls are built with nftables"),
]

MACHINES = ("a", "b", "c", "d")
_CHAIN = "inet fire wall"


@pytest.fixture
def network(tmp_path: Path) -> Iterator[RoughLab]:
    """Build a network of machines that are closed but for takelan."""
    with rough_lab(tmp_path, MACHINES) as built:
        for name in MACHINES:
            close_all_but_takelan(built.host(name))
        yield built


def close_all_but_takelan(machine: Machine) -> None:
    """Let in what answers, what belongs to the network itself, and what the doctor's commands let in."""
    machine.run("nft", "add table inet fire")
    machine.run("nft", f"add chain {_CHAIN} {{ type filter hook input priority 0; policy drop; }}")
    for rule in (
        "iif lo accept",
        "ct state established,related accept",
        "meta l4proto { icmp, ipv6-icmp } accept",
    ):
        machine.run("nft", f"add rule {_CHAIN} {rule}")
    for command in commands_for("nftables", chains=(_CHAIN,)):
        machine.run(*command.removeprefix("sudo ").split())


def test_a_new_host_is_elected_through_firewalls_that_let_takelan_in(network: RoughLab) -> None:
    """With the host's machine dead, players reach each other at ports that the doctor's commands open."""
    machines = [network.host(name) for name in MACHINES]
    playing = Players(
        many_machines(machines[0], machines[1:]), "take-a-number", 3, pace=0.1, rounds=3, words=[]
    )
    screens = Screens([playing.wire_log(seat) for seat in range(3)])
    try:
        screens.watch(lambda: is_mid_game(screens.all, 4), "mid-game", PATIENCE)
        before = [len(screen.messages) for screen in screens.all]
        network.kill(MACHINES[0])
        screens.watch(
            lambda: all(one.goes_on_at(since) for one, since in zip(screens.all, before, strict=True)),
            "play to go on",
            PATIENCE,
        )
    finally:
        screens.close()
        playing.end()
