"""Home on the screen: every key and every click."""

from typing import Any

import pytest

from takelan.errors import TakelanError
from takelan.store.settings import load
from takelan.ui.dialogs.settings import SettingsDialog
from takelan.ui.screens.help import HelpScreen
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.table import TableScreen
from takelan.ui.sitting import Chair
from takelan.ui.widgets.home import HomeSheet
from takelan.ui.widgets.keys import Keys
from tests.ui.app.playing import click, painted, text_of
from tests.ui.app.scenes import TRIED
from tests.ui.app.staging import StagedDoors, found, staged_app


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

    async def to_new(self, game: str, words: Any, name: str, *, is_solo: bool) -> Chair:
        raise TakelanError


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
    """Theme, motion, characters, bell, title and hints; the file has them afterwards."""
    async with staged_app(None, StagedDoors(), coach=True).run_test() as pilot:
        await pilot.press("e", "down", "right")
        assert pilot.app.theme == "linen"
        await pilot.press("down", "left", "down", "enter", "down", "space", "down", "right", "down", "right")
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, SettingsDialog)
        assert "+-----+" in text_of(pilot)
        kept = load()
        assert (kept.theme, kept.motion, kept.ascii) == ("linen", "reduced", True)
        assert (kept.bell, kept.title, kept.coach) == (False, False, False)


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
        for theme in pilot.app.theme_names():  # type: ignore[attr-defined]
            pilot.app.theme = theme
            await pilot.pause()
            assert "Kitchen" in text_of(pilot)


async def test_q_quits() -> None:
    """And nothing is asked."""
    async with staged_app(None, StagedDoors()).run_test() as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0
