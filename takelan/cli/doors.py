"""The ways from the app's home screen to a table, for real.

Rule 1: what needs the network or a key is imported when a door is used, after the first frame.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

from takelan.net.discovery.found import FoundTable, Place
from takelan.net.link_state import LinkState
from takelan.ui.doors import Search
from takelan.ui.sitting import Chair, Line
from takelan.wire.to_peer import AnyToPeer

if TYPE_CHECKING:
    from takelan.cli.opening import Opening
    from takelan.store.seat_keys import SeatKey


class HouseDoors:
    """Doors to the tables of this network, and to new ones in processes of their own."""

    def look(self, on_change: Callable[[list[FoundTable]], None]) -> AbstractAsyncContextManager[Search]:
        """Look for tables."""
        return _looking(on_change)

    def is_own(self, table: FoundTable) -> bool:
        """Tell whether there is a seat to come back to."""
        from takelan.store.seat_keys import remembered

        return table.advert.table in {seat.table for seat in remembered()}

    def to_found(self, table: FoundTable, name: str) -> Chair:
        """Sit down at a table that was found."""
        return chair_at(Place(table.address, table.port, table.fingerprint), name)

    async def to_address(self, text: str, name: str) -> Chair:
        """Sit down at a table whose address was typed."""
        from takelan.net.ask import find

        return chair_at(await find(text), name)

    async def to_new(self, game: str, words: Sequence[str], name: str, *, is_solo: bool) -> Chair:
        """Open a table in a process of its own."""
        from takelan.cli.opening import Opening
        from takelan.cli.solo import alone
        from takelan.rules.catalog import find_game

        kind = find_game(game)
        wishes: dict[str, Any] = {"name": name, "options": tuple(words)}
        opening = alone(kind, **wishes) if is_solo else Opening(game=kind, **wishes)
        return await open_chair(opening, is_solo=is_solo)


def chair_at(
    place: Place, name: str, key: "SeatKey | None" = None, wire_log: BinaryIO | None = None
) -> Chair:
    """Lead to a table at a known place."""

    def open_line(hear: Callable[[AnyToPeer], None], note: Callable[[LinkState], None]) -> Line:
        from takelan.net.client import TableClient

        return TableClient(place, key, name, hear, note, wire_log=wire_log)

    return Chair(open_line)


async def open_chair(opening: "Opening", *, is_solo: bool) -> Chair:
    """Start a host and lead to its table as its owner."""
    from takelan.cli.own_table import open_own_table

    own = await open_own_table(opening)
    return replace(
        chair_at(own.place, str(own.name), own.key),
        guest_command="" if is_solo else own.guest_command,
        is_solo=is_solo,
        keeps_seat=False,
        # A host that others sit with goes on without us: there is nothing to wait for.
        release=partial(own.release, 0.0),
    )


@asynccontextmanager
async def _looking(on_change: Callable[[list[FoundTable]], None]) -> AsyncIterator[Search]:
    from takelan.net.ask import ask
    from takelan.net.discovery.browse import Browser

    async with Browser(ask, on_change=on_change) as browser:
        yield browser
