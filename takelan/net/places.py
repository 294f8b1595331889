"""Addresses as people write them."""

import re
from ipaddress import ip_address

from takelan.net.discovery.found import Place
from takelan.net.failures import BadAddressError

_NAME = re.compile(r"[0-9A-Za-z_](?:[0-9A-Za-z_.-]{0,251}[0-9A-Za-z_.])?\Z")
_MOST_PORT = 65535


def read_place(text: str) -> tuple[str, int | None]:
    """Read ``ADDRESS[:PORT]``: a name, an IPv4 or an IPv6 address, the last in brackets if a port follows."""
    stripped = text.strip()
    host, port = _split(stripped)
    if not _is_address(host) and not _NAME.match(host):
        raise BadAddressError(text=stripped)
    if port is None:
        return host, None
    if not (port.isascii() and port.isdigit() and 0 < int(port[:6]) <= _MOST_PORT):
        raise BadAddressError(text=stripped)
    return host, int(port)


def write_place(place: Place) -> str:
    """Write a place the way it can be typed."""
    host = f"[{place.address}]" if ":" in place.address else place.address
    return f"{host}:{place.port}"


def is_on_this_machine(host: str) -> bool:
    """Tell whether an address leads to this machine from nowhere else."""
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _split(text: str) -> tuple[str, str | None]:
    if text.startswith("["):
        host, closing, rest = text[1:].partition("]")
        if not closing or (rest and not rest.startswith(":")):
            return "", None
        return host, rest[1:] if rest else None
    if text.count(":") == 1:
        host, _, port = text.partition(":")
        return host, port
    return text, None


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
