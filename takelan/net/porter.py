"""What a host knows of its table's door, whoever knocks."""

import asyncio
from collections.abc import Callable

from takelan.net.codes import load_spake2
from takelan.net.limits import Bucket
from takelan.table.letters import Letter
from takelan.table.table import Table
from takelan.wire.code import Code
from takelan.wire.terms import RefusalCode

# A try keeps the table waiting for several milliseconds. Ten friends who come at once are let in at once.
_TRIES_PER_SECOND = 5
_TRIES_AT_ONCE = 10


class Porter:
    """The porter of a table that is open to all, and where nobody has sat yet."""

    @property
    def code(self) -> Code | None:
        """The code that newcomers have to know."""
        return None

    def objection_to(self, key: bytes, *, watches: bool) -> tuple[RefusalCode, str] | None:
        """Say why somebody may not sit down, or look on, whatever they prove; None when they may."""
        return None

    def has_place_for(self, key: bytes) -> bool:
        """Tell whether the owner of a key needs no code: they have a seat, or have opened the table."""
        return False

    def remembers(self, key: bytes) -> bool:
        """Tell whether a seat has check words here."""
        return False

    def is_locked(self) -> bool:
        """Tell whether too many wrong codes were tried lately."""
        return False

    def may_try(self) -> bool:
        """Tell whether a code may be tried just now."""
        return True

    def note_wrong_code(self) -> None:
        """Learn that a wrong code was tried."""


class TablePorter(Porter):
    """The porter of a real table; ``note`` is given what the table says to a wrong code, and when."""

    def __init__(self, table: Table, note: Callable[[list[Letter], float], None]) -> None:
        self._table = table
        self._note = note
        self._now = asyncio.get_running_loop().time
        self._tries = Bucket(_TRIES_PER_SECOND, _TRIES_AT_ONCE, self._now())

    async def get_ready(self) -> None:
        """Load what a proof needs before somebody waits for it."""
        if self.code is not None:
            await asyncio.to_thread(load_spake2)

    @property
    def code(self) -> Code | None:
        """The code that newcomers have to know."""
        return self._table.door.code

    def objection_to(self, key: bytes, *, watches: bool) -> tuple[RefusalCode, str] | None:
        """Say why somebody may not sit down, or look on, whatever they prove; None when they may."""
        return self._table.threshold.objection_to(key, watches=watches)

    def has_place_for(self, key: bytes) -> bool:
        """Tell whether the owner of a key needs no code: they have a seat, or have opened the table."""
        return self._table.threshold.has_place_for(key)

    def remembers(self, key: bytes) -> bool:
        """Tell whether a seat has check words here."""
        return self._table.threshold.has_place_for(key) and self._table.door.remembers(key)

    def is_locked(self) -> bool:
        """Tell whether too many wrong codes were tried lately."""
        return self._table.door.is_locked(self._now())

    def may_try(self) -> bool:
        """Tell whether a code may be tried just now."""
        return self._tries.take(self._now())

    def note_wrong_code(self) -> None:
        """Learn that a wrong code was tried."""
        now = self._now()
        self._note(self._table.note_wrong_code(now), now)
