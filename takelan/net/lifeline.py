"""How a table outlives its host through one of its players: by votes, by a hand-over, or begun anew."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING

from takelan.errors import TakelanError
from takelan.net.anew import Anew
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.net.link_state import Rescue
from takelan.net.proofs import public_key
from takelan.net.visit import Visit
from takelan.net.way_in import Entered
from takelan.store.seat_keys import SeatKey
from takelan.table.remains import Remains
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName
from takelan.wire.to_host import AnyToHost, Serving, Standby
from takelan.wire.to_peer import AnyToPeer, Inherit, TableState, TakeOver

if TYPE_CHECKING:
    # It brings cryptography along, which a first frame need not wait for.
    from takelan.net.survivor import Survivor


class Lifeline:
    """What one player holds of a table, and how it goes on at a host of theirs.

    ``tell`` says something to the host there is; ``lead`` goes where the table is now; ``on_rescue`` is told
    what comes of a host that falls silent. With ``remains`` a round is to be begun anew.
    """

    def __init__(
        self,
        heir: Heir,
        remains: Remains | None,
        tell: Callable[[AnyToHost], bool],
        lead: Callable[[list[Place]], None],
        on_rescue: Callable[[Rescue | None], None],
    ) -> None:
        self._heir = heir
        self._anew = Anew(remains)
        self._survivor: Survivor | None = None
        self._tell, self._lead, self._on_rescue = tell, lead, on_rescue
        self._visit: Visit | None = None
        #: The visit to a host that has handed its table to ours, and is to send everybody there.
        self._given_at: Visit | None = None
        self._chores: set[asyncio.Task[None]] = set()

    @property
    def own_place(self) -> Place | None:
        """Where the table is if this player holds it; None when they do not."""
        return self._heir.place

    @property
    def place_for_others(self) -> Place | None:
        """Where others find the table if this player holds it."""
        return self._heir.place_for_others

    @property
    def is_entrusted(self) -> bool:
        """Whether this table has others who could go on with it."""
        return self._survivor is not None and self._survivor.is_entrusted

    @property
    def remains(self) -> Remains | None:
        """What is left of the table; None when there is nothing to begin anew."""
        return self._anew.remains()

    def join(self, table: str, key: SeatKey, term: int) -> None:
        """Hold shares of the table one sits down at, and know which host of it this is."""
        self._survive(table, key).arrive(term)

    def meet(self, entered: Entered, place: Place, name: PlayerName, code: Code | None) -> None:
        """Note which host of the table this is, and how one got in."""
        self._visit = entered.visit
        self._anew.meet(entered.term, code, place, name)

    def overhear(self, message: AnyToPeer) -> None:
        """Take what a host says before its welcome."""
        if self._survivor is not None:
            self._survivor.hear(message)

    def hear(self, visit: Visit, message: AnyToPeer, key: SeatKey | None) -> None:
        """Take what the host says, and do what it asks of whoever comes next."""
        self._anew.hear(message)
        self.overhear(message)
        match message:
            case TableState():
                self._heir.is_local = message.is_local
                self._do(self._heir.expect(is_next=_is_next(message)))
            case TakeOver() if key is not None:
                self._do(self._stand_by(visit, key))
            case Inherit():
                self._do(self._inherit(visit, message.sealed))

    def lose(self) -> None:
        """Note that the host is out of reach; whoever was handed its table has it."""
        is_ours = self._visit is not None and self._visit is self._given_at
        self._visit = self._given_at = None
        if is_ours:
            self._go_home()
        self._anew.lose(asyncio.get_running_loop().time())

    def rescue(self) -> Rescue | None:
        """Tell who goes on with the table, as far as that can be foreseen."""
        foreseen = self._survivor.rescue() if self._survivor is not None else None
        return self._anew.rescue(foreseen, asyncio.get_running_loop().time())

    async def begin_anew(self, table: str, key: SeatKey, name: PlayerName, before: Place) -> Place | None:
        """Start a host of our own with what remains of the table; None if that did not come about."""
        certificate = await self._anew.serve(key, self._heir, self._survive(table, key).stand_alone)
        if certificate is None or self._heir.place is None:
            return None
        self._do(self._anew.keep_knocking(before, key, name, certificate))
        return self._heir.place

    def resign(self) -> None:
        """Give up every share and vote, and whatever could be begun anew, before leaving in peace."""
        self._anew.forget()
        if self._survivor is not None:
            self._survivor.resign()

    def end(self) -> None:
        """Keep nothing of a table that is closed."""
        self._anew.forget()

    def change_tables(self) -> None:
        """Hold nothing of the table any more: it has become one with another before anything was dealt."""
        if self._survivor is not None:
            self._do(self._survivor.close())
            self._survivor = None

    async def close(self) -> None:
        """Take no part any more, and hand on the table if it is held here."""
        for chore in self._chores:
            chore.cancel()
        # One of them may be ending a host that was not needed.
        await asyncio.gather(*self._chores, return_exceptions=True)
        if self._survivor is not None:
            await self._survivor.close()
        await self._heir.release()

    def _survive(self, table: str, key: SeatKey) -> "Survivor":
        from takelan.net.survivor import Survivor

        if self._survivor is None:
            self._survivor = Survivor(table, key, self._heir, self._tell, self._lead, self._on_rescue)
        return self._survivor

    def _do(self, work: Coroutine[None, None, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _stand_by(self, visit: Visit, key: SeatKey) -> None:
        # A standby that cannot be started is no standby: the host waits for a while and closes.
        with suppress(TakelanError, OSError):
            offer = await self._heir.stand_by(public_key(key.secret))
            if offer is not None:
                visit.say(Standby(offer))

    async def _inherit(self, visit: Visit, sealed: bytes) -> None:
        if not await self._heir.inherit(sealed):
            return
        visit.say(Serving())
        self._given_at = visit
        if self._visit is not visit:
            # The old host cannot send us there any more.
            self._go_home()

    def _go_home(self) -> None:
        if self._heir.place is not None:
            self._lead([self._heir.place])


def _is_next(table: TableState) -> bool:
    return table.stage != "lobby" and table.you is not None and table.you == table.successor
