"""Those who look on: what they are told, what they may not say, and how they come to a seat."""

from typing import Any

import pytest
from msgspec.structs import replace

from takelan.rules.catalog import GAMES
from takelan.rules.take_it import Flip, Grab
from takelan.table.snapshot import restore, take
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import Talk
from takelan.wire.terms import MAX_ONLOOKERS
from tests.table.room import Room

every_game = pytest.mark.parametrize("game", sorted(GAMES))


def playing(game: str = "take-that", *, rounds: int = 1, **words: str) -> tuple[Room, list[int]]:
    """Begin a game of two."""
    pace = {"flip_gap": "0", "idle_flip": "60", "rounds": str(rounds)}
    room = Room(game, words={**pace, **words})
    peers = [room.join("Ann"), room.join("Ben")]
    room.say(peers[0], to_host.Start())
    return room, peers


def make_one_move(room: Room, peers: list[int]) -> None:
    """Let the first who can make their first legal move; a choice of card is made once."""
    for peer in peers:
        view = room.view(peer)
        moves = GAMES[view.__struct_config__.tag].moves_in(view)
        if moves and getattr(view, "chosen", None) is None:
            room.play(peer, moves[-1])
            return
    raise AssertionError("nobody can move")


def play_round(room: Room, peers: list[int]) -> None:
    """Play until the round is over."""
    while room.state(peers[0]).stage == "playing":
        make_one_move(room, peers)


def kinds(room: Room, peer: int) -> list[str]:
    """Name what a peer was told, in order."""
    return [type(message).__name__ for message in room.told[peer]]


@every_game
def test_an_onlooker_sees_the_table_and_no_hand(game: str) -> None:
    """Live: every step comes with the view that the rules make for nobody's seat."""
    room, peers = playing(game)
    guest = room.watch("Otto")
    assert kinds(room, guest)[:-1] == ["Watching", "Night", "TableState", "Bound"]
    assert room.step(guest).is_catch_up
    assert room.state(guest).you is None
    for _ in range(6):
        make_one_move(room, peers)
        match: Any = room.table._evening.match
        assert room.view(guest) == match.view(None)
        assert room.view(guest).seat is None
        assert not getattr(room.view(guest), "hand", ())


def test_whoever_comes_in_the_middle_is_told_nothing_of_before() -> None:
    """TI11: rows that were taken cannot be looked up by coming, or coming again, to look on."""
    room, peers = playing("take-it")
    for _ in range(3):
        room.play(peers[room.view(peers[0]).dealer], Flip())
    room.play(peers[0], Grab(room.view(peers[0]).row_number))
    for _ in range(2):
        guest = room.watch("Otto")
        assert room.step(guest).hearings == ()
        assert room.step(guest).view.row == ()


def test_players_are_told_how_many_look_on() -> None:
    """The number comes with the state of the table, and goes down again."""
    room, peers = playing()
    guests = [room.watch("Otto"), room.watch("Pia")]
    assert [room.state(peer).onlookers for peer in (*peers, *guests)] == [2, 2, 2, 2]
    room.lose(guests[0])
    room.say(guests[1], to_host.Leave())
    assert room.state(peers[0]).onlookers == 0
    assert room.last(guests[1], to_peer.Farewell).code == "left"
    assert guests[1] in room.closed


def test_an_onlooker_hears_talk_and_says_nothing() -> None:
    """What is said at the table is open to all; a voice comes with a seat."""
    room, peers = playing()
    guest = room.watch("Otto")
    room.say(peers[0], to_host.Say(Talk("hello")))
    assert room.last(guest, to_peer.Said).text == "hello"
    room.say(guest, to_host.Say(Talk("take the 12!")))
    room.say(guest, to_host.Ready())
    assert [str(said.text) for said in room.heard(peers[0], to_peer.Said)] == ["hello"]


def test_a_gallery_has_an_end() -> None:
    """One more than there is room for is refused; a place that is left is free again."""
    room, peers = playing()
    guests = [room.watch(f"Guest {number}") for number in range(MAX_ONLOOKERS)]
    late = room.watch("Late")
    assert room.refusal(late)[0] == "full"
    assert late in room.closed
    room.lose(guests[0])
    assert room.state(room.watch("Late")).onlookers == MAX_ONLOOKERS
    assert room.state(peers[0]).onlookers == MAX_ONLOOKERS


def test_a_newer_connection_of_the_same_onlooker_replaces_the_older() -> None:
    """Whoever comes back before the loss was noticed is counted once, and still wants a seat."""
    room, peers = playing()
    first = room.watch("Otto")
    room.say(first, to_host.Sit())
    second = room.watch("Otto")
    assert room.last(first, to_peer.Farewell).code == "replaced"
    assert room.state(peers[0]).onlookers == 1
    assert room.last(second, to_peer.Watching).wants_seat


def test_a_table_may_want_no_onlookers() -> None:
    """onlookers=off refuses with a sentence, and sends those away who are there when it is set."""
    room = Room(words={"onlookers": "off"})
    ann = room.join("Ann")
    assert room.refusal(room.watch("Otto"))[0] == "unwatched"
    assert not room.table.advert().watchable
    room.say(ann, to_host.SetOption("onlookers", "live"))
    assert room.table.advert().watchable
    guest = room.watch("Otto")
    room.say(ann, to_host.SetOption("onlookers", "off"))
    assert room.last(guest, to_peer.Farewell).code == "unwatched"
    assert guest in room.closed
    assert room.state(ann).onlookers == 0


def test_whoever_was_sent_away_does_not_look_on() -> None:
    """A ban is for the table, not for the seat."""
    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ann, to_host.Unseat(room.last(ben, to_peer.Welcome).occupant))
    assert room.refusal(room.watch("Ben"))[0] == "kicked"


def test_whoever_has_a_seat_is_led_back_to_it() -> None:
    """A key that sits here does not look on."""
    room, peers = playing()
    room.lose(peers[1])
    assert room.refusal(room.watch("Ben"))[0] == "seated"


@every_game
def test_a_delayed_onlooker_is_told_nothing_of_a_round_before_it_is_over(game: str) -> None:
    """Only that it is on, and what binds the host; then everything at once, and the result."""
    room, peers = playing(game, onlookers="delayed", rounds=2)
    guest = room.watch("Otto")
    assert kinds(room, guest) == ["Watching", "Night", "TableState", "Bound"]
    room.say(peers[0], to_host.Say(Talk("I have the 49")))
    play_round(room, peers)
    told = [kind for kind in kinds(room, guest)[4:] if kind != "Night"]
    assert told == [type(room.step(guest)).__name__, "TableState"]
    assert room.state(guest).stage == "resting"
    step = room.step(guest)
    assert step.is_catch_up
    assert step.view.round_scores
    assert len(step.hearings) > 5
    assert type(step.hearings[-1]).__name__ == "RoundEnded"


def test_a_delayed_onlooker_hears_of_what_is_no_event_of_the_round() -> None:
    """How many look on is told, also while a round is on; who is away and played for is not."""
    room, peers = playing(onlookers="delayed", grace="1")
    guest = room.watch("Otto")
    room.lose(peers[1])
    room.wait(2)
    assert room.state(peers[0]).seats[1].stand_in
    room.watch("Pia")
    assert room.state(guest).onlookers == 2
    assert room.state(guest).seats[1].stand_in is None
    assert not room.state(guest).seats[1].is_away
    assert room.notices(guest) == []


@pytest.mark.parametrize("leaves", [False, True])
def test_a_delayed_onlooker_does_not_see_it_by_the_offices_of_those_who_are_away(leaves: bool) -> None:
    """Whoever decides hands that on when they go, and whoever leaves has no key any more."""
    room = Room("take-that", words={"onlookers": "delayed"})
    peers = [room.join("Ann"), room.join("Ben")]
    guests = [room.watch("Otto")]
    room.say(peers[0], to_host.Start())
    seen = room.state(guests[0])
    assert (seen.stage, seen.owner, seen.successor) == ("playing", 0, 0)
    for peer in peers:
        if leaves:
            room.say(peer, to_host.Leave())
        else:
            room.lose(peer)
        guests.append(room.watch(f"Pia {peer}"))
        assert all(replace(room.state(guest), onlookers=1) == seen for guest in guests)


def test_in_the_lobby_a_seat_is_taken_at_once() -> None:
    """Nothing is dealt: whoever wants a free seat has it."""
    room = Room(seats=3)
    room.join("Ann")
    guest = room.watch("Otto")
    room.say(guest, to_host.Sit())
    assert room.last(guest, to_peer.Welcome).name == "Otto"
    assert room.state(guest).you == 1
    assert room.state(guest).onlookers == 0


def test_at_a_full_table_a_bot_makes_room() -> None:
    """Between games the last bot gives up its seat; where only people sit an onlooker waits."""
    room = Room(seats=2, bots=("random",))
    ann = room.join("Ann")
    first, second = room.watch("Otto"), room.watch("Pia")
    for guest in (first, second):
        room.say(guest, to_host.Sit())
    assert [str(seat.name) for seat in room.state(ann).seats] == ["Otto", "Ann"]
    assert room.table.bots() == {}
    assert room.last(second, to_peer.Watching).wants_seat
    room.say(first, to_host.Leave())
    assert [str(seat.name) for seat in room.state(ann).seats] == ["Ann", "Pia"]


def with_bot(rounds: int = 2) -> tuple[Room, int, int]:
    """Let somebody play against a bot while somebody else looks on."""
    words = {"rounds": str(rounds), "round_pause": "0"}
    room = Room("take-that", words=words, bots=("random",))
    ann, guest = room.join("Ann"), room.watch("Otto")
    room.say(ann, to_host.Start())
    return room, ann, guest


def play_round_with_bots(room: Room, peers: list[int]) -> None:
    """Play until the round is over, bots included."""
    while room.state(peers[0]).stage == "playing":
        if not room.let_bots_move():
            make_one_move(room, peers)


def test_a_bots_seat_is_taken_over_at_the_next_deal_with_its_points() -> None:
    """In a running game nothing changes before the next deal; then seat, points and hand are theirs."""
    room, ann, guest = with_bot()
    bot = str(room.state(ann).seats[0].name)
    room.say(guest, to_host.Sit())
    assert room.last(guest, to_peer.Watching).wants_seat
    play_round_with_bots(room, [ann])
    assert str(room.state(ann).seats[0].name) == bot
    assert not room.heard(guest, to_peer.Welcome)
    room.say(ann, to_host.Ready())
    assert room.state(guest).you == 0
    assert str(room.state(ann).seats[0].name) == "Otto"
    assert room.table.bots() == {}
    assert len(room.view(guest).hand) == 9
    assert room.view(guest).round_scores == room.view(ann).round_scores
    assert ("joined", "Otto") in room.notices(ann)
    play_round(room, [guest, ann])
    assert [str(name) for name in room.last(ann, to_peer.Night).games[0].names] == ["Otto", "Ann"]


def test_a_wish_can_be_taken_back() -> None:
    """Whoever does not want a seat any more gets none."""
    room, ann, guest = with_bot()
    room.say(guest, to_host.Sit())
    room.say(guest, to_host.Sit(wants_seat=False))
    play_round_with_bots(room, [ann])
    room.say(ann, to_host.Ready())
    assert not room.heard(guest, to_peer.Welcome)
    assert room.view(guest).seat is None


def test_a_seat_that_was_left_is_taken_over_before_a_bots() -> None:
    """Whoever got up in mid-game has given the seat away; the stand-in goes."""
    room = Room("take-that", words={"rounds": "2", "round_pause": "0"}, bots=("random",))
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ann, to_host.Start())
    guest = room.watch("Otto")
    room.say(guest, to_host.Sit())
    room.say(ben, to_host.Leave())
    room.wait(0)
    play_round_with_bots(room, [ann])
    room.say(ann, to_host.Ready())
    assert room.state(guest).you == 2
    assert [str(seat.name) for seat in room.state(ann).seats][1:] == ["Ann", "Otto"]
    assert len(room.table.bots()) == 1


def test_nothing_of_onlookers_is_written_down() -> None:
    """A snapshot does not depend on who looks on: no step ever waits for the gallery."""
    room, _ = playing()
    before = take(room.table)
    guest = room.watch("Otto")
    room.say(guest, to_host.Sit())
    assert take(room.table) == before
    assert restore(before, 0.0).advert().watchable


def test_a_table_that_closes_says_farewell_to_its_onlookers() -> None:
    """They learn why the conversation ends, like everybody."""
    room, _ = playing()
    guest = room.watch("Otto")
    letters = room.table.close("closed")
    assert [letter.message for letter in letters if letter.to == guest] == [to_peer.Farewell("closed")]
