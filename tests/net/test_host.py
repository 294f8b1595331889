"""A host and its peers: each is told what concerns it, and one peer's faults stay its own.

It is long and yet one thing: one host, and everything a peer can do to it.
"""

import asyncio
import os
import socket
import time
from contextlib import closing, suppress
from typing import Literal

import pytest

from takelan.net import door
from takelan.net.ask import ask, find
from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import Place
from takelan.net.door import Door
from takelan.net.failures import (
    BadAddressError,
    CannotListenError,
    NothingListeningError,
    PortTakenError,
    UnknownMachineError,
)
from takelan.net.guest import Guest
from takelan.net.host import Host
from takelan.net.limits import PROVE_WITHIN, SILENT_AFTER
from takelan.net.visit import HungUpError
from takelan.rules.chance import Chance
from takelan.store import whereabouts
from takelan.table.pace import Pace
from takelan.table.table import Table
from takelan.wire.codec import encode, peer_decoder
from takelan.wire.fairness import Bound
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.succession import Alive, Entrust, Epoch, Kept, Listening, Where
from takelan.wire.to_host import AnyToHost, Ask, ChooseGame, Hello, Pong, Ready, Say, SetOption, Start
from takelan.wire.to_peer import AnyToPeer, Challenge, Farewell, Notice, Ping, Refused, Said, TableState
from tests.net.attackers import sitting_socket
from tests.net.hosting import TABLE, challenge, hosting, join, knock, setup, sit_down
from tests.net.virtual_time import run_virtually

BEN_IS_AWAY = Notice("away", PlayerName("Ben"))


def now() -> float:
    """Tell the time of the running loop."""
    return asyncio.get_running_loop().time()


def test_a_message_out_of_place_is_refused_and_the_seat_stays() -> None:
    """Also at the table: a second hello changes nothing."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = await sit_down(table.place, "Ann")
            ann.say(Hello(1, "0.1.0"), Ask(), Say(Talk("still here")))
            codes = [(await ann.hear_kind(Refused)).code for _ in range(2)]
            assert codes == ["phase", "phase"]
            assert (await ann.hear_kind(Said)).text == "still here"

    run_virtually(scenario())


@pytest.mark.parametrize(
    "words",
    [b"\xc1", b"\xc6\xff\xff\xff\xff" + b"x" * 20_000, b"GET / HTTP/1.1\r\n\r\n", b"\x81\xa3say\xa3fly"],
)
def test_a_malformed_message_ends_with_its_peer(words: bytes) -> None:
    """It is told so and dropped; the others hear that it is away and play on."""

    async def scenario() -> None:
        async with hosting() as table:
            ann, ben = await sit_down(table.place, "Ann"), await sit_down(table.place, "Ben")
            ben.visit._line.writer.write(words)
            assert (await ben.hear_kind(Refused)).code == "malformed"
            with pytest.raises(HungUpError):
                await ben.hear()
            await ann.hear_kind(Notice, lambda notice: notice == BEN_IS_AWAY)
            ann.say(Say(Talk("undisturbed")))
            assert (await ann.hear_kind(Said)).text == "undisturbed"

    run_virtually(scenario())


async def test_last_words_reach_a_peer_that_still_talks() -> None:
    """What it says after its end is not answered with a broken connection that costs it the reason."""

    def talk_on(port: int) -> list[AnyToPeer]:
        with sitting_socket(port, "127.0.0.1", "Ben") as connection:
            connection.sendall(b"\xc1")
            for number in range(3):
                time.sleep(0.1)
                connection.sendall(encode(Pong(number)))
            decoder, heard = peer_decoder(), list[AnyToPeer]()
            while not any(isinstance(message, Refused) for message in heard):
                heard += decoder.feed(connection.recv(65536) or b"\xc1")
            return heard

    async with hosting() as table:
        heard = await asyncio.to_thread(talk_on, table.place.port)
        assert any(isinstance(message, Refused) and message.code == "malformed" for message in heard)


def test_whoever_does_not_begin_like_tls_costs_no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence, a web browser and a chatty server are dropped without a word and without TLS."""
    sessions: list[object] = []
    secure = Door._secure

    async def note(self: Door, connection: socket.socket, guest: Guest) -> None:
        sessions.append(connection)
        await secure(self, connection, guest)

    monkeypatch.setattr(Door, "_secure", note)

    async def scenario() -> None:
        async with hosting() as table:
            for words in (b"", b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", b"\x16\x02"):
                reader, writer = await asyncio.open_connection("127.0.0.1", table.place.port)
                writer.write(words)
                # Either way of hanging up will do; an answer would not.
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()
            assert sessions == []
            assert await ask(*table.place) is not None
            assert len(sessions) == 1

    run_virtually(scenario())


def test_a_stranger_has_three_seconds_for_everything() -> None:
    """Whoever has not proven itself by then is gone, at whatever point it stopped."""

    async def scenario() -> None:
        async with hosting() as table:
            began = now()
            silent, greeted = await knock(table.place), await knock(table.place)
            await challenge(greeted)
            for visit in (silent, greeted):
                with pytest.raises(HungUpError, match="broke"):
                    await visit.hear()
                assert now() - began == pytest.approx(PROVE_WITHIN, abs=0.1)

    run_virtually(scenario())


def test_a_silent_seat_is_gone_after_five_seconds() -> None:
    """It is told why, the others are told that it is away, and its seat is kept."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = join(table.place, "Ann")
            await ann.until_kind(TableState)
            ben = await sit_down(table.place, "Ben")
            began = now()
            assert (await ben.hear_kind(Farewell)).code == "silent"
            assert SILENT_AFTER <= now() - began <= SILENT_AFTER + 1.1
            await ann.until(lambda seat: BEN_IS_AWAY in seat.messages)
            assert len(table.host.keys) == 2

    run_virtually(scenario())


def test_half_a_message_is_no_sign_of_life() -> None:
    """A seat that drips bytes is as silent as one that sends none."""

    async def scenario() -> None:
        async with hosting() as table:
            ben = await sit_down(table.place, "Ben")
            began = now()

            async def drip() -> None:
                for byte in encode(Say(Talk("x" * 190))):
                    ben.visit._line.writer.write(bytes([byte]))
                    await asyncio.sleep(0.2)

            dripping = asyncio.create_task(drip())
            assert (await ben.hear_kind(Farewell)).code == "silent"
            assert now() - began <= SILENT_AFTER + 1.1
            dripping.cancel()

    run_virtually(scenario())


def test_pings_tell_everybodys_round_trips() -> None:
    """By seat: a number for whoever answers, nothing for whoever has not yet."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = await sit_down(table.place, "Ann")
            bob = join(table.place, "Bob")
            await bob.until_kind(TableState)
            first = await _next_ping(ann.visit)
            await asyncio.sleep(0.25)
            ann.say(Pong(first.number))
            second = await _next_ping(ann.visit)
            assert first.trips == (None, None)
            assert second.number == first.number + 1
            assert second.trips[0] == pytest.approx(250, abs=5)
            assert second.trips[1] in (0, 1)

    run_virtually(scenario())


async def _next_ping(visit: object) -> Ping:
    while not isinstance(message := await visit.hear(), Ping):  # type: ignore[attr-defined] # a visit
        pass
    return message


def test_a_flooding_seat_is_out_and_heard_no_further() -> None:
    """It is told why; the others heard at most the burst."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = join(table.place, "Ann")
            await ann.until_kind(TableState)
            ben = await sit_down(table.place, "Ben")
            ben.say(*[Say(Talk(f"flood {number}")) for number in range(5000)])
            assert (await ben.hear_kind(Farewell)).code == "flooded"
            await ann.until(lambda seat: BEN_IS_AWAY in seat.messages)
            assert sum(isinstance(message, Said) for message in ann.messages) <= 80

    run_virtually(scenario())


def test_confirmations_that_were_asked_for_long_ago_are_no_licence_to_flood() -> None:
    """A host shows all the time that it lives, and nobody has to answer that."""

    async def scenario() -> None:
        async with hosting() as table:
            ben = await sit_down(table.place, "Ben")
            [guest] = table.host._guests.values()
            for _ in range(5000):
                guest.expect(Alive(1, None, is_waiting=False))
            ben.say(*[Kept(Epoch(1, 1), None)] * 1000)
            assert (await ben.hear_kind(Farewell)).code == "flooded"

    run_virtually(scenario())


def test_a_burst_of_one_seat_does_not_hold_up_the_others() -> None:
    """Seventy lines come in one piece; somebody else's word is heard among the first of them."""

    async def scenario() -> None:
        async with hosting() as table:
            ann, ben = await sit_down(table.place, "Ann"), await sit_down(table.place, "Ben")
            table.host.arrivals.clear()
            ann.visit._line.writer.write(encode(Say(Talk("a long line"))) * 70)
            ben.say(Say(Talk("a word")))
            await ben.hear_kind(Said, lambda said: said.name == "Ben")
            words = [message.text for _, message in table.host.arrivals if isinstance(message, Say)]
            assert words.index(Talk("a word")) < 20

    run_virtually(scenario())


def test_an_error_of_ours_ends_with_the_peer_that_met_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table goes on for the others, and that peer may come back: nobody said farewell."""
    judge = Table.receive

    def stumble(self: Table, peer: int, message: AnyToHost, at: float) -> object:
        if isinstance(message, Say) and message.text == "boom":
            raise RuntimeError("a mistake in the table")
        return judge(self, peer, message, at)

    monkeypatch.setattr(Table, "receive", stumble)

    async def scenario() -> None:
        async with hosting() as table:
            ann, ben = await sit_down(table.place, "Ann"), await sit_down(table.place, "Ben")
            ben.say(Say(Talk("boom")))
            with pytest.raises(HungUpError):
                await ben.hear_kind(Farewell)
            await ann.hear_kind(Notice, lambda notice: notice == BEN_IS_AWAY)
            ann.say(Say(Talk("still here")))
            assert (await ann.hear_kind(Said)).text == "still here"

    run_virtually(scenario())


def test_an_error_on_a_link_ends_with_that_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it happens before the table is asked."""
    hear = Guest._hear

    def stumble(self: Guest, message: AnyToHost, at: float) -> None:
        if isinstance(message, ChooseGame):
            raise RuntimeError("a mistake in the host")
        hear(self, message, at)

    monkeypatch.setattr(Guest, "_hear", stumble)

    async def scenario() -> None:
        async with hosting() as table:
            ann, ben = await sit_down(table.place, "Ann"), await sit_down(table.place, "Ben")
            ben.say(ChooseGame("take-it"))
            await ann.hear_kind(Notice, lambda notice: notice == BEN_IS_AWAY)

    run_virtually(scenario())


def test_an_error_of_a_clock_does_not_end_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again a second later, not at once and for ever."""
    calls: list[float] = []

    def stumble(self: Table, at: float) -> object:
        calls.append(at)
        raise RuntimeError("a mistake in the table")

    monkeypatch.setattr(Table, "due", stumble)
    monkeypatch.setattr(Table, "next_due", lambda self: 0.0)

    async def scenario() -> None:
        async with hosting() as table:
            ann = await sit_down(table.place, "Ann")
            await asyncio.sleep(3)
            ann.say(Say(Talk("still here")))
            assert (await ann.hear_kind(Said)).text == "still here"

    run_virtually(scenario())
    assert 2 <= len(calls) <= 6


def test_what_was_due_before_an_arrival_comes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However late the host gets to both."""
    order: list[str] = []
    due: list[float] = []
    judge = Table.receive

    def note(self: Table, peer: int, message: AnyToHost, at: float) -> object:
        order.append(type(message).__name__)
        return judge(self, peer, message, at)

    def note_due(self: Table, at: float) -> list[object]:
        order.append("due")
        due.clear()
        return []

    monkeypatch.setattr(Table, "receive", note)
    monkeypatch.setattr(Table, "due", note_due)
    monkeypatch.setattr(Table, "next_due", lambda self: due[0] if due else None)

    async def scenario() -> None:
        async with hosting() as table:
            ann = await sit_down(table.place, "Ann")
            ann.say(Ready())
            # The clock ran out a moment ago, and nobody has looked since.
            due.append(now() - 0.001)
            await ann.hear_kind(TableState, lambda state: state.seats[0].is_ready)

    run_virtually(scenario())
    assert order[:3] == ["Join", "due", "Ready"]


def test_everything_is_closed_within_a_second_also_for_one_who_never_reads() -> None:
    """A farewell that nobody takes is not waited for."""

    async def scenario() -> None:
        async with hosting() as table:
            ann = await sit_down(table.place, "Ann")
            ann.visit._line.writer.transport.pause_reading()  # type: ignore[attr-defined] # a transport that reads
            began = now()
            table.host.stop()
            await table.serving
            assert now() - began <= 1.1
            with pytest.raises(OSError):
                socket.create_connection(("127.0.0.1", table.place.port), timeout=1)

    run_virtually(scenario())


@pytest.mark.parametrize(
    ("opened", "chosen", "is_shared"), [("quorum", "off", False), ("off", "quorum", True)]
)
def test_what_the_lobby_says_about_a_lost_host_counts_from_the_next_deal(
    opened: Literal["quorum", "off"], chosen: str, is_shared: bool
) -> None:
    """Whoever turns it off gives nobody a share, and whoever turns it on gives everybody one."""

    async def scenario() -> None:
        pace = Pace(succession=opened)
        async with hosting(setup("take-a-number", seats=3, pace=pace)) as table:
            peers = [await sit_down(table.place, name) for name in ("Ann", "Ben", "Cem")]
            for peer in peers:
                peer.say(Listening(Where(("127.0.0.1",), 20000, "0" * 64)))
            peers[0].say(SetOption("succession", chosen), Start())
            hearing = [asyncio.create_task(peer.hear_kind(Entrust if is_shared else Bound)) for peer in peers]
            await asyncio.wait(hearing, timeout=10)
            assert table.host.is_shared == is_shared
            assert all(one.done() for one in hearing)

    run_virtually(scenario())


def test_an_asked_port_that_is_taken_is_named() -> None:
    """With what to do about it."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortTakenError, match=f"Port {port} is taken"):
            door.listen("127.0.0.1", port)


def test_the_first_free_of_our_ports_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """And when none of them is free, any other."""
    blocked = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [one.getsockname()[1] for one in blocked]
    monkeypatch.setattr(door, "DEFAULT_PORTS", ports)
    elsewhere = door.listen("127.0.0.1", None)
    assert elsewhere[0].getsockname()[1] not in ports
    door.close_all(elsewhere)
    blocked[1].close()
    opened = door.listen("127.0.0.1", None)
    assert [one.getsockname()[1] for one in opened] == [ports[1]]
    door.close_all([*opened, blocked[0]])


def test_a_table_is_at_the_same_port_over_ipv4_and_ipv6() -> None:
    """Wherever the machine has both."""
    opened = door.listen(None, 0)
    assert len({one.getsockname()[1] for one in opened}) == 1
    assert {one.family for one in opened} == {socket.AF_INET, socket.AF_INET6}
    door.close_all(opened)


def test_an_address_of_another_machine_cannot_be_bound() -> None:
    """The sentence names it."""
    with pytest.raises(CannotListenError, match=r"192\.0\.2\.1"):
        door.listen("192.0.2.1", 0)
    with pytest.raises(CannotListenError):
        door.listen("no.such.machine.invalid", 0)


def test_a_table_answers_who_asks_and_says_when_it_has_changed() -> None:
    """An ask needs no seat and leaves no trace."""

    async def scenario() -> None:
        async with hosting(setup(seats=3)) as table:
            before = await ask(*table.place)
            ann = await sit_down(table.place, "Ann")
            after = await ask(*table.place)
            assert before is not None
            assert after is not None
            assert (before.taken, after.taken, after.seats) == (0, 1, 3)
            assert await ask(table.place.address, table.place.port, "00" * 32) is None
            ann.say(ChooseGame("take-a-number"))
            await ann.hear_kind(TableState, lambda state: state.game == "take-a-number")
            changed = await ask(*table.place)
            assert changed is not None
            assert changed.game == "take-a-number"

    run_virtually(scenario())


def test_a_table_is_reached_over_ipv6() -> None:
    """By the address in brackets, as it is typed."""

    async def scenario() -> None:
        async with hosting(bind="::1") as table:
            place = await find(f"[::1]:{table.place.port}")
            ann = await sit_down(place, "Ann")
            ann.say(Say(Talk("over six")))
            assert (await ann.hear_kind(Said)).text == "over six"

    run_virtually(scenario())


def test_an_address_without_a_port_leads_to_the_first_table_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takelan's own ports are tried all at once; without a table there the reason is said."""

    async def scenario() -> None:
        async with hosting() as table:
            ports = [table.place.port - 1, table.place.port]
            monkeypatch.setattr("takelan.net.ask.DEFAULT_PORTS", ports)
            assert await find("127.0.0.1") == Place("127.0.0.1", table.place.port)
        with pytest.raises(NothingListeningError):
            await find("127.0.0.1")
        with pytest.raises(UnknownMachineError):
            await find("no.such.machine.invalid")
        with pytest.raises(BadAddressError):
            await find("not an address")

    run_virtually(scenario())


async def test_a_table_on_this_machine_is_found_at_once_and_gone_when_closed() -> None:
    """By the file it publishes, without any network."""
    host = Host(setup(), Chance(b"x"), bind="127.0.0.1", port=0)
    await host.open()
    serving = asyncio.create_task(host.serve())
    assert [one.pid for one in whereabouts.published()] == [os.getpid()]
    async with Browser(ask, default_ports=[]) as browser:
        [found] = await browser.wait_for_first(5.0)
        assert (found.advert.table, found.source) == (TABLE, "same box")
        host.stop()
        await serving
        assert whereabouts.published() == []


def test_no_clock_but_the_loops_own_is_read() -> None:
    """A wall clock that jumps changes nothing: nobody looks at it."""
    root = door.__file__.rsplit("/", 1)[0]
    readers = []
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(folder, name)) as source:  # noqa: PTH118, PTH123 (a walk over names)
                    text = source.read()
                if "import time" in text or "time.time(" in text or "datetime.now" in text:
                    readers.append(name)
    # The certificate has a date, ten years before and after the present one; so have records of the past. A
    # doctor looks at clocks to compare them.
    assert set(readers) <= {"tls.py", "bookkeeping.py", "surroundings.py", "circle.py"}


def test_a_challenge_is_never_the_same() -> None:
    """A signature recorded on one connection is worthless on the next."""

    async def scenario() -> None:
        async with hosting() as table:
            asked: list[Challenge] = [await challenge(await knock(table.place)) for _ in range(3)]
            assert len({one.nonce for one in asked}) == 3

    run_virtually(scenario())
