"""Home on the screen: every key and every click."""

from typing import Any

import pytest

from takelan.errors import TakelanError
from takelan.net.discovery.found import FoundTable
from takelan.net.link_state import LinkState
from takelan.store.settings import load
from takelan.ui.dialogs.settings import SettingsDialog
from takelan.ui.doors import CutOff
from takelan.ui.screens.help import HelpScreen
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.table import TableScreen
from takelan.ui.sitting import Chair
from takelan.ui.widgets.home import HomeSheet
from takelan.ui.widgets.keys import Keys
from takelan.wire.code import Code, read_code
from tests.ui.app.playing import click, painted, text_of
from tests.ui.app.scenes import TRIED
from tests.ui.app.staging import StagedDoors, StagedLine, StagedTable, found, staged_app


def _doors(**more: Any) -> StagedDoors:
    return StagedDoors([found(1, "Kitchen"), found(2, "Office", "take-it", 5)], **more)


async def test_a_digit_sits_down() -> None:
    """One key from home to a table."""
    doors = _doors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert doors.asked == [doors.tables[0]]
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_click_sits_down() -> None:
    """The same by mouse."""
    doors = _doors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        await click(pilot, "Kitchen")
        assert doors.asked == [doors.tables[0]]


@pytest.mark.parametrize(("key", "words"), [("2", "taken"), ("7", "no table on 7")])
async def test_a_table_without_a_seat_is_explained(key: str, words: str) -> None:
    """A full table, or none, is a sentence and nothing else."""
    doors = _doors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        await pilot.press(key)
        assert words in painted(pilot, HomeSheet)
        assert doors.asked == []


async def test_a_table_keeps_its_digit() -> None:
    """When the first table goes the second stays on 2, and a new one takes the free digit."""
    doors = _doors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        doors.on_change([doors.tables[1]])
        await pilot.pause()
        assert " 2   Office" in painted(pilot, HomeSheet)
        assert " 1   gone" in painted(pilot, HomeSheet)
        doors.on_change([doors.tables[1], found(5, "Garden")])
        await pilot.pause()
        assert " 1   Garden" in painted(pilot, HomeSheet)
        doors.on_change([])
        await pilot.pause()
        assert "Office" not in painted(pilot, HomeSheet)


async def test_an_unfinished_game_is_offered_first() -> None:
    """Enter goes back to one's own seat, even at a full table."""
    doors = _doors(own=f"{2:016x}")
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        assert "back to my seat at Office" in painted(pilot, HomeSheet)
        assert pilot.app.screen.query_one(Keys).offers[0].key == "Enter"
        await pilot.press("enter")
        assert doors.asked == [doors.tables[1]]


@pytest.mark.parametrize(("key", "is_solo"), [("n", False), ("s", True)])
async def test_n_and_s_open_a_table(key: str, *, is_solo: bool) -> None:
    """With the game that was played last."""
    doors = StagedDoors()
    async with staged_app(None, doors, last_game="take-it").run_test() as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert doors.asked == [("take-it", is_solo)]
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_searches_what_was_typed() -> None:
    """An address leads straight there."""
    doors = StagedDoors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.press("a", *"10.0.0.7", "enter")
        await pilot.pause()
        assert doors.asked == ["10.0.0.7"]


class _DeadEnd(StagedDoors):
    async def to_address(self, text: str, name: str) -> Chair:
        raise TakelanError

    async def to_new(
        self, game: str, words: Any, name: str, *, is_solo: bool, is_private: bool = False
    ) -> Chair:
        raise TakelanError


class _BrokenLine(StagedLine):
    async def run(self) -> None:
        raise TakelanError


class _BrokenTable(StagedDoors):
    def to_found(self, table: FoundTable, name: str, code: Code | None = None) -> Chair:
        return Chair(lambda hear, note: _BrokenLine(self.staged))


async def test_whoever_came_for_a_table_and_went_home_stays_there() -> None:
    """Sent away, then home: a later failure is a sentence there, and q at a table leads back."""
    doors = _BrokenTable([found(1, "Kitchen")])
    async with staged_app(StagedTable(), doors).run_test() as pilot:
        await pilot.pause()
        screen: Any = pilot.app.screen
        screen.hear_link(LinkState("ended", "The host has sent you away from the table.", code="kicked"))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("1")
        await pilot.pause()
        await pilot.pause()
        assert "Something went wrong" in painted(pilot, HomeSheet)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.parametrize("keys", [("n",), ("a", "x", "enter")])
async def test_a_failure_is_a_sentence_at_home(keys: tuple[str, ...]) -> None:
    """What went wrong is said where one is, and one can try again."""
    async with staged_app(None, _DeadEnd()).run_test() as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        assert "Something went wrong" in painted(pilot, HomeSheet)
        await pilot.press("r")
        assert isinstance(pilot.app.screen, HelpScreen)


async def test_nothing_found_says_what_was_tried() -> None:
    """After a while one reads what was tried and heard, and can type an address."""
    async with staged_app(None, StagedDoors()).run_test() as pilot:
        await pilot.pause()
        assert "Looking for tables" in text_of(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        screen.tell_tried(TRIED)
        await pilot.pause()
        for sentence in TRIED:
            assert sentence in text_of(pilot)
        await click(pilot, "Type it with a")
        assert "Where is the table?" in text_of(pilot)


async def test_settings_change_at_once_and_are_kept() -> None:
    """Theme, motion, characters, bell, title, hints and stand-in; the file has them afterwards."""
    async with staged_app(None, StagedDoors(), coach=True).run_test() as pilot:
        await pilot.press("e", "down", "right")
        assert pilot.app.theme == "linen"
        await pilot.press("down", "left", "down", "enter", "down", "space", "down", "right", "down", "right")
        await pilot.press("down", "right", "escape")
        assert not isinstance(pilot.app.screen, SettingsDialog)
        assert "+-----+" in text_of(pilot)
        kept = load()
        assert (kept.theme, kept.motion, kept.ascii) == ("linen", "reduced", True)
        assert (kept.bell, kept.title, kept.coach) == (False, False, False)
        assert kept.stand_in == "hard"


async def test_plain_characters_for_one_run_are_not_kept() -> None:
    """--ascii counts for this run, whatever is kept meanwhile; a change of the setting ends it."""
    async with staged_app(None, StagedDoors(), wants_ascii=True).run_test() as pilot:
        app: Any = pilot.app
        app.remember_table("take-it", {})
        app.has_played("take-it")
        assert (app.look.is_ascii, load().ascii, load().met) == (True, False, ("take-it",))
        await pilot.press("e", "down", "down", "down", "enter")
        assert (app.look.is_ascii, load().ascii) == (True, True)
        await pilot.press("enter")
        assert (app.look.is_ascii, load().ascii) == (False, False)


async def test_settings_are_closed_by_mouse() -> None:
    """Its last line is something to click."""
    async with staged_app(None, StagedDoors()).run_test() as pilot:
        await pilot.press("e")
        await click(pilot, "Esc  done")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_a_question_is_read_whole_and_answered_by_mouse() -> None:
    """However long it is; both answers can be clicked."""
    doors = StagedDoors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.press("a")
        question = " ".join(text_of(pilot).replace("│", " ").split())
        assert "ADDRESS, ADDRESS:PORT, or the three words of its code" in question
        await click(pilot, "Esc  never mind")
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("a", *"10.0.0.7")
        await click(pilot, "Enter  go on")
        assert doors.asked == ["10.0.0.7"]


async def test_the_name_is_changed_in_the_settings() -> None:
    """The name is asked for in a dialog of its own."""
    async with staged_app(None, StagedDoors()).run_test() as pilot:
        await pilot.press("e", "enter", *"Grace", "enter")
        await pilot.pause()
        assert "Grace" in text_of(pilot)
        assert load().name == "Grace"


async def test_settings_change_by_mouse() -> None:
    """The first click chooses a line, the second changes it."""
    async with staged_app(None, StagedDoors()).run_test() as pilot:
        await pilot.press("e")
        await click(pilot, "Plain characters")
        await click(pilot, "Plain characters")
        assert load().ascii


async def test_every_theme_can_be_drawn() -> None:
    """Textual's own themes make a palette, too."""
    async with staged_app(None, _doors()).run_test() as pilot:
        for theme in pilot.app.theme_names():  # type: ignore[attr-defined] # the app is ours
            pilot.app.theme = theme
            await pilot.pause()
            assert "Kitchen" in text_of(pilot)


async def test_q_quits() -> None:
    """And nothing is asked."""
    async with staged_app(None, StagedDoors()).run_test() as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_a_digit_on_a_private_table_asks_for_its_code() -> None:
    """Tab completes its words; what is no code is objected to, Esc goes nowhere."""
    table = found(1, "Dormitory", private=True)
    doors = StagedDoors([table])
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        assert "[private]" in painted(pilot, HomeSheet)
        await pilot.press("1", *"otter-lamp-cabel", "enter")
        assert doors.asked == []
        await pilot.press("escape", "1", *"ott", "tab", *"lam", "tab", *"cabl", "tab", "enter")
        await pilot.pause()
        assert doors.asked == [(table, read_code("otter-lamp-cable"))]


async def test_a_private_table_with_a_seat_of_ones_own_asks_for_nothing() -> None:
    """The seat key is enough."""
    table = found(1, "Dormitory", private=True)
    doors = StagedDoors([table], own=table.advert.table)
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        await pilot.press("1")
        assert doors.asked == [table]


async def test_p_opens_a_private_table() -> None:
    """Nobody can sit down before it is."""
    doors = StagedDoors()
    async with staged_app(None, doors, last_game="take-it").run_test() as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert doors.asked == [("take-it", False, True)]


async def test_a_game_that_was_cut_off_is_offered_and_gone_on_with() -> None:
    """Enter goes on with it; where its table is open, Enter leads back to the seat instead."""
    doors = _doors()
    doors.left = CutOff(f"{9:016x}", "take-that", "Ben")
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        screen: Any = pilot.app.screen
        screen.tell_cut_off(doors.cut_off())
        await pilot.pause()
        assert "Ben's table is gone: begin the round of Take That anew" in text_of(pilot)
        doors.on_change([*doors.tables, found(9, "Ben's table")])
        await pilot.pause()
        assert "is gone" not in text_of(pilot)
        doors.on_change(doors.tables)
        await pilot.press("enter")
        await pilot.pause()
        assert doors.asked == [doors.left]
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_what_can_be_done_at_a_table_is_read_to_the_end(size: tuple[int, int]) -> None:
    """A long name makes room for it; what finds no room at all ends in a sign that says so."""
    long = "The kitchen on the third floor"
    tables = [
        found(1, long, "take-a-number", phase="playing", watchable=True),
        found(2, long, "take-a-number", phase="playing", watchable=True, private=size == (80, 24)),
    ]
    async with staged_app(None, StagedDoors(tables)).run_test(size=size) as pilot:
        await pilot.pause()
        lines = [line.rstrip() for line in painted(pilot, HomeSheet).splitlines() if "The kitchen" in line]
        assert len(lines) == 2
        assert all(line.endswith("playing, to watch") and "Take A Number  2/10" in line for line in lines)


async def test_tables_beyond_the_ninth_are_counted_and_an_own_one_is_offered() -> None:
    """Nine digits are nine tables: the others are told of, and one's own seat is always one key away."""
    tables = [found(number, f"Table {number}") for number in range(1, 13)]
    doors = StagedDoors(tables, own=f"{12:016x}")
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        assert "and 3 more: a takes an address" in painted(pilot, HomeSheet)
        assert "a" in [offer.key for offer in pilot.app.screen.query_one(Keys).offers]
        assert "back to my seat at Table 12" in painted(pilot, HomeSheet)
        doors.on_change(tables[3:])
        await pilot.pause()
        assert " 1   Table 10" in painted(pilot, HomeSheet)
        assert "more: a takes" not in painted(pilot, HomeSheet)
        doors.on_change(tables)
        await pilot.pause()
        await pilot.press("enter")
        assert doors.asked == [tables[11]]
