"""An onlooker's own eyes: what they can check of a game, and what they keep silent about."""

import re
from typing import Any

import msgspec
import pytest

from takelan.rules import take_that
from takelan.rules.catalog import GAMES
from takelan.rules.game import GameEnded, RoundEnded
from takelan.table.fairness.onlooking import OnlookerEyes
from takelan.wire import fairness, to_host, to_peer
from tests.table.room import TABLE, Room
from tests.table.test_onlookers import make_one_move, play_round, playing

every_game = pytest.mark.parametrize("game", sorted(GAMES))
both_ways = pytest.mark.parametrize("shows", ["live", "delayed"])


def watched(game: str, shows: str, rounds: int = 2) -> tuple[Room, list[int], int]:
    """Begin a game of two before somebody who has been there since the lobby."""
    pace = {"flip_gap": "0", "idle_flip": "60", "rounds": str(rounds), "onlookers": shows}
    room = Room(game, words=pace)
    peers = [room.join("Ann"), room.join("Ben")]
    guest = room.watch("Otto")
    room.say(peers[0], to_host.Start())
    return room, peers, guest


def play_to_the_end(room: Room, peers: list[int]) -> None:
    """Play all rounds."""
    play_round(room, peers)
    while room.state(peers[0]).stage == "resting":
        for peer in peers:
            room.say(peer, to_host.Ready())
        play_round(room, peers)


def checked(room: Room, guest: int) -> Any:
    """Return the game that an onlooker has checked; None is none."""
    assert room.gallery[guest].finding is None
    return room.gallery[guest].checked


@both_ways
@every_game
def test_an_onlooker_checks_a_whole_game_by_itself(game: str, shows: str) -> None:
    """It arrives at the very events that the players have signed, and counts their signatures."""
    room, peers, guest = watched(game, shows)
    play_to_the_end(room, peers)
    seen, eyes = checked(room, guest), room.gallery[guest]
    assert seen is not None
    assert list(seen.events) == list(room.witnesses[room.key_of("Ann")].checked.events)  # type: ignore[union-attr] # checked
    assert (eyes.signers, eyes.players, eyes.objecting) == (2, 2, ())


@both_ways
@every_game
def test_nothing_is_opened_to_an_onlooker_before_the_game_is_over(game: str, shows: str) -> None:
    """A hand left over between rounds is nobody's business; no proof of a card ever comes either."""
    room, peers, guest = watched(game, shows)
    play_round(room, peers)
    assert room.state(guest).stage == "resting"
    about_deals = (fairness.Opened, fairness.Proofs, fairness.Shuffle, fairness.Pledges, fairness.Attested)
    assert not any(isinstance(one, about_deals) for one in room.told[guest])
    assert len(room.heard(guest, fairness.Bound)) == 1


@every_game
def test_what_binds_the_host_is_told_before_the_first_card(game: str) -> None:
    """Also where the round is shown late, an onlooker has the commitments from the beginning."""
    room, _, guest = watched(game, "delayed")
    assert room.heard(guest, fairness.Bound) == [room.table._evening.match.deck.bound]  # type: ignore[union-attr] # one is on
    assert not room.heard(guest, to_peer.Step)


@every_game
def test_whoever_comes_in_the_middle_of_a_round_does_not_judge_the_game(game: str) -> None:
    """Nothing is verified and nobody accused, whether one comes late or comes back (TI11)."""
    room, peers, guest = watched(game, "live")
    for _ in range(3):
        make_one_move(room, peers)
    late = room.watch("Pia")
    room.lose(guest)
    make_one_move(room, peers)
    back = room.watch("Otto")
    play_to_the_end(room, peers)
    assert [checked(room, late), checked(room, back)] == [None, None]


@every_game
def test_whoever_comes_back_to_a_late_table_has_missed_nothing(game: str) -> None:
    """Nothing of the round was told before: all of it comes at its end."""
    room, peers, guest = watched(game, "delayed")
    make_one_move(room, peers)
    room.lose(guest)
    make_one_move(room, peers)
    back = room.watch("Otto")
    play_to_the_end(room, peers)
    assert checked(room, back) is not None


@both_ways
def test_whoever_comes_back_when_all_is_over_is_told_again(shows: str) -> None:
    """The openings and the signatures wait for an onlooker who has seen everything else."""
    room, peers, guest = watched("take-that", shows)
    room.silent.add(guest)
    play_to_the_end(room, peers)
    eyes = OnlookerEyes(TABLE, Room.is_signed)
    for message in room.told[guest]:
        if not isinstance(message, fairness.Opened | fairness.Attested):
            eyes.hear(message)
    assert eyes.checked is None
    room.silent.clear()
    room.lose(guest)
    for message in room.told[room.watch("Otto")]:
        eyes.hear(message)
    assert (eyes.finding, eyes.signers) == (None, 2)


@every_game
def test_the_next_game_is_checked_anew(game: str) -> None:
    """Whoever came too late for one game is in time for the next."""
    room, peers = playing(game)
    make_one_move(room, peers)
    guest = room.watch("Otto")
    play_round(room, peers)
    assert checked(room, guest) is None
    room.say(peers[0], to_host.Start())
    play_round(room, peers)
    assert checked(room, guest).number == 2


@both_ways
@every_game
def test_an_onlooker_finds_the_first_event_that_does_not_follow(game: str, shows: str) -> None:
    """A point too many for everybody is named with its round, as it is by every player's program."""
    room, peers, guest = watched(game, shows, rounds=1)
    play_to_the_end(room, peers)
    eyes = OnlookerEyes(TABLE, Room.is_signed)
    for message in room.told[guest]:
        eyes.hear(_with_a_point_too_many(message))
    assert eyes.finding is not None
    assert eyes.finding.code == "play"
    told = (
        r"Round 1, event \d+ does not follow from the deck and the rules: The round is over: Ann -?\d+, .*\."
    )
    assert re.fullmatch(told, eyes.finding.text)


@pytest.mark.parametrize("has_an_end", [True, False])
def test_what_cannot_be_told_is_found_in_a_whole_sentence(has_an_end: bool) -> None:
    """A seat that is not there has no name, and an ending that is missing cannot be named."""
    room, peers, guest = watched("take-that", "live", rounds=1)
    play_to_the_end(room, peers)
    eyes = OnlookerEyes(TABLE, Room.is_signed)
    for message in room.told[guest]:
        eyes.hear(_by_nobody(message) if has_an_end else _without_an_end(message))
    assert eyes.finding is not None
    senseless = r"Round 1, event \d+ makes no sense, whatever the deck\."
    broken_off = r"Round 1 was broken off before the deck and the rules let it end\."
    assert re.fullmatch(senseless if has_an_end else broken_off, eyes.finding.text)


def _by_nobody(message: Any) -> Any:
    if not isinstance(message, to_peer.Step):
        return message
    step: Any = message
    hearings = [take_that.types.Laid(9, one.card) if hasattr(one, "card") else one for one in step.hearings]
    return msgspec.structs.replace(step, hearings=tuple(hearings))


def _without_an_end(message: Any) -> Any:
    if not isinstance(message, to_peer.Step):
        return message
    step: Any = message
    hearings = [one for one in step.hearings if not isinstance(one, GameEnded)]
    return msgspec.structs.replace(step, hearings=tuple(hearings))


def _with_a_point_too_many(message: Any) -> Any:
    if not isinstance(message, to_peer.Step):
        return message
    step: Any = message
    hearings = [
        RoundEnded(tuple(score + 1 for score in one.scores)) if isinstance(one, RoundEnded) else one
        for one in step.hearings
    ]
    return msgspec.structs.replace(step, hearings=tuple(hearings))
