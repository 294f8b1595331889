"""What an examination finds, as plain records: probes fill them, the judgement reads them.

Rule 1: nothing here probes and nothing here judges.
Rule 2: None means that something was not, or could not be, found out.
"""

from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from typing import Literal

import msgspec

from takelan.store.condition import Fault

#: What an interface leads to.
Kind = Literal["lan", "loopback", "vpn", "docker", "wsl", "virtual"]

#: How a connection to a place ended.
Outcome = Literal[
    "table",  # a table answered that this program understands
    "version",  # a table answered that speaks another protocol
    "doctor",  # another doctor answered
    "busy",  # something accepted and hung up
    "other_program",
    "refused",  # the machine is there, and nothing listens
    "silent",  # no answer at all
    "unreachable",  # the system knows no way
    "unknown_name",
]

Tool = Literal["ufw", "firewalld", "nftables", "iptables", "macos", "windows"]
Colours = Literal["none", "sixteen", "256", "full"]


class Interface(msgspec.Struct, frozen=True, kw_only=True):
    """One interface of this machine."""

    name: str
    index: int
    kind: Kind
    #: With the length of their networks, as 192.168.1.20/24.
    addresses: tuple[str, ...]
    is_up: bool = True
    #: Whether an announcement could be sent from here, and why not.
    is_sent: bool | None = None
    why_not: str = ""
    #: Whether this machine's own announcement came back here.
    is_heard: bool | None = None

    def networks(self) -> list[IPv4Interface | IPv6Interface]:
        """Read the addresses."""
        return [ip_interface(one) for one in self.addresses]

    @property
    def leads_out(self) -> bool:
        """Tell whether other machines can be behind it."""
        return self.kind != "loopback" and self.is_up and bool(self.addresses)

    @property
    def leads_to_lan(self) -> bool:
        """Tell whether it is a real network, and not one that programs made up."""
        return self.leads_out and self.kind in ("lan", "wsl")


class Knock(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt to connect to a place."""

    address: str
    port: int
    outcome: Outcome
    milliseconds: int | None = None
    #: The reason the system gives.
    why: str = ""
    #: The id of the table that answered, and what it calls itself.
    table: str = ""
    name: str = ""
    version: str = ""
    protocol: int | None = None
    #: Whether a machine has that address on our own network.
    is_machine_there: bool | None = None


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The place that was asked for, and the most telling of all attempts to connect there."""

    text: str
    knock: Knock | None = None


class HeardTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was announced, or is remembered, and how connecting to it went."""

    table: str
    is_heard: bool
    knock: Knock | None = None


class Colleague(msgspec.Struct, frozen=True, kw_only=True):
    """Another doctor, and what it says of itself."""

    doctor: str
    address: str
    #: Whether its announcement was heard here.
    is_heard: bool
    #: Whether it could be connected to from here.
    is_reached: bool | None = None
    outcome: Outcome | None = None
    #: What it tells; None until it has told anything.
    hears: tuple[str, ...] | None = None
    reaches: tuple[str, ...] | None = None
    misses: tuple[str, ...] | None = None
    version: str = ""
    protocol: int | None = None
    #: By how much its clock is ahead of ours.
    clock_ahead: float | None = None


class Firewall(msgspec.Struct, frozen=True, kw_only=True):
    """A firewall of this machine."""

    tool: Tool
    #: None where only an administrator may know.
    is_on: bool | None
    #: What lets announcements and players in, as it has to be typed.
    commands: tuple[str, ...]


class Terminal(msgspec.Struct, frozen=True, kw_only=True):
    """The terminal that takelan would be played on."""

    is_terminal: bool
    #: Whether the app fits.
    is_large_enough: bool = True
    term: str = ""
    columns: int | None = None
    rows: int | None = None
    colours: Colours = "full"
    has_no_color_set: bool = False
    has_unicode: bool = True
    encoding: str = ""
    is_tmux: bool = False
    is_ssh: bool = False
    #: How long the terminal takes to answer.
    milliseconds: float | None = None


class Folder(msgspec.Struct, frozen=True, kw_only=True):
    """The folder for keys and journals."""

    path: str
    #: Why it cannot be used; None where it can.
    fault: Fault | None = None
    #: As chmod writes it.
    mode: str = ""
    #: Where there would be room for another.
    spare: str = ""


class Versions(msgspec.Struct, frozen=True, kw_only=True):
    """What is running here."""

    takelan: str
    protocol: int
    python: str
    system: str
    libraries: dict[str, str] = {}


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """This machine's clock."""

    #: ISO 8601, with the offset.
    now: str
    #: Whether the time can be right: takelan is not older than its own files.
    is_plausible: bool = True


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one examination has found so far."""

    doctor: str
    versions: Versions
    clock: Clock
    folder: Folder
    interfaces: tuple[Interface, ...] = ()
    problems: tuple[str, ...] = ()
    target: Target | None = None
    tables: tuple[HeardTable, ...] = ()
    colleagues: tuple[Colleague, ...] = ()
    #: The port this doctor can be reached at; None where it could not listen.
    port: int | None = None
    firewalls: tuple[Firewall, ...] = ()
    terminal: Terminal | None = None
    #: Whether everything had its time; until then nothing is concluded from silence.
    is_complete: bool = False
