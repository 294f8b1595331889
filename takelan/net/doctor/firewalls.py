"""The firewalls of this machine, and the exact words that let announcements and players in.

Rule 1: reading a firewall's rules often takes an administrator; what nobody may read is guessed from what
is installed and running, and told as a guess.
"""

import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from takelan.net.discovery.found import DEFAULT_PORTS, PLAYER_PORTS
from takelan.net.doctor.commands import output_of
from takelan.net.doctor.findings import Firewall, Tool

ANNOUNCEMENTS = 5353
_FIRST, _LAST = DEFAULT_PORTS[0], PLAYER_PORTS[-1]
_NFTABLES = "/etc/nftables.conf"
_MACOS = "/usr/libexec/ApplicationFirewall/socketfilterfw"
# Chains in which a firewall may keep its input rules; more than these nobody has.
_MOST_CHAINS = 4


async def own_firewalls(system: str = sys.platform, program: str = sys.executable) -> list[Firewall]:
    """Find this machine's firewalls that are on, or may be."""
    if system == "win32":
        return [await _windows(program)]
    if system == "darwin":
        return [await _macos(program)]
    return await _linux()


def commands_for(tool: Tool, *, program: str = "", chains: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Write what has to be typed so that takelan is let through."""
    match tool:
        case "ufw":
            return (f"sudo ufw allow {ANNOUNCEMENTS}/udp", f"sudo ufw allow {_FIRST}:{_LAST}/tcp")
        case "firewalld":
            return (f"sudo firewall-cmd --add-service=mdns --add-port={_FIRST}-{_LAST}/tcp",)
        case "nftables":
            return tuple(
                f"sudo nft insert rule {chain} {what} accept"
                for chain in chains
                for what in (f"udp dport {ANNOUNCEMENTS}", f"tcp dport {_FIRST}-{_LAST}")
            )
        case "iptables":
            return (
                f"sudo iptables -I INPUT -p udp --dport {ANNOUNCEMENTS} -j ACCEPT",
                f"sudo iptables -I INPUT -p tcp --dport {_FIRST}:{_LAST} -j ACCEPT",
            )
        case "macos":
            return (f'sudo {_MACOS} --add "{program}"', f'sudo {_MACOS} --unblockapp "{program}"')
        case "windows":
            return (
                'netsh advfirewall firewall add rule name="takelan" dir=in action=allow '
                f'program="{program}" enable=yes',
            )


async def _windows(program: str) -> Firewall:
    state = await output_of("netsh", "advfirewall", "show", "currentprofile", "state")
    # The words are translated there; a firewall that is on is the rule.
    return Firewall(
        tool="windows",
        is_on=None if state is None else "OFF" not in state.upper().split(),
        commands=commands_for("windows", program=program),
    )


async def _macos(program: str) -> Firewall:
    state = await output_of("socketfilterfw", "--getglobalstate")
    return Firewall(
        tool="macos",
        is_on=None if state is None else "enabled" in state.casefold(),
        commands=commands_for("macos", program=program),
    )


async def _linux() -> list[Firewall]:
    """Name whoever manages the rules; only where nobody does, the rules themselves."""
    if _is_ufw_on():
        return [Firewall(tool="ufw", is_on=True, commands=commands_for("ufw"))]
    if await output_of("firewall-cmd", "--state") is not None:
        return [Firewall(tool="firewalld", is_on=True, commands=commands_for("firewalld"))]
    ruleset = await output_of("nft", "-j", "list", "ruleset")
    if chains := input_chains(ruleset or ""):
        return [Firewall(tool="nftables", is_on=True, commands=commands_for("nftables", chains=chains))]
    rules = await output_of("iptables", "-S", "INPUT")
    if rules is not None and _holds_back(rules):
        return [Firewall(tool="iptables", is_on=True, commands=commands_for("iptables"))]
    if ruleset is None and rules is None and Path(_NFTABLES).exists():
        # A rule needs the name of its chain, and nobody here may read that.
        return [Firewall(tool="nftables", is_on=None, commands=())]
    return []


def _is_ufw_on() -> bool:
    with suppress(OSError):
        words = Path("/etc/ufw/ufw.conf").read_text(errors="replace").casefold().split()
        return "enabled=yes" in words
    return False


def input_chains(ruleset: str) -> tuple[str, ...]:
    """List the chains that can turn away what comes in: those of the input hook that drop or reject."""
    try:
        entries: list[dict[str, Any]] = msgspec.json.decode(ruleset).get("nftables", [])
    except (msgspec.DecodeError, AttributeError):
        return ()
    chains = {
        _name(chain, "name"): chain.get("policy") == "drop"
        for entry in entries
        if (chain := entry.get("chain")) and chain.get("hook") == "input"
    }
    for entry in entries:
        rule = entry.get("rule")
        if rule and _name(rule, "chain") in chains and _turns_away(rule):
            chains[_name(rule, "chain")] = True
    return tuple(islice((chain for chain, does in chains.items() if does), _MOST_CHAINS))


def _name(entry: dict[str, Any], key: str) -> str:
    return f"{entry.get('family')} {entry.get('table')} {entry.get(key)}"


def _turns_away(rule: dict[str, Any]) -> bool:
    return any(
        verdict in statement
        for statement in rule.get("expr", [])
        for verdict in ("drop", "reject", "jump", "goto")
    )


def _holds_back(rules: str) -> bool:
    return any(
        line.startswith("-P INPUT DROP") or "-j DROP" in line or "-j REJECT" in line
        for line in rules.splitlines()
    )
