"""Doctors in conversation over real connections, among them some that mean no good."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from takelan.net.ask import ask
from takelan.net.discovery.found import Place
from takelan.net.doctor import circle as circle_module
from takelan.net.doctor.circle import MAX_COLLEAGUES, Circle
from takelan.net.doctor.findings import Outcome
from takelan.net.doctor.knocking import knock, knock_at, knock_at_any
from takelan.net.door import listen
from takelan.net.limits import MAX_UNPROVEN_PER_ADDRESS
from takelan.net.tls import connect, make_identity
from takelan.wire.codec import UNPROVEN_BYTES
from takelan.wire.doctor import MAX_TOLD, Report, encode_report, report_decoder
from takelan.wire.failures import MalformedError
from tests.net.hosting import TABLE, hosting
from tests.processes import PATIENCE

ADA, BEN = "a" * 16, "b" * 16


def report(doctor: str = BEN, **more: object) -> Report:
    """Make up what a doctor tells."""
    return Report(doctor=doctor, protocol=1, version="0.1.0", clock=1_800_000_000_000, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def serving(doctor: str) -> AsyncIterator[tuple[Circle, Place]]:
    """Run a doctor's ear on loopback."""
    circle, identity = Circle(doctor, lambda: None), make_identity()
    sockets = listen("127.0.0.1", 0)
    place = Place("127.0.0.1", sockets[0].getsockname()[1], identity.fingerprint)
    task = asyncio.create_task(circle.serve(sockets, identity))
    try:
        yield circle, place
    finally:
        circle.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def eventually(condition: object) -> None:
    """Wait until something is the case."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.01)


async def test_two_doctors_tell_each_other_whom_they_hear() -> None:
    """One that hears an announcement calls; after that both know, and know that the other knows."""
    async with serving(ADA) as (ada, _), serving(BEN) as (ben, place):
        ben.tables_heard.add("c" * 16)
        ada.hear(BEN, [place])
        await eventually(lambda: ben.colleagues and BEN in (ben.colleagues[0].hears or ()))
        await eventually(lambda: ada.colleagues[0].is_reached)
        (seen,) = ada.colleagues
        assert (seen.is_heard, seen.is_reached, seen.hears) == (True, True, ("c" * 16,))
        await eventually(lambda: BEN in (ben.colleagues[0].reaches or ()))
        assert not ben.colleagues[0].is_heard


async def test_a_doctor_that_has_ended_was_reached_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stays longer keeps what was true: a port that is closed now is no firewall."""
    consulted: list[Outcome] = []
    turns = asyncio.Semaphore(1)
    consult_any = Circle._consult_any

    async def consult(circle: Circle, doctor: str) -> Outcome:
        await turns.acquire()
        consulted.append(await consult_any(circle, doctor))
        return consulted[-1]

    monkeypatch.setattr(circle_module, "CONSULT_EVERY", 0.0)
    monkeypatch.setattr(Circle, "_consult_any", consult)
    async with serving(ADA) as (ada, _):
        async with serving(BEN) as (_ben, place):
            ada.hear(BEN, [place])
            await eventually(lambda: ada.colleagues[0].is_reached)
        for _ in range(2):
            turns.release()
        await eventually(lambda: consulted == ["doctor", "refused", "refused"])
        (seen,) = ada.colleagues
        assert (seen.is_reached, seen.outcome) == (True, "doctor")


async def test_a_doctor_can_be_met_by_its_address_alone() -> None:
    """Where announcements get lost, one side types the other's address."""
    async with serving(ADA) as (ada, _), serving(BEN) as (ben, place):
        await ada.meet(place._replace(fingerprint=None))
        assert [one.doctor for one in ada.colleagues] == [BEN]
        await eventually(lambda: ben.colleagues)


async def test_a_doctor_is_no_table() -> None:
    """Whoever looks for tables finds none there, and another doctor recognises it."""
    async with serving(BEN) as (_, place):
        assert await ask(*place) is None
        assert (await knock(place)).outcome == "doctor"


@pytest.mark.parametrize(
    "words",
    [
        b"\xc1",
        b"\x93\x01\x02\x03",
        encode_report(report())[:-1] + b"\xff",
        b"\xa1a" * UNPROVEN_BYTES,
    ],
)
async def test_a_malformed_report_is_answered_with_a_refusal_and_nothing_else(words: bytes) -> None:
    """Nothing of it is believed, and the next one is served."""
    async with serving(BEN) as (ben, place):
        line = await connect(place)
        line.writer.write(words)
        async with asyncio.timeout(PATIENCE):
            answer = await line.reader.read()
        line.cut()
        assert b"refused" in answer
        assert ben.colleagues == ()
        assert (await knock(place)).outcome == "doctor"


async def test_idle_connections_are_cut_and_counted() -> None:
    """No more than a few a machine, and none for long; the door is the one of a table."""
    async with serving(BEN) as (_, place):
        raw = [await asyncio.open_connection(place.address, place.port) for _ in range(30)]
        async with asyncio.timeout(PATIENCE):
            ended = await asyncio.gather(*(reader.read() for reader, _ in raw), return_exceptions=True)
        assert len(ended) == 30 > MAX_UNPROVEN_PER_ADDRESS
        for _, writer in raw:
            writer.close()
        await eventually_knocked(place)


async def eventually_knocked(place: Place) -> None:
    """See that a doctor answers again."""
    async with asyncio.timeout(PATIENCE):
        while (await knock(place)).outcome != "doctor":
            await asyncio.sleep(0.1)


def test_strangers_cannot_make_the_circle_grow() -> None:
    """Beyond a few doctors, and a few ids each, nothing is noted; nobody can be us."""

    async def scenario() -> None:
        circle = Circle(ADA, lambda: None)
        for number in range(100):
            circle.take_in(report(f"{number:016x}"), "10.0.0.1")
            circle.hear(f"{1000 + number:016x}", [])
        circle.take_in(report(ADA), "10.0.0.1")
        assert len(circle.colleagues) == MAX_COLLEAGUES
        assert ADA not in {one.doctor for one in circle.colleagues}
        assert len(circle.report().heard) <= MAX_TOLD

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "wrong",
    [
        {"doctor": "\x1b[31m"},
        {"doctor": "a" * 17},
        {"version": "1\x1b"},
        {"clock": -1},
        {"heard": ["a" * 16] * (MAX_TOLD + 1)},
        {"reached": ["nobody"]},
        {"protocol": "1"},
    ],
)
def test_a_report_is_typed_and_bounded(wrong: dict[str, object]) -> None:
    """An id is an id, a version a version, and lists are short."""
    plain = {**msgspec.to_builtins(report()), **wrong}
    decoder = report_decoder()
    with pytest.raises(MalformedError):
        list(decoder.feed(msgspec.msgpack.encode(plain)))


def test_a_report_survives_the_way() -> None:
    """What one tells is what the other reads."""
    told = report(heard=(ADA,), reached=(ADA,), missed=("c" * 16,))
    assert list(report_decoder().feed(encode_report(told))) == [told]


async def test_a_knock_tells_what_is_there() -> None:
    """A table, nothing, another program, and the best of several ways."""
    async with hosting() as table:
        found = await knock(table.place)
        assert (found.outcome, found.table, found.name) == ("table", TABLE, "A table")
        assert found.milliseconds is not None
    closed = Place("127.0.0.1", table.place.port)
    assert (await knock(closed)).outcome == "refused"
    best = await knock_at_any([closed, closed])
    assert best is not None
    assert best.outcome == "refused"
    assert await knock_at_any([]) is None
    assert (await knock_at("no.such.machine.invalid")).outcome == "unknown_name"


async def test_a_program_that_is_no_table_is_named_so() -> None:
    """A web server answers, but not in our language; one that hangs up may be busy."""

    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    for serve, context, outcome in ((web, None, "other_program"), (hang_up, make_identity().context, "busy")):
        assert context is None or isinstance(context, ssl.SSLContext)
        async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context) as server:
            place = Place("127.0.0.1", server.sockets[0].getsockname()[1])
            assert (await knock(place)).outcome == outcome
