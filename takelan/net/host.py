"""The host process: one inbox, one consumer, and a table that judges.

Rule 1: the order in which messages reach the inbox is the order in which the table judges them.
Rule 2: nobody is waited for; letters are written and forgotten.
Rule 3: an error over one message ends with its peer, not with the table.
"""

import asyncio
import logging
import secrets
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeAlias

from takelan.net.bot_seats import BotSeats
from takelan.net.discovery.announce import Announcer
from takelan.net.door import Door, close_all
from takelan.net.greeting import Conversation, House
from takelan.net.guest import Guest
from takelan.net.hand_over import HandOver
from takelan.net.host_keys import HostKeys
from takelan.net.legacies import Bequest, Inheritance, seal_bequest
from takelan.net.limits import Gate
from takelan.net.premises import Opened, Premises, open_premises
from takelan.net.pulse import keep_pulse
from takelan.net.tls import SHUTDOWN_WITHIN
from takelan.rules.chance import Chance
from takelan.table import snapshot
from takelan.table.letters import Letter, PeerId
from takelan.table.match import FinishedGame
from takelan.table.setup import Setup
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.keeper import House as OwnHouse
from takelan.table.succession.keeper import Keeper
from takelan.table.table import Table
from takelan.wire.advert import Advert
from takelan.wire.codec import encode
from takelan.wire.succession import Alive, Call, Deposit, Entrust, Offer, Where
from takelan.wire.terms import MAX_ADDRESSES, FarewellCode
from takelan.wire.to_host import AnyToHost, Join, Leave, Serving, Standby
from takelan.wire.to_peer import Moved

_log = logging.getLogger(__name__)

#: A peer and what it said; None when it is gone.
Arrival: TypeAlias = tuple[PeerId, AnyToHost | None, float]

_NONCE_BYTES = 16
_AFTER_AN_ERROR = 1.0
_LET_THE_FORMER_HOST_GO = 2.0
_LOOK_FOR_VOTES_EVERY = 0.005

_ASKS_FOR_AN_ANSWER = (Entrust, Deposit, Alive, Call)


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
        self._passing: HandOver | None = None
        #: Whether the table is being moved, and nothing may be judged here any more.
        self._is_frozen = False
        self._bots = BotSeats(chance.child("bots"), self._hear_bot, haste)
        self._bind, self._port = bind, port
        self._on_finished = on_finished
        self._announcer = Announcer() if announce else None
        self._gate = Gate()
        self._guests: dict[PeerId, Guest] = {}
        self._heir: Guest | None = None
        self._homes: dict[bytes, str] = {}
        self._inbox: deque[Arrival] = deque()
        self._has_news = asyncio.Event()
        self._has_changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._stopped: asyncio.Future[FarewellCode] = self._loop.create_future()
        self._clocks_rest_until = 0.0
        self._last_peer = 0
        self._advert = self._table.advert()

    @property
    def advert(self) -> Advert:
        """Tell what the table looks like from outside."""
        return self._advert

    @property
    def humans(self) -> int:
        """Count the humans with a seat, whether they are there or away."""
        return len(self._table.keys())

    @property
    def keys(self) -> frozenset[bytes]:
        """Tell the public keys of the humans with a seat."""
        return self._table.keys()

    @property
    def connected(self) -> frozenset[bytes]:
        """Tell the public keys of those whose connection stands."""
        return frozenset(guest.key for guest in self._guests.values() if guest.key is not None)

    @property
    def problems(self) -> list[str]:
        """Say what keeps the table from being found; none of it keeps it from being played at."""
        return self._announcer.problems if self._announcer else []

    def _make_keeper(self, where: Where | None) -> Keeper:
        setup, keys = self._table.setup, self._keys
        house = OwnHouse(setup.owner, keys.offer(where), keys.sign, secrets.token_bytes, RealCraft())
        legacy = self._inheritance.legacy if self._inheritance else None
        now = asyncio.get_running_loop().time()
        return Keeper(self._table, house, now, mode=setup.pace.succession, legacy=legacy)

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
            keep_pulse(self._guests, self._table.peers),
            self._announce_changes(),
        )
        work = [asyncio.create_task(job) for job in jobs]
        try:
            ends: list[asyncio.Future[Any]] = [self._stopped, *work]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._shut(work)
        for job in work:
            _raise_failure_of(job)

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
        self._passing, self._heir = HandOver(self._keeper.term + 1, lambda one: heir.say(encode(one))), heir
        try:
            moved = await self._passing.run(lambda offer: self._bequeath(heir, offer))
        finally:
            self._passing = None
        if moved is None:
            self._is_frozen = False
            self._has_news.set()
            return False
        self.move_all(moved)
        return True

    def move_all(self, moved: Moved) -> None:
        """Send everybody to another table and end."""
        self._deliver([Letter(peer, moved, is_last=True) for peer in list(self._guests)])
        self.stop()

    async def _bequeath(self, heir: Guest, offer: Offer) -> bytes:
        """Collect the votes a successor needs, and seal the table for its host."""
        self._settle(self._keeper.bequeath(heir.key or b"", offer, self._loop.time()))
        while (legacy := self._keeper.bequest) is None:
            await asyncio.sleep(_LOOK_FOR_VOTES_EVERY)
        self._is_frozen = True
        return seal_bequest(Bequest(snapshot.take(self._table), legacy), offer.sealing_key)

    def hear(self, guest: Guest, message: AnyToHost, at: float) -> None:
        """Take a guest's message into the inbox."""
        if isinstance(message, Leave) and self._passing is not None and guest is self._heir:
            self._passing.fail()
        if isinstance(message, Standby | Serving):
            if self._passing is not None and guest is self._heir:
                self._passing.hear(message)
            return
        if isinstance(message, Join):
            self._guests[guest.peer] = guest
            self._homes[message.key] = guest.address
        self._put(guest.peer, message, at)

    def miss(self, guest: Guest, at: float) -> None:
        """Take into the inbox that a guest is gone."""
        if self._passing is not None and guest is self._heir:
            self._passing.fail()
        self._guests.pop(guest.peer, None)
        self._put(guest.peer, None, at)

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
        house = House(self._table_id, certificate, lambda: self._advert, self._keeper.term)
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
        self._bots.reconcile(self._table.bots())
        self._deliver(letters)
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

    def _deliver(self, letters: Iterable[Letter]) -> None:
        """Write to everybody, each with one stroke."""
        words: dict[PeerId, list[bytes]] = defaultdict(list)
        written: dict[int, bytes] = {}
        last = set()
        for letter in letters:
            if letter.to < 0:
                self._bots.receive(letter.to, letter.message)
                continue
            # What is said to all alike is encoded once.
            if id(letter.message) not in written:
                written[id(letter.message)] = encode(letter.message)
            words[letter.to].append(written[id(letter.message)])
            if isinstance(letter.message, _ASKS_FOR_AN_ANSWER) and letter.to in self._guests:
                self._guests[letter.to].expect_answer()
            if letter.is_last:
                last.add(letter.to)
        for peer, said in words.items():
            self._write(peer, b"".join(said), is_last=peer in last)

    def _write(self, peer: PeerId, words: bytes, *, is_last: bool) -> None:
        guest = self._guests.get(peer)
        if guest is None:
            return
        guest.say(words)
        if is_last:
            del self._guests[peer]
            guest.dismiss()

    def _keep_room(self) -> None:
        """Keep room at the gate for everybody who has a seat, also while they are away."""
        keys = self._table.keys()
        if keys != self._homes.keys():
            # Whoever has knocked but was not judged yet stays as well.
            waiting = {guest.key for guest in self._guests.values()}
            self._homes = {key: home for key, home in self._homes.items() if key in keys or key in waiting}
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
        guests = list(self._guests.values())
        code = self._stopped.result() if self._stopped.done() else "closed"
        with suppress(Exception):
            self._deliver(self._table.close(code))
        for job in work:
            job.cancel()
        self._bots.close()
        await asyncio.gather(*work, self._close_announcer(), _all_gone(guests), return_exceptions=True)
        for guest in guests:
            guest.cut()

    async def _close_announcer(self) -> None:
        if self._announcer:
            await self._announcer.close()


async def _all_gone(guests: list[Guest]) -> None:
    if guests:
        await asyncio.wait([guest.gone for guest in guests], timeout=SHUTDOWN_WITHIN)


def _raise_failure_of(job: asyncio.Task[None]) -> None:
    if not job.cancelled() and (failure := job.exception()) is not None:
        raise failure
