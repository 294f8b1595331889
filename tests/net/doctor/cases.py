"""Made-up findings: a healthy machine, and whatever is to be wrong with it."""

from typing import Any

import msgspec

from takelan.net.doctor.findings import (
    Clock,
    Colleague,
    Findings,
    Firewall,
    Folder,
    HeardTable,
    Interface,
    Knock,
    Outcome,
    Target,
    Terminal,
    Versions,
)
from takelan.net.doctor.firewalls import commands_for

OWN = "0" * 16
OTHER = "1" * 16
TABLE = "a" * 16

LAN = Interface(
    name="wlan0", index=3, kind="lan", addresses=("192.168.1.20/24",), is_sent=True, is_heard=True
)
LOOPBACK = Interface(name="lo", index=1, kind="loopback", addresses=("127.0.0.1/8", "::1/128"))
DOCKER = Interface(name="docker0", index=4, kind="docker", addresses=("172.17.0.1/16",), is_sent=True)
VPN = Interface(name="tun0", index=5, kind="vpn", addresses=("10.8.0.6/24",), is_sent=True, is_heard=True)
UFW = Firewall(tool="ufw", is_on=True, commands=commands_for("ufw"))
TERMINAL = Terminal(
    is_terminal=True, term="xterm-256color", columns=120, rows=40, encoding="utf-8", milliseconds=1.7
)


def healthy(**changes: Any) -> Findings:
    """Make up a machine on a network, with nothing wrong but what is changed."""
    findings = Findings(
        doctor=OWN,
        versions=Versions(
            takelan="0.1.0", protocol=1, python="3.11.2", system="Linux 6.1", libraries={"textual": "8.2.0"}
        ),
        clock=Clock(now="2026-11-18T20:15:00+01:00"),
        folder=Folder(path="/home/ada/.local/state/takelan", mode="0700", spare="/home/ada/.takelan"),
        interfaces=(LAN, LOOPBACK),
        terminal=TERMINAL,
        port=18260,
        is_complete=True,
    )
    return msgspec.structs.replace(findings, **changes)


def knock(outcome: Outcome = "table", address: str = "192.168.1.30", **more: Any) -> Knock:
    """Make up an attempt to connect to a table."""
    known: dict[str, Any] = {"port": 18253, "table": TABLE if outcome in ("table", "version") else ""}
    if outcome == "table":
        known |= {"name": "Kitchen", "milliseconds": 3, "protocol": 1, "version": "0.1.0"}
    return Knock(address=address, outcome=outcome, **(known | more))


def asked(outcome: Outcome, address: str = "192.168.1.30", **more: Any) -> Target:
    """Make up a place somebody asked for, and how connecting there went."""
    return Target(text=address, knock=knock(outcome, address, **more))


def heard(outcome: Outcome = "table", address: str = "192.168.1.30", **more: Any) -> HeardTable:
    """Make up a table that is announced, and how connecting to it went."""
    return HeardTable(table=TABLE, is_heard=True, knock=knock(outcome, address, **more))


def colleague(**changes: Any) -> Colleague:
    """Make up a doctor with which everything is well."""
    one = Colleague(
        doctor=OTHER,
        address="192.168.1.40",
        is_heard=True,
        is_reached=True,
        outcome="doctor",
        hears=(OWN,),
        reaches=(OWN,),
        misses=(),
        version="0.1.0",
        protocol=1,
        clock_ahead=0.1,
    )
    return msgspec.structs.replace(one, **changes)
