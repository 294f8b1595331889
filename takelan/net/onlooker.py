"""An onlooker's connection to a table, which becomes a player's when the table welcomes them to a seat.

Rule 1: an onlooker holds no share and has no vote; when the host is gone it looks for the table by itself.
Rule 2: the key it looks on with is its own from the first word, and written down when a seat depends on it.
"""

from takelan.net.client import TableClient
from takelan.net.discovery.found import Place
from takelan.net.failures import RefusedError
from takelan.net.visit import Visit
from takelan.net.way_in import Entered, enter
from takelan.store.seat_keys import SeatKey, keep_seat_key
from takelan.wire.to_host import AnyToHost, Sit
from takelan.wire.to_peer import AnyToPeer, Welcome


class OnlookerClient(TableClient):
    """Somebody who looks on at one table, and may sit down there."""

    _has_seat = False
    _wants_seat = False
    #: The term of the host that is looked on.
    _term = 0

    def send(self, message: AnyToHost) -> bool:
        """Say something to the table; the wish for a seat is said again after a return."""
        if isinstance(message, Sit):
            self._wants_seat = message.wants_seat
        return super().send(message)

    def join(self, table: str, key: SeatKey, visit: Visit, term: int) -> None:
        """Take part in outliving the host, with a seat; without one only listen."""
        if self._has_seat:
            super().join(table, key, visit, term)
            return
        from takelan.net.witnessing import call_onlooker

        self._outgoing, self._term = visit, term
        self.witness = self.witness or call_onlooker(table)
        self.witness.arrive()

    async def _enter_at(self, place: Place, seen: int | None) -> Entered:
        if self._has_seat:
            return await super()._enter_at(place, seen)
        try:
            ticket = self._ticket._replace(watches=True)
            entered = await enter(place, self._key, self.name, None, self._wire_log, self, ticket)
        except RefusedError as refusal:
            if refusal.code != "seated":
                raise
            # The table's welcome to a seat was lost with the connection.
            self._take_seat()
            return await super()._enter_at(place, seen)
        if self._wants_seat:
            entered.visit.say(Sit())
        return entered

    def _may_have_moved(self) -> bool:
        return not self._has_seat or super()._may_have_moved()

    def _note(self, visit: Visit, message: AnyToPeer) -> None:
        if isinstance(message, Welcome) and not self._has_seat:
            self._take_seat()
            if self.table is not None and self._key is not None:
                super().join(self.table, self._key, visit, self._term)
        super()._note(visit, message)

    def _take_seat(self) -> None:
        self._has_seat = True
        # What was seen from the gallery is not what a seat has seen.
        self.witness = None
        if self.table is not None and self._key is not None:
            self._key = keep_seat_key(self._key, self.table, str(self.name))
