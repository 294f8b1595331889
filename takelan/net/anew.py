"""Going on where nobody else could: a round of two humans begun anew at a host of one's own.

Rule 1: whoever began anew keeps telling the host before them so, for as long as somebody is away who may
bring it back: there is never more than one table for long.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import msgspec

from takelan.errors import TakelanError
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.net.link_state import Rescue
from takelan.net.proofs import public_key
from takelan.store import keepsakes
from takelan.store.keepsakes import Keepsake
from takelan.store.seat_keys import SeatKey
from takelan.table.remains import Memory, Remains, decode_remains, encode_remains
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Certificate, Offer
from takelan.wire.to_peer import AnyToPeer

#: How long a host of two is waited for before its guest may begin the round anew.
RESTART_AFTER = 5.0
KNOCK_EVERY = 2.0

#: Makes this player host in a later term than the one given.
StandAlone = Callable[[int, Offer], Certificate]


class Anew:
    """What one player could begin anew, and what follows when they do."""

    def __init__(self, remains: Remains | None = None) -> None:
        self._memory = Memory()
        self._left = remains
        self._written: Remains | None = None
        self._met: tuple[Place, PlayerName] | None = None
        self._lost_at: float | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether the host is still missed; it may come back while one of our own is started."""
        return self._left is not None or self._lost_at is not None

    def meet(self, term: int, code: Code | None, place: Place, name: PlayerName) -> None:
        """Note which host of the table this is, and what a private one is entered with."""
        self._memory.term, self._memory.code = term, code
        self._met, self._left, self._lost_at = (place, name), None, None

    def hear(self, message: AnyToPeer) -> None:
        """Take in what the host says, and keep on disk what would remain."""
        if self._memory.hear(message) and self._met is not None:
            self._keep(*self._met)

    def lose(self, now: float) -> None:
        """Note that the host is out of reach."""
        self._lost_at = now if self._lost_at is None else self._lost_at

    def remains(self) -> Remains | None:
        """Tell what is left of the table; None when there is nothing to begin anew."""
        return self._left or self._memory.remains()

    def rescue(self, foreseen: Rescue | None, now: float) -> Rescue | None:
        """Add to what is foreseen that this player may begin the round anew."""
        if self.remains() is None:
            return foreseen
        waits = RESTART_AFTER if self._lost_at is None else max(0.0, self._lost_at + RESTART_AFTER - now)
        return replace(foreseen or Rescue("alone", seconds=waits), can_restart=not waits)

    async def serve(self, key: SeatKey, heir: Heir, stand_alone: StandAlone) -> Certificate | None:
        """Begin the round anew at a host of our own; None if it did not come about."""
        remains = self.remains()
        if remains is None:
            return None
        with suppress(TakelanError, OSError):
            heir.is_local = remains.state.is_local
            offer = await heir.stand_by(public_key(key.secret))
            if offer is None or not self.is_wanted:
                await heir.give_up()
                return None
            certificate = stand_alone(remains.term, offer)
            if await heir.begin_anew(encode_remains(remains), certificate):
                keepsakes.discard(remains.state.table)
                return certificate
        return None

    async def keep_knocking(
        self, place: Place, key: SeatKey, name: PlayerName, certificate: Certificate
    ) -> None:
        """Tell the host before us, whenever it may have come back, that its table is here."""
        from takelan.net.restarted import knock

        while True:
            await asyncio.sleep(KNOCK_EVERY)
            if self._memory.is_somebody_away:
                await knock(place, key, name, certificate)

    def forget(self) -> None:
        """Keep nothing on disk any more."""
        remains, self._written = self._written, None
        if remains is not None:
            keepsakes.discard(remains.state.table)

    def _keep(self, place: Place, name: PlayerName) -> None:
        remains = self._memory.remains()
        if remains is None:
            self.forget()
        elif remains != self._written:
            self._written = remains
            keepsakes.keep(_keepsake(remains, place, name))


def read_keepsake(keepsake: Keepsake) -> Remains | None:
    """Read what remains of a table; None when it was not written by this takelan."""
    with suppress(msgspec.MsgspecError):
        return decode_remains(keepsake.remains)
    return None


def _keepsake(remains: Remains, place: Place, name: PlayerName) -> Keepsake:
    state = remains.state
    return Keepsake(
        table=state.table,
        game=state.game,
        name=str(name),
        host="" if state.host is None else str(state.seats[state.host].name),
        address=place.address,
        port=place.port,
        fingerprint=place.fingerprint,
        remains=encode_remains(remains),
    )
