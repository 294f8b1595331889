"""On the table: games from the first deal to the result, with clocks, returns and races.

It is long and yet one thing: one evening, and every clock and race in it.
"""

from collections.abc import Callable
from typing import Any

import pytest

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import PlayerName
from tests.rules.referee import referee_for
from tests.table.room import Room

SIZES = [(game.name, seats) for game in GAMES.values() for seats in (game.fewest, game.most)]


def started(
    game: str, *names: str, words: dict[str, str] | None = None, **details: Any
) -> tuple[Room, list[int]]:
    """Open a table, seat these and begin."""
    room = Room(game, words=words, **details)
    peers = [room.join(name) for name in names]
    room.say(peers[0], to_host.Start())
    return room, peers


def play_to_the_end(room: Room, peers: list[int], game: str) -> None:
    """Let everybody make the first legal move, and say ready, until the game is over."""
    for _ in range(20_000):
        if room.state(peers[0]).stage == "over":
            return
        if not _somebody_moves(room, peers, game) and not room.let_bots_move():
            room.wait(5)
            for peer in peers:
                room.say(peer, to_host.Ready())
    raise AssertionError("the game does not end")


def _somebody_moves(room: Room, peers: list[int], game: str) -> bool:
    for peer in peers:
        view = room.view(peer)
        if getattr(view, "chosen", None) is not None and view.decision is None:
            continue
        moves = [move for move in GAMES[game].moves_in(view) if not isinstance(move, take_it.Flip)]
        if moves:
            room.play(peer, moves[0])
            return True
    return False


def plain(event: Any) -> dict[str, Any]:
    """Write an event as a transcript tells it."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_whole_game_through_letters_follows_the_rules(game: str, seats: int) -> None:
    """Every seat plays from what it was told, and the referee agrees with the record."""
    room, peers = started(game, *(f"P{number}" for number in range(seats)))
    play_to_the_end(room, peers, game)
    (finished,) = room.table.take_finished()
    options = plain(finished.options)
    referee_for(game, options, seats).watch(plain(event) for event, _ in finished.events)
    night = room.last(peers[-1], to_peer.Night).games
    assert night[0].totals == finished.events[-1][0].totals


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_table_of_bots_and_one_human_plays_to_the_end(game: str, seats: int) -> None:
    """Bots get letters and play like everybody else."""
    room, peers = started(game, "Ann", bots=("greedy",) * (seats - 1))
    play_to_the_end(room, peers, game)
    assert len(room.last(peers[0], to_peer.Night).games) == 1


def test_the_state_of_the_table_is_told_before_the_first_card() -> None:
    """A screen knows who plays what before it has to draw a game."""
    room, (ann, _) = started("take-that", "Ann", "Ben")
    kinds = [type(message) for message in room.told[ann]]
    state = max(place for place, kind in enumerate(kinds) if kind is to_peer.TableState)
    assert room.state(ann).stage == "playing"
    assert state < kinds.index(to_peer.TakeThatStep)


def test_between_rounds_everybody_being_ready_deals_the_next() -> None:
    """The result of a round stays until all have seen it, or until the pause is over."""
    words = {"idle_flip": "0.05", "flip_gap": "0", "rounds": "3", "round_pause": "10"}
    room, (ann, ben) = started("take-it", "Ann", "Ben", words=words)
    room.wait(5)
    assert room.state(ann).stage == "resting"
    room.say(ann, to_host.Ready())
    assert room.state(ann).stage == "resting"
    room.say(ben, to_host.Ready())
    assert (room.state(ann).stage, room.view(ann).round) == ("playing", 2)
    room.wait(5)
    assert room.state(ben).stage == "resting"
    room.wait(11)
    assert room.view(ben).round == 3


def test_a_rematch_keeps_the_seats_and_the_night() -> None:
    """The evening's results stay, and a newcomer is told them."""
    words = {"idle_flip": "0.05", "flip_gap": "0"}
    room, (ann, ben) = started("take-it", "Ann", "Ben", words=words)
    room.wait(10)
    assert room.state(ann).stage == "over"
    cleo = room.join("Cleo")
    assert len(room.last(cleo, to_peer.Night).games) == 1
    room.say(ann, to_host.Start())
    assert room.state(cleo).stage == "playing"
    assert [str(seat.name) for seat in room.state(ben).seats] == ["Ann", "Ben", "Cleo"]


def test_an_illegal_move_is_refused_with_its_sentence_and_only_its_maker_hears_of_it() -> None:
    """The others notice nothing."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    turn = room.view(ann).turn
    mover, other = (ann, ben) if turn == 0 else (ben, ann)
    before = list(room.told[other])
    room.play(mover, take_that.TakeLine())
    assert room.refusal(mover) == ("illegal", "There is no line to take: lay any card to open one.")
    assert room.told[other] == before


def test_a_move_out_of_turn_or_of_another_game_is_refused() -> None:
    """Neither changes anything."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    turn = room.view(ann).turn
    mover, other = (ann, ben) if turn == 0 else (ben, ann)
    room.play(other, take_that.Lay(room.view(other).hand[0]))
    assert room.refusal(other) == ("illegal", "It is not your turn: wait for the others.")
    room.play(mover, take_it.Grab(1))
    assert room.refusal(mover) == ("illegal", "That is not a move of Take That: lay, twist or take.")


def test_a_move_that_answers_an_older_view_is_refused() -> None:
    """A turn-based move names the revision it saw."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    mover = ann if room.view(ann).turn == 0 else ben
    card = room.view(mover).hand[0]
    room.play(mover, take_that.Lay(card), room.step(mover).revision + 1)
    assert room.refusal(mover)[0] == "stale"
    room.play(mover, take_that.Lay(card), room.step(mover).revision)
    assert room.view(ann).line == (card,)


def test_a_changed_choice_is_told_only_to_its_maker() -> None:
    """TN4: others see only who is ready, so a second thought is none of their business."""
    room, (ann, ben) = started("take-a-number", "Ann", "Ben")
    first, second, *_ = GAMES["take-a-number"].moves_in(room.view(ann))
    room.play(ann, first)
    before = list(room.told[ben])
    room.play(ann, second)
    assert room.told[ben] == before
    assert room.view(ann).chosen == second.card


def test_tn4_a_second_thought_that_comes_after_the_reveal_is_not_the_next_choice() -> None:
    """TN4: a choice may be changed until the last player has chosen, and others' choices do not matter."""
    room, (ann, ben) = started("take-a-number", "Ann", "Ben")
    first, second, *_ = GAMES["take-a-number"].moves_in(room.view(ann))
    seen = room.step(ann).revision
    room.play(ann, first, seen)
    room.play(ben, GAMES["take-a-number"].moves_in(room.view(ben))[0], room.step(ben).revision - 1)
    heard = [type(hearing).__name__ for hearing in room.step(ann).hearings]
    assert "Revealed" in heard
    room.play(ann, second, seen + 1)
    assert room.refusal(ann)[0] == "stale"


def test_t1_a_decision_out_of_time_is_made_by_a_stand_in_and_marked() -> None:
    """T1: a sensible default is played for this decision only, and everybody is told."""
    room, (ann, ben) = started("take-that", "Ann", "Ben", words={"clock": "30"})
    mover, other = (ann, ben) if room.view(ann).turn == 0 else (ben, ann)
    assert room.step(mover).left == 30_000
    room.wait(29)
    assert not room.table.bots()
    room.wait(2)
    assert room.notices(other)[-1][0] == "clock"
    assert room.let_bots_move()
    assert set(room.step(other).by) == {"clock"}
    assert not room.table.bots()
    assert not room.state(other).seats[0].has_stand_in


def test_t1_a_player_may_still_be_faster_than_the_default() -> None:
    """T1: until the default has arrived, the decision is the player's."""
    room, (ann, ben) = started("take-that", "Ann", "Ben", words={"clock": "1"})
    mover = ann if room.view(ann).turn == 0 else ben
    room.wait(2)
    (stand_in,) = room.table.bots()
    room.play(mover, take_that.Lay(room.view(mover).hand[0]))
    assert set(room.step(ann).by) == {"player"}
    assert stand_in not in room.table.bots()


def test_a_clock_that_ran_out_is_not_due_again_and_again() -> None:
    """A host with nothing to do sleeps."""
    room, (ann, _) = started("take-that", "Ann", "Ben", words={"clock": "1"})
    room.wait(5)
    assert room.table.next_due() is None
    assert len([kind for kind, _ in room.notices(ann) if kind == "clock"]) == 1


def test_t2_a_lost_player_is_stood_in_for_after_the_grace_and_returns_at_once() -> None:
    """T2: the seat waits, a bot plays it, and the player takes it back with the same hand."""
    room, (ann, ben, _) = started("take-a-number", "Ann", "Ben", "Cleo")
    hand = room.view(ben).hand
    room.lose(ben)
    assert room.state(ann).seats[1].is_away
    room.wait(19)
    assert not room.table.bots()
    room.wait(2)
    assert room.notices(ann)[-1] == ("stand_in", "Ben")
    assert room.state(ann).seats[1].has_stand_in
    again = room.join("Ben")
    assert room.view(again).hand == hand
    assert room.last(again, to_peer.Welcome).is_return
    assert not room.table.bots()
    assert room.notices(ann)[-1] == ("back", "Ben")


def test_t2_whoever_steps_out_on_purpose_lost_no_connection() -> None:
    """T2: the others read that the seat is kept, once, and it is."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    before = len(room.notices(ann))
    room.say(ben, to_host.StepOut())
    room.lose(ben)
    assert room.notices(ann)[before:] == [("stepped_out", "Ben")]
    assert room.last(ben, to_peer.Farewell).code == "left"
    room.wait(21)
    assert room.notices(ann)[-1] == ("stand_in", "Ben")
    assert room.last(room.join("Ben"), to_peer.Welcome).is_return


def test_t2_a_stand_ins_moves_are_marked() -> None:
    """T2, T3: the log can tell who really moved."""
    room, (ann, ben) = started("take-that", "Ann", "Ben", words={"grace": "1"})
    mover, other = (ann, ben) if room.view(ann).turn == 0 else (ben, ann)
    room.lose(mover)
    room.wait(2)
    assert room.let_bots_move()
    assert set(room.step(other).by) == {"stand-in"}


@pytest.mark.parametrize("is_last", [True, False], ids=["the stand-in is last", "the player is last"])
def test_t2_only_the_moves_of_the_seat_that_was_stood_in_for_are_marked(is_last: bool) -> None:
    """T2, T3: a turn tells everybody's cards; whoever returns reads the same marks."""
    room, (ann, ben, cleo) = started("take-a-number", "Ann", "Ben", "Cleo", words={"grace": "1"})
    seen = room.step(ann).revision
    room.lose(ann)
    room.wait(2)
    choices: list[Callable[[], object]] = [
        room.let_bots_move,
        lambda: choose_highest(room, ben),
        lambda: choose_highest(room, cleo),
    ]
    for choose in reversed(choices) if is_last else choices:
        choose()
    while room.view(cleo).to_place and room.let_bots_move():
        pass
    again = room.join("Ann", seen=seen)
    for peer in (ben, again):
        marks = {
            (hearing.seat, by)
            for step in room.heard(peer, to_peer.TakeANumberStep)
            if step.is_catch_up or peer == ben
            for hearing, by in zip(step.hearings, step.by, strict=True)
            if hasattr(hearing, "seat")
        }
        assert (0, "stand-in") in marks
        assert marks <= {(0, "stand-in"), (1, "player"), (2, "player")}


def choose_highest(room: Room, peer: int) -> None:
    """Choose a card that is likely to fit."""
    room.play(peer, take_a_number.ChooseCard(room.view(peer).hand[-1]))


def test_t2_a_stand_in_plays_as_well_as_its_player_wished() -> None:
    """T2: everybody may say how well, also anew on a return; nobody hears of it before it counts."""
    room = Room("take-a-number", words={"grace": "1"})
    ann, ben = room.join("Ann"), room.join("Ben", stand_in="hard")
    room.say(ann, to_host.Start())
    assert room.state(ann).seats[1].stand_in is None
    room.lose(ben)
    room.wait(2)
    assert [bot.level for bot in room.table.bots().values()] == ["hard"]
    assert room.state(ann).seats[1].stand_in == "hard"
    assert room.last(ann, to_peer.Notice) == to_peer.Notice("stand_in", PlayerName("Ben"), "hard")
    again = room.join("Ben", stand_in="easy")
    assert room.state(ann).seats[1].stand_in is None
    room.lose(again)
    room.wait(2)
    assert [bot.level for bot in room.table.bots().values()] == ["easy"]


@pytest.mark.parametrize("wish", [None, "genius"])
def test_t2_without_a_wish_that_can_be_granted_the_usual_bot_stands_in(wish: str | None) -> None:
    """T2: a level that this table does not have is no reason to send anybody away."""
    room = Room("take-a-number", words={"grace": "1"}, levels=("normal", "hard", "easy"))
    ann, ben = room.join("Ann"), room.join("Ben", stand_in=wish)
    room.say(ann, to_host.Start())
    room.lose(ben)
    room.wait(2)
    assert [bot.level for bot in room.table.bots().values()] == ["normal"]


def test_t1_also_a_single_decision_is_made_as_well_as_its_player_wished() -> None:
    """T1: whose time is up is played for by the same bot that would stand in."""
    room = Room("take-that", words={"clock": "30"})
    peers = [room.join("Ann", stand_in="hard"), room.join("Ben", stand_in="hard")]
    room.say(peers[0], to_host.Start())
    room.wait(31)
    assert [bot.level for bot in room.table.bots().values()] == ["hard"]


def test_a_player_who_leaves_is_stood_in_for_at_once_and_may_still_return() -> None:
    """Leaving ends no game; the seat is cleared only when the game is over."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    room.say(ben, to_host.Leave())
    room.wait(0)
    assert room.state(ann).seats[1].has_stand_in
    again = room.join("Ben")
    assert not room.state(again).seats[1].is_away


def test_nobody_comes_back_to_a_finished_game() -> None:
    """While everybody is gone the game waits, cards, clocks and stand-ins alike."""
    room, (ann, ben) = started("take-it", "Ann", "Ben")
    room.lose(ann)
    room.lose(ben)
    room.wait(10_000)
    again = room.join("Ann")
    assert room.view(again).stack_size == 77
    assert room.state(again).stage == "playing"
    room.wait(3)
    assert room.view(again).stack_size == 77
    room.wait(2)
    assert room.view(again).stack_size == 76


def test_a_second_connection_replaces_the_first_and_says_why() -> None:
    """The same key from another terminal takes over; the older one is told."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    again = room.join("Ann")
    assert room.last(ann, to_peer.Farewell).code == "replaced"
    assert room.view(again).seat == 0
    assert ("away", "Ann") not in room.notices(ben)


def test_a_return_tells_what_was_missed_and_nothing_twice() -> None:
    """Whoever comes back names the last revision they saw and hears only what came after."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    mover, other = (ann, ben) if room.view(ann).turn == 0 else (ben, ann)
    seen = room.step(other).revision
    room.lose(other)
    card = room.view(mover).hand[0]
    room.play(mover, take_that.Lay(card))
    again = room.join("Ben" if other == ben else "Ann", seen=seen)
    step = room.step(again)
    assert step.is_catch_up
    assert [type(hearing).__name__ for hearing in step.hearings] == ["Laid", "DrewUnseen"]
    once_more = room.join("Ben" if other == ben else "Ann", seen=step.revision)
    assert room.step(once_more).hearings == ()


def test_ti11_a_return_does_not_bring_back_the_cards_of_taken_rows() -> None:
    """TI11: what was turned over and taken is for memory alone."""
    words = {"flip_gap": "0", "idle_flip": "60"}
    room, (ann, ben) = started("take-it", "Ann", "Ben", words=words)
    for _ in range(2):
        dealer = (ann, ben)[room.view(ann).dealer]
        room.play(dealer, take_it.Flip())
        room.play(dealer, take_it.Flip())
        room.play(ann, take_it.Grab(room.view(ann).row_number))
    dealer = (ann, ben)[room.view(ann).dealer]
    room.play(dealer, take_it.Flip())
    again = room.join("Ben")
    told = [type(hearing).__name__ for hearing in room.step(again).hearings]
    assert told == ["Dealt", "RowGone", "RowGone", "Flipped"]


def test_ti3_two_flips_are_a_gap_apart_and_an_early_one_is_held() -> None:
    """TI3: all can see a card before the next; a dealer's hurry is not lost, only held."""
    room, peers = started("take-it", "Ann", "Ben")
    dealer = peers[room.view(peers[0]).dealer]
    room.wait(1)
    room.play(dealer, take_it.Flip())
    room.play(dealer, take_it.Flip())
    room.play(dealer, take_it.Flip())
    assert len(room.view(dealer).row) == 1
    room.wait(0.79)
    assert len(room.view(dealer).row) == 1
    room.wait(0.02)
    assert len(room.view(dealer).row) == 2
    room.wait(1)
    assert len(room.view(dealer).row) == 2


def test_ti3_an_idle_dealers_card_is_turned_over_for_them() -> None:
    """TI3: after idle_flip the table goes on by itself, and says so."""
    room, peers = started("take-it", "Ann", "Ben")
    room.wait(3.9)
    assert room.view(peers[0]).row == ()
    room.wait(0.2)
    assert len(room.view(peers[0]).row) == 1
    assert room.step(peers[0]).by == ("idle",)


def test_ti3_a_held_flip_is_dropped_when_the_deal_passes() -> None:
    """TI3, TI4: the new dealer has not asked for a card."""
    room, peers = started("take-it", "Ann", "Ben")
    dealer = peers[room.view(peers[0]).dealer]
    other = next(peer for peer in peers if peer != dealer)
    room.play(dealer, take_it.Flip())
    room.play(dealer, take_it.Flip())
    room.play(other, take_it.Grab(1))
    room.wait(2)
    assert room.view(other).row == ()


def test_ti5_a_late_grab_costs_nothing_and_is_told_by_how_much() -> None:
    """TI5: arrival decides; everybody sees the photo finish once, and the next row is safe."""
    room, peers = started("take-it", "Ann", "Ben", words={"flip_gap": "0"})
    dealer = peers[room.view(peers[0]).dealer]
    room.play(dealer, take_it.Flip())
    ann, ben = peers
    room.play(ann, take_it.Grab(1))
    room.now += 0.014
    room.play(ben, take_it.Grab(1))
    room.play(ben, take_it.Grab(1))
    assert room.heard(ann, to_peer.PhotoFinish) == [to_peer.PhotoFinish(0, 1, 1, 14)]
    assert room.refusal(ben) == ("late", "Too late: Ann was 14 ms faster. It cost you no take.")
    room.play(ann, take_it.Flip())
    room.play(ben, take_it.Grab(1))
    assert room.view(ben).takes_left == (3, 4)
    assert len(room.view(ben).row) == 1


def test_a_grab_late_for_the_last_row_is_late_not_an_error() -> None:
    """Also the grab that ended the round has losers."""
    words = {"flip_gap": "0", "idle_flip": "60"}
    room, (ann, ben) = started("take-it", "Ann", "Ben", words=words)
    for _ in range(4):
        room.play((ann, ben)[room.view(ann).dealer], take_it.Flip())
        room.play(ann, take_it.Grab(room.view(ann).row_number))
    assert room.state(ann).stage == "over"
    room.play(ben, take_it.Grab(4))
    assert room.refusal(ben)[0] == "late"


def test_a_kicked_players_seat_is_played_on() -> None:
    """Sending somebody away in mid-game ends nobody's game."""
    room, (ann, ben) = started("take-that", "Ann", "Ben")
    room.say(ann, to_host.Unseat(room.state(ann).seats[1].occupant))
    room.wait(0)
    assert room.last(ben, to_peer.Farewell).code == "kicked"
    assert room.state(ann).seats[1].has_stand_in
