"""Looking for tables everywhere at once, and listing those that answer.

Rule 1: what is announced is only a candidate; what is listed comes from the table's own answer.
Rule 2: no source waits for another, and none of them failing is an error.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from types import TracebackType
from typing import Self

from takelan.language import translate
from takelan.net.discovery.candidates import Candidate, Candidates
from takelan.net.discovery.found import DEFAULT_PORTS, FoundTable, Place, Source
from takelan.net.discovery.mdns import Ear
from takelan.store import whereabouts
from takelan.wire.advert import Advert

Ask = Callable[[str, int, str | None], Awaitable[Advert | None]]

ASK_WITHIN = 1.0

_LOOPBACK = "127.0.0.1"
_LOOK_AT_FILES_EVERY = 0.25


class Browser:
    """A search for tables that goes on for as long as it is open.

    ``ask`` contacts one place, checks the certificate there, and returns what the table says of itself.
    """

    def __init__(
        self,
        ask: Ask,
        *,
        default_ports: Iterable[int] = DEFAULT_PORTS,
        on_change: Callable[[list[FoundTable]], None] | None = None,
    ) -> None:
        self._ask = ask
        self._ports = list(default_ports)
        self._on_change = on_change
        self._candidates = Candidates()
        self._mdns_problems: list[str] = []
        self._tables: list[FoundTable] = []
        self._has_tables = asyncio.Event()
        self._has_changed = asyncio.Event()
        self._nudge = asyncio.Event()
        self._sources: list[asyncio.Task[None]] = []
        self._asks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._offer("port", "", [Place(_LOOPBACK, port) for port in self._ports])
        ear = Ear(self._hear, self._hear_goodbye)
        work: list[Coroutine[None, None, None]] = [
            self._ask_whoever_is_due(),
            self._watch_files(),
            self._look_up_known_hosts(),
            ear.listen(self._mdns_problems),
        ]
        self._sources = [asyncio.create_task(one) for one in work]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        tasks = [*self._sources, *self._asks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def tables(self) -> list[FoundTable]:
        """List the tables that answer, in the order of first sighting."""
        return list(self._tables)

    @property
    def tried(self) -> list[str]:
        """Say what was tried and heard, one sentence a source."""
        return [
            self._tell(
                "same box",
                translate("Tables of yours on this machine: {heard} announced, {answering} answering."),
            ),
            self._tell("port", translate("Ports of this machine: {heard} tried, {answering} answering.")),
            self._tell(
                "mdns", translate("Addresses announced on the network: {heard} heard, {answering} answering.")
            ),
            self._tell("known host", translate("Hosts met before: {heard} tried, {answering} answering.")),
            *self._mdns_problems,
        ]

    async def wait_for_first(self, timeout: float) -> list[FoundTable]:
        """Wait until there is a table, but not for longer than the timeout."""
        await _within(timeout, self._has_tables)
        return self.tables()

    async def settle(self, least: float, quiet: float, most: float) -> list[FoundTable]:
        """Look for a while at least, then until all who were heard have answered, and list the tables."""
        began = _now()
        await asyncio.sleep(least)
        while _now() - began < most:
            has_changed = await self.next_change(quiet)
            if not has_changed and not self._asks:
                break
        return self.tables()

    async def gather(self, seconds: float) -> list[FoundTable]:
        """Look for the whole of that time and list what was found."""
        await asyncio.sleep(seconds)
        return self.tables()

    async def next_change(self, timeout: float) -> bool:
        """Wait for a change since the last call of this, and say whether there was one in time."""
        has_changed = await _within(timeout, self._has_changed)
        self._has_changed.clear()
        return has_changed

    def _tell(self, source: Source, sentence: str) -> str:
        return sentence.format(
            heard=self._candidates.heard[source], answering=self._candidates.answering(source)
        )

    def _offer(self, source: Source, origin: str, places: Iterable[Place]) -> None:
        self._candidates.offer(source, origin, places, _now())
        self._nudge.set()

    def _withdraw(self, source: Source, origin: str) -> None:
        self._candidates.withdraw(source, origin, _now())
        self._nudge.set()

    def _hear(self, record: str, places: list[Place]) -> None:
        self._offer("mdns", record, places)

    def _hear_goodbye(self, record: str) -> None:
        self._withdraw("mdns", record)

    async def _watch_files(self) -> None:
        """Follow the tables of this user on this machine."""
        while True:
            published = {one.table: one for one in await asyncio.to_thread(whereabouts.published)}
            for gone in self._candidates.origins("same box") - published.keys():
                self._withdraw("same box", gone)
            for new in published.keys() - self._candidates.origins("same box"):
                place = Place(_LOOPBACK, published[new].port, published[new].fingerprint)
                self._offer("same box", new, [place])
            await asyncio.sleep(_LOOK_AT_FILES_EVERY)

    async def _look_up_known_hosts(self) -> None:
        known = await asyncio.to_thread(whereabouts.known)
        self._offer("known host", "", [Place(address, port) for address, port in known])

    async def _ask_whoever_is_due(self) -> None:
        while True:
            self._nudge.clear()
            now = _now()
            for candidate in self._candidates.begin(now):
                self._start_asking(candidate)
            self._tell_changes(now)
            await _within(self._candidates.next_moment(now) - now, self._nudge)

    def _start_asking(self, candidate: Candidate) -> None:
        asking = asyncio.create_task(self._ask_one(candidate))
        self._asks.add(asking)
        asking.add_done_callback(self._asks.discard)

    async def _ask_one(self, candidate: Candidate) -> None:
        if advert := await self._answer_from(candidate.place):
            self._candidates.answered(candidate, advert, _now())
        else:
            self._candidates.failed(candidate, _now())
        self._nudge.set()

    async def _answer_from(self, place: Place) -> Advert | None:
        try:
            async with asyncio.timeout(ASK_WITHIN):
                return await self._ask(*place)
        except Exception:
            # Whatever goes wrong with a stranger, the search goes on.
            return None

    def _tell_changes(self, now: float) -> None:
        tables = self._candidates.found(now)
        if tables == self._tables:
            return
        self._tables = tables
        self._has_changed.set()
        (self._has_tables.set if tables else self._has_tables.clear)()
        if self._on_change:
            # Not called from here, so that an error in it does not end the search.
            asyncio.get_running_loop().call_soon(self._on_change, list(tables))


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Wait for an event, and say whether it came in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
