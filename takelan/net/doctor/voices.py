"""Announcing on each interface by itself, and hearing whether that comes back, and who else is there.

Rule 1: a record tells its doctor, interface and family in its name, so that hearing it is enough to know
what was sent where.
Rule 2: a record is a claim by anybody on the network, so whom it makes us contact is bounded.
"""

import asyncio
import re
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv6Interface
from typing import TYPE_CHECKING, NamedTuple

from takelan.net.discovery import mdns
from takelan.net.discovery.found import Place
from takelan.net.doctor.findings import Interface
from takelan.net.doctor.interfaces import networks_of

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf

SERVICE_TYPE = "_takelan-doctor._tcp.local."

_GROUPS = {4: "224.0.0.251", 6: "ff02::fb"}
_PORT = 5353
_POINTER, _INTERNET = 12, 1
_NAME = re.compile(r"([0-9a-f]{16})-([0-9]{1,6})-([46])\Z")
_MOST_HEARD = 64


class Sending(NamedTuple):
    """Whether an announcement got out of an interface."""

    is_sent: bool
    why_not: str = ""


class Spoken(NamedTuple):
    """What the name of a record tells: whose it is, and which interface and family it was sent from."""

    doctor: str
    interface: int
    family: int


def send_question(interface: Interface) -> Sending:
    """Send a question for tables from an interface, over one family after the other until one gets out."""
    failures: list[OSError] = []
    for family, address in sorted(_voices_of(interface).items()):
        try:
            _send(family, address, interface.index)
        except OSError as error:
            failures.append(error)
        else:
            return Sending(is_sent=True)
    return Sending(is_sent=False, why_not=failures[0].strerror or str(failures[0]) if failures else "")


def read_name(name: str) -> Spoken | None:
    """Read the name of a record, or return None if it is none of a doctor's."""
    parts = _NAME.match(name)
    return Spoken(parts[1], int(parts[2]), int(parts[3])) if parts else None


class Voice:
    """A doctor's announcement on one interface, over one family, for as long as it is wanted."""

    def __init__(
        self,
        own: str,
        interface: Interface,
        family: int,
        on_heard: Callable[[Spoken, list[Place]], None],
    ) -> None:
        self._own = own
        self._interface = interface
        self._family = family
        self._on_heard = on_heard
        self._networks: list[mdns.OwnAddress] = []
        self._heard: set[str] = set()
        self._lookups: set[asyncio.Task[None]] = set()

    async def speak(self, port: int, fingerprint: str, everything: list[Interface]) -> None:
        """Announce and listen until cancelled; an interface that cannot is left alone."""
        address = _voices_of(self._interface)[self._family]
        self._networks = networks_of(everything)
        opened = await mdns.open_on(address)
        if opened is None:
            return
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

        record = AsyncServiceInfo(
            SERVICE_TYPE,
            f"{self._own}-{self._interface.index}-{self._family}.{SERVICE_TYPE}",
            port=port,
            properties={mdns.FINGERPRINT_KEY: fingerprint},
            parsed_addresses=[address],
            server=f"{self._own}-{self._interface.index}-{self._family}.local.",
        )
        try:
            async with AsyncServiceBrowser(opened.zeroconf, SERVICE_TYPE, handlers=[self._notice]):
                await mdns.register(opened, record, [])
                await asyncio.get_running_loop().create_future()
        finally:
            for lookup in self._lookups:
                lookup.cancel()
            with suppress(Exception):
                await mdns.close_mdns(opened)

    def _notice(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Take one notice from zeroconf, whose keyword names these are."""
        from zeroconf import ServiceStateChange
        from zeroconf.asyncio import AsyncServiceInfo

        spoken = read_name(name.removesuffix(f".{service_type}"))
        if spoken is None or state_change is ServiceStateChange.Removed or len(self._heard) >= _MOST_HEARD:
            return
        self._heard.add(name)
        self._on_heard(spoken, [])
        if spoken.doctor == self._own or len(self._lookups) >= mdns.MAX_LOOKUPS:
            return
        record = AsyncServiceInfo(service_type, name)

        async def look_up() -> None:
            if record.load_from_cache(zeroconf) or await record.async_request(
                zeroconf, mdns.LOOKUP_MILLISECONDS
            ):
                self._on_heard(spoken, mdns.places_in(record, self._networks))

        lookup = asyncio.create_task(look_up())
        self._lookups.add(lookup)
        lookup.add_done_callback(self._lookups.discard)


def families_of(interface: Interface) -> list[int]:
    """List the families an interface can announce over."""
    return sorted(_voices_of(interface))


def _voices_of(interface: Interface) -> dict[int, str]:
    """Choose one address a family to speak from; IPv6 speaks from the address every interface has."""
    chosen: dict[int, str] = {}
    for one in interface.networks():
        if not isinstance(one, IPv6Interface) or one.ip.is_link_local:
            chosen.setdefault(one.version, str(one.ip))
    return chosen


def _send(family: int, address: str, index: int) -> None:
    question = _question()
    if family == 4:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
            sending.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            sending.sendto(question, (_GROUPS[4], _PORT))
        return
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as sending:
        sending.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, struct.pack("@I", index))
        sending.sendto(question, (_GROUPS[6], _PORT, 0, index))


def _question() -> bytes:
    """Write the question everybody asks who looks for tables."""
    labels = mdns.SERVICE_TYPE.rstrip(".").split(".")
    name = b"".join(bytes([len(label)]) + label.encode() for label in labels) + b"\0"
    # One question and nothing else, as RFC 1035 lays it out.
    return struct.pack("!6H", 0, 0, 1, 0, 0, 0) + name + struct.pack("!2H", _POINTER, _INTERNET)
