"""Looking on in the app: what is seen, what is offered, what one key does; and what the players see of it."""

from pathlib import Path
from typing import Any

import pytest

from takelan.net.link_state import LinkState
from takelan.table.pace import Pace
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.table import TableScreen
from takelan.ui.widgets.banner import Banner
from takelan.ui.widgets.boards.take_that import TakeThatBoard
from takelan.ui.widgets.hand import Hand
from takelan.ui.widgets.home import HomeSheet
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.lobby import Lobby
from takelan.ui.widgets.status import Status
from takelan.wire import to_host
from takelan.wire.peer_text import PlayerName
from takelan.wire.words import write_words
from tests.ui.app.players_on_terminals import Player, free_port
from tests.ui.app.playing import at_table, painted, screen_of, text_of
from tests.ui.app.staging import ME, ONLOOKER, StagedDoors, StagedTable, found, staged_app


def playing(**details: Any) -> StagedTable:
    """Begin a game of Take That."""
    staged = StagedTable("take-that", 2, seed=9, **details)
    staged.begin()
    return staged


def offered(pilot: Any) -> list[str]:
    """Name the keys in the bottom line."""
    return [offer.key for offer in pilot.app.screen.query_one(Keys).offers]


async def test_an_onlooker_sees_the_board_and_no_hand() -> None:
    """Strips and board follow the game; no hand is drawn, no talk, and only what can be done is offered."""
    staged = playing()
    async with at_table(staged, looks_on=True) as pilot:
        staged.play_on(lambda view: len(view.line) >= 3)
        await pilot.pause()
        assert "you look on" in painted(pilot, Banner)
        for card in staged.view().line:
            assert str(card) in painted(pilot, TakeThatBoard)
        assert not pilot.app.screen.query_one(Hand).display
        assert not pilot.app.screen.query_one("#talk").display
        assert offered(pilot) == ["j", ",", "l", "?", "q"]


async def test_check_words_come_with_a_seat() -> None:
    """The host is told those of seats alone, so that an onlooker has nothing to compare."""
    staged = StagedTable("take-that", 1)
    async with at_table(staged, looks_on=True) as pilot:
        screen_of(pilot).hear_link(LinkState("seated", check_words=(5, 6)))
        await pilot.pause()
        assert "check words" not in text_of(pilot)
        await pilot.press("j")
        await pilot.pause()
        assert f"Your check words: {write_words((5, 6), ' ')}" in painted(pilot, Lobby)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_whoever_waits_for_the_first_round_reads_so_and_what_they_have_asked_for(
    size: tuple[int, int],
) -> None:
    """The title does not call it a lobby, and the wish is there in full."""
    staged = playing(pace=Pace(onlookers="delayed"))
    async with at_table(staged, size, looks_on=True) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert "A round is on" in painted(pilot, Banner)
        assert "Lobby" not in painted(pilot, Banner)
        assert "You sit down at the next deal. A round is on" in painted(pilot, Status)
        assert "…" not in painted(pilot, Status) or size < (80, 24)


@pytest.mark.parametrize("key", ["t", "enter", "space", "b", "1", "o", "k", "w", "x", "v"])
async def test_no_other_key_says_anything_to_the_table(key: str) -> None:
    """In the lobby, in a game and between games."""
    staged = StagedTable("take-that", 2, seed=9, rounds=1)
    async with at_table(staged, looks_on=True) as pilot:
        await pilot.press(key)
        staged.begin()
        await pilot.press(key)
        staged.play_on(lambda view: bool(view.round_scores))
        await pilot.pause()
        await pilot.press(key)
        assert staged.sent == []


async def test_j_wants_a_seat_and_takes_that_back() -> None:
    """One key; what it has done is said, and the footer offers the way back."""
    staged = playing()
    async with at_table(staged, looks_on=True) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert staged.sent == [to_host.Sit(True)]
        assert "You sit down at the next deal." in painted(pilot, Status)
        assert "j stay an onlooker" in painted(pilot, Keys)
        await pilot.press("j")
        assert staged.sent[-1] == to_host.Sit(False)


async def test_with_a_seat_the_screen_is_a_players() -> None:
    """In the lobby j sits down at once: ready marks, talk and all."""
    staged = StagedTable("take-that", 1)
    async with at_table(staged, looks_on=True) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert not screen_of(pilot).sitting.outlook.is_onlooker
        assert "Enter" in offered(pilot)
        assert "t" in offered(pilot)
        staged.begin()
        await pilot.pause()
        assert pilot.app.screen.query_one(Hand).display
        assert len(staged.view(ONLOOKER).hand) == 9


async def test_an_onlooker_leaves_without_a_question() -> None:
    """No seat is at stake."""
    staged = playing()
    async with at_table(staged, looks_on=True) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert staged.sent == [to_host.Leave()]


async def test_a_delayed_round_is_shown_when_it_is_over() -> None:
    """Until then the screen says so; then the scores are there and the log tells the round."""
    staged = playing(pace=Pace(onlookers="delayed"), rounds=2)
    async with at_table(staged, looks_on=True) as pilot:
        staged.play_on(lambda view: len(view.line) >= 3)
        await pilot.pause()
        assert "it is shown when it is over" in painted(pilot, Status)
        staged.play_on(lambda view: bool(view.round_scores))
        await pilot.pause()
        assert "Round 1 is over" in text_of(pilot)
        await pilot.press("l")
        assert "laid" in text_of(pilot)


async def test_players_see_how_many_look_on() -> None:
    """Modestly, in the top line, in the lobby and in the game; nothing when nobody does."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        assert "onlooker" not in text_of(pilot)
        for number, name in enumerate(("Otto", "Pia")):
            staged.receive(90 + number, to_host.Watch(PlayerName(name), name.encode().ljust(32), bytes(64)))
        await pilot.pause()
        assert "2 onlookers" in painted(pilot, Banner)
        staged.receive(ME, to_host.Start())
        staged.receive(91, to_host.Leave())
        await pilot.pause()
        assert "1 onlooker" in painted(pilot, Banner)


def _doors() -> StagedDoors:
    return StagedDoors(
        [
            found(1, "Kitchen", watchable=True),
            found(2, "Office", "take-it", 5, watchable=True),
            found(3, "Garden", "take-that", 4),
        ]
    )


@pytest.mark.parametrize(("keys", "wanted"), [(("w", "1"), 0), (("2",), 1), (("w", "2"), 1)])
async def test_home_leads_to_the_gallery(keys: tuple[str, ...], wanted: int) -> None:
    """With w and a digit one looks on; at a table without a free seat the digit alone does."""
    doors = _doors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert doors.asked == [("gallery", doors.tables[wanted])]
        assert isinstance(pilot.app.screen, TableScreen)


async def test_home_does_not_lead_where_nobody_may_look_on() -> None:
    """It says so; w twice is nothing at all, and without such a table w is not offered."""
    doors = _doors()
    async with staged_app(None, doors).run_test() as pilot:
        await pilot.pause()
        await pilot.press("w", "3")
        assert "wants no onlookers" in painted(pilot, HomeSheet)
        assert "w" in offered(pilot)
        await pilot.press("w", "w", "1")
        await pilot.pause()
        assert doors.asked == [doors.tables[0]]
    async with staged_app(None, StagedDoors([found(3, "Garden")])).run_test() as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "w" not in offered(pilot)


@pytest.mark.terminal
def test_watching_on_a_real_terminal_and_sitting_down(tmp_path: Path) -> None:
    """`takelan watch` shows the board of a running game; j takes the bot's seat at the next deal."""
    words = ("--bots=1", "--seats=2", "-o", "round_pause=0", "--rounds", "2")
    port = str(free_port())
    ada = Player(
        tmp_path, "host", "take-that", "--name", "Ada", "--bind", "127.0.0.1", "--port", port, *words
    )
    with ada.terminal:
        ada.terminal.wait_for("takelan join")
        ada.press("\r")
        ada.terminal.wait_for("round 1 of 2")
        otto = Player(tmp_path, "watch", f"127.0.0.1:{port}", "--name", "Otto")
        with otto.terminal:
            assert "you look on" in otto.terminal.wait_for("the line")
            ada.terminal.wait_for("1 onlooker")
            otto.press("j")
            otto.terminal.wait_for("You sit down at the next deal.")
            while "round 2 of 2" not in ada.terminal.text:
                ada.act()
                # A terminal that nobody reads would keep its program from answering the host.
                otto.terminal.read_some(0.0)
            ada.terminal.wait_for("Otto")
            otto.terminal.wait_for("round 2 of 2")
            otto.terminal.wait_for(lambda text: "you look on" not in text and "you" in text)
            assert "onlooker" not in ada.terminal.text
            otto.press("q")
            otto.terminal.wait_for("Leave the table?")
            otto.press("y")
            assert otto.terminal.wait() == 0


async def test_solo_says_nothing_about_who_may_watch_the_next_table() -> None:
    """What a player chose for tables with others outlives an evening alone."""
    for before, after in (({"take-that": {"onlookers": "delayed"}}, "delayed"), ({}, "live")):
        staged = StagedTable("take-that", 2, is_solo=True, pace=Pace(onlookers="off"))
        async with at_table(staged, last_options=before) as pilot:
            staged.begin()
            await pilot.pause()
            settings: Any = pilot.app
            assert settings.settings.last_options["take-that"]["onlookers"] == after
