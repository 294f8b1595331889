"""A host of one's own that stands by: warm while its player is the next to take over, and only then."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from takelan.net import child
from takelan.net.heir import Heir
from takelan.net.lifeline import Lifeline
from takelan.wire.peer_text import TableName
from takelan.wire.to_peer import TableState
from tests.staying_alive.tables import host_processes

OWNER = bytes(32)


@pytest.fixture
async def heir() -> AsyncIterator[Heir]:
    """Lend an heir whose host is warm at once."""
    lent = Heir(warm_up_after=0.0)
    yield lent
    await lent.release()
    assert host_processes(os.getpid()) == []


async def hosts(count: int) -> list[int]:
    """Wait until so many hosts of ours run."""
    async with asyncio.timeout(60):
        while len(found := host_processes(os.getpid())) != count:
            await asyncio.sleep(0.01)
    return found


async def test_the_host_that_is_warm_is_the_one_that_stands_by(heir: Heir) -> None:
    """Being named twice starts one process, and that one is offered."""
    for _ in range(2):
        await heir.expect(is_next=True)
    (warm,) = await hosts(1)
    offer = await heir.stand_by(OWNER)
    assert offer is not None
    assert offer.where is not None
    assert await hosts(1) == [warm]


@pytest.mark.parametrize("is_warm", [True, False])
async def test_a_host_for_a_table_on_this_machine_alone_listens_on_loopback(
    heir: Heir, *, is_warm: bool
) -> None:
    """Whether it was started beforehand or is started now."""
    heir.is_local = True
    await heir.expect(is_next=is_warm)
    offer = await heir.stand_by(OWNER)
    assert offer is not None
    assert offer.where is not None
    assert offer.where.addresses == ("127.0.0.1",)


async def test_a_host_that_is_not_needed_any_more_is_ended(heir: Heir) -> None:
    """Somebody else is the next one now."""
    await heir.expect(is_next=True)
    await hosts(1)
    await heir.expect(is_next=False)
    await hosts(0)


async def test_without_a_warm_host_one_is_started(heir: Heir) -> None:
    """Whoever was never named, or whose warm host was killed, takes over somewhat later."""
    await heir.expect(is_next=True)
    (warm,) = await hosts(1)
    os.kill(warm, 9)
    await hosts(0)
    assert await heir.stand_by(OWNER) is not None
    await hosts(1)


async def test_a_standby_that_is_given_up_while_it_starts_is_ended(heir: Heir) -> None:
    """Somebody else was elected meanwhile; the next time there is one host again, not two."""
    starting = asyncio.create_task(heir.stand_by(OWNER))
    await hosts(1)
    await heir.give_up()
    assert await starting is None
    await hosts(0)
    first, second = (asyncio.create_task(heir.stand_by(OWNER)) for _ in range(2))
    assert (await first, await second is not None) == (None, True)
    await hosts(1)


async def test_a_host_that_is_stuck_does_not_keep_its_player(
    heir: Heir, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever leaves is not held back by a process that hears no signal."""
    monkeypatch.setattr(child, "_END_WITHIN", 0.2)
    await heir.expect(is_next=True)
    (warm,) = await hosts(1)
    os.kill(warm, signal.SIGSTOP)
    await heir.expect(is_next=False)
    await hosts(0)


async def test_whoever_leaves_leaves_no_host_behind_that_is_just_being_ended(heir: Heir) -> None:
    """A player gets up at the very moment at which nobody needs their host any more."""
    lifeline = Lifeline(heir, None, lambda _: True, lambda _: None, lambda _: None)
    await heir.expect(is_next=True)
    (warm,) = await hosts(1)
    # It would take its time to end.
    os.kill(warm, signal.SIGSTOP)
    lobby = TableState("lobby", "0" * 16, TableName("T"), "take-that", {}, (), 4, None, None, None, None)
    visit: Any = None
    lifeline.hear(visit, lobby, None)
    await asyncio.sleep(0)
    await lifeline.close()
    assert host_processes(os.getpid()) == []
