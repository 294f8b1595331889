"""Writing a table down before anybody is told what happened there, and setting it up again from that."""

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
            self._journal.write(_page(table, premises, keeper.term, written))
        else:
            self._journal.erase()

    def close(self, *, is_over: bool) -> None:
        """Let go of the journal, and leave no page behind when the table was closed or moved on purpose."""
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


def _page(table: Table, premises: Premises, term: int, written: bytes) -> Page:
    bound = premises.bound
    return Page(
        table=table.setup.table,
        game=table.advert().game,
        names=table.names(),
        term=term,
        port=premises.sockets[0].getsockname()[1],
        bind=bound[0] if bound else None,
        identity=premises.identity.chain,
        snapshot=written,
        written=time.time(),
    )
