"""A client at its table: it comes back by itself, and says in one sentence why when it cannot.

It is long and yet one thing: one client, and everything that can happen to its connection.
"""

import asyncio
import io
import json
import sys
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from takelan.errors import TakelanError
from takelan.net.client import TableClient
from takelan.net.discovery.found import Place
from takelan.net.failures import (
    BusyError,
    GameRunningError,
    NotATableError,
    NothingListeningError,
    RefusedError,
    StrangeCertificateError,
    TableFullError,
    UnreachableError,
    VersionMismatchError,
)
from takelan.net.tls import make_identity
from takelan.rules.take_that.types import View
from takelan.store.seat_keys import new_seat_key, open_seat_key, remembered
from takelan.wire.codec import encode, host_decoder
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.terms import Sentence
from takelan.wire.to_host import Ready, Say, Unseat
from takelan.wire.to_peer import (
    AnyToPeer,
    Challenge,
    Farewell,
    Notice,
    Ping,
    Refused,
    Said,
    Step,
    TableState,
    TakeThatStep,
    Welcome,
)
from tests.net.hosting import TABLE, Seat, hosting, join, setup, sit_down
from tests.net.relay import cable
from tests.net.virtual_time import run_virtually


async def failure_of(place: Place, name: str = "Ann") -> TakelanError:
    """Try to join and return what went wrong."""
    with pytest.raises(TakelanError) as caught:
        await TableClient(place, None, name, lambda message: None, lambda state: None).run()
    return caught.value


async def start_game(*seats: Seat) -> None:
    """Make everybody ready, and wait for the cards."""
    for seat in seats:
        await seat.until_kind(TableState)
        seat.client.send(Ready())
    for seat in seats:
        await seat.until_kind(TakeThatStep)


def hand_of(seat: Seat) -> tuple[int, ...]:
    """Tell the hand a seat was last shown."""
    view = [message for message in seat.messages if isinstance(message, TakeThatStep)][-1].view
    assert isinstance(view, View)
    return view.hand


def waits(seat: Seat) -> list[float | None]:
    """Tell how long it waited before each try to come back."""
    return [state.retry_in for state in seat.links if state.kind == "lost"]


def test_a_broken_connection_is_taken_up_again_with_the_same_seat_and_hand() -> None:
    """The player notices a short loss and nothing else (T2)."""

    async def scenario() -> None:
        async with hosting() as table, cable(table.place) as relay:
            ann, ben = join(relay.place, "Ann"), join(table.place, "Ben")
            await start_game(ann, ben)
            hand = hand_of(ann)
            relay.shake()
            await ann.until(lambda seat: sum(isinstance(one, Welcome) for one in seat.messages) == 2)
            assert [state.kind for state in ann.links] == [
                "connecting",
                "seated",
                "lost",
                "connecting",
                "seated",
            ]
            assert waits(ann) == [0.1]
            await ann.until(
                lambda seat: any(isinstance(one, Step) and one.is_catch_up for one in seat.messages)
            )
            assert hand_of(ann) == hand
            welcome = [message for message in ann.messages if isinstance(message, Welcome)]
            assert [one.is_return for one in welcome] == [False, True]
            assert welcome[0].occupant == welcome[1].occupant
            await ben.until(lambda seat: Notice("back", ann.client.name) in seat.messages)

    run_virtually(scenario())


def test_the_pauses_between_tries_grow_to_a_second() -> None:
    """Soon at first, then every second for as long as it takes; what is said meanwhile goes nowhere."""

    async def scenario() -> None:
        async with hosting() as table, cable(table.place) as relay:
            ann = join(relay.place, "Ann")
            await ann.until_kind(TableState)
            relay.pull()
            await ann.until(lambda seat: len(waits(seat)) == 6)
            assert waits(ann) == [0.1, 0.2, 0.5, 1.0, 1.0, 1.0]
            assert not ann.client.is_seated
            assert ann.client.send(Say(Talk("lost"))) is False
            await relay.plug_in()
            await ann.until_link("seated")
            assert ann.client.send(Say(Talk("found"))) is True
            said = await ann.until_kind(Said)
            assert said.text == "found"

    run_virtually(scenario())


def test_a_silent_host_is_lost_after_five_seconds() -> None:
    """A connection over which nothing comes is no connection."""

    async def scenario() -> None:
        async with hosting() as table, cable(table.place) as relay:
            ann = join(relay.place, "Ann")
            await ann.until_kind(Ping)
            relay.go_dead()
            before = asyncio.get_running_loop().time()
            lost = await ann.until_link("lost")
            assert "silent" in lost.text
            assert 4.0 <= asyncio.get_running_loop().time() - before <= 6.0
            await ann.client.close()

    run_virtually(scenario())


def test_a_kicked_player_is_told_and_stays_away() -> None:
    """The client does not come back, and another try is refused."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = join(table.place, "Ann")
            await ann.until_kind(TableState)
            key = new_seat_key()
            ben = join(table.place, "Ben", key)
            welcome = await ben.until_kind(Welcome)
            ann.client.send(Unseat(welcome.occupant))
            ended = await ben.until_link("ended")
            assert (ended.code, ended.text) == ("kicked", "The host has sent you away from the table.")
            await ben.running
            again = join(table.place, "Ben", key)
            with pytest.raises(RefusedError, match="sent away"):
                await again.running

    run_virtually(scenario())


def test_whoever_was_sent_away_has_no_seat_to_come_back_to() -> None:
    """Nothing is offered any more, and the key that is kept is not let in."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = join(table.place, "Ann", new_seat_key())
            await ann.until_kind(TableState)
            ben = join(table.place, "Ben", open_seat_key(TABLE, "Ben"))
            ann.client.send(Unseat((await ben.until_kind(Welcome)).occupant))
            await ben.until_link("ended")
            await ben.running
            assert remembered() == []
            with pytest.raises(RefusedError, match="sent away"):
                await join(table.place, "Benny", None).running
            assert remembered() == []

    run_virtually(scenario())


def test_a_replaced_connection_is_told_why() -> None:
    """The newer proven connection has the seat; the older one ends and does not fight for it."""

    async def scenario() -> None:
        async with hosting() as table:
            key = new_seat_key()
            old = join(table.place, "Ann", key)
            await old.until_kind(TableState)
            new = join(table.place, "Ann", key)
            await new.until_link("seated")
            assert (await old.until_link("ended")).code == "replaced"
            assert (await new.until_kind(Welcome)).is_return
            assert len(table.host.keys) == 1

    run_virtually(scenario())


@pytest.mark.parametrize("code", ["closed", "finished"])
def test_a_closed_table_is_over(code: str) -> None:
    """Everybody is told which way it ended, within a second."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = join(table.place, "Ann")
            await ann.until_kind(TableState)
            before = asyncio.get_running_loop().time()
            table.host.stop(code)  # type: ignore[arg-type] # both are farewells
            await table.serving
            assert asyncio.get_running_loop().time() - before <= 1.0
            assert (await ann.until_link("ended")).code == code
            await ann.running
            assert Farewell(code) in ann.messages  # type: ignore[arg-type] # both are farewells

    run_virtually(scenario())


def test_leaving_is_for_good_and_closing_is_not() -> None:
    """A leaver's seat and key are gone; one who just goes is away and has a key to come back with."""

    async def scenario() -> None:
        async with hosting() as table:
            ann, ben, cleo = (join(table.place, name) for name in ("Ann", "Ben", "Cleo"))
            for seat in (ann, ben, cleo):
                await seat.until_kind(TableState)
            await ann.client.close()
            await ann.running
            await ben.client.leave()
            assert ben.links[-1].code == "left"
            await cleo.until(lambda seat: Notice("left", ben.client.name) in seat.messages)
            assert Notice("away", ann.client.name) in cleo.messages
            assert len(table.host.keys) == 2
            assert [seat.table for seat in remembered()] == [TABLE]
            back = join(table.place, "Ann")
            assert (await back.until_kind(Welcome)).is_return

    run_virtually(scenario())


def test_two_copies_on_one_machine_have_two_seats() -> None:
    """Also under one name; each comes back to its own."""

    async def scenario() -> None:
        async with hosting() as table:
            seats = [join(table.place, "Ann") for _ in range(2)]
            names = [(await seat.until_kind(Welcome)).name for seat in seats]
            assert sorted(names) == ["Ann", "Ann 2"]
            assert len(table.host.keys) == 2

    run_virtually(scenario())


def test_ten_who_start_at_once_are_all_seated() -> None:
    """The gate lets in a few at a time; the others try again by themselves."""

    async def scenario() -> None:
        async with hosting(setup("take-a-number")) as table:
            seats = [join(table.place, f"Player {number}", new_seat_key()) for number in range(10)]
            for seat in seats:
                await seat.until_link("seated")
            assert len(table.host.keys) == 10

    run_virtually(scenario())


def test_a_full_table_and_a_running_game_refuse_with_their_own_words() -> None:
    """Each has an error of its own kind."""

    async def scenario() -> None:
        async with hosting(setup(seats=2)) as table:
            ann, ben = join(table.place, "Ann"), join(table.place, "Ben")
            await ann.until_kind(TableState)
            await ben.until_kind(TableState)
            full = await failure_of(table.place, "Cleo")
            assert isinstance(full, TableFullError)
            assert "2 seats" in str(full)
            await start_game(ann, ben)
            running = await failure_of(table.place, "Cleo")
            assert isinstance(running, GameRunningError)
            assert "running" in str(running)

    run_virtually(scenario())


async def test_nothing_listening_is_said_at_once() -> None:
    """With the place that was tried and what to do."""
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
    failure = await failure_of(Place("127.0.0.1", port))
    assert isinstance(failure, NothingListeningError)
    assert "takelan list" in str(failure)


def test_another_certificate_is_said_at_once() -> None:
    """Whoever it is, it is not the table that was found."""

    async def scenario() -> None:
        async with hosting() as table:
            failure = await failure_of(table.place._replace(fingerprint="00" * 32))
            assert isinstance(failure, StrangeCertificateError)

    run_virtually(scenario())


Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def failure_with(script: Script, *, is_encrypted: bool = True) -> TakelanError:
    """Join a program that follows a script, and return what went wrong."""
    context = make_identity().context if is_encrypted else None
    async with await asyncio.start_server(script, "127.0.0.1", 0, ssl=context) as server:
        return await failure_of(Place("127.0.0.1", server.sockets[0].getsockname()[1]))


def saying(*messages: AnyToPeer | bytes) -> Script:
    """Make a host that says these things as soon as it is greeted."""

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert list(host_decoder().feed(await reader.read(4096)))
        for message in messages:
            writer.write(message if isinstance(message, bytes) else encode(message))
        writer.close()

    return script


CHALLENGE = Challenge(1, "0.1.0", TABLE, 1, b"n" * 16)


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        (saying(Refused("version", Sentence("You run 1, the table 2."))), VersionMismatchError),
        (saying(msgspec.structs.replace(CHALLENGE, protocol=9, version="9.0")), VersionMismatchError),
        (saying(Refused("busy", Sentence("Too many."))), BusyError),
        (saying(Refused("proof", Sentence("No."))), RefusedError),
        (saying(Welcome(Talk("x"), 1, is_return=False)), NotATableError),  # type: ignore[arg-type] # any text
        (saying(b"HTTP/1.1 200 OK\r\n"), BusyError),
        (saying(b"\xc1" * 100), BusyError),
        (saying(), BusyError),
    ],
    ids=["version", "other version", "busy", "proof", "welcome too soon", "HTTP", "garbage", "hung up"],
)
def test_a_strange_host_leads_to_one_clear_sentence(script: Script, failure: type[TakelanError]) -> None:
    """Whatever answers, the player reads a sentence and never a traceback."""
    error = run_virtually(failure_with(script))
    assert type(error).__mro__.index(failure) <= 1
    assert str(error).endswith(".")


def test_a_host_that_never_answers_is_given_up() -> None:
    """After five seconds."""

    async def script(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    assert isinstance(run_virtually(failure_with(script)), UnreachableError)
    assert isinstance(run_virtually(failure_with(script, is_encrypted=False)), UnreachableError)


def test_the_wire_log_tells_everything_in_order() -> None:
    """Every message received is a line of JSON, from the challenge to the farewell."""

    async def scenario() -> list[dict[str, object]]:
        log = io.BytesIO()
        told: list[AnyToPeer] = []
        async with hosting() as table:
            client = TableClient(table.place, None, "Ann", told.append, lambda state: None, log)
            running = asyncio.create_task(client.run())
            while not any(isinstance(message, Ping) for message in told):
                await asyncio.sleep(0.1)
            table.host.stop()
            await running
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        assert [line["say"] for line in lines[2:]] == [type(one).__struct_config__.tag for one in told]
        return lines

    lines = run_virtually(scenario())
    assert [line["say"] for line in lines][:3] == ["challenge", "prompt", "welcome"]
    assert lines[-1] == {"say": "farewell", "code": "closed"}


def test_another_table_in_the_same_place_is_not_ours() -> None:
    """A host that came back with another certificate is not joined: nobody sits with strangers."""

    async def scenario() -> None:
        async with hosting() as table, cable(table.place) as relay:
            ann = join(relay.place, "Ann")
            await ann.until_kind(TableState)
            relay.pull()
            async with hosting(seed=b"other") as other:
                relay._beyond = other.place
                await relay.plug_in()
                await ann.until(lambda seat: any("not the table" in link.text for link in seat.links))
                assert len(other.host.keys) == 0

    run_virtually(scenario())


def test_a_seat_without_a_share_looks_for_a_table_that_somebody_else_may_hold() -> None:
    """Others may have been entrusted with it before us: their host has another certificate."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = join(table.place, "Ann")
            await ann.until_kind(TableState)
            assert not ann.client._may_have_moved()
            ben = join(table.place, "Ben")
            await ben.until_kind(TableState)
            assert ben.client._may_have_moved()

    run_virtually(scenario())


def test_a_peer_without_a_seat_cannot_disturb_the_name_of_another() -> None:
    """A name is only for reading: the same one gets a number."""

    async def scenario() -> None:
        async with hosting() as table:
            first, second = await sit_down(table.place, "Ann"), await sit_down(table.place, "ANN")
            assert [one.seen[0].name for one in (first, second)] == ["Ann", "ANN 2"]  # type: ignore[union-attr] # welcomes

    run_virtually(scenario())


PLAYER = """
import asyncio, json, sys
from takelan.net.client import TableClient
from takelan.net.discovery.found import Place
from takelan.wire.to_host import Ready
from takelan.wire.to_peer import TableState, TakeThatStep

async def main(port, fingerprint):
    def act(message):
        if isinstance(message, TableState) and message.stage == "lobby":
            client.send(Ready())
        if isinstance(message, TakeThatStep):
            print(json.dumps(message.view.hand), flush=True)
    client = TableClient(Place("127.0.0.1", int(port), fingerprint), None, "Ann", act, lambda state: None)
    await client.run()

asyncio.run(main(*sys.argv[1:]))
"""


async def test_a_killed_client_comes_back_to_the_same_seat_and_hand() -> None:
    """T2: after kill -9 the next process of the same player proves the same key."""
    async with hosting() as table:
        command = (sys.executable, "-c", PLAYER, str(table.place.port), table.place.fingerprint or "")
        killed = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert killed.stdout is not None
        ben = join(table.place, "Ben")
        await ben.until_kind(TableState)
        ben.client.send(Ready())
        hand = json.loads(await killed.stdout.readline())
        killed.kill()
        await killed.wait()
        await ben.until(lambda seat: Notice("away", PlayerName("Ann")) in seat.messages)
        ann = join(table.place, "Ann")
        await ann.until_kind(TakeThatStep)
        assert (await ann.until_kind(Welcome)).is_return
        assert list(hand_of(ann)) == hand
        await ann.client.close()
        await ben.client.close()
