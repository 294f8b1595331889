"""A player's connection to a table: it greets, proves, listens, and comes back by itself.

Rule 1: messages are handed on in the order they came, each once.
Rule 2: a move that no host has judged is sent again after a return, under its number, which counts once.

It is long and yet one thing: every step of a connection's life decides where and as whom the next one goes.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

from takelan.errors import TakelanError
from takelan.language import translate
from takelan.net.answers import answer
from takelan.net.discovery.found import Place
from takelan.net.failures import (
    BusyError,
    CannotRestartError,
    DroppedError,
    RefusedError,
    UnreachableError,
)
from takelan.net.heir import Heir
from takelan.net.introducing import Acquaintance, Ticket
from takelan.net.invitation import guests_command
from takelan.net.lifeline import Lifeline
from takelan.net.link_state import FINAL_FAREWELLS, LinkState, Rescue, farewell_text
from takelan.net.patience import FIRST_TRIES, pauses
from takelan.net.places import write_place
from takelan.net.trail import Trail
from takelan.net.visit import HungUpError, Visit
from takelan.net.way_in import Entered, enter
from takelan.store import whereabouts
from takelan.store.seat_keys import SeatKey, open_seat_key
from takelan.table.remains import Remains
from takelan.table.succession.moves import Outbox
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Counted
from takelan.wire.to_host import AnyToHost, Leave, Play, Pong, StepOut
from takelan.wire.to_peer import AnyToPeer, Farewell, Moved, Ping, Step, TableState

if TYPE_CHECKING:
    # It brings cryptography along, which a first frame need not wait for.
    from takelan.table.fairness.eyes import Eyes

LEAVE_WITHIN = 1.0
#: How many tries in vain it takes until we look around: before that the others elect, and tell us.
LOOK_AROUND_AFTER = 6


class EndedError(Exception):
    """There is nothing to come back to."""

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        self.state = LinkState("ended", text, code=code)


class TableClient:
    """One player's place at one table.

    Without a key it uses the one this player has for the table it meets, or a new one. ``on_message`` is
    given every message from the welcome on, pings included; ``on_link`` every change of the connection.
    ``wire_log`` receives every message as a line of JSON. ``heir`` is how this player takes the table over.
    ``stand_in`` is the level of the bot that plays while this player is away.
    ``code`` is a private table's; ``others`` are places that may be meant by it as well. With ``remains`` the
    round of a table is begun anew at once, instead of calling a host that is gone. Whoever ``is_alone`` with
    bots holds no shares of the table: there is nobody to ask for them.
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
        stand_in: str | None = None,
        *,
        code: Code | None = None,
        others: Sequence[Place] = (),
        remains: Remains | None = None,
        is_alone: bool = False,
    ) -> None:
        self._trail = Trail(place)
        self._first_place = place
        self._lifeline = Lifeline(heir or Heir(), remains, self._tell, self._lead, self._tell_rescue)
        self._begins_anew, self._is_alone = remains is not None, is_alone
        self._ticket = Ticket(code, stand_in=stand_in, others=tuple(others))
        self._outbox = Outbox()
        #: Our own eyes on the deals and the game; None before the first greeting.
        self.witness: Eyes | None = None
        self._is_counted = False
        self._entering: asyncio.Task[Visit] | None = None
        self.name = PlayerName(name)
        #: The table met; None before the first greeting.
        self.table: str | None = None
        self._game = ""
        #: Whether there are other players who could hold the table.
        self._has_heirs = False
        self._key = key
        #: Why the connection was lost; nothing while it stands.
        self._why = ""
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
    def place(self) -> Place:
        """Where the table is, as far as we know."""
        return self._trail.place

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
        return self.put(answer(move, self._step))

    def put(self, play: Play) -> bool:
        """Make a move that says itself what it answers, and make it again if it gets lost."""
        return self._visit is not None and self.send(self._outbox.number(play))

    async def restart(self) -> bool:
        """Begin the round anew at a host of our own, and tell whether that came about."""
        if self._visit is not None or self._begins_anew:
            return False
        self._begins_anew = True
        try:
            return await self._begin_anew()
        finally:
            self._begins_anew = False

    async def leave(self) -> None:
        """Get up for good, and forget the key: the seat is given away."""
        self._is_leaving = True
        self._lifeline.resign()
        if self.send(Leave()) and self._life is not None:
            await asyncio.wait([self._life], timeout=LEAVE_WITHIN)
        await self.close()

    async def step_out(self) -> None:
        """Go for now, and say so; the seat is kept for a while."""
        self.send(StepOut())
        await self.close()

    async def close(self) -> None:
        """Just go; the seat is kept for a while."""
        self._is_closing = True
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait([self._life])

    async def _live(self) -> None:
        try:
            visit = await (self._arrive_anew() if self._begins_anew else self._arrive())
            await asyncio.to_thread(self._remember_host)
            while True:
                why = await self._listen(visit)
                visit = await self._return(why)
        except EndedError as ending:
            if ending.state.code == "kicked" and self._key is not None:
                self._key.give_up()
            self._on_link(ending.state)
        finally:
            self._forget_or_release_key()
            self._trail.close()
            await self._lifeline.close()

    def _forget_or_release_key(self) -> None:
        if self._key is not None:
            (self._key.forget if self._is_leaving else self._key.close)()

    async def _arrive(self) -> Visit:
        """Sit down for the first time; a crowd at the door is worth a few more tries.

        So is a table whose certificate is known, for it has just answered: its network loses something.
        """
        self._on_link(LinkState("connecting"))
        passing = (BusyError, DroppedError, UnreachableError) if self.place.fingerprint else (BusyError,)
        for pause in FIRST_TRIES:
            with suppress(*passing):
                return await self._enter()
            await asyncio.sleep(pause)
        return await self._enter()

    async def _arrive_anew(self) -> Visit:
        """Sit down for the first time, at a table that we begin anew."""
        self._on_link(LinkState("connecting"))
        if not await self._begin_anew():
            raise CannotRestartError
        self._begins_anew = False
        return await self._enter()

    async def _begin_anew(self) -> bool:
        """Start a host of our own with what remains of the table, and lead there."""
        if (remains := self._lifeline.remains) is None:
            return False
        table = remains.state.table
        if self._key is None:
            self._key = await asyncio.to_thread(open_seat_key, table, str(self.name))
        place = await self._lifeline.begin_anew(table, self._key, self.name, self.place)
        if place is None:
            return False
        # What was not judged in the old round answers nothing in the new one, which is a game of its own.
        self._outbox, self.witness = Outbox(), None
        self._lead([place])
        return True

    def _remember_host(self) -> None:
        """Let the next search look here as well; on this very machine every search looks anyhow."""
        if not self.place.address.startswith("127.") and self.place.address != "::1":
            whereabouts.remember(self.place.address, self.place.port)

    async def _return(self, why: str) -> Visit:
        """Come back to the seat, however long it takes."""
        for tries, pause in enumerate(pauses(has_moved=self._trail.has_moved)):
            self._why = why
            self._lifeline.lose()
            self._on_link(LinkState("lost", why, retry_in=pause, rescue=self._lifeline.rescue()))
            await self._trail.wait(pause)
            if tries >= LOOK_AROUND_AFTER:
                may_have_moved = self._may_have_moved()
                self._trail.look_around(self.table, self._game, may_have_moved=may_have_moved)
            self._on_link(LinkState("connecting"))
            try:
                self._entering = asyncio.create_task(self._enter())
                return await self._entering
            except asyncio.CancelledError:
                if _are_we_cancelled():
                    raise
            except RefusedError as refusal:
                raise EndedError(str(refusal), getattr(refusal, "code", None)) from None
            except TakelanError as error:
                why = str(error)
        raise AssertionError("there is always another try")

    def _may_have_moved(self) -> bool:
        """Tell whether somebody else may hold the table by now, or it became one with another on our way.

        Others may outlive a host that had not entrusted us with anything yet.
        """
        return self.table is None or self._lifeline.is_entrusted or self._has_heirs

    def _tell_rescue(self, rescue: Rescue | None) -> None:
        """Tell what comes of a host that has fallen silent, or that it has been heard again."""
        if self._visit is not None:
            self._on_link(LinkState("seated", rescue=rescue))
        elif rescue is not None and self._why:
            self._on_link(LinkState("lost", self._why, rescue=self._lifeline.rescue()))

    async def _enter(self) -> Visit:
        seen = None if self._step is None else self._step.revision
        entered = await self._enter_anywhere(seen)
        # From here on only this very host will do.
        self._trail.settle(entered.place._replace(fingerprint=entered.visit.certificate.hex()))
        self._key = entered.key
        if self.table not in (None, entered.table):
            entered.visit.cut()
            text = translate("Another table is open at {place} now.").format(place=write_place(self.place))
            raise EndedError(text)
        self.table = entered.table
        known = Acquaintance(entered.visit.certificate, entered.words)
        self._ticket = self._ticket._replace(known=known, is_return=True, others=())
        self._lifeline.meet(entered, self.place, self.name, self._ticket.code)
        self._visit, self._is_counted, self._why = entered.visit, False, ""
        way = self._way_for_others()
        self._on_link(LinkState("seated", check_words=entered.words, guest_command=way))
        if self.witness is not None:
            self.witness.hear(entered.welcome)
        self._on_message(entered.welcome)
        return entered.visit

    def _way_for_others(self) -> str:
        """Write what others type to get to a table that is not where it was when we came."""
        place, own = self.place, self._lifeline.place_for_others
        if (place.address, place.port) == (self._first_place.address, self._first_place.port):
            return ""
        is_ours = own is not None and own.fingerprint == place.fingerprint
        return guests_command(own if is_ours and own is not None else place, self._ticket.code)

    def join(self, table: str, key: SeatKey, visit: Visit, term: int) -> None:
        """Hold shares of the table one sits down at, so that it outlives its host."""
        from takelan.net.witnessing import call_witness

        self._outgoing = visit
        self.witness = self.witness or call_witness(table, key)
        self.witness.arrive()
        if not self._is_alone:
            self._lifeline.join(table, key, term)

    def hear(self, message: AnyToPeer) -> None:
        """Take what a host says before its welcome."""
        if isinstance(message, Ping) and self._outgoing is not None:
            self._outgoing.say(Pong(message.number))
        self._lifeline.overhear(message)

    def _tell(self, message: AnyToHost) -> bool:
        if self._outgoing is not None:
            self._outgoing.say(message)
        return self._outgoing is not None

    def _lead(self, places: list[Place]) -> None:
        """Leave for the places where the table is now."""
        self._trail.point_to(places)
        if self._visit is not None:
            self._visit.cut()
        elif self._entering is not None:
            # A machine that was switched off does not refuse: it would be waited for in vain.
            self._entering.cancel()

    async def _enter_anywhere(self, seen: int | None) -> Entered:
        """Try every place where the table may be; the last one's failure is the one to tell."""
        for place in self._trail.detours():
            with suppress(TakelanError):
                return await self._enter_at(place, seen)
        return await self._enter_at(self.place, seen)

    async def _enter_at(self, place: Place, seen: int | None) -> Entered:
        return await enter(place, self._key, self.name, seen, self._wire_log, self, self._ticket)

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
        self._lifeline.hear(visit, message, self._key)
        for answered in [] if self.witness is None else self.witness.hear(message):
            visit.say(answered)
        if isinstance(message, Ping):
            visit.say(Pong(message.number))
        elif isinstance(message, Step):
            self._step = message
        elif isinstance(message, TableState):
            self._game = message.game
            self._has_heirs = _has_heirs(message)
        elif isinstance(message, Counted):
            self._count(visit, message)

    def _count(self, visit: Visit, counted: Counted) -> None:
        """Send again, after a return, whatever the table has not judged."""
        if self._is_counted:
            self._outbox.confirm(counted.number)
            return
        self._is_counted = True
        for play in self._outbox.come_back(counted.number):
            visit.say(play)

    def _forget_table(self) -> None:
        """Start anew at another table: two have become one before anything was dealt."""
        if self._key is not None:
            self._key.forget()
        self.table, self._key, self._step, self._outbox = None, None, None, Outbox()
        self.witness = None
        self._lifeline.change_tables()

    def _follow(self, moved: Moved) -> str:
        """Go where the table has gone, and be the first there if it is ours now."""
        places = [Place(address, moved.port, moved.fingerprint) for address in moved.addresses]
        own = self._lifeline.own_place
        if moved.table not in (None, self.table):
            self._forget_table()
        is_ours = own is not None and own.fingerprint == moved.fingerprint
        self._trail.point_to([own] if is_ours and own is not None else places)
        if moved.is_restart:
            self.witness = None
            return translate("The round was begun anew by your guest; your seat is there.")
        return translate("The host leaves; the table moves.")

    def _part(self, farewell: Farewell) -> str:
        text = farewell_text(farewell.code)
        if farewell.code in FINAL_FAREWELLS:
            self._lifeline.end()
            raise EndedError(text, farewell.code)
        return text


def _are_we_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _has_heirs(table: TableState) -> bool:
    """Tell whether there are humans but us and whoever runs the host: they may be entrusted with it."""
    others = (one for seat, one in enumerate(table.seats) if seat not in (table.you, table.host))
    return any(one.key is not None for one in others)
