"""The host process: one inbox, one consumer, and a table that judges.

Rule 1: the order in which messages reach the inbox is the order in which the table judges them.
Rule 2: nobody is waited for; letters are written and forgotten.
Rule 3: an error over one message ends with its peer, not with the table.
Rule 4: a host that fails says no farewell: the others go on as if it had been killed.
"""

import asyncio
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from takelan.net.bot_seats import BotSeats
from takelan.net.delivery import Delivery
from takelan.net.discovery.announce import Announcer
from takelan.net.door import Door, close_all
from takelan.net.greeting import Conversation, House
from takelan.net.guest import Guest, all_gone
from takelan.net.host_keys import HostKeys
from takelan.net.jobs import failure_of, raise_failure_of
from takelan.net.legacies import Inheritance
from takelan.net.limits import Gate
from takelan.net.porter import TablePorter
from takelan.net.premises import Opened, Premises, open_premises
from takelan.net.pulse import keep_pulse
from takelan.net.restarted import way_to_restarted
from takelan.rules.chance import Chance
from takelan.table.letters import Letter, PeerId
from takelan.table.match import FinishedGame
from takelan.table.setup import Setup
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.keeper import House as OwnHouse
from takelan.table.succession.keeper import Keeper
from takelan.table.succession.passing import Passing
from takelan.table.table import Table
from takelan.wire.advert import Advert
from takelan.wire.succession import Restarted, Where
from takelan.wire.terms import MAX_ADDRESSES, FarewellCode
from takelan.wire.to_host import AnyToHost, Join, Leave, Serving, Standby, Watch
from takelan.wire.to_peer import Moved

_log = logging.getLogger(__name__)

#: A peer and what it said; None when it is gone.
Arrival: TypeAlias = tuple[PeerId, AnyToHost | None, float]

_NONCE_BYTES = 16
_AFTER_AN_ERROR = 1.0
_LET_THE_FORMER_HOST_GO = 2.0


class Host:
    """A table on the network, from opening to farewell.

    ``haste`` shortens (below 1) or stretches the time bots take; ``on_finished`` is told every game
    that has ended; ``keep`` writes the table down before anybody is told what happened there.
    """

    def __init__(
        self,
        setup: Setup,
        chance: Chance,
        *,
        bind: str | None = None,
        port: int | None = None,
        on_finished: Callable[[FinishedGame], None] | None = None,
        announce: bool = True,
        haste: float = 1.0,
        inheritance: Inheritance | None = None,
        keep: Callable[[Table, Premises, Keeper], None] | None = None,
    ) -> None:
        self._table_id = setup.table
        self._inheritance = inheritance
        self._table = inheritance.table if inheritance else Table(setup, chance)
        self._keys = (inheritance.keys if inheritance else None) or HostKeys()
        self._keeper = self._make_keeper(None)
        self._premises = inheritance.premises if inheritance else None
        self._keep = keep
        self._passing: Passing | None = None
        self._has_passed = asyncio.Event()
        self._bots = BotSeats(chance.child("bots"), self._hear_bot, haste)
        self._bind, self._port = bind, port
        self._on_finished = on_finished
        self._announcer = Announcer() if announce else None
        self._gate = Gate()
        self._guests: dict[PeerId, Guest] = {}
        self._delivery = Delivery(self._guests, self._bots)
        self._homes: dict[bytes, str] = {}
        self._inbox: deque[Arrival] = deque()
        self._has_news = asyncio.Event()
        self._has_changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._stopped: asyncio.Future[FarewellCode] = self._loop.create_future()
        self._clocks_rest_until = 0.0
        self._last_peer = 0
        self._advert = self._table.advert()
        self._porter = TablePorter(self._table, self._note)

    @property
    def advert(self) -> Advert:
        """Tell what the table looks like from outside."""
        return self._advert

    @property
    def keys(self) -> frozenset[bytes]:
        """Tell the public keys of the humans with a seat, whether they are there or away."""
        return self._table.keys()

    @property
    def connected(self) -> frozenset[bytes]:
        """Tell the public keys of those whose connection stands."""
        return frozenset(guest.key for guest in self._guests.values() if guest.key is not None)

    @property
    def has_its_owner(self) -> bool:
        """Whether whoever opened the table sits there, or nobody in particular has opened it."""
        owner = self._table.setup.owner
        return owner is None or owner in self.keys & self.connected

    @property
    def is_shared(self) -> bool:
        """Whether the others could go on without this host."""
        return self._keeper.is_shared

    @property
    def _is_frozen(self) -> bool:
        return self._passing is not None and self._passing.is_frozen

    def _make_keeper(self, where: Where | None) -> Keeper:
        setup, keys = self._table.setup, self._keys
        house = OwnHouse(setup.owner, keys.offer(where), keys.sign, secrets.token_bytes, RealCraft())
        left = self._inheritance
        legacy, counts = (left.legacy, left.counts) if left else (None, ())
        now = asyncio.get_running_loop().time()
        return Keeper(self._table, house, now, mode=setup.pace.succession, legacy=legacy, counts=counts)

    async def open(self) -> Opened:
        """Listen and announce the table; whoever connects waits until it is served."""
        premises = self._premises or await open_premises(self._bind, self._port)
        self._premises = premises
        opened = premises.describe(self._table_id)
        self._keeper = self._make_keeper(
            Where(opened.addresses[:MAX_ADDRESSES], opened.port, opened.fingerprint)
        )
        if self._announcer:
            # The host before takes its announcement back, and with it ours if that is already on the air.
            wait = _LET_THE_FORMER_HOST_GO if self._inheritance else 0.0
            await self._announcer.start(
                self._advert, opened.port, opened.fingerprint, premises.bound, wait=wait
            )
        return opened

    async def serve(self) -> None:
        """Hold the table until it is stopped; then say farewell to everybody."""
        if self._premises is None:
            raise RuntimeError("open() comes first")
        door = Door(self._premises.sockets, self._premises.identity, self._gate, self._welcome)
        self._settle(self._keeper.resume(self._loop.time()) if self._inheritance else [])
        jobs = (
            door.serve(),
            self._consume(),
            keep_pulse(self._guests, self._table),
            self._announce_changes(),
        )
        work = [asyncio.create_task(job) for job in jobs]
        try:
            ends: list[asyncio.Future[Any]] = [self._stopped, *work]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._shut(work)
        for job in work:
            raise_failure_of(job)

    def stop(self, code: FarewellCode = "closed") -> None:
        """Make serve() come to its end."""
        if not self._stopped.done():
            self._stopped.set_result(code)

    async def hand_over(self) -> bool:
        """Give the table to its successor and end; tell whether that came about.

        Where nothing was dealt yet there is nothing to keep: such a table is just closed.
        """
        heir = self._guests.get(self._table.successor() or 0)
        if heir is None or self._passing is not None or not self._table.has_played:
            return False
        now, key = self._loop.time(), heir.key or b""
        passing = self._passing = Passing(self._keeper, RealCraft(), heir.peer, key, now)
        self._delivery.deliver(passing.begin())
        await self._see_through(passing)
        if passing.moved is not None:
            self.move_all(passing.moved)
        elif passing.is_given_away:
            # Whoever is still here finds the successor by themselves, if it came to hold the table.
            self.stop("silent")
        else:
            self._passing = None
            self._has_news.set()
        return self._passing is not None

    async def _see_through(self, passing: Passing) -> None:
        """Let time pass until the table is handed over, or cannot be."""
        while not passing.is_over:
            self._has_passed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(passing.ends_at):
                    await self._has_passed.wait()
            passing.due(self._loop.time())

    def move_all(self, moved: Moved) -> None:
        """Send everybody to another table and end."""
        self._delivery.deliver([Letter(peer, moved, is_last=True) for peer in list(self._guests)])
        self.stop()

    def hear(self, guest: Guest, message: AnyToHost, at: float) -> None:
        """Take a guest's message into the inbox."""
        if self._passing is not None and isinstance(message, Standby | Serving | Leave):
            self._settle(self._passing.hear(guest.peer, message, at))
            self._has_passed.set()
        if (moved := way_to_restarted(message, guest.key, self._keeper)) is not None:
            self.move_all(moved)
        if isinstance(message, Standby | Serving | Restarted):
            return
        if isinstance(message, Join | Watch):
            self._guests[guest.peer] = guest
            self._table.door.introduce(guest.peer, guest.introduction)
        if isinstance(message, Join):
            self._homes[message.key] = guest.address
        self._put(guest.peer, message, at)

    def miss(self, guest: Guest, at: float) -> None:
        """Take into the inbox that a guest is gone."""
        if self._passing is not None:
            self._passing.lose(guest.peer, at)
            self._has_passed.set()
        self._guests.pop(guest.peer, None)
        self._put(guest.peer, None, at)

    def _note(self, letters: list[Letter], at: float) -> None:
        if not self._is_frozen:
            self._settle(self._keeper.note(letters, at))

    def _hear_bot(self, peer: PeerId, message: AnyToHost) -> None:
        self._put(peer, message, self._loop.time())

    def _put(self, peer: PeerId, message: AnyToHost | None, at: float) -> None:
        self._inbox.append((peer, message, at))
        self._has_news.set()

    def _welcome(self, address: str) -> Guest:
        """Begin a conversation with somebody at the door."""
        assert self._premises is not None  # noqa: S101 (for the type checker: the door opens after that)
        self._last_peer += 1
        certificate = self._premises.identity.certificate
        keeper, table = self._keeper, self._table_id
        house = House(table, certificate, lambda: self._advert, keeper.term, self._porter, keeper.certificate)
        return Guest(self._last_peer, address, Conversation(house, secrets.token_bytes(_NONCE_BYTES)), self)

    async def _consume(self) -> None:
        """Be the only one to call the table."""
        while True:
            await self._news()
            while self._inbox and not self._is_frozen:
                self._judge(*self._inbox.popleft())
            self._run_clocks(self._loop.time())

    async def _news(self) -> None:
        """Wait for an arrival, or for the next moment the table has something to do by itself."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._next_due()):
                await self._has_news.wait()
        self._has_news.clear()

    def _next_due(self) -> float | None:
        due = None if self._is_frozen else self._keeper.next_due()
        return None if due is None else max(due, self._clocks_rest_until)

    def _judge(self, peer: PeerId, message: AnyToHost | None, at: float) -> None:
        # What was due before this arrived comes first, however late we are.
        self._run_clocks(at)
        try:
            if message is None:
                self._settle(self._keeper.lose(peer, at))
            else:
                self._settle(self._keeper.receive(peer, message, at))
        except Exception:
            _log.exception("The table could not judge %s of peer %d", type(message).__name__, peer)
            if guest := self._guests.get(peer):
                # Without a farewell, for the mistake is ours: it may come back.
                guest.cut()

    def _run_clocks(self, now: float) -> None:
        due = self._next_due()
        if due is None or now < due:
            return
        try:
            self._settle(self._keeper.due(now))
        except Exception:
            _log.exception("The table could not do what was due")
            self._clocks_rest_until = now + _AFTER_AN_ERROR

    def _settle(self, letters: list[Letter]) -> None:
        """Carry out what the table said, and look what else has changed."""
        if self._keep is not None and self._premises is not None and letters:
            self._keep(self._table, self._premises, self._keeper)
        # Its owner may have changed in the lobby who can go on without this host.
        self._keeper.mode = self._table.pace.succession
        self._bots.reconcile(self._table.bots())
        self._delivery.deliver(letters)
        if self._passing is not None:
            self._delivery.deliver(self._passing.look(self._loop.time()))
        self._keep_room()
        if (advert := self._table.advert()) != self._advert:
            self._advert = advert
            self._has_changed.set()
        # A game is over for its players when they have been told.
        for finished in [] if self._keeper.is_holding else self._table.take_finished():
            self._hand_over(finished)
        if self._keeper.deposed_by is not None:
            # Somebody holds the table in a later term; whoever is still here finds them by themselves.
            self.stop("silent")

    def _keep_room(self) -> None:
        """Keep room at the gate for everybody who has a seat, also while they are away."""
        keys = self._table.keys()
        if keys != self._homes.keys():
            # Whoever has knocked but was not judged yet stays as well; an onlooker may have got a seat.
            here = {guest.key: guest.address for guest in self._guests.values() if guest.key is not None}
            homes = self._homes | {key: home for key, home in here.items() if key in keys}
            self._homes = {key: home for key, home in homes.items() if key in keys or key in here}
        self._gate.seated = Counter(self._homes.values())

    def _hand_over(self, finished: FinishedGame) -> None:
        if self._on_finished is None:
            return
        try:
            self._on_finished(finished)
        except Exception:
            _log.exception("A finished game could not be handed over")

    async def _announce_changes(self) -> None:
        while True:
            await self._porter.get_ready()
            await self._has_changed.wait()
            self._has_changed.clear()
            if self._announcer is None:
                continue
            try:
                await self._announcer.update(self._advert)
            except Exception:
                _log.exception("The table's announcement could not be changed")

    async def _shut(self, work: list[asyncio.Task[None]]) -> None:
        """Say farewell, take back the announcements, and close everything within about a second."""
        if self._premises is not None:
            close_all(self._premises.sockets)
        guests = [*self._guests.values(), *self._delivery.parting]
        self._part(has_failed=any(failure_of(job) for job in work))
        for job in work:
            job.cancel()
        self._bots.close()
        closing = [self._announcer.close()] if self._announcer else []
        await asyncio.gather(*work, *closing, all_gone(guests), return_exceptions=True)
        for guest in guests:
            guest.cut()

    def _part(self, *, has_failed: bool) -> None:
        """Say farewell to everybody, or hang up without a word if we do not end on purpose."""
        if has_failed and not self._stopped.done():
            for guest in self._guests.values():
                guest.cut()
            return
        code = self._stopped.result() if self._stopped.done() else "closed"
        with suppress(Exception):
            self._delivery.deliver(self._table.close(code))
