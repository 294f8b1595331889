"""Writing a table down before anybody is told what happened there, and setting it up again from that.

Rule 1: a page is written before its step is told, and settled on the disk beside the game: whoever races must
not wait for a disk.
"""

import asyncio
import time

from takelan.net.failures import PortTakenError
from takelan.net.premises import Premises, open_premises
from takelan.store.journals import Journal, Page
from takelan.table import snapshot
from takelan.table.succession.keeper import Keeper
from takelan.table.table import Table


class Bookkeeper:
    """Keeps the journal of one table: a page while a game is on, and nothing when there is none."""

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self._last = b""
        self._settling: asyncio.Future[None] | None = None
        self._is_unsettled = False

    def keep(self, table: Table, premises: Premises, keeper: Keeper) -> None:
        """Write the table down if a game is on and nobody else could go on with it.

        Where others hold shares they elect a host; a second one from a journal would be one too many.
        """
        if self._journal is None:
            return
        written = snapshot.take(table) if table.is_playing and not keeper.is_shared else b""
        if written == self._last:
            return
        self._last = written
        if written:
            self._journal.write(_page(table, premises, keeper, written))
            self._is_unsettled = True
            self._settle(self._journal)
        else:
            self._journal.erase()

    def _settle(self, journal: Journal) -> None:
        """Settle the newest page, one at a time: those written meanwhile are settled together."""
        if self._settling is None and self._is_unsettled:
            self._is_unsettled = False
            self._settling = asyncio.get_running_loop().run_in_executor(None, journal.settle)
            self._settling.add_done_callback(lambda _: self._go_on_settling(journal))

    def _go_on_settling(self, journal: Journal) -> None:
        self._settling = None
        self._settle(journal)

    def close(self, *, is_over: bool) -> None:
        """Let go of the journal, and leave no page behind when the table was closed or moved on purpose."""
        self._is_unsettled = False
        if self._journal is not None:
            if is_over:
                self._journal.erase()
            self._journal.close()


async def resume(page: Page) -> tuple[Table, Premises]:
    """Set a table up again as its journal tells, at its old place if that is free."""
    try:
        premises = await open_premises(page.bind, page.port, page.identity)
    except PortTakenError:
        premises = await open_premises(page.bind, None, page.identity)
    return snapshot.restore(page.snapshot, asyncio.get_running_loop().time()), premises


def _page(table: Table, premises: Premises, keeper: Keeper, written: bytes) -> Page:
    bound = premises.bound
    return Page(
        table=table.setup.table,
        game=table.advert().game,
        names=table.names(),
        term=keeper.term,
        port=premises.sockets[0].getsockname()[1],
        bind=bound[0] if bound else None,
        identity=premises.identity.chain,
        snapshot=written,
        written=time.time(),
        counts=tuple(keeper.counts.items()),
        proof=keeper.certificate,
    )
