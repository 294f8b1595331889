"""A player's part in outliving the host, driven by real time, files, processes and connections."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from takelan.errors import TakelanError
from takelan.language import translate
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
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
from takelan.table.succession.sealing import sign
from takelan.wire.succession import AnyBetweenPlayers, Entrust, Listening, Where
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer


class Survivor:
    """Holds what the host entrusts, and finds or becomes the next host when it dies.

    ``tell`` says something to the host there is; ``follow`` leads to the places of a new one.
    """

    def __init__(
        self,
        table: str,
        key: SeatKey,
        heir: Heir,
        tell: Callable[[AnyToHost], bool],
        follow: Callable[[list[Place]], None],
    ) -> None:
        self._key = key
        self._public = public_key(key.secret)
        self._heir = heir
        self._tell = tell
        self._follow = follow
        self._loop = asyncio.get_running_loop()
        self._holder = Holder(
            table, self._public, self._sign, RealCraft(), self._loop.time(), record=key.noted()
        )
        self._mailbox = Mailbox(self._receive)
        self._where: Where | None = None
        self._members: dict[bytes, Where] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._chores: set[asyncio.Task[None]] = set()

    @property
    def is_entrusted(self) -> bool:
        """Whether this table has others who could go on with it."""
        return bool(self._members)

    @property
    def term(self) -> int:
        """The newest term somebody is known to have hosted in."""
        return self._holder.term

    def tidings(self) -> str | None:
        """Say how the table stands while no host is heard; None when there is nobody to go on with it."""
        if not self.is_entrusted or not self._holder.outlook(self._loop.time()).is_silent:
            return None
        return translate("The host is gone; the players are choosing who takes over.")

    def arrive(self) -> None:
        """Tell a host at which we ask for a seat where the others can reach us."""
        self._tell(Listening(self._where))
        if self._where is None:
            self._do(self._listen())

    def hear(self, message: AnyToPeer) -> None:
        """Take what the host says."""
        if isinstance(message, Entrust):
            self._members = {member.key: member.where for member in message.members if member.where}
        self._carry_out(self._holder.hear(message, self._loop.time()))

    def resign(self) -> None:
        """Give up every share and vote before leaving in peace."""
        self._carry_out(self._holder.resign())

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
        if self._where is not None:
            self._tell(Listening(self._where))

    def _sign(self, message: bytes) -> bytes:
        return sign(self._key.secret, message)

    def _receive(self, letter: AnyBetweenPlayers) -> None:
        self._carry_out(self._holder.receive(letter, self._loop.time()))

    def _wake(self) -> None:
        self._carry_out(self._holder.due(self._loop.time()))

    def _carry_out(self, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            self._do_one(outcome)
        if self._alarm is not None:
            self._alarm.cancel()
        due = self._holder.next_due()
        self._alarm = None if due is None else self._loop.call_at(due, self._wake)

    def _do_one(self, outcome: Outcome) -> None:
        match outcome:
            case Write():
                self._key.note(outcome.record)
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
