"""A table that is written down and set up again is the same table."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules.catalog import GAMES
from takelan.table import snapshot
from takelan.table.records import decode_record
from takelan.wire import to_host, to_peer
from tests.rules.referee import referee_for
from tests.table.room import Room, is_signed
from tests.table.test_any_conversation import PEOPLE, Check, deeds
from tests.table.test_evening import plain, play_to_the_end


def moved(room: Room) -> Room:
    """Set the same table up again in another room, with everybody gone."""
    other = Check()
    other.now = room.now + 1000.0
    other.table = snapshot.restore(snapshot.take(room.table), other.now, is_signed=is_signed)
    other._peers = 100
    other._carry(other.table.resume(other.now))
    return other


@given(st.sampled_from(sorted(GAMES)), st.lists(deeds, max_size=50))
def test_whatever_was_said_survives_being_written_down(game: str, script: list[tuple[str, Any, Any]]) -> None:
    """Reading a record and writing it again gives the same bytes, in every state of a table."""
    room = Check(game, words={"idle_flip": "0.5", "flip_gap": "0.1", "grace": "2"})
    for deed in script:
        room.do(deed)
    written = snapshot.take(room.table)
    assert snapshot.take(snapshot.restore(written, 5.0)) == written


@given(st.sampled_from(sorted(GAMES)), st.lists(st.integers(0, 200), max_size=80))
def test_everybody_finds_the_same_cards_at_the_table_set_up_again(game: str, picks: list[int]) -> None:
    """A seat's view before and after are equal, and nothing is told twice to whoever saw it all."""
    room = Check(game, words={"idle_flip": "0.5", "flip_gap": "0"})
    peers = [room.join(name) for name in PEOPLE]
    room.say(peers[0], to_host.Start())
    for place, pick in enumerate(picks):
        room.speak("legal", peers[place % 4], pick)
    other = moved(room)
    for name, peer in zip(PEOPLE, peers, strict=True):
        again = other.join(name, seen=room.step(peer).revision)
        assert other.view(again) == room.view(peer)
        assert other.step(again).hearings == ()
        assert other.state(again).you == room.state(peer).you


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_goes_on_to_its_end_after_a_move_and_its_record_is_whole(game: str) -> None:
    """The record of a game that changed hosts in the middle still follows the rules."""
    room = Room(game, bots=("greedy",), words={"idle_flip": "0.5", "flip_gap": "0"})
    ann = room.join("Ann")
    room.say(ann, to_host.Start())
    for _ in range(3):
        if moves := GAMES[game].moves_in(room.view(ann)):
            room.play(ann, moves[0])
        room.let_bots_move()
        room.wait(0.6)
    other = moved(room)
    again = other.join("Ann")
    assert other.state(again).stage == "playing"
    play_to_the_end(other, [again], game)
    (finished,) = other.table.take_finished()
    referee_for(game, plain(finished.options), 2).watch(plain(event) for event, _ in finished.events)
    assert len(other.last(again, to_peer.Night).games) == 1


def test_how_well_somebody_wants_to_be_stood_in_for_survives() -> None:
    """Whoever is gone when a table changes hosts is still played for as they wished."""
    room = Room("take-a-number", words={"grace": "1"})
    ann = room.join("Ann")
    room.join("Ben", stand_in="hard")
    room.say(ann, to_host.Start())
    other = moved(room)
    other.join("Ann")
    other.wait(2)
    assert [bot.level for bot in other.table.bots().values()] == ["hard"]


def test_nobody_gets_the_id_of_somebody_who_has_left() -> None:
    """What is known of whoever left, like check words that were compared, would be told of a newcomer."""
    room = Room("take-it")
    room.join("Ann")
    room.say(room.join("Ben"), to_host.Leave())
    other = moved(room)
    newcomer = other.join("Cleo")
    state = other.state(newcomer)
    assert state.you is not None
    assert state.seats[state.you].occupant == 3


def test_a_deck_of_ones_own_survives() -> None:
    """TI1: a deck read from a file is an option like any other."""
    cards = {"+7": 3, "joker": 1}
    options = GAMES["take-it"].options_type(deck=cards)
    room = Room("take-it")
    room.table._gathering._options["take-it"] = options
    assert decode_record(snapshot.take(room.table)).options["take-it"]["deck"] == cards


def test_anything_but_a_record_is_refused() -> None:
    """A record is typed when it is read."""
    with pytest.raises(msgspec.MsgspecError):
        snapshot.restore(b"\x81\xa1x\x01", 0.0)


def test_whoever_takes_a_table_over_owns_it() -> None:
    """The successor decides what is played from then on."""
    from tests.table.room import key_of

    room = Room(owner=key_of("Ann"))
    room.join("Ann")
    room.join("Ben")
    other = Check()
    other.table = snapshot.restore(snapshot.take(room.table), 0.0, key_of("Ben"))
    other.join("Ann")
    ben = other.join("Ben")
    assert other.state(ben).owner == 1
