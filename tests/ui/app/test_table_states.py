"""What a table's screen does when things go wrong, and everything that works in every stage.

It is long and yet one thing: one screen, and every state it can be in.
"""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from takelan.net.link_state import LinkState, Rescue
from takelan.rules.catalog import GAMES
from takelan.ui.dialogs.leave import LeaveDialog
from takelan.ui.option_words import fields_of
from takelan.ui.screens.help import HelpScreen, HelpSheet
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.pressing import PressScreen
from takelan.ui.shown import wrap
from takelan.ui.widgets.chronicle import Chronicle
from takelan.ui.widgets.hand import Hand
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.notice import NoticeSheet
from takelan.ui.widgets.status import Hint, Status
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import PlayerName, Talk
from tests.ui.app.playing import at_table, click, lies_on_top, painted, screen_of, text_of
from tests.ui.app.scenes import SCENES, SMALL
from tests.ui.app.staging import StagedTable, key_of, staged_app


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
        assert "Trying again in 2 s" in painted(pilot, Status), "what is read stays until the try has worked"
        screen.hear_link(LinkState("seated"))
        await pilot.pause()
        assert "Trying" not in text_of(pilot)


def _lost(kind: Any, **details: Any) -> LinkState:
    return LinkState("lost", "It broke.", retry_in=1.0, rescue=Rescue(kind, **details))


async def test_a_countdown_ends_in_a_sentence_that_costs_nothing() -> None:
    """Seconds are counted down to the moment somebody tries; after it no clock runs and nothing is drawn."""
    async with at_table(_playing()) as pilot:
        screen = screen_of(pilot)
        screen.hear_link(_lost("expected", heir=key_of(2), seconds=1.6))
        await pilot.pause()
        assert "Ben takes over in 2 s." in painted(pilot, Status)
        screen._count_down()
        assert "Ben takes over in 1 s." in painted(pilot, Status)
        screen._count_down()
        assert "Ben is taking over …" in painted(pilot, Status)
        assert screen._countdown is None
        screen.hear_link(short := _lost("short", here=1, of=3, lacking=1))
        await pilot.pause()
        assert "Waiting for 1 more player: 1 of 3 is here." in painted(pilot, Status)
        before = screen.query_one(Status)._canvas
        for link in (LinkState("connecting"), short, LinkState("connecting"), short):
            screen.hear_link(link)
        assert screen.query_one(Status)._canvas is before
        assert screen._countdown is None


async def test_a_connected_host_that_falls_silent_is_told_too() -> None:
    """The banner comes and goes with the silence, and the keys stay alive."""
    staged = _playing()
    async with at_table(staged) as pilot:
        screen = screen_of(pilot)
        screen.hear_link(LinkState("seated", rescue=Rescue("short", here=2, of=3, lacking=1)))
        await pilot.pause()
        assert "2 of 3 are here." in painted(pilot, Status)
        assert len(screen.offers()) > 2
        screen.hear_link(LinkState("seated"))
        await pilot.pause()
        assert "are here" not in text_of(pilot)


async def test_r_begins_the_round_anew_only_when_that_is_offered() -> None:
    """Waiting is the default; the key does nothing before the offer stands there."""
    staged = _playing(guests=1)
    async with at_table(staged) as pilot:
        screen = screen_of(pilot)
        screen.hear_link(_lost("alone"))
        await pilot.press("r")
        assert staged.sent == []
        screen.hear_link(_lost("alone", can_restart=True))
        assert [offer.action for offer in screen.offers()] == ["r", "question_mark", "q"]
        await pilot.press("r")
        await pilot.pause()
        assert staged.sent == ["restart"]


async def test_a_round_that_cannot_be_begun_anew_says_so_and_waits_on() -> None:
    """The offer stays."""
    staged = _playing(guests=1)
    staged.can_restart = False
    async with at_table(staged) as pilot:
        screen_of(pilot).hear_link(_lost("alone", can_restart=True))
        await pilot.press("r")
        await pilot.pause()
        assert "could not be begun anew" in painted(pilot, Status)
        await pilot.press("r")
        await pilot.pause()
        assert staged.sent == ["restart", "restart"]
        screen_of(pilot).hear_link(LinkState("seated"))
        screen_of(pilot).hear_link(_lost("alone"))
        await pilot.pause()
        assert "could not be begun anew" not in painted(pilot, Status)


async def test_whoever_comes_back_reads_that_the_round_was_dealt_anew() -> None:
    """The cards follow the word about it at once; it stays for as long as they are the latest news."""
    staged = _playing("take-a-number", guests=1)
    async with at_table(staged) as pilot:
        screen, step = screen_of(pilot), screen_of(pilot).sitting.outlook.step
        assert step is not None
        screen.hear(to_peer.Notice("restarted", PlayerName("Ben")))
        screen.hear(step)
        await pilot.pause()
        assert "Ben has begun this round anew. The totals are kept." in painted(pilot, Status)
        screen.hear(step)
        await pilot.pause()
        assert "anew" not in painted(pilot, Status)


async def test_the_banner_names_who_takes_over_when_the_host_leaves() -> None:
    """Everybody reads it while a game is on."""
    async with at_table(_playing()) as pilot:
        assert "Ada hosts, then Ben" in text_of(pilot)


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
        assert "Ben takes the table over." in text_of(pilot)
        await pilot.press("escape")
        assert not lies_on_top(pilot, LeaveDialog)
        await pilot.press("q", "y")
        await pilot.pause()
        assert pilot.app.return_code == 0
        assert staged.sent == [to_host.StepOut()], "a seat in a running game is kept"


@pytest.mark.parametrize("keys", [("ctrl+q",), ("ctrl+c",), ("t", "ctrl+c"), ("ctrl+p", *"quit", "enter")])
async def test_every_way_out_asks_while_a_game_is_on(keys: tuple[str, ...]) -> None:
    """Ctrl-Q, Ctrl-C and the palette ask as q does, even while one talks; Ctrl-C once more leaves."""
    staged = _playing()
    async with at_table(staged) as pilot:
        await pilot.press(*keys)
        await _until(pilot, lambda: lies_on_top(pilot, LeaveDialog))
        assert "Ben takes the table over." in text_of(pilot)
        await pilot.press("escape")
        assert not lies_on_top(pilot, LeaveDialog)
        await pilot.press("ctrl+c", "ctrl+c")
        await pilot.pause()
        assert (pilot.app.return_code, staged.sent) == (0, [to_host.StepOut()])


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_a_way_out_of_the_lobby_asks_nothing(key: str) -> None:
    """The table is told, and the program is left, also from help and from home."""
    staged = StagedTable("take-that", 2)
    async with at_table(staged) as pilot:
        await pilot.press("question_mark", key)
        await pilot.pause()
        assert (pilot.app.return_code, staged.sent) == (0, [to_host.Leave()])
    async with staged_app().run_test() as pilot:
        await pilot.press(key)
        assert pilot.app.return_code == 0


async def _until(pilot: Pilot[Any], has_come: Callable[[], bool]) -> None:
    """Let the app work until something has come; the test's own limit is the end."""
    while not has_come():
        await pilot.pause(0.01)


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


@pytest.mark.parametrize("key", ["l", "t"])
async def test_the_open_pane_covers_no_key_and_is_closed_by_mouse(key: str) -> None:
    """On a narrow terminal, too, and even where many more things are offered."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        await pilot.press(key)
        assert text_of(pilot).splitlines()[-1].rstrip().endswith("q leave")
        await click(pilot, "Esc close")
        assert not pilot.app.screen.query_one("#side").display
        assert "close" not in painted(pilot, Keys)


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
        assert pilot.app.settings.coach is False  # type: ignore[attr-defined] # the app is ours
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


@pytest.mark.parametrize("name", [name for name in SCENES if name != "too-small" and "ascii" not in name])
async def test_everything_can_be_done_by_mouse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80×24 every offer of every screen can be clicked, in the bottom line or on the page it leads to."""
    async with SCENES[name].make().run_test(size=SMALL) as pilot:
        await pilot.pause()
        await SCENES[name].act(pilot)
        await pilot.pause()
        screen = next(
            screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, PressScreen)
        )
        while pilot.app.screen is not screen:
            pilot.app.pop_screen()
            await pilot.pause()
        pressed: list[str] = []
        for offer in screen.offers():
            with monkeypatch.context() as patched:
                patched.setattr(screen, "press", pressed.append)
                words = f"{offer.key} {offer.label}"
                if words in painted(pilot, Keys):
                    await click(pilot, words)
                else:
                    assert " more " in painted(pilot, Keys)
                    await pilot.app.push_screen(HelpScreen(None, screen.offers()))
                    await click(pilot, f"    {offer.key:<16}{offer.label}")
                    assert pilot.app.screen is screen
        assert pressed == [offer.action for offer in screen.offers()]


async def test_what_does_not_fit_is_one_click_further() -> None:
    """The host's lobby offers more than there is room for: talk and the log among it."""
    async with at_table(StagedTable("take-that", 2)) as pilot:
        assert "t talk" not in painted(pilot, Keys)
        await click(pilot, " more")
        assert lies_on_top(pilot, HelpScreen)
        await click(pilot, "    l               log")
        assert pilot.app.screen.query_one("#side").display


@pytest.mark.parametrize("key", ["q", "o", "n"])
async def test_dialogs_are_no_wider_than_the_smallest_screen(key: str) -> None:
    """Both edges are seen, and so every word between them."""
    staged = StagedTable("take-that", 2)
    if key == "q":
        staged.begin()
    async with at_table(staged, (60, 20)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        lines = text_of(pilot).splitlines()
        assert any(line.startswith("╭") and line.endswith("╮") for line in lines)
        assert any(line.startswith("╰") and line.endswith("╯") and len(line) == 60 for line in lines)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_an_option_means_fits_its_dialog(game: str) -> None:
    """Three lines of the narrowest dialog hold every explanation, its bounds included."""
    for field in fields_of(GAMES[game]):
        assert len(wrap(f"{field.meaning} ({field.bounds})", 54)) <= 3, field.key


@pytest.mark.parametrize("rows", range(24, 31))
@pytest.mark.parametrize("game", ["take-that", "take-a-number"])
async def test_cards_keep_their_size_while_nothing_changes(game: str, rows: int) -> None:
    """Drawn again and again, on a terminal of any height, cards are as large as they were."""
    staged = StagedTable(game, 1, seed=2)
    staged.begin()
    async with at_table(staged, (100, rows)) as pilot:
        await pilot.pause()
        sizes = set()
        for _ in range(4):
            screen_of(pilot).show()
            await pilot.pause()
            sizes.add(screen_of(pilot).query_one(Hand).size.height)
        assert len(sizes) == 1
