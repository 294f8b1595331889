"""Looking on line by line: what is told, and what can be typed."""

import pytest

from takelan.ui.plain.answers import GetUp, Repeat, Send, Tell
from takelan.wire import to_host
from tests.table.room import Room
from tests.table.test_onlookers import make_one_move, play_round
from tests.ui.plain.test_evening import Seat


class Bystander(Seat):
    """Somebody who looks on with a line client."""

    def _come(self, name: str) -> int:
        return self.room.watch(name)


def playing(**words: str) -> tuple[Room, list[int]]:
    """Begin a game of two."""
    room = Room("take-that", words={"rounds": "2", "round_pause": "0", **words})
    peers = [room.join("Ann"), room.join("Ben")]
    room.say(peers[0], to_host.Start())
    return room, peers


def test_an_onlooker_is_told_the_game_in_sentences() -> None:
    """How it stands, then every event, then whose turn it is."""
    room, peers = playing()
    otto = Bystander(room, "Otto")
    assert otto.listen()[0] == "You look on. j takes a seat at the next deal."
    make_one_move(room, peers)
    assert any("laid" in line for line in otto.listen())
    assert otto.narrator.repeat()[-1].endswith("'s turn.")


def test_a_delayed_onlooker_is_told_that_a_round_is_on_and_then_the_round() -> None:
    """One sentence while it lasts; then what happened meanwhile, and the scores."""
    room, peers = playing(onlookers="delayed")
    otto = Bystander(room, "Otto")
    assert "A round is on: it is shown when it is over." in otto.listen()
    make_one_move(room, peers)
    assert otto.listen() == []
    play_round(room, peers)
    told = otto.listen()
    assert told[0].startswith("Meanwhile: Round 1: ")
    assert any(line.startswith("The round is over: ") for line in told)


def test_j_wants_a_seat() -> None:
    """It is said, and taken back by the same letter; a player has nothing to want."""
    room, _ = playing()
    otto = Bystander(room, "Otto")
    otto.listen()
    assert otto.type("j") == Send(to_host.Sit(True))
    assert otto.listen()[0] == "You sit down at the next deal that has a seat for you; j takes that back."
    assert otto.type("j") == Send(to_host.Sit(False))
    ann = Seat(room, "Ann")
    ann.listen()
    assert ann.type("j") == Tell(["You have a seat already."])


@pytest.mark.parametrize("typed", ["12", "t hello", "+", "o rounds=3", "n Otto", "h", "g", "lay 12", "k Ann"])
def test_nothing_else_is_for_onlookers(typed: str) -> None:
    """A sentence, and nothing is sent."""
    room, _ = playing()
    otto = Bystander(room, "Otto")
    otto.listen()
    assert otto.type(typed) == Tell(["You are only watching: take a seat to play."])


def test_what_an_onlooker_may_ask() -> None:
    """Board, scores, log, whom they wait for, help; Enter tells again, q leaves at once."""
    room, _ = playing()
    otto = Bystander(room, "Otto")
    otto.listen()
    for typed in ("b", "s", "w", "l", "r", "?"):
        answer = otto.type(typed)
        assert isinstance(answer, Tell)
        assert answer.lines
    assert otto.type("") == Repeat()
    assert otto.type("q") == GetUp()


def test_players_are_told_how_many_look_on() -> None:
    """When that changes, in one sentence."""
    room, _ = playing()
    ann = Seat(room, "Ann")
    ann.listen()
    guest = room.watch("Otto")
    assert ann.listen() == ["Looking on: 1 onlooker."]
    room.lose(guest)
    assert ann.listen() == ["Looking on: nobody any more."]
