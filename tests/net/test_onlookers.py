"""Onlookers over real TLS: how they come, what they may say, how they follow the table, how they sit down."""

import asyncio
from typing import Any

import pytest

from takelan.net.failures import RefusedError
from takelan.net.introducing import Introducing
from takelan.net.onlooker import OnlookerClient
from takelan.net.proofs import public_key, sign
from takelan.rules.catalog import GAMES
from takelan.rules.take_a_number.types import Revealed
from takelan.store.seat_keys import new_seat_key, remembered
from takelan.table.pace import Pace
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.succession import Epoch, Kept, Listening
from takelan.wire.to_host import Leave, Play, Ready, Say, Sit, Start, Watch
from takelan.wire.to_peer import (
    Farewell,
    Moved,
    Notice,
    Refused,
    Said,
    Step,
    TableState,
    TakeThatStep,
    Watching,
    Welcome,
)
from tests.net.hosting import TABLE, Peer, Seat, challenge, hosting, join, knock, look_on, setup, sit_down
from tests.net.virtual_time import run_virtually


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let seats say much in no time: virtual time stands still while they do."""
    monkeypatch.setattr("takelan.net.guest.MESSAGES_AT_ONCE", 1_000_000)


def watch(place: Any, name: str) -> Seat:
    """Run an onlooker's client."""
    return join(place, name, kind=OnlookerClient)


def last(seat: Seat, kind: type[Any]) -> Any:
    """Return the last message of a kind that a client was told."""
    return [message for message in seat.messages if isinstance(message, kind)][-1]


async def begin(place: Any, *names: str) -> list[Peer]:
    """Let players sit down and begin."""
    peers = [await sit_down(place, name) for name in names]
    peers[0].say(Start())
    # All at once: everybody has a part in the shuffle.
    await asyncio.gather(*(peer.hear_kind(Step) for peer in peers))
    return peers


def test_an_onlooker_may_not_say_what_players_say() -> None:
    """Moves, talk, wishes and confirmations are refused and change nothing; the place stays."""

    async def scenario() -> None:
        async with hosting() as table:
            ann, _ = await begin(table.place, "Ann", "Ben")
            otto = await look_on(table.place, "Otto")
            before = len(table.host.arrivals)
            otto.say(Say(Talk("12!")), Ready(), Start(), Listening(None), Kept(Epoch(1, 1), 1), Sit())
            codes = [(await otto.hear_kind(Refused)).code for _ in range(5)]
            assert codes == ["phase"] * 5
            assert (await otto.hear_kind(Watching)).wants_seat
            assert [message for _, message in table.host.arrivals[before:]] == [Sit()]
            ann.say(Say(Talk("amen")))
            assert (await otto.hear_kind(Said)).text == "amen"

    run_virtually(scenario())


def test_looking_on_needs_a_proven_key() -> None:
    """A signature for another challenge is refused, as it is for a seat."""

    async def scenario() -> None:
        async with hosting() as table:
            first, second, key = await knock(table.place), await knock(table.place), new_seat_key()
            stolen = sign(key.secret, await challenge(first), first.certificate)
            asked = await challenge(second)
            await Introducing(table.place, second, asked, public_key(key.secret)).introduce(
                None, watches=True
            )
            second.say(Watch(PlayerName("Otto"), public_key(key.secret), stolen))
            answer = await second.hear()
            assert isinstance(answer, Refused)
            assert answer.code == "proof"
            assert len(table.host._table._gallery) == 0

    run_virtually(scenario())


def test_an_onlooker_has_no_room_kept_at_the_gate() -> None:
    """Looking on gives an address no better standing than a stranger's; a seat does."""

    async def scenario() -> None:
        async with hosting(setup(seats=2)) as table:
            otto = await look_on(table.place, "Otto")
            assert not table.host._gate.seated
            otto.say(Sit())
            await otto.hear_kind(Welcome)
            assert table.host._gate.seated == {"127.0.0.1": 1}

    run_virtually(scenario())


def test_a_silent_onlooker_is_let_go_and_nobody_has_waited() -> None:
    """Three players hold shares and confirm; nobody expects that of somebody in the gallery."""

    async def scenario() -> None:
        async with hosting(setup("take-a-number", seats=3)) as table:
            seats = [join(table.place, name) for name in ("Ann", "Ben", "Cleo")]
            for seat in seats:
                await seat.until_kind(TableState)
            await look_on(table.place, "Otto")
            (otto,) = table.host._table._gallery
            for seat in seats:
                seat.client.send(Ready())
            for seat in seats:
                await seat.until_kind(Step)
                seat.client.play(GAMES["take-a-number"].moves_in(last(seat, Step).view)[0])
            for seat in seats:
                await seat.until(lambda one: isinstance(last(one, Step).hearings[0], Revealed))
            assert table.host._keeper.is_shared
            assert table.host._keeper._people.by_peer(otto.peer) is None
            await seats[0].until(lambda one: last(one, TableState).onlookers == 0)
            for seat in seats:
                await seat.client.close()

    run_virtually(scenario())


@pytest.mark.usefixtures("talkative")
async def test_an_onlooker_who_does_not_read_is_dropped() -> None:
    """Like any reader who falls too far behind; the players go on."""
    async with hosting() as table:
        ann, ben = await sit_down(table.place, "Ann"), await sit_down(table.place, "Ben")
        otto = await look_on(table.place, "Otto")
        otto.visit._line.writer.transport.pause_reading()  # type: ignore[attr-defined] # streams read and write
        (guest,) = [table.host._guests[one.peer] for one in table.host._table._gallery]
        for number in range(20_000):
            if guest.gone.done():
                break
            ann.say(Ready(is_ready=number % 2 == 0))
            await ann.hear_kind(TableState)
        assert guest.gone.done()
        await ben.hear_kind(TableState, lambda state: state.onlookers == 0)


def test_a_table_wants_no_onlookers_and_says_so() -> None:
    """The client raises the table's own sentence."""

    async def scenario() -> None:
        async with hosting(setup(pace=Pace(onlookers="off"))) as table:
            with pytest.raises(RefusedError, match="wants no onlookers"):
                await watch(table.place, "Otto").running

    run_virtually(scenario())


async def play_round(peers: list[Peer]) -> None:
    """Play the last legal moves until the round is over."""
    steps: list[Any] = [[one for one in peer.seen if isinstance(one, Step)][-1] for peer in peers]
    while not steps[0].view.scored_cards:
        seat = steps[0].view.turn
        peers[seat].say(Play(GAMES["take-that"].moves_in(steps[seat].view)[-1]))
        steps = [await peer.hear_kind(Step) for peer in peers]


@pytest.mark.usefixtures("talkative")
def test_an_onlooker_takes_a_seat_that_was_left_at_the_next_deal_and_plays() -> None:
    """The same connection becomes a player's: a hand, a voice, a key to come back with, a share to hold."""

    async def scenario() -> None:
        pace = Pace(round_pause=0.0, grace=600.0)
        async with hosting(setup(rounds=2, pace=pace)) as table:
            ann, ben, cleo = await begin(table.place, "Ann", "Ben", "Cleo")
            otto = watch(table.place, "Otto")
            await otto.until_kind(Watching)
            assert not remembered()
            otto.client.send(Sit())
            await otto.until(lambda seat: last(seat, Watching).wants_seat)
            await play_round([ann, ben, cleo])
            cleo.say(Leave())
            await ann.hear_kind(Notice, lambda notice: notice.kind == "left")
            ann.say(Ready())
            ben.say(Ready())
            await asyncio.gather(ann.hear_kind(Step), ben.hear_kind(Step))
            welcome = await otto.until_kind(Welcome)
            assert (str(welcome.name), welcome.is_return) == ("Otto", False)
            await otto.until(lambda seat: last(seat, TakeThatStep).view.seat == 2)
            assert len(last(otto, TakeThatStep).view.hand) == 9
            assert last(otto, TableState).onlookers == 0
            otto.client.send(Say(Talk("hello")))
            assert (await ann.hear_kind(Said)).text == "hello"
            assert [seat.table for seat in remembered()] == [TABLE]
            assert any(isinstance(message, Listening) for _, message in table.host.arrivals)
            await otto.client.close()
            back = join(table.place, "Otto")
            assert (await back.until_kind(Welcome)).is_return
            await back.client.close()

    run_virtually(scenario())


def test_an_onlooker_follows_a_table_that_moves_and_still_wants_a_seat() -> None:
    """After a hand-over the client is at the new host, in the gallery, with its wish."""

    async def scenario() -> None:
        async with hosting() as old, hosting() as new:
            await begin(old.place, "Ann", "Ben")
            otto = watch(old.place, "Otto")
            await otto.until_kind(Watching)
            otto.client.send(Sit())
            await otto.until(lambda seat: last(seat, Watching).wants_seat)
            moved = Moved(2, ("127.0.0.1",), new.place.port, new.place.fingerprint)
            old.host.move_all(moved)
            await otto.until(lambda seat: any(isinstance(one, Welcome) for one in seat.messages))
            assert new.host.keys == {public_key(otto.client._key.secret)}  # type: ignore[union-attr] # it has one
            await otto.client.close()

    run_virtually(scenario())


def test_a_welcome_that_was_lost_leads_to_the_seat_on_return() -> None:
    """The table has given the seat, the connection broke: the client comes back as its owner."""

    async def scenario() -> None:
        async with hosting() as table:
            key = new_seat_key()
            owner = await sit_down(table.place, "Otto", key)
            owner.visit.cut()
            otto = join(table.place, "Otto", key, kind=OnlookerClient)
            assert (await otto.until_kind(Welcome)).is_return
            assert [link.kind for link in otto.links] == ["connecting", "seated"]
            await otto.client.leave()
            assert last(otto, Farewell).code == "left"

    run_virtually(scenario())
