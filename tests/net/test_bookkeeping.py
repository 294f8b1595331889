"""A table's journal: written before anybody is told, and on the disk soon after."""

import asyncio
import os
from pathlib import Path

import pytest

from takelan.net.bookkeeping import Bookkeeper
from takelan.store.journals import open_journal
from takelan.wire.to_host import AddBot, Start
from takelan.wire.to_peer import TakeThatStep
from tests.net.hosting import TABLE, hosting, setup, sit_down


async def test_a_page_is_settled_on_the_disk_beside_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both the page and its name, without anybody waiting for it on the loop."""
    loop, settled = asyncio.get_running_loop(), asyncio.Event()
    folder = tmp_path / "state" / "journals"

    def sync(handle: int) -> None:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        if os.path.samestat(os.fstat(handle), folder.stat()):
            loop.call_soon_threadsafe(settled.set)

    monkeypatch.setattr(os, "fsync", sync)
    books = Bookkeeper(open_journal(TABLE))
    async with asyncio.timeout(60), hosting(setup(levels=("random",)), keep=books.keep) as table:
        ann = await sit_down(table.place, "Ann")
        ann.say(AddBot("random"), Start())
        await ann.hear_kind(TakeThatStep)
        assert (folder / f"{TABLE}.journal").exists()
        await settled.wait()
    books.close(is_over=True)
