"""What the line client says over an evening, and what it makes of what is typed."""

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from takelan.rules.catalog import GAMES
from takelan.ui.outlook import Outlook
from takelan.ui.plain.answers import Answers, GetUp, Move, Repeat, Send, Tell
from takelan.ui.plain.narrator import TIE, Narrator
from takelan.wire import to_host
from takelan.wire.admission import Doorway
from tests.table.room import Room
from tests.table.test_onlookers import play_round


class Seat:
    """Somebody at a table with a line client, but without a terminal."""

    def __init__(self, room: Room, name: str) -> None:
        self.room = room
        self.peer = self._come(name)
        self.outlook = Outlook("takelan join 10.0.0.1:18253")
        self.narrator = Narrator(self.outlook)
        self.answers = Answers(self.outlook)
        self.said: list[str] = []
        self._heard = 0

    def _come(self, name: str) -> int:
        return self.room.join(name)

    def listen(self) -> list[str]:
        """Take in what was told since, and return what is said about it."""
        said: list[str] = []
        for message in self.room.told[self.peer][self._heard :]:
            self._heard += 1
            said += self.narrator.hear(message)
        said += self.narrator.ask()
        self.said += said
        return [line.replace(TIE, " ") for line in said]

    def type(self, line: str) -> Any:
        """Type a line, send what it means, and return it."""
        answer = self.answers.read(line)
        if isinstance(answer, Send):
            self.room.say(self.peer, answer.message)
        elif isinstance(answer, Move):
            self.room.play(self.peer, answer.move)
        return answer


@pytest.fixture
def room() -> Room:
    """Open a table for Take A Number."""
    return Room("take-a-number", words={"rounds": "1"})


def test_the_lobby_is_told_once_and_then_only_what_changes(room: Room) -> None:
    """Whoever sits down hears everything, and later only of what is not as it was."""
    ann = Seat(room, "Ann")
    assert ann.listen() == [
        "You sit at the table as Ann.",
        "Table 'Kitchen': Take A Number, 2 to 10 players.",
        "Options: rounds=1, number_row=empty, clock=0, grace=20, round_pause=30, succession=quorum, "
        "onlookers=live, hints=off.",
        "Seats (1 of 10): 1. Ann (you, decides).",
        "Others sit down with: takelan join 10.0.0.1:18253",
        "1 Take That, 2 Take It!, 3 Take A Number; + adds a bot, - removes one; ? tells more.",
        "Take A Number is for 2 to 10 players: wait for guests, or add a bot.",
    ]
    room.join("Ben")
    assert ann.listen() == [
        "Ben sat down.",
        "Seats (2 of 10): 1. Ann (you, decides); 2. Ben.",
        "Enter: begin.",
    ]
    ann.type("o rounds=3")
    assert ann.listen()[0].startswith("Options: rounds=3")
    assert ann.listen() == []


def test_the_lobby_tells_how_its_bots_play(room: Room) -> None:
    """Asked for the board, it introduces every level that sits there."""
    ann = Seat(room, "Ann")
    for _ in range(2):
        ann.listen()
        ann.type("+ hard")
    ann.listen()
    answer = ann.type("b")
    assert isinstance(answer, Tell)
    introduced = [line for line in answer.lines if line.startswith("Hard: ")]
    assert introduced == ["Hard: Knows what you picked up and plays the round to its end in its head."]


def test_a_locked_door_is_told_and_that_it_is_open_again(room: Room) -> None:
    """The board says it as long as it is so; what ends it without a new code is told."""
    ann = Seat(room, "Ann")
    ann.listen()
    ann.narrator.hear(Doorway((7, 77, 777), is_locked=True, checks=()))
    assert "The door is locked: c draws a new code." in ann.type("b").lines
    told = ann.narrator.hear(Doorway((7, 77, 777), is_locked=False, checks=()))
    assert told == ["The door is not locked any more."]
    assert not any("locked" in line for line in ann.type("b").lines)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1", to_host.ChooseGame("take-that")),
        ("o clock=30", to_host.SetOption("clock", "30")),
        ("k ben", to_host.Unseat(2)),
        ("k 2", to_host.Unseat(2)),
        ("m Ben 1", to_host.MoveTo(2, 0)),
        ("d be", to_host.MarkDealer(2)),
        ("d", to_host.MarkDealer(None)),
        ("", to_host.Start()),
    ],
)
def test_the_owner_arranges_the_table_by_typing(room: Room, typed: str, message: object) -> None:
    """Every power of the owner has a line; people are meant by name, its beginning, or their seat."""
    ann = Seat(room, "Ann")
    room.join("Ben")
    ann.listen()
    assert ann.answers.read(typed) == Send(message)  # type: ignore[arg-type]  # compared with any message


@pytest.mark.parametrize(
    "typed", ["o rounds", "o Rounds=3", "o =", "k nobody", "m Ben", "m Ben 9", "-", "t ", "zz", "+ 7"]
)
def test_a_line_that_means_nothing_is_answered_here(room: Room, typed: str) -> None:
    """Nothing reaches the host that it would hang up on; the answer is a sentence."""
    ann = Seat(room, "Ann")
    room.join("Ben")
    ann.listen()
    answer = ann.answers.read(typed)
    assert isinstance(answer, Tell)
    assert all(answer.lines)


def test_a_guest_is_ready_or_not_by_enter(room: Room) -> None:
    """Enter says ready; Enter again takes it back."""
    room.join("Ann")
    ben = Seat(room, "Ben")
    ben.listen()
    assert ben.type("") == Send(to_host.Ready(is_ready=True))
    assert ben.listen()[-1] == "You are ready. Waiting for the others."
    assert ben.type("") == Send(to_host.Ready(is_ready=False))


def test_leaving_a_game_is_asked_once(room: Room) -> None:
    """In a game q asks; a second q, and only that, leaves."""
    ann = Seat(room, "Ann")
    room.join("Ben")
    room.say(ann.peer, to_host.Start())
    ann.listen()
    assert isinstance(ann.type("q"), Tell)
    assert ann.type("") == Repeat()
    assert isinstance(ann.type("q"), Tell)
    assert ann.type("q") == GetUp()


def test_a_choice_is_confirmed_and_can_be_changed(room: Room) -> None:
    """TN4: a face-down card is confirmed, another replaces it, and the list is not repeated."""
    ann, ben = Seat(room, "Ann"), Seat(room, "Ben")
    room.say(ann.peer, to_host.Start())
    ann.listen()
    hand = ann.outlook.view.hand
    for card in hand[:2]:
        ann.type(str(card))
        assert ann.listen() == [f"You chose {card}; another card replaces it until all have chosen."]
    ben.listen()
    ben.type(str(ben.outlook.view.hand[0]))
    assert any(line.startswith("Revealed: ") for line in ann.listen())


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_evening_is_told_without_repeating_itself(game: str) -> None:
    """Two line clients play a whole game by their lists; each decision is told once."""
    room = Room(game, words={"rounds": "1", "flip_gap": "0", "idle_flip": "0.05"})
    seats = [Seat(room, "Ann"), Seat(room, "Ben")]
    room.say(seats[0].peer, to_host.Start())
    for _ in range(600):
        for seat in seats:
            lists = [line for line in seat.listen() if line[:1].isdigit() and ") " in line]
            assert len(lists) <= 1
            if lists:
                seat.type(lists[0].partition(")")[0])
        room.wait(0.06)
        if any("win" in line for line in seats[0].said):
            break
    for seat in seats:
        assert any(
            line.startswith(("Ann wins", "Ben wins", "Ann and Ben share", "Ann, Ben share"))
            for line in seat.said
        )
        for key in "bhswl?r":
            assert isinstance(seat.type(key), Tell)


@pytest.mark.parametrize("change", ["comes", "leaves"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_that_is_over_is_told_with_those_who_played_it(game: str, change: str) -> None:
    """Whoever comes has no score in it, and whoever leaves keeps theirs."""
    room = Room(game, words={"rounds": "1", "flip_gap": "0", "idle_flip": "60"})
    ann = Seat(room, "Ann")
    peers = [ann.peer, room.join("Ben"), room.join("Cleo")]
    room.say(ann.peer, to_host.Start())
    play_round(room, peers)
    if change == "comes":
        room.join("Dora")
    else:
        room.say(peers[1], to_host.Leave())
    told = ann.listen()
    for line in ("b", "s"):
        answer = ann.type(line)
        assert isinstance(answer, Tell)
        told += answer.lines
    about = [line.split(":")[0].split(" had ")[0] for line in told]
    assert [about.count(name) for name in ("Ann", "Ben", "Cleo", "Dora")] == [3, 3, 3, 0], told


def test_ti11_neither_board_nor_log_shows_a_taken_row_again() -> None:
    """TI11: after a grab no question to the client brings the cards back."""
    room = Room("take-it", words={"flip_gap": "0"})
    ann = Seat(room, "Ann")
    room.join("Ben")
    room.say(ann.peer, to_host.Start())
    room.wait(4.1)
    ann.listen()
    (card,) = ann.outlook.view.row
    assert ann.type(" ") == Move(
        ann.outlook.game.moves_in(ann.outlook.view)[-1] if ann.outlook.game else None
    )
    ann.listen()
    for key in "bhswl":
        answer = ann.type(key)
        assert isinstance(answer, Tell)
        assert not any(f"{card}." in line or f"{card}," in line for line in answer.lines), (key, answer)


def test_the_rules_are_told_in_ones_own_language(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What r tells is the page that the app and `takelan rules` show, too."""
    (tmp_path / "take_a_number").mkdir()
    (tmp_path / "take_a_number" / "rules.de.md").write_text("# Regeln\n\nKarten\n", encoding="utf-8")
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    ann = Seat(room, "Ann")
    ann.listen()
    assert ann.type("r") == Tell(["# Regeln", "", "Karten"])
