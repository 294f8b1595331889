"""A player's connection to a table: it greets, proves, listens, and comes back by itself.

Rule 1: messages are handed on in the order they came, each once.
Rule 2: a move that no host has judged is sent again after a return, under its number, which counts once.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, BinaryIO

from takelan.errors import TakelanError
from takelan.language import translate
from takelan.net.answers import answer
from takelan.net.discovery.found import Place
from takelan.net.failures import BusyError, RefusedError
from takelan.net.heir import Heir
from takelan.net.link_state import FINAL_FAREWELLS, LinkState, farewell_text
from takelan.net.places import write_place
from takelan.net.proofs import public_key
from takelan.net.visit import HungUpError, Visit
from takelan.net.way_in import Entered, enter
from takelan.store import whereabouts
from takelan.store.seat_keys import SeatKey
from takelan.table.succession.moves import Outbox
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Counted
from takelan.wire.to_host import AnyToHost, Leave, Pong, Serving, Standby
from takelan.wire.to_peer import AnyToPeer, Farewell, Inherit, Moved, Ping, Step, TakeOver

if TYPE_CHECKING:
    # It brings cryptography along, which a first frame need not wait for.
    from takelan.net.survivor import Survivor

#: How long to wait before each try to come back; the last one is repeated.
BACKOFF = (0.1, 0.2, 0.5, 1.0)
LEAVE_WITHIN = 1.0
LOOK_AROUND_FOR = 3.0

# A host lets in a few from one address at a time; ten that start at once are all in after these.
_FIRST_TRIES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0)


class _EndedError(Exception):
    """There is nothing to come back to."""

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        self.state = LinkState("ended", text, code=code)


class TableClient:
    """One player's place at one table.

    Without a key it uses the one this player has for the table it meets, or a new one. ``on_message`` is
    given every message from the welcome on, pings included; ``on_link`` every change of the connection.
    ``wire_log`` receives every message as a line of JSON. ``heir`` is how this player takes the table over.
    """

    def __init__(
        self,
        place: Place,
        key: SeatKey | None,
        name: str,
        on_message: Callable[[AnyToPeer], None],
        on_link: Callable[[LinkState], None],
        wire_log: BinaryIO | None = None,
        heir: Heir | None = None,
    ) -> None:
        self.place = place
        #: Where else the table may be reached, once it has moved.
        self._other_places: list[Place] = []
        self._heir = heir or Heir()
        self._chores: set[asyncio.Task[None]] = set()
        self._outbox = Outbox()
        self._survivor: Survivor | None = None
        self._is_counted = False
        self._has_way = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self.name = PlayerName(name)
        #: The table met; None before the first greeting.
        self.table: str | None = None
        self._key = key
        self._on_message = on_message
        self._on_link = on_link
        self._wire_log = wire_log
        self._step: Step | None = None
        self._visit: Visit | None = None
        #: The connection to speak through, from the moment a seat was asked for.
        self._outgoing: Visit | None = None
        self._life: asyncio.Task[None] | None = None
        self._is_closing = False
        self._is_leaving = False

    @property
    def is_seated(self) -> bool:
        """Tell whether what is sent now goes to the table."""
        return self._visit is not None

    async def run(self) -> None:
        """Stay at the table until it is over; whatever keeps us from the first welcome is raised."""
        self._life = asyncio.create_task(self._live())
        try:
            await self._life
        except asyncio.CancelledError:
            if not self._is_closing:
                raise

    def send(self, message: AnyToHost) -> bool:
        """Say something to the table, or tell that the connection is lost."""
        if self._visit is None:
            return False
        self._visit.say(message)
        return True

    def play(self, move: Any) -> bool:
        """Make a move in answer to the last step seen."""
        if self._visit is None:
            return False
        return self.send(self._outbox.number(answer(move, self._step)))

    async def leave(self) -> None:
        """Get up for good, and forget the key: the seat is given away."""
        self._is_leaving = True
        if self._survivor is not None:
            self._survivor.resign()
        if self.send(Leave()) and self._life is not None:
            await asyncio.wait([self._life], timeout=LEAVE_WITHIN)
        await self.close()

    async def close(self) -> None:
        """Just go; the seat is kept for a while."""
        self._is_closing = True
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait([self._life])

    async def _live(self) -> None:
        try:
            visit = await self._arrive()
            await asyncio.to_thread(self._remember_host)
            while True:
                why = await self._listen(visit)
                visit = await self._return(why)
        except _EndedError as ending:
            self._on_link(ending.state)
        finally:
            self._forget_or_release_key()
            for chore in self._chores:
                chore.cancel()
            if self._survivor is not None:
                await self._survivor.close()
            await self._heir.release()

    def _forget_or_release_key(self) -> None:
        if self._key is not None:
            (self._key.forget if self._is_leaving else self._key.close)()

    async def _arrive(self) -> Visit:
        """Sit down for the first time; a crowd at the door is worth a few more tries."""
        self._on_link(LinkState("connecting"))
        for pause in _FIRST_TRIES:
            with suppress(BusyError):
                return await self._enter()
            await asyncio.sleep(pause)
        return await self._enter()

    def _remember_host(self) -> None:
        """Let the next search look here as well; on this very machine every search looks anyhow."""
        if not self.place.address.startswith("127.") and self.place.address != "::1":
            whereabouts.remember(self.place.address, self.place.port)

    async def _return(self, why: str) -> Visit:
        """Come back to the seat, however long it takes."""
        for pause in _pauses(has_moved=bool(self._other_places)):
            tidings = self._survivor.tidings() if self._survivor is not None else None
            self._on_link(LinkState("lost", tidings or why, retry_in=pause))
            await self._wait_for_a_way(pause)
            if pause == BACKOFF[-1] and self._survivor is not None and self._survivor.is_entrusted:
                self._look_around()
            self._on_link(LinkState("connecting"))
            try:
                return await self._enter()
            except RefusedError as refusal:
                raise _EndedError(str(refusal), getattr(refusal, "code", None)) from None
            except TakelanError as error:
                why = str(error)
        raise AssertionError("there is always another try")

    def _look_around(self) -> None:
        """Look for the table wherever else it may be open by now, beside the next tries."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
            self._chores.add(self._looking)
            self._looking.add_done_callback(self._chores.discard)

    async def _look(self) -> None:
        from takelan.net.search import where_is

        if self.table is None:
            return
        found = [place for place in await where_is(self.table, LOOK_AROUND_FOR) if place != self.place]
        if found and self._visit is None:
            self._lead(found)

    async def _wait_for_a_way(self, seconds: float) -> None:
        """Wait before the next try, but no longer than until we learn where the table is now."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._has_way.wait()
        self._has_way.clear()

    async def _enter(self) -> Visit:
        seen = None if self._step is None else self._step.revision
        entered = await self._enter_anywhere(seen)
        # From here on only this very host will do.
        self.place = self.place._replace(fingerprint=entered.visit.certificate.hex())
        self._key = entered.key
        if self.table not in (None, entered.table):
            entered.visit.cut()
            text = translate("Another table is open at {place} now.").format(place=write_place(self.place))
            raise _EndedError(text)
        self.table = entered.table
        self._visit, self._is_counted = entered.visit, False
        self._on_link(LinkState("seated"))
        self._on_message(entered.welcome)
        return entered.visit

    def join(self, table: str, key: SeatKey, visit: Visit) -> None:
        """Hold shares of the table one sits down at, so that it outlives its host."""
        from takelan.net.survivor import Survivor

        self._outgoing = visit
        if self._survivor is None:
            self._survivor = Survivor(table, key, self._heir, self._tell, self._lead)
        self._survivor.arrive()

    def hear(self, message: AnyToPeer) -> None:
        """Take what a host says before its welcome."""
        if isinstance(message, Ping) and self._outgoing is not None:
            self._outgoing.say(Pong(message.number))
        if self._survivor is not None:
            self._survivor.hear(message)

    def _tell(self, message: AnyToHost) -> bool:
        if self._outgoing is not None:
            self._outgoing.say(message)
        return self._outgoing is not None

    def _lead(self, places: list[Place]) -> None:
        """Leave for the places where the table is now."""
        self._other_places = places
        self._has_way.set()
        if self._visit is not None:
            self._visit.cut()

    async def _enter_anywhere(self, seen: int | None) -> Entered:
        """Try every place where the table may be; the last one's failure is the one to tell."""
        while self._other_places:
            self.place = self._other_places.pop(0)
            with suppress(TakelanError):
                return await enter(self.place, self._key, self.name, seen, self._wire_log, self)
        return await enter(self.place, self._key, self.name, seen, self._wire_log, self)

    async def _listen(self, visit: Visit) -> str:
        """Hand on what the host says until the connection is lost, and tell why it was."""
        try:
            while True:
                message = await visit.hear()
                self._note(visit, message)
                self._on_message(message)
                if isinstance(message, Farewell):
                    return self._part(message)
                if isinstance(message, Moved):
                    return self._follow(message)
        except HungUpError as error:
            return str(error)
        finally:
            self._visit = self._outgoing = None
            visit.leave()

    def _note(self, visit: Visit, message: AnyToPeer) -> None:
        if self._survivor is not None:
            self._survivor.hear(message)
        if isinstance(message, Ping):
            visit.say(Pong(message.number))
        elif isinstance(message, Step):
            self._step = message
        elif isinstance(message, TakeOver):
            self._do(self._stand_by(visit))
        elif isinstance(message, Counted):
            self._count(visit, message)
        elif isinstance(message, Inherit):
            self._do(self._inherit(visit, message.sealed))

    def _do(self, work: Coroutine[None, None, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    def _count(self, visit: Visit, counted: Counted) -> None:
        """Send again, after a return, whatever the table has not judged."""
        if self._is_counted:
            self._outbox.confirm(counted.number)
            return
        self._is_counted = True
        for play in self._outbox.come_back(counted.number):
            visit.say(play)

    async def _stand_by(self, visit: Visit) -> None:
        if self._key is not None:
            # A standby that cannot be started is no standby: the host waits for a while and closes.
            with suppress(TakelanError, OSError):
                visit.say(Standby(await self._heir.stand_by(public_key(self._key.secret))))

    async def _inherit(self, visit: Visit, sealed: bytes) -> None:
        if await self._heir.inherit(sealed):
            visit.say(Serving())

    def _forget_table(self) -> None:
        """Start anew at another table: two have become one before anything was dealt."""
        if self._key is not None:
            self._key.forget()
        self.table, self._key, self._step, self._outbox = None, None, None, Outbox()
        if self._survivor is not None:
            self._do(self._survivor.close())
            self._survivor = None

    def _follow(self, moved: Moved) -> str:
        """Go where the table has gone, and be the first there if it is ours now."""
        places = [Place(address, moved.port, moved.fingerprint) for address in moved.addresses]
        own = self._heir.place
        if moved.table not in (None, self.table):
            self._forget_table()
        is_ours = own is not None and own.fingerprint == moved.fingerprint
        self._other_places = [own] if is_ours and own is not None else places
        return translate("The host leaves; the table moves.")

    def _part(self, farewell: Farewell) -> str:
        text = farewell_text(farewell.code)
        if farewell.code in FINAL_FAREWELLS:
            raise _EndedError(text, farewell.code)
        return text


def _pauses(*, has_moved: bool) -> Iterator[float]:
    return chain([0.0] if has_moved else [], BACKOFF, repeat(BACKOFF[-1]))
