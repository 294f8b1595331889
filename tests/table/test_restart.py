"""A round of two humans is begun anew from what its survivor knows."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import totals_of
from takelan.table.remains import Memory, Remains, decode_remains, encode_remains
from takelan.table.restart import begin_anew
from takelan.wire import to_host, to_peer
from tests.table.room import Room, is_signed, key_of
from tests.table.test_any_conversation import Check

HASTY = {"idle_flip": "0.5", "flip_gap": "0", "rounds": "4", "round_pause": "5"}


def remembered(room: Room, peer: int) -> Remains | None:
    """Tell what a peer would have left if the host were gone now."""
    memory = Memory()
    for message in room.told[peer]:
        memory.hear(message)
    return memory.remains()


def playing(game: str, **details: Any) -> tuple[Check, int, int]:
    """Let Ann, who runs the table, and Ben begin a game."""
    room = Check(game, words=HASTY, owner=key_of("Ann"), **details)
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ann, to_host.Start())
    return room, ann, ben


def play_a_round(room: Check, *peers: int) -> None:
    """Let everybody move until a round more is scored."""
    before = len(room.view(peers[0]).round_scores)
    for pick in range(5000):
        if len(room.view(peers[0]).round_scores) > before:
            return
        room.speak("legal", peers[pick % len(peers)], pick)
        room.let_bots_move()
        room.wait(0.1)
    raise AssertionError("a round without an end")


def anew(remains: Remains, game: str) -> Check:
    """Set the table up again in another room, from bytes."""
    other = Check(game)
    other.now, other._peers = 5000.0, 100
    other.table = begin_anew(decode_remains(encode_remains(remains)), Chance(b"anew"), other.now, is_signed)
    other._carry(other.table.resume(other.now))
    return other


@pytest.mark.parametrize("game", sorted(GAMES))
def test_totals_round_options_and_seats_are_kept(game: str) -> None:
    """Whoever remained finds the same table, the same totals and the round it was, with new cards."""
    room, ann, ben = playing(game, bots=("hard",))
    play_a_round(room, ann, ben)
    room.wait(6)
    before = room.state(ben)
    remains = remembered(room, ben)
    assert remains is not None
    other = anew(remains, game)
    back = other.join("Ben")
    after, view = other.state(back), other.view(back)
    assert (after.table, after.name, after.game, after.options) == (
        before.table,
        before.name,
        before.game,
        before.options,
    )
    assert [(one.name, one.bot, one.key) for one in after.seats] == [
        (one.name, one.bot, one.key) for one in before.seats
    ]
    assert (after.you, after.owner, after.host) == (before.you, before.you, before.you)
    assert (view.round, view.round_scores) == (2, room.view(ben).round_scores)
    assert totals_of(view.round_scores, 3) == totals_of(room.view(ben).round_scores, 3)
    assert ("restarted", "Ben") in other.notices(back)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_stand_in_plays_the_lost_seat_until_its_key_returns(game: str) -> None:
    """The stand-in is there at once, the friend takes the seat back, and the game comes to its end."""
    room, ann, ben = playing(game)
    play_a_round(room, ann, ben)
    room.wait(6)
    remains = remembered(room, ben)
    assert remains is not None
    other = anew(remains, game)
    back = other.join("Ben")
    other.wait(0.01)
    assert other.state(back).seats[0].has_stand_in
    other.let_bots_move()
    friend = other.join("Ann")
    assert other.last(friend, to_peer.Welcome).is_return
    assert not other.state(back).seats[0].has_stand_in
    assert ("restarted", "Ben") in other.notices(friend)
    assert other.state(friend).you == 0
    for _ in range(3):
        play_a_round(other, friend, back)
        other.wait(6)
    assert other.state(back).stage == "over"
    assert len(other.view(back).round_scores) == 4
    # A record that lacks its first round would not follow the rules.
    assert other.table.take_finished() == []
    assert other.last(back, to_peer.Night).games[-1].totals == totals_of(other.view(back).round_scores, 2)


def test_a_first_round_begun_anew_is_a_whole_game() -> None:
    """Where nothing was scored before, the record is complete and is handed over."""
    room, _, ben = playing("take-that")
    remains = remembered(room, ben)
    assert remains is not None
    other = anew(remains, "take-that")
    back, friend = other.join("Ben"), other.join("Ann")
    for _ in range(4):
        play_a_round(other, back, friend)
        other.wait(6)
    (finished,) = other.table.take_finished()
    assert finished.names == ("Ann", "Ben")


def test_a_late_move_of_the_old_round_counts_for_nothing() -> None:
    """What a player sent to the lost host does not answer the new deal."""
    room, _, ben = playing("take-a-number")
    room.speak("legal", ben, 0)
    remains, old = remembered(room, ben), room.step(ben).revision
    assert remains is not None
    other = anew(remains, "take-a-number")
    back = other.join("Ben")
    assert other.step(back).revision > old
    assert other.view(back).chosen is None


@given(st.sampled_from(["take-that", "take-a-number"]), st.integers(0, 60), st.randoms())
def test_remains_tell_nothing_that_was_hidden(game: str, moves: int, chance: Random) -> None:
    """Whatever cards the survivor holds, what remains of the table is the same."""
    room, ann, ben = playing(game)
    for pick in range(moves):
        room.speak("legal", (ann, ben)[pick % 2], pick)
    of_ben = remembered(room, ben)
    step = room.step(ben)
    hand = tuple(chance.sample(range(1, 100), len(step.view.hand)))
    other_hand = msgspec.structs.replace(step, view=msgspec.structs.replace(step.view, hand=hand))
    room.told[ben] = [other_hand if message is step else message for message in room.told[ben]]
    assert remembered(room, ben) == of_ben


def test_with_a_third_human_nobody_begins_anew() -> None:
    """Two who remain could both do it; they elect instead."""
    room = Check("take-that", words=HASTY, owner=key_of("Ann"))
    ann, ben, cleo = room.join("Ann"), room.join("Ben"), room.join("Cleo")
    room.say(ann, to_host.Start())
    assert remembered(room, ben) is None
    assert remembered(room, cleo) is None


def test_once_a_third_human_has_left_for_good_the_second_may() -> None:
    """A leaver's key is not told any more; a bot has the seat."""
    room = Check("take-that", words=HASTY, owner=key_of("Ann"))
    ann, ben, cleo = room.join("Ann"), room.join("Ben"), room.join("Cleo")
    room.say(ann, to_host.Start())
    room.say(cleo, to_host.Leave())
    remains = remembered(room, ben)
    assert remains is not None
    other = anew(remains, "take-that")
    back = other.join("Ben")
    assert other.state(back).seats[2].bot == "normal"


def test_whoever_runs_the_table_has_nothing_to_begin_anew() -> None:
    """The owner has the journal; a table that nobody at it runs has two who remain."""
    room, ann, _ = playing("take-that")
    assert remembered(room, ann) is None
    headless = Check("take-that", words=HASTY)
    peers = headless.join("Ann"), headless.join("Ben")
    headless.say(peers[0], to_host.Start())
    assert [remembered(headless, peer) for peer in peers] == [None, None]


def test_between_games_there_is_nothing_to_begin_anew() -> None:
    """In the lobby and after a game nothing is lost that could be dealt again."""
    room = Check("take-that", words=HASTY | {"rounds": "1"}, owner=key_of("Ann"))
    ann, ben = room.join("Ann"), room.join("Ben")
    assert remembered(room, ben) is None
    room.say(ann, to_host.Start())
    play_a_round(room, ann, ben)
    assert room.state(ben).stage == "over"
    assert remembered(room, ben) is None
