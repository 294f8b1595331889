"""The ways from home to a table, as the home screen needs them.

The real ones live where sockets are; tests walk through doors of their own.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from takelan.net.discovery.found import FoundTable
from takelan.ui.sitting import Chair


class Search(Protocol):
    """A search for tables that goes on while it is open."""

    @property
    def tried(self) -> list[str]:
        """Say what was tried and heard, one sentence a source."""


class Doors(Protocol):
    """How one gets to a table."""

    def look(self, on_change: Callable[[list[FoundTable]], None]) -> AbstractAsyncContextManager[Search]:
        """Look for tables."""

    def is_own(self, table: FoundTable) -> bool:
        """Tell whether this player already has a seat at a table."""

    def to_found(self, table: FoundTable, name: str) -> Chair:
        """Sit down at a table that was found."""

    async def to_address(self, text: str, name: str) -> Chair:
        """Sit down at a table whose address was typed; raises what a player should read."""

    async def to_new(self, game: str, words: Sequence[str], name: str, *, is_solo: bool) -> Chair:
        """Open a table, for others or against bots."""
