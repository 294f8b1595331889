"""The interfaces of this machine, and what each of them leads to.

Rule 1: what an interface is, is told by its name first: systems and programs name theirs after themselves.
"""

import re
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Interface, IPv6Interface, ip_interface, ip_network
from pathlib import Path

from takelan.net.doctor.findings import Interface, Kind

#: A laptop with many containers has dozens; nobody reads on after this.
MAX_INTERFACES = 24

_NAMES: dict[Kind, str] = {
    "loopback": r"lo\d*\Z|loopback",
    "wsl": r"vethernet \(wsl",
    "docker": r"docker|br-[0-9a-f]{12}\Z|veth[0-9a-f]{6,}\Z|podman|cni|flannel|cali|lxc|lxd",
    "vpn": (
        r"(tun|tap|wg|zt|ppp|utun|ipsec|gpd)\d*\Z|tailscale|nordlynx|proton|mullvad|wireguard|openvpn"
        r"|tap-windows|anyconnect|cscotun|vpn|zerotier"
    ),
    "virtual": r"virbr|vboxnet|vmnet|vethernet|virtualbox|vmware|bridge\d|awdl|llw|anpi|ifb|dummy",
}
_BY_NAME = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _NAMES.items()}

# What containers are given by default; another address there is a network that somebody chose.
_CONTAINERS = [ip_network("172.16.0.0/12"), ip_network("10.88.0.0/16")]
# Tailscale and carriers give these out; nobody's home network does.
_SHARED = ip_network("100.64.0.0/10")


def kind_of(
    name: str, addresses: Iterable[str], *, is_in_wsl: bool = False, is_in_container: bool = False
) -> Kind:
    """Tell what an interface leads to, from its name, its addresses and where this program runs."""
    for kind, pattern in _BY_NAME.items():
        if pattern.match(name):
            return kind
    own = [ip_interface(one).ip for one in addresses]
    if own and all(one.is_loopback for one in own):
        return "loopback"
    if any(one.version == 4 and one in _SHARED for one in own):
        return "vpn"
    if is_in_wsl:
        return "wsl"
    is_given = any(one in network for one in own for network in _CONTAINERS if one.version == network.version)
    return "docker" if is_in_container and is_given else "lan"


def own_interfaces() -> list[Interface]:
    """List the interfaces that have addresses."""
    import ifaddr

    surroundings = {"is_in_wsl": _is_in_wsl(), "is_in_container": _is_in_container()}
    found = []
    for adapter in ifaddr.get_adapters():
        addresses = [one for ip in adapter.ips if (one := _written(ip.ip, ip.network_prefix))]
        index = adapter.index or _index_of(adapter.name)
        if addresses and index is not None:
            found.append(
                Interface(
                    name=adapter.nice_name,
                    index=index,
                    kind=kind_of(adapter.nice_name, addresses, **surroundings),
                    addresses=tuple(addresses),
                    is_up=_is_up(adapter.name),
                )
            )
    return sorted(found, key=lambda one: (not one.leads_to_lan, not one.leads_out, one.index))[
        :MAX_INTERFACES
    ]


def networks_of(interfaces: Iterable[Interface]) -> list[IPv4Interface | IPv6Interface]:
    """List all addresses of all interfaces."""
    return [network for interface in interfaces for network in interface.networks()]


def _written(address: str | tuple[str, int, int], prefix: int) -> str | None:
    # An IPv6 address comes as (address, flow, scope).
    text = address if isinstance(address, str) else address[0]
    with suppress(ValueError):
        return str(ip_interface(f"{text.partition('%')[0]}/{prefix}"))
    return None


def _index_of(name: str) -> int | None:
    with suppress(OSError, AttributeError):
        return socket.if_nametoindex(name)
    return None


def _is_up(name: str) -> bool:
    """Tell whether an interface is plugged in; where the system does not say, sending will tell."""
    if sys.platform != "linux" or "/" in name:
        return True
    with suppress(OSError):
        # Loopback and tunnels have no cable and are "unknown".
        return (Path("/sys/class/net") / name / "operstate").read_text().strip() in ("up", "unknown")
    return True


def _is_in_wsl() -> bool:
    with suppress(OSError):
        return "microsoft" in Path("/proc/sys/kernel/osrelease").read_text().casefold()
    return False


def _is_in_container() -> bool:
    return Path("/.dockerenv").exists() or Path("/run/.containerenv").exists()
