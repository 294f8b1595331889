"""One examination: all probes at once, and the findings as they come in.

Rule 1: no probe waits for another, and none of them failing is an error.
Rule 2: everything ends by itself, within a few seconds, unless it is asked to stay.
"""

import asyncio
import secrets
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from takelan.net.discovery.found import DEFAULT_PORTS, Place
from takelan.net.discovery.mdns import Ear
from takelan.net.doctor.circle import Circle, listen_for_doctors
from takelan.net.doctor.findings import Findings, HeardTable, Interface, Target, Terminal
from takelan.net.doctor.firewalls import own_firewalls
from takelan.net.doctor.interfaces import own_interfaces
from takelan.net.doctor.knocking import knock, knock_at, knock_at_any
from takelan.net.doctor.surroundings import own_clock, own_folder, own_versions
from takelan.net.doctor.voices import Spoken, Voice, families_of, send_question
from takelan.net.places import read_place
from takelan.net.tls import Identity, make_identity
from takelan.store import whereabouts

#: Whoever hears us at all has answered after this.
LISTEN_FOR = 3.0
#: Another doctor is heard out for so long after it was met.
HEAR_OUT = 2.0
#: After this nothing is waited for any more.
AT_MOST = 12.0

MAX_TABLES = 16
_MAX_REMEMBERED = 4
_MAX_SPEAKING = 8
_LOOK_EVERY = 0.1
_LOOPBACK = "127.0.0.1"


class Examination:
    """What is found out about this machine, its network, and the way to a table."""

    def __init__(
        self,
        target: str | None = None,
        terminal: Terminal | None = None,
        on_change: Callable[[Findings], None] | None = None,
    ) -> None:
        if target is not None:
            read_place(target)
        self._on_change = on_change
        self._target = target
        self._doctor = secrets.token_hex(8)
        self._loop = asyncio.get_running_loop()
        self._findings = Findings(
            doctor=self._doctor,
            versions=own_versions(),
            clock=own_clock(),
            folder=own_folder(),
            terminal=terminal,
            target=None if target is None else Target(text=target),
        )
        self._circle = Circle(self._doctor, self._note_colleagues)
        self._met_at = 0.0
        self._problems: list[str] = []
        self._heard: dict[str, HeardTable] = {}
        #: Those that an examination has to wait for.
        self._errands: set[asyncio.Task[None]] = set()
        #: Those that go on for as long as it does.
        self._watches: set[asyncio.Task[None]] = set()

    @property
    def findings(self) -> Findings:
        """Tell what is known so far."""
        return self._findings

    async def run(self, stay: float = 0.0) -> Findings:
        """Examine for as long as it takes, and stay at least so long for other doctors to come."""
        try:
            await self._begin()
            await self._finish(self._loop.time())
            if stay > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(stay):
                        await self._loop.create_future()
            return self._findings
        finally:
            await self._end()

    async def _begin(self) -> None:
        interfaces = await asyncio.to_thread(own_interfaces)
        identity = await asyncio.to_thread(make_identity)
        sockets = listen_for_doctors()
        port = sockets[0].getsockname()[1] if sockets else None
        self._note(interfaces=tuple(interfaces), port=port)
        self._watch(self._listen())
        self._send_from([one for one in interfaces if one.leads_out][:_MAX_SPEAKING], sockets, identity)
        self._errand(self._look_at_firewalls())
        self._errand(self._try_this_machine())
        self._watch(self._try_remembered())
        if self._target is not None:
            self._errand(self._try_target(self._target))

    def _send_from(
        self, interfaces: list[Interface], sockets: list[socket.socket], identity: Identity
    ) -> None:
        """Announce this doctor on every interface by itself."""
        if sockets:
            self._watch(self._circle.serve(sockets, identity))
        everything = list(self._findings.interfaces)
        port = self._findings.port or 0
        for interface in interfaces:
            self._errand(self._send_once(interface))
            for family in families_of(interface):
                voice = Voice(self._doctor, interface, family, self._hear_doctor)
                self._watch(voice.speak(port, identity.fingerprint, everything))

    async def _finish(self, began: float) -> None:
        """Wait until everything had its time, then count silence."""
        while self._loop.time() < began + AT_MOST:
            is_listening = self._loop.time() < max(began + LISTEN_FOR, self._met_at + HEAR_OUT)
            if not is_listening and not self._errands:
                break
            await asyncio.sleep(_LOOK_EVERY)
        silent = [
            msgspec.structs.replace(one, is_heard=False)
            if one.is_sent is not None and not one.is_heard
            else one
            for one in self._findings.interfaces
        ]
        self._note(interfaces=tuple(silent), problems=tuple(self._problems), is_complete=True)

    async def _end(self) -> None:
        self._circle.close()
        tasks = [*self._errands, *self._watches]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_once(self, interface: Interface) -> None:
        sending = await asyncio.to_thread(send_question, interface)
        self._note_interface(interface.index, is_sent=sending.is_sent, why_not=sending.why_not)

    async def _look_at_firewalls(self) -> None:
        self._note(firewalls=tuple(await own_firewalls()))

    async def _try_target(self, text: str) -> None:
        found = await knock_at(text)
        self._note(target=Target(text=text, knock=found))
        if found.outcome == "doctor":
            await self._circle.meet(Place(found.address, found.port))
        elif found.table:
            self._circle.tables_reached.add(found.table)

    async def _try_remembered(self) -> None:
        """Try the hosts met before: one that answers and is not heard tells much."""
        known = await asyncio.to_thread(whereabouts.known)
        await self._try_unheard([Place(*place) for place in known[:_MAX_REMEMBERED]])

    async def _try_this_machine(self) -> None:
        """Try where tables of this machine are found without any announcement, as a search does."""
        published = await asyncio.to_thread(whereabouts.published)
        ports = {one.port for one in published[:MAX_TABLES]} | {*DEFAULT_PORTS}
        await self._try_unheard([Place(_LOOPBACK, port) for port in sorted(ports - {self._findings.port})])

    async def _try_unheard(self, places: list[Place]) -> None:
        for one in await asyncio.gather(*map(knock, places)):
            if one.table and one.table not in self._heard:
                self._note_table(HeardTable(table=one.table, is_heard=False, knock=one))

    async def _listen(self) -> None:
        await Ear(self._hear_table, lambda table: None).listen(self._problems)

    def _hear_table(self, table: str, places: list[Place]) -> None:
        known = self._heard.get(table)
        if known is None and len(self._heard) >= MAX_TABLES:
            return
        self._circle.tables_heard.add(table)
        self._note_table(
            HeardTable(table=table, is_heard=True)
            if known is None
            else msgspec.structs.replace(known, is_heard=True)
        )
        if known is None or known.knock is None or not known.is_heard:
            self._errand(self._try_heard(table, places))

    async def _try_heard(self, table: str, places: list[Place]) -> None:
        found = await knock_at_any(places)
        known = self._heard[table]
        self._note_table(msgspec.structs.replace(known, knock=found or known.knock))

    def _hear_doctor(self, spoken: Spoken, places: list[Place]) -> None:
        if spoken.doctor == self._doctor:
            self._note_interface(spoken.interface, is_heard=True)
        else:
            self._circle.hear(spoken.doctor, places)

    def _note_colleagues(self) -> None:
        known = {one.doctor for one in self._findings.colleagues}
        if any(one.doctor not in known for one in self._circle.colleagues):
            self._met_at = self._loop.time()
        self._note(colleagues=self._circle.colleagues)

    def _note_table(self, table: HeardTable) -> None:
        if table.table not in self._heard and len(self._heard) >= MAX_TABLES:
            return
        self._heard[table.table] = table
        if table.knock is not None and table.knock.outcome == "table":
            self._circle.tables_reached.add(table.table)
        self._note(tables=tuple(self._heard.values()))

    def _note_interface(self, index: int, **found: Any) -> None:
        self._note(
            interfaces=tuple(
                msgspec.structs.replace(one, **found) if one.index == index else one
                for one in self._findings.interfaces
            )
        )

    def _note(self, **found: Any) -> None:
        self._findings = msgspec.structs.replace(self._findings, **found)
        if self._on_change is not None:
            # Not called from here, so that an error in it does not end the examination.
            self._loop.call_soon(self._on_change, self._findings)

    def _errand(self, work: Coroutine[Any, Any, None]) -> None:
        self._keep(self._errands, work)

    def _watch(self, work: Coroutine[Any, Any, None]) -> None:
        self._keep(self._watches, work)

    def _keep(self, kept: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        kept.add(task)
        task.add_done_callback(partial(_let_go, kept))


def _let_go(kept: set[asyncio.Task[None]], task: asyncio.Task[None]) -> None:
    kept.discard(task)
    if not task.cancelled():
        # A probe that failed found nothing, and that is what the findings say.
        task.exception()
