"""Encrypted connections: who is at the other end is always looked at."""

import asyncio
import errno
import os
import re
import socket
import ssl
import tempfile
from pathlib import Path
from typing import Any

import pytest

import takelan
from takelan.net.discovery.found import Place
from takelan.net.failures import (
    BusyError,
    NotATableError,
    NoTemporaryFileError,
    NothingListeningError,
    StrangeCertificateError,
    UnknownMachineError,
    UnreachableError,
)
from takelan.net.tls import connect, make_identity
from tests.net.hosting import hosting
from tests.net.virtual_time import run_virtually

SOURCE = Path(takelan.__file__).parent


def test_every_process_has_a_certificate_of_its_own() -> None:
    """A fingerprint is 64 hexadecimal digits and never comes back."""
    prints = {make_identity().fingerprint for _ in range(3)}
    assert len(prints) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in prints)


def test_a_disk_without_room_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A host whose certificate can be written nowhere says so, and does not just fail."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(NoTemporaryFileError, match="TMPDIR"):
        make_identity()


def test_nothing_older_than_tls_1_3_is_spoken() -> None:
    """A host refuses an older client."""

    async def scenario() -> None:
        async with hosting() as table:
            old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection("127.0.0.1", table.place.port, ssl=old, server_hostname="")

    run_virtually(scenario())


def test_the_certificate_is_compared_with_the_one_expected() -> None:
    """The right one and an unknown one are taken, another one is not."""

    async def scenario() -> None:
        async with hosting() as table:
            known, unknown = await connect(table.place), await connect(table.place._replace(fingerprint=None))
            assert known.certificate == unknown.certificate == bytes.fromhex(table.place.fingerprint or "")
            known.cut()
            unknown.cut()
            with pytest.raises(StrangeCertificateError):
                await connect(table.place._replace(fingerprint="ab" * 32))

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("first_words", "failure"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", NotATableError),
        (b"SSH-2.0-OpenSSH_9.2\r\n", NotATableError),
        (b"", BusyError),
    ],
)
async def test_another_program_is_told_apart_from_a_table(
    first_words: bytes, failure: type[Exception]
) -> None:
    """One that speaks another language is named as such; one that hangs up may only be busy."""

    async def be_another(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(first_words)
        writer.close()

    async with await asyncio.start_server(be_another, "127.0.0.1", 0) as server:
        with pytest.raises(failure):
            await connect(Place("127.0.0.1", server.sockets[0].getsockname()[1]))


async def test_nothing_and_nobody_are_told_apart() -> None:
    """A closed port and an unknown name have sentences of their own."""
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
    with pytest.raises(NothingListeningError, match=f"127.0.0.1:{port}"):
        await connect(Place("127.0.0.1", port))
    with pytest.raises(UnknownMachineError):
        await connect(Place("no.such.machine.invalid", port))
    with pytest.raises(UnknownMachineError):
        await connect(Place("x" * 80 + ".invalid", port))


async def test_a_name_with_several_addresses_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most machines have an IPv4 and an IPv6 address; at a closed port of theirs no table is open either."""
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
    look_up = socket.getaddrinfo

    def find_two(host: str, *more: Any, **details: Any) -> list[Any]:
        return [one for address in ("127.0.0.1", "127.0.0.2") for one in look_up(address, *more, **details)]

    monkeypatch.setattr(socket, "getaddrinfo", find_two)
    with pytest.raises(NothingListeningError, match=f"anna.example:{port}"):
        await connect(Place("anna.example", port))


async def test_a_machine_that_is_not_there_is_told_in_the_systems_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asyncio says the address again, as a tuple, where the reason belongs."""

    async def fail(*_: object, **_details: object) -> None:
        raise OSError(errno.EHOSTUNREACH, "Connect call failed ('10.0.0.9', 18253)")

    monkeypatch.setattr(asyncio, "open_connection", fail)
    with pytest.raises(UnreachableError) as failure:
        await connect(Place("10.0.0.9", 18253))
    assert failure.value.details["why"] == os.strerror(errno.EHOSTUNREACH)


OPENS_A_CONNECTION = re.compile(
    r"open_connection|create_connection|open_unix_connection|sock_connect|\.connect(_ex)?\(|urlopen|HTTPS?Connection"
)
MAY_CONNECT = {
    "net/tls.py": 1,
    # A datagram socket that asks the system for a route; nothing is sent.
    "net/discovery/mdns.py": 1,
}


def test_one_function_opens_all_connections() -> None:
    """Nothing in the source can reach another machine without having its certificate looked at."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        calls = [line for line in path.read_text().splitlines() if OPENS_A_CONNECTION.search(line)]
        calls = [line for line in calls if "sqlite3" not in line and not line.lstrip().startswith("#")]
        if calls:
            found[path.relative_to(SOURCE).as_posix()] = len(calls)
    assert found == MAY_CONNECT


def test_no_context_comes_with_the_systems_certificates() -> None:
    """Loading them costs 15 ms and they vouch for nobody here."""
    assert not [path for path in SOURCE.rglob("*.py") if "create_default_context(" in path.read_text()]
