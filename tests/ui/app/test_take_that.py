"""Take That on the screen: every key and every click."""

from typing import Any

import pytest

from takelan.rules import take_that
from takelan.rules.take_that.cards import TWIN
from takelan.ui.widgets.hand import Hand
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.status import Hint, Status
from tests.ui.app.playing import at_table, click, is_watching, moves_of, painted, screen_of, text_of
from tests.ui.app.staging import StagedTable


def _staged(until: Any, guests: int = 3, seed: int = 5, **words: Any) -> StagedTable:
    staged = StagedTable("take-that", guests, seed=seed, **words)
    staged.begin()
    staged.play_on(until)
    return staged


def _can_lay(view: Any) -> bool:
    moves = take_that.GAME.moves_in(view)
    return len(view.line) >= 2 and any(isinstance(move, take_that.Lay) for move in moves)


def _can_twist(view: Any) -> bool:
    return len(view.line) > 3 and any(isinstance(m, take_that.Twist) for m in take_that.GAME.moves_in(view))


def _digit_of(staged: StagedTable, card: int) -> str:
    return str((staged.view().hand.index(card) + 1) % 10)


async def test_enter_lays_the_card_under_the_cursor() -> None:
    """A digit lifts a card, Enter plays it, and the line grows when the table has answered."""
    staged = _staged(_can_lay)
    lay = next(move for move in staged.moves() if isinstance(move, take_that.Lay))
    async with at_table(staged) as pilot:
        await pilot.press(_digit_of(staged, lay.card))
        assert f"Enter lay {lay.card}" in painted(pilot, Keys)
        await pilot.press("enter")
        await pilot.pause()
        assert moves_of(staged) == [lay]
        assert staged.view().line[-1] == lay.card
        assert f"Ada laid {lay.card}." in text_of(pilot)


async def test_an_illegal_card_is_explained_and_nothing_is_sent() -> None:
    """Picking a card that does not fit says why in one sentence."""
    staged = _staged(_can_lay)
    bad = next(card for card in staged.view().hand if take_that.Lay(card) not in staged.moves())
    async with at_table(staged) as pilot:
        await pilot.press(_digit_of(staged, bad), "enter")
        assert staged.sent == []
        reason = take_that.GAME.objection_in(staged.view(), take_that.Lay(bad))
        assert reason is not None
        assert reason[:40] in painted(pilot, Status)
        await pilot.press("right")
        assert "!" not in painted(pilot, Status), "the next key clears the objection"


async def test_k_takes_the_line() -> None:
    """The whole line is taken with one key, after which any card opens a new one."""
    staged = _staged(_can_lay)
    async with at_table(staged) as pilot:
        await pilot.press("k")
        await pilot.pause()
        assert moves_of(staged) == [take_that.TakeLine()]
        assert "lay any card" in painted(pilot, Status)


async def test_the_button_takes_the_line() -> None:
    """The same by mouse."""
    staged = _staged(_can_lay)
    async with at_table(staged) as pilot:
        await click(pilot, f"take {len(staged.view().line)} cards")
        assert moves_of(staged) == [take_that.TakeLine()]


async def test_w_twists_when_there_is_one_twin() -> None:
    """Twistable cards are marked in the line, and w twists the only one."""
    staged = _staged(_can_twist)
    twists = [move for move in staged.moves() if isinstance(move, take_that.Twist)]
    assert len(twists) == 1
    async with at_table(staged) as pilot:
        assert "twin" in text_of(pilot)
        await pilot.press("w")
        assert moves_of(staged) == twists


async def test_a_click_on_a_twin_in_the_line_twists_it() -> None:
    """The choice is made on the board itself."""
    staged = _staged(_can_twist)
    twist = next(move for move in staged.moves() if isinstance(move, take_that.Twist))
    async with at_table(staged) as pilot:
        await click(pilot, f"  {TWIN[twist.card]} ")
        assert moves_of(staged) == [twist]


async def test_w_with_several_twins_points_at_one_first() -> None:
    """The first w lifts a card that twists and says so, the second twists with it."""

    def has_two(view: Any) -> bool:
        return sum(isinstance(m, take_that.Twist) for m in take_that.GAME.moves_in(view)) >= 2

    staged = next(
        table
        for table in (_staged(has_two, 1, seed) for seed in range(40))
        if has_two(table.view()) and table.view().turn == 0
    )
    twists = [move for move in staged.moves() if isinstance(move, take_that.Twist)]
    other = next(card for card in staged.view().hand if take_that.Twist(card) not in twists)
    async with at_table(staged) as pilot:
        await pilot.press(_digit_of(staged, other), "w")
        assert staged.sent == []
        assert f"w twists with {twists[0].card}" in painted(pilot, Status)
        await pilot.press("w")
        assert moves_of(staged) == twists[:1]


async def test_w_without_a_twin_says_why() -> None:
    """Nothing is sent, and the sentence names the reason."""
    staged = _staged(lambda view: _can_lay(view) and not _can_twist(view))
    async with at_table(staged) as pilot:
        await pilot.press("w")
        assert staged.sent == []
        assert painted(pilot, Status).startswith(" !")


async def test_two_clicks_play_a_card() -> None:
    """The first click lifts a card, the second plays it."""
    staged = _staged(_can_lay)
    lay = next(move for move in staged.moves() if isinstance(move, take_that.Lay))
    async with at_table(staged) as pilot:
        hand = screen_of(pilot).query_one(Hand)
        place = staged.view().hand.index(lay.card)
        await pilot.press(str(((place + 1) % len(staged.view().hand)) + 1))
        spot = next(spot for spot in hand._canvas.spots if spot.means == place)  # type: ignore[union-attr] # it is drawn
        offset = (hand.region.x + spot.region.x + 1, hand.region.y + 2)
        await pilot.click(offset=offset)
        assert staged.sent == []
        await pilot.click(offset=offset)
        assert moves_of(staged) == [lay]


async def test_arrows_move_round_the_ends_of_the_hand() -> None:
    """Left of the first card is the last one."""
    staged = _staged(_can_lay)
    async with at_table(staged) as pilot:
        hand = screen_of(pilot).query_one(Hand)
        await pilot.press("1", "left")
        assert hand.card == staged.view().hand[-1]
        await pilot.press("right", "right")
        assert hand.card == staged.view().hand[1]


async def test_comma_shows_the_last_turn_again() -> None:
    """Looking back repeats what was seen since the line was last taken (TT11)."""
    staged = _staged(lambda view: len(view.line) >= 4 and view.turn == view.seat)
    async with at_table(staged, motion="full") as pilot:
        await pilot.press("k")
        await pilot.pause()
        screen = screen_of(pilot)
        assert "last turn" not in painted(pilot, Keys), "a taken line is hidden from then on"
        lay = staged.moves()[0]
        await pilot.press(_digit_of(staged, lay.card), "enter")
        await pilot.pause()
        staged.let_others_play()
        await pilot.pause()
        await pilot.press("full_stop")
        assert screen.sitting.projector.can_look_back
        await pilot.press("comma")
        assert screen.sitting.projector.is_looking_back
        assert "Looking back" in painted(pilot, Status)
        await pilot.press("full_stop")
        assert not is_watching(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (110, 30), (200, 60)])
async def test_a_long_line_keeps_its_right_end_in_view(size: tuple[int, int]) -> None:
    """However long the line is, the end where one lays is seen."""
    staged = _staged(lambda view: len(view.line) >= 14, guests=1, seed=1)
    async with at_table(staged, size) as pilot:
        line = staged.view().line
        assert str(line[-1]) in text_of(pilot)
        assert "the line, 14 cards" in text_of(pilot)


async def test_no_key_moves_when_it_is_not_ones_turn() -> None:
    """Every key that would move explains itself instead."""
    staged = _staged(lambda view: view.turn is not None and view.turn != view.seat and bool(view.line))
    async with at_table(staged) as pilot:
        for key in ("enter", "k", "w"):
            await pilot.press(key)
            assert "not your turn" in painted(pilot, Status)
        assert staged.sent == []


async def test_the_hint_for_an_empty_line_measures_nothing() -> None:
    """Where there is no last card, a beginner is told that any card fits."""
    staged = StagedTable("take-that", 2, seed=4)
    staged.begin()
    staged.play_on(lambda view: view.turn == view.seat and not view.line)
    async with at_table(staged, coach=True) as pilot:
        assert "Any card opens a new line." in painted(pilot, Hint)
