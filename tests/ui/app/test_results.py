"""Results on the screen: the table, the night, and the way on."""

from typing import Any

import pytest

from takelan.rules.catalog import GAMES
from takelan.ui.night import tally
from takelan.ui.outlook import Outlook
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.results import Results
from takelan.ui.widgets.status import Status
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import PlayerName
from tests.ui.app.playing import at_table, click, painted, screen_of, text_of
from tests.ui.app.staging import ME, StagedTable


def _after_a_round(**words: Any) -> StagedTable:
    staged = StagedTable("take-that", 2, seed=5, **words)
    staged.begin()
    staged.play_on(lambda view: bool(view.round_scores))
    return staged


async def test_enter_wants_the_next_round() -> None:
    """After a round Enter says ready, and the next round is dealt when all are."""
    staged = _after_a_round(rounds=2)
    async with at_table(staged) as pilot:
        assert "Round 1 is over" in painted(pilot, Results)
        await pilot.press("enter")
        assert staged.sent == [to_host.Ready()]
        assert "Enter" not in painted(pilot, Keys)
        staged.receive(2, to_host.Ready())
        staged.receive(3, to_host.Ready())
        await pilot.pause()
        assert screen_of(pilot).has_class("-game")
        assert "round 2 of 2" in text_of(pilot)


async def test_enter_after_a_game_is_a_rematch() -> None:
    """The same seats, the same game, one key."""
    staged = _after_a_round(rounds=1)
    async with at_table(staged) as pilot:
        assert "won Take That" in painted(pilot, Results)
        assert "Enter rematch" in painted(pilot, Keys)
        await pilot.press("enter")
        await pilot.pause()
        assert screen_of(pilot).has_class("-game")


async def test_a_digit_after_a_game_is_another_game() -> None:
    """1, 2 and 3 choose, Enter begins; the scores stay until then."""
    staged = _after_a_round(rounds=1)
    async with at_table(staged) as pilot:
        await pilot.press("3")
        assert "Next: Take A Number." in painted(pilot, Status)
        assert "won Take That" in painted(pilot, Results)
        assert "Enter begin" in painted(pilot, Keys)
        assert "Enter: begin." in painted(pilot, Status)
        await pilot.press("enter")
        await pilot.pause()
        assert screen_of(pilot).has_class("-take-a-number")


@pytest.mark.parametrize("shown", sorted(GAMES))
@pytest.mark.parametrize("chosen", sorted(GAMES))
async def test_whoever_comes_back_sees_the_game_that_is_over(shown: str, chosen: str) -> None:
    """Whatever has been chosen for next time, its result is shown again, and nothing can be played."""
    staged = StagedTable(shown, 2, seed=5, rounds=1)
    staged.begin()
    staged.play_on(lambda view: bool(view.round_scores))
    staged.receive(ME, to_host.ChooseGame(chosen))  # type: ignore[arg-type] # the names are those of GAMES
    async with at_table(staged) as pilot:
        assert "Game over" in text_of(pilot)
        assert GAMES[shown].title.rstrip("!") in painted(pilot, Results)
        assert f"Next: {GAMES[chosen].title}" in painted(pilot, Status)
        assert screen_of(pilot).sitting.outlook.moves == []
        assert ("Enter rematch" in painted(pilot, Keys)) == (shown == chosen)
        await pilot.press("space", "enter")
        await pilot.pause()
        assert screen_of(pilot).has_class(f"-{chosen}")


async def test_a_click_is_a_rematch() -> None:
    """The same by mouse."""
    staged = _after_a_round(rounds=1)
    async with at_table(staged) as pilot:
        await click(pilot, "Enter rematch")
        assert staged.sent == [to_host.Start()]


async def test_the_last_picture_of_a_round_is_looked_at_before_the_scores() -> None:
    """The results come a moment after the last card, or at once with Enter."""
    staged = StagedTable("take-that", 1, seed=5, rounds=1)
    staged.begin()
    staged.play_on(lambda view: view.pile_size == 0 and len(view.line) == 1 and view.turn == view.seat)
    async with at_table(staged, motion="full") as pilot:
        screen = screen_of(pilot)
        staged.play_on(lambda view: bool(view.round_scores))
        await pilot.pause()
        assert screen.has_class("-game")
        await pilot.press("enter")
        await pilot.pause()
        assert screen.has_class("-results")


def test_the_night_adds_up_and_bullheads_count_down() -> None:
    """Up is better: the points of a game in which the lowest wins are taken off."""
    outlook = Outlook()
    names = (PlayerName("Ada"), PlayerName("Ben"))
    seats = tuple(to_peer.SeatInfo(n + 1, name, None, False, False, None) for n, name in enumerate(names))
    outlook.hear(
        to_peer.TableState("lobby", "0" * 16, PlayerName("T"), "take-that", {}, seats, 4, 0, 0, None, None)  # type: ignore[arg-type]
    )
    games = (
        to_peer.NightGame("take-that", names, (5, -2), (0,)),
        to_peer.NightGame("take-a-number", names, (9, 4), (1,)),
    )
    outlook.hear(to_peer.Night(games))
    ada, ben = tally(outlook).lines
    assert (ada.sums, ada.wins, ada.is_you) == ([0, 5, -4], 1, True)
    assert (ben.sums, ben.wins, ben.is_you) == ([0, -2, -6], 1, False)
