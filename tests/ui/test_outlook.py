"""What a seat was told, as sentences, for whatever draws it."""

import re

import pytest

from takelan.rules import take_it
from takelan.rules.catalog import GAMES
from takelan.ui.outlook import Outlook
from takelan.ui.sentences import what_now
from takelan.wire import to_host
from takelan.wire.failures import MalformedError
from tests.table.room import Room


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
