"""Whoever was there is asked for their part of a deck, also after a return; or the host is accused."""

from typing import Any

import pytest

from takelan.table.fairness.dealing import Dealing, Human
from takelan.wire import fairness, to_host
from tests.table.room import Room, key_of
from tests.table.test_onlookers import make_one_move, play_round

BEN = key_of("Ben")


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the host ask everybody but Ben from the second round on."""

    def dealing(table: str, terms: Any, nonce: bytes, humans: list[Human], is_signed: Any) -> Dealing:
        asked = [human for human in humans if human.key != BEN or terms.number.round == 1]
        return Dealing(table, terms, nonce, asked, is_signed)

    monkeypatch.setattr("takelan.table.shuffling.Dealing", dealing)


def playing(pause: str = "60") -> tuple[Room, dict[str, int]]:
    """Begin a game of three over several rounds."""
    room = Room("take-that", words={"rounds": "3", "round_pause": pause, "grace": "600"})
    peers = {name: room.join(name) for name in ("Ann", "Ben", "Cem")}
    room.say(peers["Ann"], to_host.Start())
    return room, peers


def come_back(room: Room, peers: dict[str, int], *, anew: bool = False) -> None:
    """Let Ben lose the connection and return, perhaps with a program that was started anew."""
    room.lose(peers["Ben"])
    if anew:
        room.witnesses[BEN] = room.witness_of("Ben")
    peers["Ben"] = room.join("Ben")


def go_on(room: Room, peers: dict[str, int]) -> None:
    """Play the round to its end, and be ready for the next."""
    play_round(room, list(peers.values()))
    for peer in peers.values():
        room.say(peer, to_host.Ready())


def speak_up(room: Room, peer: int) -> None:
    """Let somebody whose program was slow answer the last call for a deck, so that it is made after all."""
    room.silent.clear()
    for answer in room.witnesses[room.keys[peer]].hear(room.last(peer, fairness.Shuffle)):
        room.say(peer, answer)
    assert room.state(peer).stage == "playing"


def came_back_to_a_deck_half_made(*, anew: bool = False) -> tuple[Room, dict[str, int]]:
    """Let Ben return while the others make the second deck, which they then finish."""
    room, peers = playing()
    play_round(room, list(peers.values()))
    room.silent.add(peers["Cem"])
    room.lose(peers["Ben"])
    for name in ("Ann", "Cem"):
        room.say(peers[name], to_host.Ready())
    if anew:
        room.witnesses[BEN] = room.witness_of("Ben")
    peers["Ben"] = room.join("Ben")
    speak_up(room, peers["Cem"])
    return room, peers


def found(room: Room) -> str | None:
    """Tell what Ben's program has found."""
    finding = room.witnesses[BEN].finding
    return None if finding is None else finding.code


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("anew", [False, True], ids=["same program", "started anew"])
@pytest.mark.parametrize("moves_after", [0, 1])
def test_whoever_came_back_in_mid_round_must_be_asked_for_the_next_deck(moves_after: int, anew: bool) -> None:
    """No deck is half made while a round is on: the very next one without them is an accusation."""
    room, peers = playing()
    make_one_move(room, list(peers.values()))
    come_back(room, peers, anew=anew)
    for _ in range(moves_after):
        make_one_move(room, list(peers.values()))
    assert found(room) is None
    go_on(room, peers)
    assert found(room) == "left_out"


@pytest.mark.usefixtures("forgetful")
def test_whoever_came_back_while_the_next_round_was_awaited_must_be_asked_too() -> None:
    """The table says how long it is to the next deal, so that it has not been called for."""
    room, peers = playing()
    play_round(room, list(peers.values()))
    come_back(room, peers)
    for peer in peers.values():
        room.say(peer, to_host.Ready())
    assert found(room) == "left_out"


@pytest.mark.parametrize("anew", [False, True], ids=["same program", "started anew"])
def test_whoever_came_back_to_a_deck_half_made_accuses_nobody(anew: bool) -> None:
    """They came too late for this one; for the one after it they are asked, and sign."""
    room, peers = came_back_to_a_deck_half_made(anew=anew)
    match: Any = room.table.save().match
    assert len(match.deals) == 2
    assert found(room) is None
    go_on(room, peers)
    match = room.table.save().match
    assert BEN in {one.key for one in match.deals[2].players}
    assert found(room) is None


@pytest.mark.usefixtures("forgetful")
def test_patience_with_a_deck_half_made_is_for_that_deck_alone() -> None:
    """The one after it without them is an accusation again."""
    room, peers = came_back_to_a_deck_half_made()
    assert found(room) is None
    go_on(room, peers)
    assert found(room) == "left_out"
