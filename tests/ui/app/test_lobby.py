"""The lobby on the screen: every key and every click, for the owner and for a guest."""

import re
from typing import Any, get_args

import msgspec
import pytest
from textual.pilot import Pilot

from takelan.net.link_state import LinkState
from takelan.store.settings import load
from takelan.table.doorway import MOST_WRONG_CODES, WITHIN
from takelan.ui.dialogs.options import OptionsDialog, OptionSheet
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.lobby import Lobby
from takelan.ui.widgets.status import Status
from takelan.wire import to_host, to_peer
from takelan.wire.code import write_code
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.terms import NoticeKind
from takelan.wire.words import write_words
from tests.ui.app.playing import at_table, click, painted, screen_of, text_of
from tests.ui.app.staging import COMMAND, StagedTable, check_words_of


def _table(pilot: Any) -> to_peer.TableState:
    table = screen_of(pilot).sitting.outlook.table
    assert table is not None
    return table


async def test_the_lobby_shows_what_one_needs_to_know() -> None:
    """The command for guests, seats, the game and its options in plain words."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        text = text_of(pilot)
        for words in (COMMAND, "Ada", "Ben", "Cleo", "free", "2 rounds", "no clock", "Seats, 3 of 4"):
            assert words in text


@pytest.mark.parametrize(("key", "game"), [("1", "take-that"), ("2", "take-it"), ("3", "take-a-number")])
async def test_digits_switch_the_game(key: str, game: str) -> None:
    """1, 2 and 3 are the games."""
    async with at_table(StagedTable("take-a-number" if key != "3" else "take-it", 2)) as pilot:
        await pilot.press(key)
        assert _table(pilot).game == game


async def test_a_click_switches_the_game() -> None:
    """The same by mouse."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await click(pilot, "Take A Number")
        assert _table(pilot).game == "take-a-number"
        await click(pilot, "1 2 3 game")
        assert _table(pilot).game == "take-that"


async def test_b_seats_a_bot_and_capital_b_sends_it_away() -> None:
    """Bots come with their level, and go."""
    async with at_table(StagedTable("take-that", 1)) as pilot:
        await pilot.press("b")
        assert "bot, normal" in painted(pilot, Lobby)
        await pilot.press("v", "b")
        assert "bot, hard" in painted(pilot, Lobby)
        await pilot.press("B", "B")
        assert [seat.bot for seat in _table(pilot).seats] == [None, None]


async def test_the_lobby_says_how_its_bots_play() -> None:
    """A line for each level that sits here, of the game that is chosen."""
    async with at_table(StagedTable("take-that", 1)) as pilot:
        assert "Normal:" not in painted(pilot, Lobby)
        await pilot.press("b", "v", "b")
        assert "Normal: Twists what can be twisted" in painted(pilot, Lobby)
        assert "Hard: Remembers every card" in painted(pilot, Lobby)
        await pilot.press("3")
        assert "Normal: Places where there is room" in painted(pilot, Lobby)


async def test_enter_begins_for_the_owner() -> None:
    """One key, and the cards are on the table."""
    staged = StagedTable("take-that", 1)
    async with at_table(staged) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert staged.sent == [to_host.Start()]
        assert screen_of(pilot).has_class("-game")


async def test_enter_alone_says_who_is_missing() -> None:
    """A table of one cannot begin, and says so instead of sending."""
    staged = StagedTable("take-that", 0)
    async with at_table(staged) as pilot:
        assert "Enter" not in painted(pilot, Keys)
        await pilot.press("enter")
        assert staged.sent == []
        assert "add a bot" in painted(pilot, Status)


async def _as_guest(pilot: Any) -> None:
    screen = screen_of(pilot)
    screen.hear(msgspec.structs.replace(_table(pilot), owner=1))
    await pilot.pause()


async def test_a_guest_gets_ready_with_enter() -> None:
    """Enter says ready, and again not ready."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await _as_guest(pilot)
        assert "Enter ready" in painted(pilot, Keys)
        await pilot.press("enter")
        assert staged.sent == [to_host.Ready(True)]


@pytest.mark.parametrize("key", ["1", "b", "o", "d", "x", "left"])
async def test_a_guest_is_told_who_decides(key: str) -> None:
    """What only the owner may do is not sent by a guest."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await _as_guest(pilot)
        await pilot.press("down", key)
        assert staged.sent == []
        assert "Ben decides that" in painted(pilot, Status)


async def test_an_objection_outlasts_round_trips() -> None:
    """Every second it is told how far away everybody is: what was objected can still be read then."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await _as_guest(pilot)
        await pilot.press("b")
        staged.on_message(to_peer.Ping(2, (9, 80, 199)))
        await pilot.pause()
        assert "<200 ms" in painted(pilot, Lobby)
        assert "Ben decides that" in painted(pilot, Status)
        staged.receive(2, to_host.Say(Talk("hello")))
        await pilot.pause()
        assert "decides that" not in painted(pilot, Status)


async def test_the_owner_moves_marks_and_sends_away() -> None:
    """Arrows choose a seat and move it, d marks the first dealer (TI2), x sends away."""
    staged = StagedTable("take-it", 2)
    async with at_table(staged) as pilot:
        await pilot.press("down", "d")
        assert _table(pilot).first_dealer == 1
        await pilot.press("d")
        assert _table(pilot).first_dealer is None
        await pilot.press("right")
        assert [seat.name for seat in _table(pilot).seats] == ["Ada", "Cleo", "Ben"]
        await pilot.press("left")
        assert [seat.name for seat in _table(pilot).seats] == ["Ada", "Ben", "Cleo"]
        await pilot.press("x")
        assert [seat.name for seat in _table(pilot).seats] == ["Ada", "Cleo"]
        await pilot.press("up", "x")
        assert "cannot send yourself away" in painted(pilot, Status)


async def test_a_click_chooses_a_seat() -> None:
    """The same by mouse."""
    async with at_table(StagedTable("take-it", 2)) as pilot:
        await click(pilot, "Cleo")
        await pilot.press("d")
        assert _table(pilot).first_dealer == 2


async def test_n_changes_ones_name() -> None:
    """A name is asked for only when somebody wants to change it."""
    async with at_table(StagedTable("take-it", 1)) as pilot:
        await pilot.press("n", *"Zoe", "enter")
        await pilot.pause()
        assert _table(pilot).seats[0].name == "Zoe"


async def test_an_impossible_name_is_explained() -> None:
    """The dialog stays open and says what is wrong; Esc gives up."""
    staged = StagedTable("take-it", 1)
    async with at_table(staged) as pilot:
        await pilot.press("n")
        await pilot.pause()
        pilot.app.screen.query_one("#answer").value = "\u200b\u202e"  # type: ignore[attr-defined] # an input
        await pilot.press("enter")
        assert "cannot be shown" in text_of(pilot)
        await pilot.press("escape")
        assert staged.sent == []


async def test_options_change_by_arrows_within_their_bounds() -> None:
    """Left and right change the value, and never past its bounds."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await pilot.press("o", "right")
        assert _table(pilot).options["rounds"] == "3"
        await pilot.press("left", "left", "left", "left")
        assert _table(pilot).options["rounds"] == "1"
        await pilot.press("down", "right")
        assert _table(pilot).options["advanced"] == "true"
        await pilot.press("escape")
        assert "1 round" in text_of(pilot)
        assert "advanced" in text_of(pilot)


async def test_options_are_closed_by_mouse() -> None:
    """Its last line is something to click."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await pilot.press("o")
        await click(pilot, "Esc  done")
        assert not isinstance(pilot.app.screen, OptionsDialog)


async def test_options_are_typed_and_bounded() -> None:
    """A number is typed and taken with Enter; one out of bounds is explained and not sent."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await pilot.press("o", "1", "2", "enter")
        assert _table(pilot).options["rounds"] == "12"
        await pilot.press("9", "9", "9", "enter")
        assert "must be a whole number from 1 to 100" in painted(pilot, OptionSheet)
        await pilot.press("4", "backspace", "5", "escape", "enter")
        assert _table(pilot).options["rounds"] == "12"
        assert not isinstance(pilot.app.screen, OptionsDialog)


async def test_a_round_that_waits_for_everybody_is_not_said_to_wait_for_seconds() -> None:
    """A pause of 0 s is none: the lobby says what happens instead."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await pilot.press("o", *["down"] * 4, "0", "enter", "escape")
        assert _table(pilot).options["round_pause"] == "0"
        assert "the next round waits for everybody" in painted(pilot, Lobby)


async def test_options_change_by_mouse() -> None:
    """A click chooses a line, a click on its value changes it."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await pilot.press("o")
        await click(pilot, "Clock")
        await click(pilot, "0         ▸")
        await pilot.pause()
        assert _table(pilot).options["clock"] == "5"


async def test_every_option_is_explained() -> None:
    """Each line of the dialog has words of its own."""
    for game in ("take-that", "take-it", "take-a-number"):
        async with at_table(StagedTable(game, 1)) as pilot:
            await pilot.press("o")
            sheet = pilot.app.screen.query_one(OptionSheet)
            for field in sheet.fields:
                assert field.meaning
                assert field.meaning[:30] in painted(pilot, OptionSheet)
                # To its last word, however many lines that takes.
                assert f"{field.bounds.split()[-1]})" in painted(pilot, OptionSheet)
                await pilot.press("down")


async def test_the_lobby_suggests_what_suits_two_and_what_suits_bots() -> None:
    """TT9 and T1: the advanced game where two play, half a minute for a decision where bots fill in."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await pilot.press("o", "down")
        assert "Suggested for two." in painted(pilot, OptionSheet)
        await pilot.press("down")
        words = " ".join(painted(pilot, OptionSheet).replace("│", " ").split())
        assert "30 is suggested with bots" in words


async def test_the_next_table_begins_like_the_last_one() -> None:
    """The game and the options an owner begins with are kept for the next table."""
    async with at_table(StagedTable("take-it", 2)) as pilot:
        await pilot.press("o", "right", "escape", "enter")
        await pilot.pause()
        kept = load()
        assert kept.last_game == "take-it"
        assert kept.last_options["take-it"]["rounds"] == "2"


CODE = (7, 77, 777)


async def test_the_lobby_of_a_private_table_shows_its_code() -> None:
    """As the command that a guest types; c draws another, C lets everybody in, c makes it private again."""
    staged = StagedTable("take-that", 1, code=CODE)
    async with at_table(staged) as pilot:
        assert f"takelan join {write_code(CODE)}" in painted(pilot, Lobby)
        await pilot.press("c")
        new = staged.table.door.code
        assert new not in (None, CODE)
        assert f"takelan join {write_code(new)}" in painted(pilot, Lobby)
        await pilot.press("C")
        assert staged.table.door.code is None
        assert COMMAND in painted(pilot, Lobby)
        await pilot.press("c")
        assert staged.table.door.code not in (None, CODE, new)


async def _try_wrong_codes(pilot: Pilot[Any], staged: StagedTable) -> None:
    for _ in range(MOST_WRONG_CODES):
        staged.note_wrong_code()
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_locked_door_is_told_beside_the_code_until_a_new_one_is_drawn(size: tuple[int, int]) -> None:
    """Why nobody can come in and what to press, all of it; with the new code neither is said any more."""
    staged = StagedTable("take-that", 1, code=CODE)
    async with at_table(staged, size) as pilot:
        await _try_wrong_codes(pilot, staged)
        assert "codes lock the door for now; Ada can draw a new one." in painted(pilot, Status)
        assert re.search(rf"Locked.* c.* takelan join {write_code(CODE)}\b", painted(pilot, Lobby))
        await click(pilot, "Locked")
        new = staged.table.door.code
        assert new not in (None, CODE)
        assert f"Others sit down with  takelan join {write_code(new)}\n" in painted(pilot, Lobby)
        assert "wrong codes" not in painted(pilot, Status)


async def test_a_lock_that_has_run_out_is_not_told_any_more() -> None:
    """Ten minutes later the code opens the door again."""
    staged = StagedTable("take-that", 1, code=CODE)
    async with at_table(staged) as pilot:
        await _try_wrong_codes(pilot, staged)
        staged.wait(WITHIN)
        await pilot.pause()
        assert "Locked" not in painted(pilot, Lobby)
        assert "wrong codes" not in painted(pilot, Status)


@pytest.mark.parametrize("kind", get_args(NoticeKind))
async def test_every_notice_can_be_read_at_80_columns(kind: NoticeKind) -> None:
    """Whatever the name, the beginning of the sentence is there as well as its end."""
    staged = StagedTable("take-that", 1)
    async with at_table(staged) as pilot:
        screen_of(pilot).hear(to_peer.Notice(kind, PlayerName("N" * 16), "normal"))
        await pilot.pause()
        assert screen_of(pilot).sitting.news in painted(pilot, Status)


async def test_w_says_that_check_words_were_compared() -> None:
    """Beside the seat under the owner's cursor, and back again."""
    async with at_table(StagedTable("take-that", 1)) as pilot:
        words = write_words(check_words_of(2), " ")
        assert f"{words} (not compared)" in painted(pilot, Lobby)
        await pilot.press("w")
        assert "Choose the seat" in painted(pilot, Status)
        await pilot.press("down", "w")
        assert f"{words} (compared)" in painted(pilot, Lobby)
        await pilot.press("w")
        assert f"{words} (not compared)" in painted(pilot, Lobby)


async def test_a_guest_compares_the_words_of_its_own_connection() -> None:
    """Those this side has made; what the host says of them is not asked. New words are not compared."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await _as_guest(pilot)
        screen_of(pilot).hear_link(LinkState("seated", check_words=(5, 6)))
        await pilot.press("w")
        own = write_words((5, 6), " ")
        assert f"Your check words: {own} (compared)" in painted(pilot, Lobby)
        screen_of(pilot).hear_link(LinkState("seated", check_words=(6, 7)))
        await pilot.pause()
        assert f"Your check words: {write_words((6, 7), ' ')} (not compared" in painted(pilot, Lobby)
        assert write_words(check_words_of(3), " ") not in painted(pilot, Lobby)


async def test_own_check_words_and_what_is_said_of_them_fit_the_smallest_screen() -> None:
    """Where the reminder of the key finds no room, it is left to the line of keys."""
    async with at_table(StagedTable("take-that", 2), (60, 20)) as pilot:
        await _as_guest(pilot)
        screen_of(pilot).hear_link(LinkState("seated", check_words=(5, 6)))
        await pilot.pause()
        assert f"Your check words: {write_words((5, 6), ' ')} (not compared)" in painted(pilot, Lobby)
        assert "w compared" in painted(pilot, Keys)


async def test_the_lobby_tells_where_a_table_is_that_has_moved() -> None:
    """Guests who come later are not sent to where nothing is any more."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await _as_guest(pilot)
        command = "takelan join 192.168.1.30:18254"
        screen_of(pilot).hear_link(LinkState("seated", guest_command=command))
        await pilot.pause()
        assert command in painted(pilot, Lobby)
        screen_of(pilot).hear_link(LinkState("seated"))
        await pilot.pause()
        assert command in painted(pilot, Lobby)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (110, 24), (120, 32)])
async def test_check_words_are_read_in_full_beside_ten_seats(size: tuple[int, int]) -> None:
    """Words that are cut off cannot be compared: names make room for them."""
    staged = StagedTable("take-a-number", 9)
    async with at_table(staged, size) as pilot:
        lobby = painted(pilot, Lobby)
        for peer in range(2, 11):
            assert write_words(check_words_of(peer), " ") in lobby
        assert "2–10" in lobby
        assert "2–4 player│" not in lobby
