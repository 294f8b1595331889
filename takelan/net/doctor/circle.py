"""Doctors in conversation: each tells the others whom it hears and reaches, so that all see the whole.

Rule 1: it listens only while an examination runs, behind the same gate and deadlines as a table.
Rule 2: one report in, one report out, and the connection is closed.
Rule 3: whatever others claim is bounded: so many doctors, so many ids each.
"""

import asyncio
import socket
import time
from collections.abc import Callable, Iterable

import msgspec

import takelan
from takelan.errors import TakelanError
from takelan.language import translate
from takelan.net.discovery.found import DEFAULT_PORTS, Place
from takelan.net.doctor.findings import Colleague, Outcome
from takelan.net.doctor.knocking import outcome_of
from takelan.net.door import Arrival, Door, close_all, listen
from takelan.net.failures import CannotListenError, PortTakenError
from takelan.net.greeting import refusal
from takelan.net.limits import Gate
from takelan.net.tls import Identity, connect
from takelan.wire.codec import encode
from takelan.wire.doctor import MAX_TOLD, Report, encode_report, report_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.terms import MAX_ADDRESSES, PROTOCOL

MAX_COLLEAGUES = 16
CONSULT_EVERY = 1.0
CONSULT_WITHIN = 1.5

_READ_BYTES = 4096

_NOTHING_GETS_THROUGH = ("silent", "unreachable")
_FAILURES = (TakelanError, MalformedError, OSError, TimeoutError)


class Circle:
    """All doctors that this one knows of."""

    def __init__(self, own: str, on_change: Callable[[], None]) -> None:
        self._own = own
        self._on_change = on_change
        self._colleagues: dict[str, Colleague] = {}
        self._places: dict[str, list[Place]] = {}
        self._consulting: dict[str, asyncio.Task[None]] = {}
        #: Tables that were heard and reached; told to the others like doctors.
        self.tables_heard: set[str] = set()
        self.tables_reached: set[str] = set()

    @property
    def colleagues(self) -> tuple[Colleague, ...]:
        """List the other doctors, in the order of first sighting."""
        return tuple(self._colleagues.values())

    def hear(self, doctor: str, places: Iterable[Place]) -> None:
        """Take in an announcement, and consult whoever made it."""
        if doctor == self._own or not self._has_room(doctor):
            return
        self._learn_ways(doctor, places)
        known = self._colleagues.get(doctor) or Colleague(doctor=doctor, address="", is_heard=True)
        ways = self._places[doctor]
        address = ways[0].address if ways else known.address
        self._note(msgspec.structs.replace(known, is_heard=True, address=address))
        if ways:
            self._begin_consulting(doctor)

    async def meet(self, place: Place) -> None:
        """Consult a doctor that is known by its address alone."""
        try:
            report = await _consult(place, self.report())
        except _FAILURES:
            return
        if report.doctor != self._own and self._has_room(report.doctor):
            self.take_in(report, place.address)
            self._learn_ways(report.doctor, [place])
            self._begin_consulting(report.doctor)

    def report(self) -> Report:
        """Write down whom this doctor hears, reaches and misses."""
        known = self._colleagues.values()
        heard = [one.doctor for one in known if one.is_heard]
        reached = [one.doctor for one in known if one.is_reached]
        missed = [one.doctor for one in known if one.is_reached is False and one.outcome == "silent"]
        return Report(
            doctor=self._own,
            protocol=PROTOCOL,
            version=takelan.__version__,
            clock=round(time.time() * 1000),
            heard=tuple([*heard, *sorted(self.tables_heard)][:MAX_TOLD]),
            reached=tuple([*reached, *sorted(self.tables_reached)][:MAX_TOLD]),
            missed=tuple(missed[:MAX_TOLD]),
        )

    def take_in(self, report: Report, address: str) -> None:
        """Note what another doctor tells."""
        if report.doctor == self._own or not self._has_room(report.doctor):
            return
        known = self._colleagues.get(report.doctor)
        self._note(
            msgspec.structs.replace(
                known or Colleague(doctor=report.doctor, address=address, is_heard=False),
                address=known.address or address if known else address,
                hears=report.heard,
                reaches=report.reached,
                misses=report.missed,
                version=report.version,
                protocol=report.protocol,
                clock_ahead=report.clock / 1000 - time.time(),
            )
        )

    async def serve(self, sockets: list[socket.socket], identity: Identity) -> None:
        """Answer other doctors until cancelled."""
        door = Door(sockets, identity, Gate(), lambda address: _Consultation(self, address))
        try:
            await door.serve()
        finally:
            close_all(sockets)

    def close(self) -> None:
        """Ask nobody any more."""
        for task in self._consulting.values():
            task.cancel()

    def _has_room(self, doctor: str) -> bool:
        return doctor in self._colleagues or len(self._colleagues) < MAX_COLLEAGUES

    def _note(self, colleague: Colleague) -> None:
        self._colleagues[colleague.doctor] = colleague
        self._on_change()

    def _learn_ways(self, doctor: str, places: Iterable[Place]) -> None:
        """Note where a doctor says it is; IPv4 first, for people know those addresses."""
        ways = {*self._places.get(doctor, ()), *places}
        ordered = sorted(ways, key=lambda place: (":" in place.address, place))
        self._places[doctor] = ordered[:MAX_ADDRESSES]

    def _begin_consulting(self, doctor: str) -> None:
        if doctor not in self._consulting:
            self._consulting[doctor] = asyncio.create_task(self._consult_again_and_again(doctor))

    async def _consult_again_and_again(self, doctor: str) -> None:
        while True:
            outcome = await self._consult_any(doctor)
            colleague = self._colleagues[doctor]
            # One that was reached, and then hangs up or refuses, has ended: the way to it was none the worse.
            if not colleague.is_reached or outcome in ("doctor", *_NOTHING_GETS_THROUGH):
                is_reached = outcome == "doctor"
                self._note(msgspec.structs.replace(colleague, is_reached=is_reached, outcome=outcome))
            await asyncio.sleep(CONSULT_EVERY)

    async def _consult_any(self, doctor: str) -> Outcome:
        """Try the ways to a doctor, the best first, until one works."""
        outcome: Outcome = "silent"
        for place in list(self._places[doctor]):
            try:
                report = await _consult(place, self.report())
            except _FAILURES as error:
                outcome = outcome_of(error)
            else:
                self.take_in(report, place.address)
                return "doctor"
        return outcome


class _Consultation(Arrival):
    """Another doctor that called: it tells, is told, and hangs up."""

    def __init__(self, circle: Circle, address: str) -> None:
        self.settled = asyncio.get_running_loop().create_future()
        self._circle = circle
        self._address = address
        self._decoder = report_decoder()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection whose TLS handshake is done."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (for the type checker: a stream has both directions)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer the first report; whoever says anything else is told that this is no table."""
        if self._transport is None or self._transport.is_closing():
            return
        try:
            report = next(self._decoder.feed(data), None)
        except MalformedError:
            text = translate("This is no table: a doctor listens here for a few seconds.")
            self._transport.write(encode(refusal("phase", text)))
            self._transport.close()
            return
        if report is not None:
            self._circle.take_in(report, self._address)
            self._transport.write(encode_report(self._circle.report()))
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next."""
        self._transport = None
        if not self.settled.done():
            self.settled.set_result(None)

    def cut(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()


def listen_for_doctors() -> list[socket.socket]:
    """Open the last free one of takelan's own ports, so that it is let in where a table is.

    The last, so that no table has to move. Without a free one others cannot reach it; that is all.
    """
    for port in reversed(DEFAULT_PORTS):
        try:
            return listen(None, port)
        except PortTakenError:
            continue
        except CannotListenError:
            break
    return []


async def _consult(place: Place, own: Report) -> Report:
    """Tell another doctor what is known here, and hear what it knows."""
    async with asyncio.timeout(CONSULT_WITHIN):
        line = await connect(place)
        try:
            line.writer.write(encode_report(own))
            decoder = report_decoder()
            while received := await line.reader.read(_READ_BYTES):
                for report in decoder.feed(received):
                    return report
        finally:
            line.cut()
    raise ConnectionResetError
