"""A player's part in outliving the host, driven by real time, files, processes and connections.

Rule 1: while anything that binds this player could not be written down, nobody is told anything.
Rule 2: whoever never had a seat at the table has no say in what becomes of it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from takelan.errors import TakelanError
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.net.link_state import Rescue
from takelan.net.mailbox import Mailbox
from takelan.net.proofs import public_key
from takelan.store.seat_keys import SeatKey
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.holder import Holder
from takelan.table.succession.outcomes import (
    Follow,
    Outcome,
    Prepare,
    Send,
    StandDown,
    TakeOver,
    Tell,
    Write,
)
from takelan.table.succession.prospects import Prospect
from takelan.table.succession.sealing import sign
from takelan.table.succession.statements import author_of
from takelan.wire.succession import AnyBetweenPlayers, Certificate, Entrust, Listening, Offer, Where
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer, TableState


class Survivor:
    """Holds what the host entrusts, and finds or becomes the next host when it dies.

    ``tell`` says something to the host there is; ``follow`` leads to the places of a new one; ``on_rescue``
    is told what comes of a host that falls silent.
    """

    def __init__(
        self,
        table: str,
        key: SeatKey,
        heir: Heir,
        tell: Callable[[AnyToHost], bool],
        follow: Callable[[list[Place]], None],
        on_rescue: Callable[[Rescue | None], None],
    ) -> None:
        self._key = key
        self._public = public_key(key.secret)
        self._heir = heir
        self._tell = tell
        self._follow = follow
        self._on_rescue = on_rescue
        self._watched: Prospect | None = None
        self._loop = asyncio.get_running_loop()
        self._holder = Holder(
            table, self._public, self._sign, RealCraft(), self._loop.time(), record=key.noted()
        )
        #: What binds this player and could not be written down yet.
        self._unwritten: bytes | None = None
        self._mailbox = Mailbox(self._receive)
        self._where: Where | None = None
        self._is_opening = False
        self._members: dict[bytes, Where] = {}
        #: All who ever had a seat, as far as this player was told: those who have left may still decide.
        self._roster: set[bytes] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._chores: set[asyncio.Task[None]] = set()

    @property
    def is_entrusted(self) -> bool:
        """Whether this table has others who could go on with it."""
        return bool(self._members)

    def rescue(self) -> Rescue | None:
        """Tell who goes on with the table if its host stays silent; None when nobody can."""
        now = self._loop.time()
        prospect = self._holder.outlook(now).prospect
        if prospect is None:
            return None
        seconds = max(0.0, prospect.at - now) if prospect.kind == "expected" else 0.0
        counts = (prospect.here, prospect.of, prospect.lacking)
        return Rescue(prospect.kind, prospect.heir, seconds, *counts)

    def _look_out(self) -> None:
        """Tell when a host that is connected falls silent or waits, and what comes of it."""
        outlook = self._holder.outlook(self._loop.time())
        is_news = outlook.is_silent or outlook.is_waiting
        watched = outlook.prospect if is_news else None
        if watched != self._watched:
            self._watched = watched
            self._on_rescue(self.rescue() if is_news else None)

    def arrive(self, term: int) -> None:
        """Tell a host of a term at which we ask for a seat where the others can reach us, once they can."""
        self._holder.meet(term)
        if self._where is not None:
            self._tell(Listening(self._where))
        elif not self._is_opening:
            self._is_opening = True
            self._do(self._listen())

    def hear(self, message: AnyToPeer) -> None:
        """Take what the host says."""
        if isinstance(message, Entrust):
            self._members = {member.key: member.where for member in message.members if member.where}
            self._roster |= {member.key for member in message.members}
        elif isinstance(message, TableState):
            self._roster |= {seat.key for seat in message.seats if seat.key is not None}
        self._carry_out(self._holder.hear(message, self._loop.time()))

    def resign(self) -> None:
        """Give up every share and vote before leaving in peace."""
        self._carry_out(self._holder.resign())

    def stand_alone(self, term: int, offer: Offer) -> Certificate:
        """Become host in a later term, where there is nobody else whom one could ask."""
        certificate, outcomes = self._holder.stand_alone(term, offer)
        self._members = {}
        self._carry_out(outcomes)
        return certificate

    async def close(self) -> None:
        """Take no part any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        self._mailbox.close()

    async def _listen(self) -> None:
        self._where = await self._mailbox.open()
        self._is_opening = False
        self._tell(Listening(self._where))

    def _sign(self, message: bytes) -> bytes:
        return sign(self._key.secret, message)

    def _receive(self, letter: AnyBetweenPlayers) -> None:
        # Anybody on the network can reach this program.
        if author_of(letter) in self._roster:
            self._carry_out(self._holder.receive(letter, self._loop.time()))

    def _wake(self) -> None:
        self._carry_out(self._holder.due(self._loop.time()))

    def _carry_out(self, outcomes: list[Outcome]) -> None:
        # A vote that could not be written before is given again without being written anew.
        is_written = self._is_written()
        for outcome in outcomes:
            if isinstance(outcome, Write):
                self._unwritten = outcome.record
                is_written = self._is_written()
            elif is_written or not isinstance(outcome, Tell | Send):
                self._do_one(outcome)
        if self._alarm is not None:
            self._alarm.cancel()
        due = self._holder.next_due()
        self._alarm = None if due is None else self._loop.call_at(due, self._wake)
        self._look_out()

    def _is_written(self) -> bool:
        """Write down what is not yet, and tell whether everything is."""
        if self._unwritten is not None and self._key.note(self._unwritten):
            self._unwritten = None
        return self._unwritten is None

    def _do_one(self, outcome: Outcome) -> None:
        match outcome:
            case Tell():
                self._tell(outcome.message)
            case Send():
                if (where := self._members.get(outcome.to)) is not None:
                    self._mailbox.send(where, outcome.message)
            case Prepare():
                self._do(self._prepare())
            case StandDown():
                self._do(self._heir.give_up())
            case TakeOver():
                self._do(self._take_over(outcome))
            case Follow():
                self._go(outcome)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _prepare(self) -> None:
        # A process that cannot be started is no offer; somebody else will stand.
        with suppress(TakelanError, OSError):
            offer = await self._heir.stand_by(self._public)
            if offer is not None:
                self._carry_out(self._holder.equip(offer, self._loop.time()))
            return
        self._carry_out(self._holder.failed(self._loop.time()))

    async def _take_over(self, outcome: TakeOver) -> None:
        if await self._heir.take_over(outcome.estate) and self._heir.place is not None:
            self._carry_out(self._holder.installed(self._loop.time()))
            self._follow([self._heir.place])
        else:
            self._carry_out(self._holder.failed(self._loop.time()))

    def _go(self, outcome: Follow) -> None:
        where = outcome.certificate.candidacy.offer.where
        if where is not None:
            self._follow([Place(address, where.port, where.fingerprint) for address in where.addresses])
