"""The ways from home to a table, as the home screen needs them.

The real ones live where sockets are; tests walk through doors of their own.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from takelan.net.discovery.found import FoundTable
from takelan.ui.sitting import Chair
from takelan.wire.code import Code

if TYPE_CHECKING:
    from takelan.net.doctor.findings import Findings, Terminal


class Search(Protocol):
    """A search for tables that goes on while it is open."""

    @property
    def tried(self) -> list[str]:
        """Say what was tried and heard, one sentence a source."""


@dataclass(frozen=True)
class CutOff:
    """A game that was cut off, and how it can be gone on with from this machine."""

    table: str
    game: str
    #: Who ran the table; nothing when it was this player, who can resume it from the journal.
    host: str = ""


class Doors(Protocol):
    """How one gets to a table."""

    def look(self, on_change: Callable[[list[FoundTable]], None]) -> AbstractAsyncContextManager[Search]:
        """Look for tables."""

    def is_own(self, table: FoundTable) -> bool:
        """Tell whether this player already has a seat at a table."""

    def to_found(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        """Sit down at a table that was found; a private one wants to be told its code."""

    def to_gallery(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        """Look on at a table that was found."""

    async def to_address(self, text: str, name: str) -> Chair:
        """Sit down at a table whose address or code was typed; raises what a player should read."""

    async def examine(self, terminal: "Terminal", on_change: "Callable[[Findings], None]") -> None:
        """Examine this machine and its network, and go on until cancelled."""

    def cut_off(self) -> CutOff | None:
        """Tell of a game that was cut off here; None when there is none."""

    async def to_cut_off(self, cut_off: CutOff, name: str) -> Chair:
        """Go on with a game that was cut off: resume it, or begin its round anew."""

    async def to_new(
        self, game: str, words: Sequence[str], name: str, *, is_solo: bool, is_private: bool = False
    ) -> Chair:
        """Open a table: for all others, for those who are told its code, or against bots."""
