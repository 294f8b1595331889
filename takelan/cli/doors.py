"""The ways from the app's home screen to a table, for real.

Rule 1: what needs the network or a key is imported when a door is used, after the first frame.
"""

import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

from takelan.net.discovery.found import FoundTable, Place
from takelan.net.invitation import guests_command
from takelan.net.link_state import LinkState
from takelan.ui.doors import CutOff, Search
from takelan.ui.line import Line
from takelan.ui.sitting import Chair
from takelan.wire.code import Code
from takelan.wire.to_peer import AnyToPeer

if TYPE_CHECKING:
    from takelan.cli.opening import Opening
    from takelan.cli.own_table import OwnTable
    from takelan.net.client import TableClient
    from takelan.net.doctor.findings import Findings, Terminal
    from takelan.net.owner import LastWords
    from takelan.store.seat_keys import SeatKey
    from takelan.table.remains import Remains


class HouseDoors:
    """Doors to the tables of this network, and to new ones in processes of their own."""

    def look(self, on_change: Callable[[list[FoundTable]], None]) -> AbstractAsyncContextManager[Search]:
        """Look for tables."""
        return _looking(on_change)

    def is_own(self, table: FoundTable) -> bool:
        """Tell whether there is a seat to come back to."""
        from takelan.store.seat_keys import waiting

        return table.advert.table in waiting()

    def to_found(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        """Sit down at a table that was found."""
        return chair_at(table.place, name, code=code)

    def to_gallery(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        """Look on at a table that was found."""
        return chair_at(table.place, name, code=code, is_onlooker=True)

    async def to_address(self, text: str, name: str) -> Chair:
        """Sit down at a table whose address or code was typed."""
        from takelan.cli.way import find_way

        way = await find_way(text)
        return chair_at(way.place, name, code=way.code, others=way.others)

    async def examine(self, terminal: "Terminal", on_change: "Callable[[Findings], None]") -> None:
        """Examine this machine and its network, and stay for other doctors."""
        from takelan.net.doctor.examination import Examination

        await Examination(terminal=terminal, on_change=on_change).run(stay=math.inf)

    def cut_off(self) -> CutOff | None:
        """Find the game that was cut off most recently: here, or at somebody else's table."""
        from takelan.cli.own_table import find_unfinished
        from takelan.store.keepsakes import kept

        if (page := find_unfinished()) is not None:
            return CutOff(page.table, page.game)
        keepsake = next(iter(kept()), None)
        return None if keepsake is None else CutOff(keepsake.table, keepsake.game, keepsake.host)

    async def to_cut_off(self, cut_off: CutOff, name: str) -> Chair:
        """Resume a game, or begin its round anew."""
        from takelan.cli.cut_off import anew_chair, resumed_chair

        return anew_chair(cut_off.table) if cut_off.host else await resumed_chair(cut_off.table)

    async def to_new(
        self, game: str, words: Sequence[str], name: str, *, is_solo: bool, is_private: bool = False
    ) -> Chair:
        """Open a table in a process of its own."""
        from takelan.cli.opening import Opening
        from takelan.cli.solo import alone
        from takelan.rules.catalog import find_game

        kind = find_game(game)
        # What others may watch at a table for them says nothing about one for oneself.
        wanted = tuple(word for word in words if not (is_solo and word.startswith("onlookers=")))
        wishes: dict[str, Any] = {"name": name, "options": wanted}
        opening = alone(kind, **wishes) if is_solo else Opening(game=kind, private=is_private, **wishes)
        return await open_chair(opening, is_solo=is_solo)


def chair_at(
    place: Place,
    name: str,
    key: "SeatKey | None" = None,
    wire_log: BinaryIO | None = None,
    *,
    code: Code | None = None,
    others: Sequence[Place] = (),
    remains: "Remains | None" = None,
    is_onlooker: bool = False,
    is_alone: bool = False,
    last_words: "LastWords | None" = None,
) -> Chair:
    """Lead to a table at a known place, to what remains of it, or to where one looks on at it."""

    def open_line(hear: Callable[[AnyToPeer], None], note: Callable[[LinkState], None]) -> Line:
        from takelan.cli.stand_in import stand_in_level

        bring: dict[str, Any] = {"stand_in": stand_in_level(), "code": code, "others": others}
        bring |= {"remains": remains, "is_alone": is_alone}
        return _kind_of_client(is_onlooker, last_words)(place, key, name, hear, note, wire_log, **bring)

    return Chair(open_line, guests_command(place, code))


def _kind_of_client(is_onlooker: bool, last_words: "LastWords | None") -> "Callable[..., TableClient]":
    """Tell how to call a table: to look on, as the owner of its host, or as a guest."""
    if last_words is not None:
        from takelan.net.owner import OwnerClient

        return partial(OwnerClient, last_words=last_words)
    if is_onlooker:
        from takelan.net.onlooker import OnlookerClient

        return OnlookerClient
    from takelan.net.client import TableClient

    return TableClient


async def open_chair(opening: "Opening", *, is_solo: bool) -> Chair:
    """Start a host and lead to its table as its owner."""
    from takelan.cli.own_table import open_own_table

    return own_chair(await open_own_table(opening), is_solo=is_solo)


def own_chair(own: "OwnTable", *, is_solo: bool = False) -> Chair:
    """Lead to a table whose host this process has started."""
    return replace(
        chair_at(own.place, str(own.name), own.key, is_alone=is_solo, last_words=own.take_last_words),
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
