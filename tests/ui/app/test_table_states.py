"""What a table's screen does when things go wrong, and everything that works in every stage."""

from typing import Any

import pytest
from textual.widgets import Input

from takelan.net.link_state import LinkState
from takelan.ui.dialogs.leave import LeaveDialog
from takelan.ui.screens.help import HelpScreen, HelpSheet
from takelan.ui.screens.home import HomeScreen
from takelan.ui.widgets.chronicle import Chronicle
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.notice import NoticeSheet
from takelan.ui.widgets.status import Hint, Status
from takelan.wire import to_host
from takelan.wire.peer_text import Talk
from tests.ui.app.playing import at_table, click, lies_on_top, painted, screen_of, text_of
from tests.ui.app.staging import StagedTable


def _playing(game: str = "take-that", guests: int = 2, seed: int = 5) -> StagedTable:
    staged = StagedTable(game, guests, seed=seed)
    staged.begin()
    if game == "take-it":
        staged.play_on(lambda view: len(view.row) >= 3)
    else:
        staged.let_others_play()
    return staged


async def test_a_lost_host_is_a_banner_with_a_countdown() -> None:
    """The board stays, one sentence says what happened, and it goes away when the host is back."""
    async with at_table(_playing()) as pilot:
        screen = screen_of(pilot)
        screen.hear_link(LinkState("lost", "The host does not answer.", retry_in=2.0))
        await pilot.pause()
        assert "The host does not answer. Trying again in 2 s" in painted(pilot, Status)
        screen.hear_link(LinkState("connecting"))
        await pilot.pause()
        assert "Trying again …" in painted(pilot, Status)
        screen.hear_link(LinkState("seated"))
        await pilot.pause()
        assert "Trying" not in text_of(pilot)


async def test_nothing_is_sent_while_the_line_is_lost() -> None:
    """Keys that would send are dead until the line is back; help and leaving are not."""
    staged = _playing()
    async with at_table(staged) as pilot:
        screen_of(pilot).hear_link(LinkState("lost", "Gone.", retry_in=2.0))
        await pilot.press("enter", "k", "w", "1")
        assert staged.sent == []
        assert [offer.action for offer in screen_of(pilot).offers()] == ["question_mark", "q"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The host has closed the table.",
        "The host has sent you away from the table.",
        "You sat down again from elsewhere; this connection is not needed any more.",
    ],
)
async def test_an_ended_table_says_why_and_leads_home(sentence: str) -> None:
    """Closed, kicked and replaced are one sentence and a way on."""
    async with at_table(_playing()) as pilot:
        screen_of(pilot).hear_link(LinkState("ended", sentence))
        await pilot.pause()
        written = " ".join(painted(pilot, NoticeSheet).replace("│", " ").split())
        assert sentence in written
        await pilot.press("enter")
        await pilot.pause()
        assert lies_on_top(pilot, HomeScreen)


async def test_q_asks_once_while_a_game_is_on() -> None:
    """Esc stays, y leaves; the seat is kept and the owner is told who decides then."""
    staged = _playing()
    async with at_table(staged) as pilot:
        await pilot.press("q")
        assert lies_on_top(pilot, LeaveDialog)
        assert "Ben then decides" in text_of(pilot)
        await pilot.press("escape")
        assert not lies_on_top(pilot, LeaveDialog)
        await pilot.press("q", "y")
        await pilot.pause()
        assert pilot.app.return_code == 0
        assert staged.sent == [], "a seat in a running game is kept"


async def test_q_in_the_lobby_leaves_at_once() -> None:
    """Without a game there is nothing to ask."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert staged.sent == [to_host.Leave()]


@pytest.mark.parametrize(("words", "stays"), [("leave    ", False), (" stay", True)])
async def test_leaving_by_mouse(words: str, *, stays: bool) -> None:
    """Both answers can be clicked."""
    async with at_table(_playing()) as pilot:
        await pilot.press("q")
        await click(pilot, words)
        assert (pilot.app.return_code is None) is stays


async def test_too_small_says_so_and_comes_back() -> None:
    """Below 60×20 one reads how much is missing; enlarged, everything is as it was."""
    async with at_table(_playing()) as pilot:
        before = text_of(pilot)
        await pilot.resize_terminal(59, 20)
        await pilot.pause()
        assert "59×20" in text_of(pilot)
        await pilot.press("k")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert text_of(pilot) == before, "keys do nothing while nothing is seen"


@pytest.mark.parametrize("game", ["take-that", "take-it", "take-a-number"])
async def test_resizing_loses_nothing(game: str) -> None:
    """From 60×20 over 200×60 and back to 80×24 the screen is what it was."""
    async with at_table(_playing(game, 3, 3)) as pilot:
        before = text_of(pilot)
        for size in ((60, 20), (200, 60), (110, 30), (40, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert text_of(pilot) == before


async def test_t_talks_and_l_opens_the_log() -> None:
    """On a narrow terminal the pane opens on demand and closes behind what was said."""
    staged = _playing()
    async with at_table(staged) as pilot:
        assert not pilot.app.screen.query_one("#side").display
        await pilot.press("l")
        assert pilot.app.screen.query_one("#side").display
        await pilot.press("up", "down", "escape")
        assert not pilot.app.screen.query_one("#side").display
        await pilot.press("t", *"well done", "enter")
        await pilot.pause()
        assert staged.sent == [to_host.Say(Talk("well done"))]
        assert "Ada: well done" in text_of(pilot)
        assert not pilot.app.screen.query_one("#side").display


async def test_letters_typed_into_talk_are_no_keys() -> None:
    """q, k and digits are letters while one talks; Esc throws them away."""
    staged = _playing()
    async with at_table(staged, (120, 40)) as pilot:
        await pilot.press("t", *"qk1 w", "escape")
        assert staged.sent == []
        await pilot.press("t")
        pilot.app.screen.query_one("#talk", Input).value = "   "
        await pilot.press("enter")
        assert staged.sent == [], "blanks are not said"


async def test_the_wide_pane_shows_log_and_talk() -> None:
    """From 110 columns on both are always there."""
    staged = _playing()
    async with at_table(staged, (110, 30)) as pilot:
        staged.receive(2, to_host.Say(Talk("hello")))
        await pilot.pause()
        assert "Ben: hello" in painted(pilot, Chronicle)


async def test_help_shows_keys_and_rules() -> None:
    """? shows the keys that work here, then the rules of this game; 1 2 3 turn to others."""
    async with at_table(_playing()) as pilot:
        await pilot.press("question_mark")
        assert lies_on_top(pilot, HelpScreen)
        assert "take the line" in painted(pilot, HelpSheet)
        await pilot.press("end")
        assert "advanced=false" in text_of(pilot)
        await pilot.press("3", "space", "down", "up", "pagedown", "pageup", "home")
        assert "TAKE A NUMBER" in text_of(pilot)
        await click(pilot, "rules of another game")
        assert "TAKE THAT" in text_of(pilot)
        await click(pilot, "Esc back")
        assert not lies_on_top(pilot, HelpScreen)


@pytest.mark.parametrize("game", ["take-that", "take-it", "take-a-number"])
async def test_the_coach_speaks_in_a_first_game_only(game: str) -> None:
    """A hint stands in its own line; c ends all hints and is remembered."""
    staged = _playing(game, 2, 3)
    async with at_table(staged, coach=True) as pilot:
        assert "▸" in painted(pilot, Hint)
        await pilot.press("c")
        assert painted(pilot, Hint).strip() == ""
        assert pilot.app.settings.coach is False  # type: ignore[attr-defined]
    async with at_table(_playing(game, 2, 3), coach=True, met=(game,)) as pilot:
        assert painted(pilot, Hint).strip() == ""
        assert "hints" not in painted(pilot, Keys)


async def test_a_new_game_closes_nothing_that_is_being_read() -> None:
    """What the table says while help is open is on the screen when it is closed."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await pilot.press("question_mark")
        staged.begin()
        await pilot.pause()
        assert lies_on_top(pilot, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert screen_of(pilot).has_class("-game")
        assert "round 1 of 2" in text_of(pilot)


async def test_the_bell_rings_once_for_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rings when it becomes one's turn, and not at all when switched off."""
    rings: list[Any] = []
    monkeypatch.setattr("textual.app.App.bell", lambda app: rings.append(app))
    async with at_table(_playing()) as pilot:
        assert len(rings) == 1
        await pilot.press("right", "left")
        assert len(rings) == 1
    async with at_table(_playing(), bell=False):
        assert len(rings) == 1


async def test_every_offer_in_the_bottom_line_can_be_clicked() -> None:
    """The first offer of each stage does by mouse what its key does."""
    staged = _playing()
    async with at_table(staged) as pilot:
        await click(pilot, "k take the line")
        assert len(staged.sent) == 1
        await click(pilot, "? help")
        assert lies_on_top(pilot, HelpScreen)
