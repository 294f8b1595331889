"""Take It! on the screen: every key and every click."""

import re
from collections import Counter
from typing import Any

import pytest

from takelan.rules import take_it
from takelan.ui.widgets.boards.take_it import TakeItBoard
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.status import Status
from takelan.wire import to_host
from tests.ui.app.playing import at_table, click, moves_of, painted, screen_of, text_of
from tests.ui.app.staging import ME, StagedTable


def _staged(until: Any, guests: int = 3, seed: int = 3) -> StagedTable:
    staged = StagedTable("take-it", guests, seed=seed)
    staged.begin()
    staged.play_on(until)
    return staged


def _is_dealer(view: Any) -> bool:
    return view.dealer == view.seat and len(view.row) >= 1


async def test_space_grabs_the_row_that_is_seen() -> None:
    """A grab names its row, and the grabber deals (TI4, TI5)."""
    staged = _staged(lambda view: len(view.row) >= 3)
    row = staged.view().row_number
    async with at_table(staged) as pilot:
        await pilot.press("space")
        await pilot.pause()
        assert moves_of(staged) == [take_it.Grab(row)]
        assert staged.view().dealer == staged.seat(ME)
        assert "You deal" in painted(pilot, Status)


async def test_enter_flips_for_the_dealer() -> None:
    """The dealer's Enter turns a card over."""
    staged = _staged(_is_dealer, seed=8, guests=2)
    async with at_table(staged) as pilot:
        assert "Enter turn over" in painted(pilot, Keys)
        await pilot.press("enter")
        assert moves_of(staged) == [take_it.Flip()]


async def test_enter_of_another_player_is_explained() -> None:
    """Who does not deal is told so, and nothing is sent."""
    staged = _staged(lambda view: view.dealer != view.seat and len(view.row) >= 2, guests=4)
    async with at_table(staged) as pilot:
        await pilot.press("enter")
        assert staged.sent == []
        assert painted(pilot, Status).startswith(" !")


async def test_buttons_grab_and_flip() -> None:
    """Both by mouse, too."""
    staged = _staged(_is_dealer, seed=8, guests=2)
    async with at_table(staged) as pilot:
        await click(pilot, "turn a card over")
        await click(pilot, "grab the row")
        assert [type(move) for move in moves_of(staged)] == [take_it.Flip, take_it.Grab]


async def test_a_click_on_the_row_grabs_it() -> None:
    """The row itself is what one reaches for."""
    staged = _staged(lambda view: len(view.row) >= 3)
    async with at_table(staged) as pilot:
        board = screen_of(pilot).query_one(TakeItBoard)
        await pilot.click(offset=(board.region.x + 18, board.region.y + 4))
        assert [type(move) for move in moves_of(staged)] == [take_it.Grab]


async def test_a_photo_finish_is_shown_until_the_next_row_is_taken() -> None:
    """After a race everybody reads by how much it was won; after the next grab that is no news any more."""
    staged = _staged(lambda view: len(view.row) >= 3)
    async with at_table(staged) as pilot:
        grab = take_it.Grab(staged.view().row_number)
        staged.play(2, grab)
        staged.receive(3, to_host.Play(grab), after=0.014)
        await pilot.pause()
        assert "Photo finish: Ben beat Cleo by 14 ms." in text_of(pilot)
        staged.play(2, take_it.Flip())
        await pilot.pause()
        assert "Photo finish" in text_of(pilot)
        staged.play(3, take_it.Grab(staged.view().row_number))
        await pilot.pause()
        assert "Photo finish" not in text_of(pilot)


async def test_the_log_forgets_the_cards_of_a_row_that_is_gone() -> None:
    """TI11: no pane brings back what was taken, and there is no looking back."""
    staged = _staged(lambda view: len(view.row) >= 4)
    async with at_table(staged, (120, 40)) as pilot:
        cards = staged.view().row
        assert f"turned over {cards[0]}" in text_of(pilot)
        await pilot.press("space")
        await pilot.pause()
        assert "turned over" not in text_of(pilot)
        assert "last turn" not in painted(pilot, Keys)


async def test_on_a_large_terminal_piles_lie_in_front_of_their_owners() -> None:
    """TI11: face down, and one for every row taken; whoever has taken none has nothing lying there."""
    staged = _staged(lambda view: len(view.row) >= 3)
    async with at_table(staged, (120, 40)) as pilot:
        for peer in (2, 3, 2):
            staged.play(peer, take_it.Grab(staged.view().row_number))
            staged.play(peer, take_it.Flip())
        await pilot.pause()
        *_, backs, names = [line for line in painted(pilot, TakeItBoard).splitlines() if line.strip()]
        assert backs.split() == ["╰──╰─────╯", "╰─────╯"]
        assert names.split() == ["Ben", "Cleo"]
        assert backs.index("╰") < names.index("Ben") < names.index("Cleo")


async def test_four_kinds_differ_by_shape_and_letter() -> None:
    """TI1: without any colour, F, D, J and T and their shapes tell the kinds apart."""
    staged = _staged(lambda view: len(view.row) >= 9, seed=21)
    async with at_table(staged, depth="none") as pilot:
        text = text_of(pilot)
        for mark in ("● F", "◆◆ D", "★ J", "▲ T"):
            assert mark in text


def _with_row_of(length: int, guests: int) -> StagedTable:
    staged = StagedTable("take-it", guests, seed=3)
    staged.begin()
    while len(staged.view().row) < length:
        staged.play(staged.table.peers()[staged.view().dealer], take_it.Flip())
    return staged


@pytest.mark.parametrize("length", [6, 11, 15, 24])
@pytest.mark.parametrize("guests", [1, 4])
async def test_a_long_row_is_seen_whole_on_the_smallest_screen(guests: int, length: int) -> None:
    """Cards become smaller until the whole row and the buttons have room beside each other."""
    staged = _with_row_of(length, guests)
    async with at_table(staged, (60, 20), coach=True) as pilot:
        board = painted(pilot, TakeItBoard)
        faces = Counter("JOKER" if card == "joker" else card.removeprefix("2x") for card in staged.view().row)
        drawn = Counter(re.findall(r"JOKER|[+-]\d+|\b10\b(?= T| │| ║)", board))
        assert drawn == faces
        assert " grab the row" in board


async def test_the_latest_cards_of_an_endless_row_are_seen() -> None:
    """Where not even the smallest cards fit, the first ones are counted instead of drawn."""
    staged = _with_row_of(60, 4)
    async with at_table(staged, (60, 20)) as pilot:
        board = painted(pilot, TakeItBoard)
        assert "more · the row, 60 cards" in board
        last = staged.view().row[-1].removeprefix("2x")
        assert last in board.splitlines()[-2]


async def test_both_buttons_fit_on_the_smallest_screen() -> None:
    """A dealer reads both words to the end."""
    staged = _staged(_is_dealer, seed=8, guests=2)
    async with at_table(staged, (60, 20)) as pilot:
        assert "turn a card over" in painted(pilot, TakeItBoard)
        assert "grab the row" in painted(pilot, TakeItBoard)
