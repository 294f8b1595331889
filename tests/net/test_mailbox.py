"""Letters between players: they arrive wherever the mailbox says it is, several on one connection."""

import asyncio
import socket
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from takelan.net import courier
from takelan.net.discovery import mdns
from takelan.net.discovery.found import Place
from takelan.net.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from takelan.net.mailbox import Mailbox
from takelan.net.tls import Line, connect
from takelan.wire.codec import encode
from takelan.wire.succession import AnyBetweenPlayers, Seek, Where
from tests.net.attackers import LONG, dial, left_open


@dataclass
class Letters:
    """What has arrived in a mailbox."""

    all: list[AnyBetweenPlayers] = field(default_factory=list)
    has_come: asyncio.Event = field(default_factory=asyncio.Event)

    def receive(self, letter: AnyBetweenPlayers) -> None:
        """Take a letter."""
        self.all.append(letter)
        self.has_come.set()

    async def wait_for(self, count: int) -> None:
        """Wait until so many have arrived."""
        async with asyncio.timeout(60):
            while len(self.all) < count:
                self.has_come.clear()
                await self.has_come.wait()


def letter(term: int) -> Seek:
    """Write some letter."""
    return Seek("0" * 16, bytes(32), term)


async def open_mailbox(letters: Letters) -> tuple[Mailbox, Where]:
    """Open a mailbox and tell where it is."""
    mailbox = Mailbox(letters.receive)
    where = await mailbox.open()
    assert where is not None
    return mailbox, where


def _has(address: str) -> bool:
    return any(str(own.ip) == address for own in mdns.own_addresses())


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
async def test_a_mailbox_is_at_the_same_port_for_ipv4_and_ipv6(address: str) -> None:
    """Whichever of its addresses somebody uses, the one port it names leads there."""
    if not _has(address):
        pytest.skip(f"this machine has no {address}")
    letters, sender = Letters(), Mailbox(lambda letter: None)
    mailbox, where = await open_mailbox(letters)
    sender.send(Where((address,), where.port, where.fingerprint), letter(1))
    await letters.wait_for(1)
    assert letters.all == [letter(1)]
    mailbox.close()


async def test_a_mailbox_is_at_a_port_that_firewalls_can_know_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first free one of a few; where all are taken, as on a server with many players, any other."""
    blocked = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [one.getsockname()[1] for one in blocked]
    monkeypatch.setattr("takelan.net.mailbox.PLAYER_PORTS", ports)
    elsewhere, where = await open_mailbox(Letters())
    assert where.port not in ports
    blocked[1].close()
    usual, where = await open_mailbox(Letters())
    assert where.port == ports[1]
    for opened in (elsewhere, usual):
        opened.close()
    blocked[0].close()


async def test_letters_of_a_moment_share_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """An election is many small letters; each would cost a handshake on both machines."""
    connections = []

    async def count(place: Place) -> Line:
        connections.append(place)
        return await connect(place)

    monkeypatch.setattr(courier, "connect", count)
    letters, sender = Letters(), Mailbox(lambda letter: None)
    mailbox, where = await open_mailbox(letters)
    near = Where(("127.0.0.1",), where.port, where.fingerprint)
    for term in (1, 2):
        sender.send(near, letter(term))
    await letters.wait_for(2)
    sender.send(near, letter(3))
    await letters.wait_for(3)
    assert letters.all == [letter(1), letter(2), letter(3)]
    assert len(connections) == 1
    mailbox.close()


async def test_an_address_that_leads_nowhere_is_followed_by_the_next() -> None:
    """A machine has several addresses, and not everybody can reach all of them."""
    letters, sender = Letters(), Mailbox(lambda letter: None)
    mailbox, where = await open_mailbox(letters)
    sender.send(Where(("no-such-machine.invalid", "127.0.0.1"), where.port, where.fingerprint), letter(1))
    await letters.wait_for(1)
    mailbox.close()


async def test_without_room_for_a_certificate_there_is_no_mailbox(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A player whose disk is full plays on, and is told to nobody as one who can be reached."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert await Mailbox(lambda letter: None).open() is None


async def test_strangers_who_say_nothing_hold_nothing_open() -> None:
    """A player's program has a few hundred files to spare, and needs some of them to come back to a table."""
    letters, sender = Letters(), Mailbox(lambda letter: None)
    mailbox, where = await open_mailbox(letters)
    with ExitStack() as held:
        idle = [held.enter_context(dial(where.port, "127.0.0.2")) for _ in range(60)]
        assert await asyncio.to_thread(left_open, idle, 16, LONG) <= 16
        sender.send(Where(("127.0.0.1",), where.port, where.fingerprint), letter(1))
        await letters.wait_for(1)
        assert await asyncio.to_thread(left_open, idle, 0, LONG) == 0
    mailbox.close()


async def test_whoever_says_too_much_is_cut_off() -> None:
    """A stranger's letters cost a look at a signature each, in the loop that draws a player's screen."""
    letters = Letters()
    mailbox, where = await open_mailbox(letters)
    line = await connect(Place("127.0.0.1", where.port, where.fingerprint))
    line.writer.write(encode(letter(1)) * 2000)
    async with asyncio.timeout(LONG):
        with suppress(ConnectionError):
            assert await line.reader.read() == b""
    assert len(letters.all) <= MESSAGES_AT_ONCE + MESSAGES_PER_SECOND
    line.cut()
    mailbox.close()


async def test_a_mailbox_that_is_closed_while_somebody_writes_does_not_complain() -> None:
    """Whoever leaves after a succession still hears from others, and reads no traceback below the goodbye."""
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, complaint: complaints.append(complaint))
    letters, sender = Letters(), Mailbox(lambda letter: None)
    mailbox, where = await open_mailbox(letters)
    sender.send(Where(("127.0.0.1",), where.port, where.fingerprint), letter(1))
    await letters.wait_for(1)
    # What still runs when the program ends is cancelled.
    running = asyncio.all_tasks() - {asyncio.current_task()}
    mailbox.close()
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await asyncio.sleep(0)
    assert complaints == []
