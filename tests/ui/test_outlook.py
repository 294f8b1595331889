"""What a seat was told, as sentences, for whatever draws it."""

import re

import msgspec
import pytest

from takelan.rules import take_it
from takelan.rules.catalog import GAMES
from takelan.ui.outlook import Outlook
from takelan.ui.sentences import what_now
from takelan.wire import to_host, to_peer
from takelan.wire.failures import MalformedError
from tests.table.room import Room
from tests.table.test_onlookers import play_round, play_round_with_bots


def outlook_of(room: Room, peer: int) -> Outlook:
    """Let somebody hear everything a peer was told."""
    outlook = Outlook()
    for message in room.told[peer]:
        outlook.hear(message)
    return outlook


@pytest.mark.parametrize("game", sorted(GAMES))
def test_t3_every_public_event_is_one_sentence(game: str) -> None:
    """T3: whatever a seat hears, its log tells in a sentence of its own."""
    room = Room(game, bots=("greedy", "greedy"), words={"idle_flip": "0.1", "flip_gap": "0"})
    ann = room.join("Ann")
    room.say(ann, to_host.Start())
    for _ in range(60):
        room.wait(0.1)
        room.let_bots_move()
    outlook = Outlook()
    for message in room.told[ann]:
        lines = outlook.hear(message)
        assert len(lines) == len(getattr(message, "hearings", lines))
        for line in lines:
            assert re.fullmatch(r"\S.*[.]( \[.*\])?", line.text), line.text
            assert "\n" not in line.text


def test_t3_ti11_the_log_forgets_a_row_that_was_taken() -> None:
    """T3, TI11: the cards of a row are in the log while it lies open, and in no log afterwards."""
    room = Room("take-it", words={"flip_gap": "0"})
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ann, to_host.Start())
    dealer = (ann, ben)[room.view(ann).dealer]
    room.play(dealer, take_it.Flip())
    card = room.view(ann).row[0]
    open_log = [line.text for line in outlook_of(room, ann).log]
    assert any(card in text for text in open_log)
    room.play(ben, take_it.Grab(1))
    later_log = [line.text for line in outlook_of(room, ann).log]
    assert later_log[-1] == "Ben grabbed the row of 1 card."
    assert not any("turned over" in text for text in later_log)


def test_a_seat_knows_its_moves_and_why_others_are_illegal() -> None:
    """A screen asks the outlook, and never the rules' state."""
    room = Room("take-it")
    ann = room.join("Ann")
    assert outlook_of(room, ann).objection(take_it.Flip()) == "No game is being played yet."
    room.join("Ben")
    room.say(ann, to_host.Start())
    outlook = outlook_of(room, ann)
    assert outlook.objection(take_it.Grab(1)) == "The row is empty: wait until a card is turned over."
    assert outlook.is_owner


@pytest.mark.parametrize("game", sorted(GAMES))
def test_there_is_always_a_sentence_on_what_to_do_now(game: str) -> None:
    """From the first moment to the result, nobody is left without a word."""
    room = Room(game, bots=("greedy",), words={"idle_flip": "0.1", "flip_gap": "0", "rounds": "1"})
    ann = room.join("Ann")
    room.say(ann, to_host.Start())
    outlook = Outlook()
    assert what_now(outlook)
    for message in room.told[ann]:
        outlook.hear(message)
        assert what_now(outlook)
    for _ in range(400):
        seen = len(room.told[ann])
        if moves := outlook.moves:
            room.play(ann, moves[-1])
        room.wait(0.2)
        room.let_bots_move()
        for message in room.told[ann][seen:]:
            outlook.hear(message)
        assert what_now(outlook)
    assert outlook.table is not None
    assert outlook.table.stage == "over"


def test_a_host_that_tells_of_seats_that_are_not_there_is_malformed() -> None:
    """A broken host ends in a sentence, not in a crash."""
    room = Room()
    ann = room.join("Ann")
    room.join("Ben")
    room.say(ann, to_host.Start())
    outlook = Outlook()
    with pytest.raises(MalformedError):
        outlook.hear(room.step(ann))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whoever_comes_back_to_a_finished_game_hears_of_those_who_have_left_it(game: str) -> None:
    """The names are those of the game, though its players' seats are others' by now."""
    room = Room(game, words={"rounds": "1", "flip_gap": "0", "idle_flip": "60"})
    peers = [room.join(name) for name in ("Ann", "Ben", "Cleo")]
    room.say(peers[0], to_host.Start())
    play_round(room, peers)
    room.lose(peers[0])
    room.say(peers[1], to_host.Leave())
    outlook = outlook_of(room, room.join("Ann"))
    assert outlook.names == ("Ann", "Cleo")
    assert all(any(name in line.text for line in outlook.log) for name in ("Ann", "Ben", "Cleo"))


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("shows", ["live", "delayed"])
def test_whoever_sits_down_between_rounds_sees_no_foul_in_an_honest_game(game: str, shows: str) -> None:
    """Their own referee judges from the cards they were dealt on, whatever was seen of the rounds before."""
    pace = {"flip_gap": "0", "idle_flip": "60", "round_pause": "0", "onlookers": shows}
    room = Room(game, words={**pace, "rounds": "3"}, bots=("random",))
    ann, guest = room.join("Ann"), room.watch("Otto")
    room.say(ann, to_host.Start())
    room.say(guest, to_host.Sit())
    play_round_with_bots(room, [ann])
    while room.state(ann).stage == "resting":
        for peer in (ann, guest):
            room.say(peer, to_host.Ready())
        play_round(room, [ann, guest])
    outlook = outlook_of(room, guest)
    assert room.state(guest).stage == "over"
    assert outlook.you is not None
    assert outlook.foul == ""


def test_whoever_is_said_to_decide_is_not_said_to_run_the_table_as_well() -> None:
    """A host that leaves hands over both: one sentence says it."""
    room = Room(owner=Room.key_of("Ann"))
    ann, ben = room.join("Ann"), room.join("Ben")
    outlook = outlook_of(room, ben)
    room.lose(ann)
    told = [line.text for notice in room.heard(ben, to_peer.Notice) for line in outlook.hear(notice)]
    assert "Ben now decides what is played." in told
    moved = msgspec.structs.replace(room.state(ben), host=1)
    assert outlook.hear(moved) == []
    assert [line.text for line in outlook.hear(room.state(ben))] != []
