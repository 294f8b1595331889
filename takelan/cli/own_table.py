"""A table of one's own: a host in another process, and the key that makes its starter the owner.

Rule 1: a host that dies while its player lives is started again from its journal; its guests come back by
themselves, for it is the same table, with the same certificate, at the same port.
Rule 2: a host that fails again soon after it was started again is given up: it would fail for ever.
"""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass

import click

from takelan.cli.opening import Opening, new_table_id
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.child import PART_WITHIN, HostProcess, start_host
from takelan.net.discovery.found import Place
from takelan.net.invitation import guest_command
from takelan.net.proofs import public_key
from takelan.store.journals import Page, unfinished
from takelan.store.seat_keys import SeatKey, open_seat_key, remembered
from takelan.wire.peer_text import PlayerName

#: How long a host that was started again has to hold out, in seconds, to be worth another time.
_HOLDS_OUT = 60.0


@dataclass
class OwnTable:
    """A table whose host this process has started."""

    host: HostProcess
    name: PlayerName
    key: SeatKey
    #: What a guest on another machine has to type.
    guest_command: str
    _reviving: asyncio.Task[None] | None = None
    _is_gone: bool = False
    #: What its host complained of last, if nobody was told yet.
    _words: str = ""

    @property
    def place(self) -> Place:
        """Where it is, from this machine."""
        return self.host.place

    def guard(self) -> None:
        """Start the host again whenever it dies."""
        self._reviving = asyncio.create_task(self._revive())

    async def release(self, within: float = PART_WITHIN) -> bool:
        """Let go of the host, and tell whether it ended; it goes on as long as others sit there."""
        if self._reviving is not None:
            self._reviving.cancel()
        return await self.host.release(within)

    async def leave(self) -> None:
        """Let go of the host, say so if it goes on, and what it complained of."""
        if not await self.release():
            click.echo(_("The others play on; the table closes when the last of them leaves."))
        if words := self._words if self._is_gone else self.host.last_words or self._words:
            click.echo(f"takelan: {words}", err=True)

    def take_last_words(self, place: Place) -> str:
        """Tell once what the host at a place failed with, if it is gone for good."""
        if not self._is_gone or place.fingerprint != self.place.fingerprint:
            return ""
        words, self._words = self._words, ""
        return words

    async def _revive(self) -> None:
        revived_at = -math.inf
        while await self.host.ended() != 0:
            self._words = self.host.last_words
            page = find_unfinished(self.host.table)
            if page is None or _now() - revived_at < _HOLDS_OUT:
                self._is_gone = True
                return
            try:
                self.host = await start_host(_resuming(page), page.bind)
            except TakelanError as error:
                self._is_gone, self._words = True, str(error)
                return
            revived_at = _now()


async def open_own_table(
    opening: Opening, *, table_id: str | None = None, manner: Sequence[str] = ()
) -> OwnTable:
    """Start a host for a new table."""
    table = table_id or new_table_id()
    # Whatever is wrong with the wishes is said before a process is started for them.
    setup = opening.setup(table, None)
    key = open_seat_key(table, str(setup.host_name))
    owner = [f"--table-id={table}", f"--owner={public_key(key.secret).hex()}"]
    host = await start_host([*opening.arguments(), *owner, *manner], opening.bind)
    return _guarded(host, setup.host_name, key)


async def resume_own_table(page: Page) -> OwnTable:
    """Start a host again that was cut off in the middle of a game."""
    own = seat_name(page)
    host = await start_host(_resuming(page), page.bind)
    return _guarded(host, PlayerName(own), open_seat_key(page.table, own))


def seat_name(page: Page) -> str:
    """Tell what this player is called at the table of a journal."""
    return next((seat.name for seat in remembered() if seat.table == page.table), page.names[0])


def find_unfinished(table: str | None = None) -> Page | None:
    """Find the game that was cut off: at this table, or the most recent one."""
    return next((page for page in unfinished() if table in (None, page.table)), None)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _resuming(page: Page) -> list[str]:
    return ["--resume", f"--table-id={page.table}"]


def _guarded(host: HostProcess, name: PlayerName, key: SeatKey) -> OwnTable:
    own = OwnTable(host, name, key, guest_command(host.addresses, host.port))
    own.guard()
    return own
