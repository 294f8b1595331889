"""Handing a table over when its host leaves: one attempt, with one successor.

Rule 1: from the moment the table is written down until everybody has moved, nothing is judged, so that no
move is lost between the two hosts: it was judged before, or its maker sends it again to the new host.
"""

import asyncio
from collections.abc import Awaitable, Callable

from takelan.wire.succession import Offer
from takelan.wire.to_host import AnyToHost, Serving, Standby
from takelan.wire.to_peer import AnyToPeer, Inherit, Moved, TakeOver

#: How long a successor may take to start a host of its own, the others to vote, and it to open the table.
STAND_BY_WITHIN = 8.0
VOTE_WITHIN = 2.0
SERVE_WITHIN = 5.0


class HandOver:
    """One attempt to hand a table to a successor."""

    def __init__(self, term: int, say: Callable[[AnyToPeer], None]) -> None:
        loop = asyncio.get_running_loop()
        self._term = term
        self._say = say
        self._standby: asyncio.Future[Offer] = loop.create_future()
        self._serving: asyncio.Future[None] = loop.create_future()

    def hear(self, message: AnyToHost) -> None:
        """Take what the successor answers."""
        if isinstance(message, Standby) and not self._standby.done():
            self._standby.set_result(message.offer)
        elif isinstance(message, Serving) and self._standby.done() and not self._serving.done():
            self._serving.set_result(None)

    def fail(self) -> None:
        """Learn that the successor is gone."""
        for answer in (self._standby, self._serving):
            answer.cancel()

    async def run(self, seal: Callable[[Offer], Awaitable[bytes]]) -> Moved | None:
        """Hand the table over, and return what to tell everybody; None if it did not come about.

        ``seal`` collects what the successor needs, and seals it for the host it offers.
        """
        try:
            self._say(TakeOver(self._term))
            async with asyncio.timeout(STAND_BY_WITHIN):
                offer = await asyncio.shield(self._standby)
            async with asyncio.timeout(VOTE_WITHIN):
                sealed = await seal(offer)
            self._say(Inherit(sealed))
            async with asyncio.timeout(SERVE_WITHIN):
                await asyncio.shield(self._serving)
        except (TimeoutError, asyncio.CancelledError):
            if not (self._standby.cancelled() or self._serving.cancelled()):
                _raise_if_we_were_cancelled()
            return None
        return _way_to(offer, self._term)


def _way_to(offer: Offer, term: int) -> Moved | None:
    where = offer.where
    return None if where is None else Moved(term, where.addresses, where.port, where.fingerprint)


def _raise_if_we_were_cancelled() -> None:
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
