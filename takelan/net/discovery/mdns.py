"""The one place that knows zeroconf: opening it, describing a table to it, reading what others describe.

Rule 1: zeroconf is imported late and in a thread; it would cost every start some 40 ms.
Rule 2: an interface or an address family that fails is skipped and said, never fatal.
Rule 3: a record is a claim by anybody on the network, so whom it makes us contact is bounded.
"""

import asyncio
import importlib
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Interface, IPv6Address, IPv6Interface, ip_address, ip_interface, ip_network
from typing import TYPE_CHECKING

import msgspec

from takelan.language import translate
from takelan.net.discovery.found import Place
from takelan.store.whereabouts import Fingerprint
from takelan.wire.advert import Advert, TableId, from_txt, to_txt

if TYPE_CHECKING:
    from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    Interfaces = InterfaceChoice | list[str]

OwnAddress = IPv4Interface | IPv6Interface

SERVICE_TYPE = "_takelan._tcp.local."
# Enough for a laptop with a few virtual networks; a record with more is padded.
MAX_ADDRESSES = 8
MAX_LOOKUPS = 8
CLOSE_WITHIN = 1.0
LOOKUP_MILLISECONDS = 1000
FINGERPRINT_KEY = "fp"

_MULTICAST_GROUP = "224.0.0.251"
_LOWEST_PORT = 1024
_LOOK_FOR_NEW_ADDRESSES_EVERY = 2.0

_PRIVATE_NETWORKS = [
    ip_network(network)
    for network in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "fc00::/7",
    )
]


def own_addresses() -> list[OwnAddress]:
    """List this machine's addresses with their networks."""
    import ifaddr

    addresses = []
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            # An IPv6 address comes as (address, flow, scope).
            text = address.ip if isinstance(address.ip, str) else address.ip[0]
            with suppress(ValueError):
                addresses.append(ip_interface(f"{text.partition('%')[0]}/{address.network_prefix}"))
    return addresses


async def network_change(known: Iterable[OwnAddress]) -> None:
    """Wait until this machine has other addresses than those known."""
    while set(own_addresses()) == set(known):
        await asyncio.sleep(_LOOK_FOR_NEW_ADDRESSES_EVERY)


def announceable(own: Iterable[OwnAddress]) -> list[str]:
    """Choose the addresses to announce, the likeliest first; loopback only where there is nothing else."""
    addresses = [one.ip for one in own]
    outward = [one for one in addresses if not one.is_loopback]
    first = _multicast_address()
    ranked = sorted(
        outward or addresses, key=lambda one: (str(one) != first, one.version, one.is_link_local, str(one))
    )
    return [str(one) for one in ranked[:MAX_ADDRESSES]]


def is_near(address: str, own: Iterable[OwnAddress]) -> bool:
    """Say whether an address that a record names can be on our own network.

    Anybody may put any address into a record; without this, one packet would make all who look for a
    table connect to a stranger's machine.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if parsed.is_loopback:
        return all(one.ip.is_loopback for one in own)
    if parsed.is_multicast or parsed.is_unspecified:
        return False
    if isinstance(parsed, IPv6Address) and parsed.is_link_local:
        return parsed.scope_id is not None
    return any(parsed in network for network in (*_PRIVATE_NETWORKS, *(one.network for one in own)))


async def open_mdns(problems: list[str]) -> "AsyncZeroconf | None":
    """Join the multicast groups on all interfaces, or on as many as will do."""
    await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
    from zeroconf import Error
    from zeroconf.asyncio import AsyncZeroconf

    for interfaces, ip_version, problem in _attempts():
        try:
            opened = AsyncZeroconf(interfaces=interfaces, ip_version=ip_version)
        except (OSError, RuntimeError, Error) as error:
            problems.append(problem.format(reason=_reason(error)))
        else:
            return opened
    problems.append(translate("This network carries no announcements: join by address instead."))
    return None


async def open_on(address: str) -> "AsyncZeroconf | None":
    """Join the multicast group on the interface that has an address; None if that cannot be done."""
    await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
    from zeroconf import Error, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    family = IPVersion.V4Only if ip_address(address).version == 4 else IPVersion.V6Only
    with suppress(OSError, RuntimeError, Error):
        return AsyncZeroconf(interfaces=[address], ip_version=family)
    return None


async def register(opened: "AsyncZeroconf", record: "AsyncServiceInfo", problems: list[str]) -> None:
    """Put a record on the air."""
    from zeroconf import Error

    try:
        # Its name is a random id, so there is nothing to probe for, which would take a second.
        await opened.async_register_service(record, cooperating_responders=True)
    except (OSError, RuntimeError, Error) as error:
        problems.append(
            translate("The table could not be announced: {reason}.").format(reason=_reason(error))
        )


async def close_mdns(opened: "AsyncZeroconf") -> None:
    """Say goodbye, but let nobody wait long for it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_WITHIN):
            await opened.async_close()


def describe(
    advert: Advert, port: int, fingerprint: str | None, addresses: Iterable[str]
) -> "AsyncServiceInfo":
    """Write the record of a table."""
    from zeroconf.asyncio import AsyncServiceInfo

    hint = {FINGERPRINT_KEY: fingerprint} if fingerprint else {}
    return AsyncServiceInfo(
        SERVICE_TYPE,
        f"{advert.table}.{SERVICE_TYPE}",
        port=port,
        properties={**to_txt(advert), **hint},
        parsed_addresses=list(addresses),
        server=f"{advert.table}.local.",
    )


class Ear:
    """Listens for records of tables and reports the places they name."""

    def __init__(self, on_heard: Callable[[str, list[Place]], None], on_gone: Callable[[str], None]) -> None:
        self._on_heard = on_heard
        self._on_gone = on_gone
        self._own: list[OwnAddress] = []
        self._lookups: set[asyncio.Task[None]] = set()

    async def listen(self, problems: list[str]) -> None:
        """Report records until cancelled, starting over whenever the network changes."""
        while True:
            problems.clear()
            self._own = own_addresses()
            opened = await open_mdns(problems)
            try:
                await self._listen_on(opened)
            finally:
                await self._stop(opened)

    async def _listen_on(self, opened: "AsyncZeroconf | None") -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        if opened is None:
            await network_change(self._own)
            return
        async with AsyncServiceBrowser(opened.zeroconf, SERVICE_TYPE, handlers=[self._notice]):
            await network_change(self._own)

    async def _stop(self, opened: "AsyncZeroconf | None") -> None:
        for lookup in self._lookups:
            lookup.cancel()
        if opened:
            await close_mdns(opened)

    def _notice(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Take one notice from zeroconf, whose keyword names these are."""
        from zeroconf import ServiceStateChange
        from zeroconf.asyncio import AsyncServiceInfo

        table = name.removesuffix(f".{service_type}")
        if not _is_table_id(table):
            return
        if state_change is ServiceStateChange.Removed:
            self._on_gone(table)
            return
        record = AsyncServiceInfo(service_type, name)
        if record.load_from_cache(zeroconf):
            self._report(table, record)
        elif len(self._lookups) < MAX_LOOKUPS:
            self._look_up(zeroconf, table, record)

    def _look_up(self, zeroconf: "Zeroconf", table: str, record: "AsyncServiceInfo") -> None:
        async def ask() -> None:
            if await record.async_request(zeroconf, LOOKUP_MILLISECONDS):
                self._report(table, record)

        lookup = asyncio.create_task(ask())
        self._lookups.add(lookup)
        lookup.add_done_callback(self._lookups.discard)

    def _report(self, table: str, record: "AsyncServiceInfo") -> None:
        advert = from_txt(record.decoded_properties)
        if advert is not None and advert.table == table and (record.port or 0) >= _LOWEST_PORT:
            self._on_heard(table, places_in(record, self._own))


def places_in(record: "AsyncServiceInfo", own: list[OwnAddress]) -> list[Place]:
    """Turn the addresses of a record into places, those on our own networks first."""
    if (record.port or 0) < _LOWEST_PORT:
        return []
    fingerprint = _fingerprint(record.decoded_properties.get(FINGERPRINT_KEY))
    near = [address for address in record.parsed_scoped_addresses() if is_near(address, own)]
    networks = [one.network for one in own]
    near.sort(key=lambda address: not any(ip_address(address) in network for network in networks))
    return [Place(address, record.port or 0, fingerprint) for address in near[:MAX_ADDRESSES]]


def _fingerprint(claimed: str | None) -> str | None:
    try:
        return msgspec.convert(claimed, Fingerprint | None)
    except msgspec.ValidationError:
        return None


def _is_table_id(text: str) -> bool:
    with suppress(msgspec.ValidationError):
        return bool(msgspec.convert(text, TableId))
    return False


def _attempts() -> "Iterator[tuple[Interfaces, IPVersion, str]]":
    """List what to try, the best first, each with the sentence for when it fails."""
    from zeroconf import InterfaceChoice, IPVersion

    yield InterfaceChoice.All, IPVersion.All, translate("Announcements over IPv6 fail: {reason}.")
    yield InterfaceChoice.All, IPVersion.V4Only, translate("Announcements on all interfaces fail: {reason}.")
    able = [str(one.ip) for one in own_addresses() if one.version == 4 and _can_multicast(str(one.ip))]
    if able:
        yield able, IPVersion.V4Only, translate("Announcements on single interfaces fail: {reason}.")


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__


def _can_multicast(address: str) -> bool:
    membership = socket.inet_aton(_MULTICAST_GROUP) + socket.inet_aton(address)
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        return True
    return False


def _multicast_address() -> str | None:
    """Tell from which of our addresses multicast leaves; connecting a datagram socket sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_MULTICAST_GROUP, 5353))
        return str(probe.getsockname()[0])
    return None
