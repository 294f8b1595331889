"""Around the table: who sits where, who decides, what may begin."""

import pytest

from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import PlayerName
from tests.table.room import Room


def names(room: Room, peer: int) -> list[str]:
    """List the names by seat, as a peer was told."""
    return [str(seat.name) for seat in room.state(peer).seats]


def occupant(room: Room, peer: int, name: str) -> int:
    """Find the id of somebody at the table."""
    return next(seat.occupant for seat in room.state(peer).seats if seat.name == name)


def test_a_guest_is_welcomed_and_everybody_sees_the_same_table() -> None:
    """Whoever sits down is told their name and seat; those already there are told of it."""
    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    assert room.last(ben, to_peer.Welcome) == to_peer.Welcome(PlayerName("Ben"), 2, is_return=False)
    assert names(room, ann) == names(room, ben) == ["Ann", "Ben"]
    assert (room.state(ann).you, room.state(ben).you) == (0, 1)
    assert room.notices(ann) == [("joined", "Ben")]


def test_a_clash_of_names_gets_a_number_that_fits() -> None:
    """Nobody is turned away for a name; the second one of it is numbered, whatever its length."""
    room = Room("take-a-number")
    longest = "Maximilian Weiss"
    peers = [room.join(longest)]
    for peer, key in ((90, b"a" * 32), (91, b"b" * 32)):
        room.say(peer, to_host.Join(PlayerName(longest.upper()), key, bytes(64)))
        peers.append(peer)
    assert names(room, peers[0]) == ["Maximilian Weiss", "MAXIMILIAN WEI 2", "MAXIMILIAN WEI 3"]


def test_the_first_guest_owns_a_table_without_an_owner_and_the_next_inherits_it() -> None:
    """There is always somebody who can start: the longest seated, unless the owner is there."""
    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    assert room.state(ben).owner == 0
    room.say(ann, to_host.Leave())
    assert room.state(ben).owner == 0
    assert names(room, ben) == ["Ben"]
    assert room.notices(ben)[-1] == ("owner", "Ben")


def test_the_owner_by_key_comes_before_whoever_sits_longest() -> None:
    """The one who opened the table decides, also when a guest was faster to sit down."""
    from tests.table.room import key_of

    room = Room(owner=key_of("Ann"))
    ben = room.join("Ben")
    room.join("Ann")
    assert room.state(ben).owner == 1
    room.say(ben, to_host.Start())
    assert room.refusal(ben) == ("not_owner", "Only Ann can change that here.")


def test_a_full_table_says_so_and_closes_the_door() -> None:
    """One more than there are seats is refused with a sentence."""
    room = Room(seats=2)
    room.join("Ann")
    room.join("Ben")
    cleo = room.join("Cleo")
    assert room.refusal(cleo) == ("full", "All 2 seats at this table are taken: find or open another.")
    assert cleo in room.closed


def test_a_running_game_takes_no_newcomer() -> None:
    """Whoever comes in mid-game is told to try again."""
    room = Room("take-a-number")
    ann = room.join("Ann")
    room.join("Ben")
    room.say(ann, to_host.Start())
    cleo = room.join("Cleo")
    assert room.refusal(cleo)[0] == "running"
    assert room.table.advert().phase == "playing"


def test_whoever_was_sent_away_stays_away() -> None:
    """A kicked player is told so, and the same key does not get in again."""
    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ann, to_host.Unseat(occupant(room, ann, "Ben")))
    assert room.last(ben, to_peer.Farewell).code == "kicked"
    again = room.join("Ben")
    assert room.refusal(again)[0] == "kicked"
    assert names(room, ann) == ["Ann"]


def test_the_owner_cannot_be_sent_away() -> None:
    """A slip of the finger does not cost the owner the table."""
    room = Room()
    ann = room.join("Ann")
    room.say(ann, to_host.Unseat(occupant(room, ann, "Ann")))
    assert room.refusal(ann) == ("arrangement", "You cannot send yourself away: leave instead.")


def test_whoever_decides_while_the_owner_is_away_cannot_send_them_away() -> None:
    """A lost connection must not cost somebody their own table, with a ban that stays."""
    room = Room(owner=Room.key_of("Zoe"))
    ann, zoe = room.join("Ann"), room.join("Zoe")
    room.lose(zoe)
    assert room.state(ann).owner == room.state(ann).you
    room.say(ann, to_host.Unseat(occupant(room, ann, "Zoe")))
    assert room.refusal(ann) == ("arrangement", "Zoe runs this table and cannot be sent away.")
    assert room.last(room.join("Zoe"), to_peer.Welcome).is_return


def test_bots_come_and_go_at_the_owners_word() -> None:
    """A bot takes a seat, has a name of its own and is always ready."""
    room = Room()
    ann = room.join("Ann")
    room.say(ann, to_host.AddBot())
    room.say(ann, to_host.AddBot("random"))
    assert [seat.bot for seat in room.state(ann).seats] == [None, "normal", "random"]
    assert [seat.is_ready for seat in room.state(ann).seats] == [False, True, True]
    assert len(room.table.bots()) == 2
    room.say(ann, to_host.Unseat(room.state(ann).seats[1].occupant))
    assert [bot.level for bot in room.table.bots().values()] == ["random"]


def test_an_unknown_kind_of_bot_is_refused() -> None:
    """The sentence names the kinds there are."""
    room = Room()
    ann = room.join("Ann")
    room.say(ann, to_host.AddBot("genius"))
    assert room.refusal(ann) == (
        "arrangement",
        "There is no bot called 'genius': choose normal, hard, easy, greedy, random.",
    )


def test_options_are_changed_by_word_and_checked() -> None:
    """Options of the game and of the pace change alike; a word out of bounds changes nothing."""
    room = Room()
    ann = room.join("Ann")
    room.say(ann, to_host.SetOption("rounds", "5"))
    room.say(ann, to_host.SetOption("clock", "30"))
    assert room.state(ann).options["rounds"] == "5"
    assert room.state(ann).options["clock"] == "30"
    room.say(ann, to_host.SetOption("rounds", "0"))
    code, text = room.refusal(ann)
    assert (code, text) == (
        "arrangement",
        "Option 'rounds' must be a whole number from 1 to 100, not '0'.",
    )
    room.say(ann, to_host.SetOption("colour", "red"))
    assert "has no option 'colour'" in room.refusal(ann)[1]
    assert room.state(ann).options["rounds"] == "5"


def test_switching_games_back_and_forth_keeps_the_options() -> None:
    """Every game remembers how this table plays it."""
    room = Room()
    ann = room.join("Ann")
    room.say(ann, to_host.SetOption("advanced", "true"))
    room.say(ann, to_host.ChooseGame("take-it"))
    assert room.state(ann).options["deck"] == "takelan"
    room.say(ann, to_host.ChooseGame("take-that"))
    assert room.state(ann).options["advanced"] == "true"


def test_a_game_for_fewer_than_sit_there_is_refused() -> None:
    """Nobody loses a seat because the game changes."""
    room = Room("take-a-number")
    peers = [room.join(name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eva")]
    room.say(peers[0], to_host.ChooseGame("take-that"))
    assert room.refusal(peers[0]) == (
        "arrangement",
        "Take That is for at most 4 players, and 5 sit here.",
    )
    assert room.state(peers[0]).game == "take-a-number"


def test_seats_are_moved_and_the_first_dealer_is_marked() -> None:
    """TI2: the host marks who deals first, and the mark follows the player, not the seat."""
    room = Room("take-it")
    ann = room.join("Ann")
    ben = room.join("Ben")
    room.join("Cleo")
    room.say(ann, to_host.MarkDealer(occupant(room, ann, "Cleo")))
    room.say(ann, to_host.MoveTo(occupant(room, ann, "Cleo"), 0))
    assert names(room, ben) == ["Cleo", "Ann", "Ben"]
    assert room.state(ben).first_dealer == 0
    room.say(ann, to_host.Start())
    assert room.view(ben).dealer == 0


def test_too_few_players_are_said_in_a_sentence() -> None:
    """The owner learns what is missing, before and when trying."""
    room = Room()
    ann = room.join("Ann")
    sentence = "Take That is for 2 to 4 players: wait for guests, or add a bot."
    assert str(room.state(ann).missing) == sentence
    room.say(ann, to_host.Start())
    assert room.refusal(ann) == ("arrangement", sentence)


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_a_game_begins_when_everybody_is_ready(stage: str) -> None:
    """With nobody to press start, readiness of all starts a game and a rematch."""
    room = Room("take-it", words={"idle_flip": "0.05", "flip_gap": "0"})
    ann, ben = room.join("Ann"), room.join("Ben")
    if stage == "over":
        room.say(ann, to_host.Start())
        room.wait(60)
        assert room.state(ann).stage == "over"
    room.say(ann, to_host.Ready())
    assert room.state(ben).stage == stage
    room.say(ben, to_host.Ready())
    assert room.state(ben).stage == "playing"


def test_a_full_table_begins_by_itself_when_told_to() -> None:
    """The last guest to sit down starts the game."""
    room = Room("take-a-number", seats=3, start="when-full", bots=("greedy",))
    ann = room.join("Ann")
    assert room.state(ann).stage == "lobby"
    ben = room.join("Ben")
    assert room.state(ben).stage == "playing"
    assert len(room.view(ben).hand) == 8


def test_a_lost_guest_keeps_the_seat_for_the_grace_and_no_longer() -> None:
    """Between games an abandoned seat is cleared, so that others can have it."""
    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    room.lose(ben)
    assert room.state(ann).seats[1].is_away
    room.wait(19)
    assert names(room, ann) == ["Ann", "Ben"]
    room.wait(2)
    assert names(room, ann) == ["Ann"]
    assert room.notices(ann)[-1] == ("left", "Ben")


def test_talk_reaches_everybody() -> None:
    """What one says, all hear, with the name the table knows them by."""
    from takelan.wire.peer_text import Talk

    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ben, to_host.Say(Talk("hello")))
    assert room.last(ann, to_peer.Said) == to_peer.Said(PlayerName("Ben"), Talk("hello"))


def test_a_new_name_is_taken_between_games_only() -> None:
    """Names do not change under a running game."""
    room = Room()
    ann, ben = room.join("Ann"), room.join("Ben")
    room.say(ben, to_host.Rename(PlayerName("Ann")))
    assert names(room, ann) == ["Ann", "Ann 2"]
    room.say(ann, to_host.Start())
    room.say(ben, to_host.Rename(PlayerName("Ben")))
    assert room.refusal(ben)[0] == "arrangement"


def test_the_advert_follows_the_table() -> None:
    """What is announced is what is: seats taken, seats in all, the game."""
    room = Room(seats=3)
    ann = room.join("Ann")
    room.say(ann, to_host.ChooseGame("take-it"))
    advert = room.table.advert()
    assert (advert.game, advert.taken, advert.seats, advert.phase) == ("take-it", 1, 3, "lobby")


def test_closing_says_farewell_to_everybody() -> None:
    """A host that ends does not just vanish."""
    room = Room()
    peers = [room.join("Ann"), room.join("Ben")]
    letters = room.table.close("closed")
    assert [(letter.to, letter.is_last) for letter in letters] == [(peer, True) for peer in peers]
