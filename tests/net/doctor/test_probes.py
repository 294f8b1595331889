"""What systems and programs print and name, read rightly."""

import asyncio
import datetime
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from takelan.net.doctor import firewalls
from takelan.net.doctor.commands import output_of
from takelan.net.doctor.findings import Interface, Kind, Tool
from takelan.net.doctor.firewalls import commands_for, input_chains
from takelan.net.doctor.interfaces import kind_of, own_interfaces
from takelan.net.doctor.neighbours import is_listed
from takelan.net.doctor.surroundings import own_clock, own_folder, own_versions
from takelan.net.doctor.voices import Spoken, families_of, read_name
from tests.processes import PATIENCE, is_running

LAN = "192.168.1.20/24"
_NOBODY = 65534


@pytest.mark.parametrize(
    ("kind", "name", "address"),
    [
        ("loopback", "lo", "127.0.0.1/8"),
        ("loopback", "lo0", "127.0.0.1/8"),
        ("loopback", "Software Loopback Interface 1", "127.0.0.1/8"),
        ("lan", "eth0", LAN),
        ("lan", "enp3s0", LAN),
        ("lan", "wlp2s0", LAN),
        ("lan", "en0", LAN),
        ("lan", "Intel(R) Wi-Fi 6 AX201 160MHz", LAN),
        ("vpn", "tun0", "10.8.0.6/24"),
        ("vpn", "wg0", "10.8.0.6/24"),
        ("vpn", "utun3", "10.8.0.6/24"),
        ("vpn", "tailscale0", "100.101.102.103/32"),
        ("vpn", "eth1", "100.101.102.103/32"),
        ("vpn", "WireGuard Tunnel", "10.8.0.6/24"),
        ("docker", "docker0", "172.17.0.1/16"),
        ("docker", "br-0123456789ab", "172.18.0.1/16"),
        ("lan", "br0", LAN),
        ("wsl", "vEthernet (WSL (Hyper-V firewall))", "172.20.0.1/20"),
        ("virtual", "vEthernet (Default Switch)", "172.21.0.1/20"),
        ("virtual", "virbr0", "192.168.122.1/24"),
        ("virtual", "awdl0", "fe80::1/64"),
    ],
)
def test_interfaces_are_told_apart(kind: Kind, name: str, address: str) -> None:
    """By the names that systems and programs give them, and by addresses that only some give out."""
    assert kind_of(name, [address]) == kind


def test_an_interface_is_what_its_surroundings_make_it() -> None:
    """The same eth0 is a network of its own inside WSL and inside a container."""
    assert kind_of("eth0", ["172.20.3.4/20"], is_in_wsl=True) == "wsl"
    assert kind_of("eth0", ["172.17.0.2/16"], is_in_container=True) == "docker"
    assert kind_of("eth0", [LAN], is_in_container=True) == "lan"


def test_this_machine_has_loopback() -> None:
    """The real list of interfaces holds the one that every machine has."""
    assert "loopback" in {one.kind for one in own_interfaces()}


LINUX_ARP = """\
IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         3c:84:6a:01:02:03     *        wlan0
192.168.1.7      0x1         0x0         00:00:00:00:00:00     *        wlan0
"""
MACOS_ARP = """\
? (192.168.1.1) at 3c:84:6a:1:2:3 on en0 ifscope [ethernet]
? (192.168.1.7) at (incomplete) on en0 ifscope [ethernet]
"""
WINDOWS_ARP = """\
Interface: 192.168.1.20 --- 0x5
  Internet Address      Physical Address      Type
  192.168.1.1           3c-84-6a-01-02-03     dynamic
  192.168.1.255         ff-ff-ff-ff-ff-ff     static
"""


@pytest.mark.parametrize("table", [LINUX_ARP, MACOS_ARP, WINDOWS_ARP])
def test_a_machine_is_there_if_it_answered_for_its_address(table: str) -> None:
    """An entry with a hardware address is a machine; an empty one, or none, is not."""
    assert is_listed("192.168.1.1", table)
    assert not is_listed("192.168.1.7", table)
    assert not is_listed("192.168.1.255", table)
    assert not is_listed("192.168.1.11", table)
    assert not is_listed("92.168.1.1", table)


def _ruleset(*entries: dict[str, object]) -> str:
    return msgspec.json.encode({"nftables": [{"metainfo": {}}, *entries]}).decode()


def _chain(table: str, name: str, **more: object) -> dict[str, object]:
    return {"chain": {"family": "inet", "table": table, "name": name, **more}}


def _rule(table: str, chain: str, verdict: str) -> dict[str, object]:
    return {"rule": {"family": "inet", "table": table, "chain": chain, "expr": [{verdict: None}]}}


def test_only_chains_that_turn_away_are_named() -> None:
    """Those of the input hook with a rule or a policy that drops; the rest is none of our business."""
    ruleset = _ruleset(
        _chain("a", "strict", hook="input", policy="drop"),
        _chain("b", "picky", hook="input", policy="accept"),
        _chain("c", "open", hook="input", policy="accept"),
        _chain("d", "out", hook="output", policy="drop"),
        _chain("e", "helper"),
        _rule("b", "picky", "drop"),
        _rule("c", "open", "accept"),
        _rule("e", "helper", "drop"),
    )
    assert input_chains(ruleset) == ("inet a strict", "inet b picky")


@pytest.mark.parametrize("ruleset", ["", "{", "[]", '{"nftables": []}'])
def test_rules_that_cannot_be_read_are_no_rules(ruleset: str) -> None:
    """Whatever a tool prints."""
    assert input_chains(ruleset) == ()


@pytest.mark.parametrize(
    ("nft", "iptables", "found"),
    [
        # Read, and empty: nothing is held back, whatever is installed.
        ("echo '{\"nftables\": []}'", None, []),
        ("exit 1", None, [("nftables", None, ())]),
        ("exit 1", "echo '-P INPUT ACCEPT'", []),
        (None, "echo '-P INPUT DROP'", [("iptables", True, commands_for("iptables"))]),
    ],
)
async def test_an_empty_ruleset_is_no_firewall_and_no_chain_is_guessed(
    nft: str | None,
    iptables: str | None,
    found: list[tuple[str, bool | None, tuple[str, ...]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule is printed only for a chain that was read; nobody can type a guessed one."""
    for name, script in (("nft", nft), ("iptables", iptables)):
        if script is not None:
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(shutil, "which", only_in(tmp_path))
    settings = tmp_path / "nftables.conf"
    settings.touch()
    monkeypatch.setattr(firewalls, "_NFTABLES", str(settings))
    monkeypatch.setattr(firewalls, "_is_ufw_on", lambda: False)
    assert [(one.tool, one.is_on, one.commands) for one in await firewalls.own_firewalls("linux")] == found


def only_in(folder: Path) -> Callable[..., str | None]:
    """Look for programs in one folder alone."""
    which = shutil.which
    return lambda name, *, path=None: which(name, path=str(folder))


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("ufw", "sudo ufw allow 5353/udp"),
        ("firewalld", "sudo firewall-cmd --add-service=mdns --add-port=18253-18268/tcp"),
        ("nftables", "sudo nft insert rule inet filter input udp dport 5353 accept"),
        ("iptables", "sudo iptables -I INPUT -p tcp --dport 18253:18268 -j ACCEPT"),
        ("macos", 'sudo /usr/libexec/ApplicationFirewall/socketfilterfw --unblockapp "/a b/python"'),
        (
            "windows",
            'netsh advfirewall firewall add rule name="takelan" dir=in action=allow '
            'program="/a b/python" enable=yes',
        ),
    ],
)
def test_every_firewall_has_its_exact_command(tool: Tool, words: str) -> None:
    """As its own manual has it."""
    assert words in commands_for(tool, program="/a b/python", chains=("inet filter input",))


async def test_a_tool_that_is_missing_or_fails_is_no_error() -> None:
    """None is the answer, and what a good one prints otherwise."""
    assert await output_of("no-such-tool-of-takelan") is None
    assert await output_of("false") is None
    assert await output_of("echo", "hello") == "hello\n"


async def test_a_tool_that_nobody_waits_for_any_more_is_ended(tmp_path: Path) -> None:
    """Whoever closes the doctor leaves no tool of the system behind, though it may hang."""
    started = tmp_path / "started"
    waiting = asyncio.create_task(output_of("sh", "-c", f"echo $$ > {started}; echo; exec sleep 3600"))
    async with asyncio.timeout(PATIENCE):
        while not started.exists() or not (tool := started.read_text()).strip():
            await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert not is_running(int(tool))


@pytest.mark.parametrize("name", ["", "x", "0" * 16, "0" * 16 + "-3", "0" * 16 + "-3-5", "G" * 16 + "-3-4"])
def test_a_name_that_is_no_doctors_is_dropped(name: str) -> None:
    """And so is one that goes on after its end."""
    assert read_name(name) is None
    assert read_name("0" * 16 + "-3-4\n") is None


def test_a_doctors_name_tells_where_it_was_sent() -> None:
    """The doctor, the interface, the family."""
    assert read_name("0" * 16 + "-12-6") == Spoken("0" * 16, 12, 6)


def test_an_interface_speaks_over_the_families_it_has() -> None:
    """IPv6 from its link-local address only, which is the one that announcements use."""
    interface = Interface(name="x", index=1, kind="lan", addresses=(LAN, "fd00::2/64"))
    assert families_of(interface) == [4]
    assert families_of(msgspec.structs.replace(interface, addresses=(LAN, "fe80::2/64"))) == [4, 6]


def test_a_clock_before_the_program_was_installed_is_wrong() -> None:
    """The files of takelan are the only other clock there is."""
    assert own_clock().is_plausible
    assert not own_clock(datetime.datetime(1990, 1, 1, tzinfo=datetime.UTC)).is_plausible


def test_versions_name_what_matters() -> None:
    """takelan, its protocol, and the libraries that draw and find."""
    versions = own_versions()
    assert versions.protocol >= 1
    assert {"textual", "zeroconf"} <= versions.libraries.keys()


def test_the_state_folder_is_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is ours alone is in order; what is wrong with any other is told apart."""
    folder = tmp_path / "state"
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(folder))
    assert (own_folder().fault, own_folder().mode) == (None, "0700")
    folder.chmod(0o777)
    assert (own_folder().fault, own_folder().mode) == ("open", "0777")
    folder.rmdir()
    folder.symlink_to(tmp_path)
    assert own_folder().fault == "no_folder"
    folder.unlink()
    folder.write_text("")
    assert own_folder().fault == "no_folder"
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(folder / "below"))
    assert (own_folder().fault, own_folder().mode) == ("missing", "")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can be two users")
@pytest.mark.parametrize(
    ("user", "mode", "fault"),
    [(0, 0o755, "foreign"), (0, 0o777, "foreign"), (_NOBODY, 0o700, None), (_NOBODY, 0o500, "locked")],
)
def test_a_folder_of_another_user_is_not_blamed_for_its_mode(
    user: int, mode: int, fault: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is not its owner could not change it; what is offered instead can be made and used."""
    # Only its owner may enter a folder of pytest's.
    with tempfile.TemporaryDirectory(dir="/tmp") as above:
        Path(above).chmod(0o1777)
        folder = Path(above) / "state"
        folder.mkdir()
        folder.chmod(mode)
        os.chown(folder, user, user)
        monkeypatch.setenv("TAKELAN_STATE_DIR", str(folder))
        monkeypatch.setenv("HOME", "/nonexistent")
        monkeypatch.setattr(tempfile, "tempdir", above)
        with become(_NOBODY):
            assert own_folder().fault == fault
            assert own_folder().spare == f"{above}/takelan-{_NOBODY}"
            monkeypatch.setenv("TAKELAN_STATE_DIR", own_folder().spare)
            assert own_folder().fault is None


@contextmanager
def become(user: int) -> Iterator[None]:
    """Be another user for a while."""
    os.setresuid(user, user, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_another_folder_is_offered_that_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typing what the doctor says leads to a folder that is in order."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TAKELAN_STATE_DIR", "/dev/null")
    found = own_folder()
    assert (found.fault, found.spare) == ("no_folder", str(tmp_path / ".takelan"))
    monkeypatch.setenv("TAKELAN_STATE_DIR", found.spare)
    assert own_folder().fault is None
