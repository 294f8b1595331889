"""Addresses as people type them."""

import pytest

from takelan.net.discovery.found import Place
from takelan.net.failures import BadAddressError
from takelan.net.places import is_on_this_machine, read_place, write_place


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.20", "192.168.1.20", None),
        ("192.168.1.20:18253", "192.168.1.20", 18253),
        (" localhost:1 ", "localhost", 1),
        ("ada-laptop.local:65535", "ada-laptop.local", 65535),
        ("::1", "::1", None),
        ("fe80::1%eth0", "fe80::1%eth0", None),
        ("[::1]:18253", "::1", 18253),
        ("[fe80::1%eth0]:18253", "fe80::1%eth0", 18253),
        ("[fd00::2]", "fd00::2", None),
        ("a", "a", None),
    ],
)
def test_an_address_is_read(text: str, host: str, port: int | None) -> None:
    """Names, IPv4 and IPv6, each with a port or without."""
    assert read_place(text) == (host, port)


@pytest.mark.parametrize(
    "text",
    ["", " ", ":", ":1", "host:", "host:0", "host:65536", "host:x", "host:٣", "[::1", "[::1]1", "[]:1", "a b",
     "-x", "1:2:3", "fe80::1:18253:x", "host:99999999999999999999", "http://host", "a\x1b[2J", "é.local"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    """The sentence shows what an address looks like."""
    with pytest.raises(BadAddressError, match=r"192\.168\.1\.20:18253"):
        read_place(text)


@pytest.mark.parametrize("text", ["10.0.0.1:5", "[::1]:18253", "[fe80::1%eth0]:1", "host:7"])
def test_a_place_is_written_as_it_is_typed(text: str) -> None:
    """Writing and reading undo each other."""
    host, port = read_place(text)
    assert write_place(Place(host, port or 0)) == text


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        *(("127.0.0.1", True), ("127.5.0.1", True), ("::1", True), ("localhost", True)),
        *(("::", False), ("192.168.1.20", False), ("fe80::1", False), ("ada-laptop.local", False)),
    ],
)
def test_loopback_is_known_however_it_is_written(host: str, *, is_here: bool) -> None:
    """Everything else may be reached from elsewhere."""
    assert is_on_this_machine(host) == is_here
