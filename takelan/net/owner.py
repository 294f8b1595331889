"""The connection of whoever started the host, and so knows when there is none to come back to."""

from collections.abc import Callable
from typing import Any

from takelan.net.client import EndedError, TableClient
from takelan.net.discovery.found import Place
from takelan.net.way_in import Entered

#: Tells what the host at a place said when it ended for good; nothing while it is there or may come back.
LastWords = Callable[[Place], str]


class OwnerClient(TableClient):
    """Somebody at a table of their own."""

    def __init__(self, *wishes: Any, last_words: LastWords, **more: Any) -> None:
        super().__init__(*wishes, **more)
        self._last_words = last_words

    async def _enter_anywhere(self, seen: int | None) -> Entered:
        # Where others hold shares, one of them goes on with the table.
        if not self._lifeline.is_entrusted and (words := self._last_words(self.place)):
            raise EndedError(words, "crashed")
        return await super()._enter_anywhere(seen)
