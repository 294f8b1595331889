"""Take A Number on the screen: every key and every click."""

import re
from typing import Any

import pytest

from takelan.rules import take_a_number
from takelan.rules.take_a_number import ChooseCard, ChooseRow, KeepCard
from takelan.ui.widgets.boards.take_a_number import TakeANumberBoard
from takelan.ui.widgets.hand import Hand
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.players import Players
from takelan.ui.widgets.status import Hint, Status
from tests.ui.app.playing import at_table, is_watching, moves_of, painted, screen_of, text_of
from tests.ui.app.staging import ME, NAMES, StagedTable


def _staged(until: Any, guests: int = 3, seed: int = 2, **words: Any) -> StagedTable:
    staged = StagedTable("take-a-number", guests, seed=seed, **words)
    staged.begin()
    staged.play_on(until)
    return staged


def _choosing(view: Any) -> bool:
    return view.decision is None and not view.to_place


def _low(view: Any) -> bool:
    return view.decision is not None and view.decision.seat == view.seat and view.decision.row is None


def _keeping(view: Any) -> bool:
    return view.decision is not None and view.decision.seat == view.seat and view.decision.row is not None


async def test_a_choice_may_be_changed_until_all_have_chosen() -> None:
    """Enter chooses, another Enter changes; the table is told both times (TN4)."""
    staged = _staged(_choosing)
    first, second = staged.view().hand[:2]
    async with at_table(staged) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        assert f"You chose {first}" in painted(pilot, Status)
        await pilot.press("2", "enter")
        await pilot.pause()
        assert moves_of(staged) == [ChooseCard(first), ChooseCard(second)]
        assert "change to" not in painted(pilot, Keys), "it is chosen"
        await pilot.press("1")
        assert f"change to {first}" in painted(pilot, Keys)
        assert "✓ Ada" in painted(pilot, Players)


async def test_who_is_ready_is_shown() -> None:
    """Others see only who has chosen (TN4)."""
    staged = _staged(_choosing)
    async with at_table(staged) as pilot:
        staged.play(2, staged.think(2))
        await pilot.pause()
        marks = painted(pilot, Players)
        assert "✓ Ben" in marks
        assert "… Cleo" in marks


async def test_the_reveal_is_placed_card_by_card() -> None:
    """One picture a card; a full stop skips to the end; nothing can be chosen in between."""
    staged = _staged(_choosing, guests=3, seed=4)
    async with at_table(staged, motion="full") as pilot:
        screen = screen_of(pilot)
        await pilot.press("8", "enter")
        await pilot.pause()
        staged.let_others_play(until=lambda view: bool(view.to_place) or view.chosen is None)
        await pilot.pause()
        assert is_watching(pilot)
        assert "to be placed" in text_of(pilot)
        assert "skip" in painted(pilot, Keys)
        sent = len(staged.sent)
        await pilot.press("2", "right")
        assert len(staged.sent) == sent
        await pilot.press("full_stop")
        assert not is_watching(pilot)
        assert screen.sitting.frame is not None
        assert screen.sitting.frame.view == staged.view()


@pytest.mark.parametrize(("motion", "pictures"), [("full", 5), ("reduced", 2), ("off", 1)])
async def test_a_turn_has_as_many_pictures_as_the_setting_says(motion: str, pictures: int) -> None:
    """In full one for the reveal and one a card; reduced one for the reveal and one for all cards."""
    staged = _staged(_choosing, guests=3, seed=4)
    async with at_table(staged, motion=motion) as pilot:
        projector = screen_of(pilot).sitting.projector
        await pilot.press("8", "enter")
        await pilot.pause()
        staged.let_others_play(until=lambda view: view.chosen is None)
        seen = {id(projector.current)}
        while projector.is_busy:
            seen.add(id(projector.advance()))
        assert len(seen) == pictures
        assert projector.current is not None
        assert projector.current.view == staged.view()
        assert len(projector.current.fresh) == (4 if motion == "reduced" else 1)


async def test_comma_shows_the_placing_again() -> None:
    """The last turn can be looked at again from the reveal on."""
    staged = _staged(_choosing, guests=2, seed=4)
    async with at_table(staged, motion="full") as pilot:
        screen = screen_of(pilot)
        await pilot.press("8", "enter")
        await pilot.pause()
        staged.let_others_play(until=lambda view: view.chosen is None)
        await pilot.press("full_stop")
        await pilot.press("comma")
        await pilot.pause()
        assert screen.sitting.frame is not None
        assert len(screen.sitting.frame.view.to_place) == 3
        await pilot.press("enter")
        assert screen.sitting.frame.view == staged.view(), "Enter skips, too"


async def test_a_low_card_takes_the_row_chosen_on_the_board() -> None:
    """TN7: arrows move among the rows, Enter takes the one that is marked."""
    staged = _staged(_low, guests=9, seed=3)
    async with at_table(staged) as pilot:
        assert "Choose the row" in text_of(pilot)
        await pilot.press("down", "enter")
        assert moves_of(staged) == [ChooseRow(1)]


async def test_a_digit_points_at_a_row() -> None:
    """A digit points at a row while there is a row to choose."""
    staged = _staged(_low, guests=9, seed=3)
    async with at_table(staged) as pilot:
        await pilot.press("3", "enter")
        assert moves_of(staged) == [ChooseRow(2)]


async def test_two_clicks_on_a_row_take_it() -> None:
    """The same by mouse."""
    staged = _staged(_low, guests=9, seed=3)
    async with at_table(staged) as pilot:
        board = screen_of(pilot).query_one(TakeANumberBoard)
        spot = next(s for s in board._canvas.spots if s.means == ChooseRow(2))  # type: ignore[union-attr] # it is drawn
        offset = (board.region.x + spot.region.x + 1, board.region.y + spot.region.y + 1)
        await pilot.click(offset=offset)
        assert staged.sent == []
        await pilot.click(offset=offset)
        assert moves_of(staged) == [ChooseRow(2)]


async def test_the_card_to_keep_is_chosen_on_the_board() -> None:
    """TN8: the cards of the taken row are the choice."""
    staged = _staged(_keeping, guests=4, seed=17)
    row = staged.view().rows[staged.view().decision.row]
    async with at_table(staged) as pilot:
        assert not screen_of(pilot).query_one(Hand).is_awake
        await pilot.press("right", "enter")
        assert moves_of(staged) == [KeepCard(row[1])]


async def test_others_see_who_decides() -> None:
    """TN12: while one decides, the others see who, and can do nothing."""
    staged = _staged(lambda view: view.decision is not None and view.decision.seat != view.seat, 5, 8)
    async with at_table(staged) as pilot:
        decider = staged.view().decision.seat
        name = screen_of(pilot).sitting.outlook.names[decider]
        assert f"▶ {name}" in painted(pilot, Players)
        await pilot.press("enter")
        assert staged.sent == []


async def test_ten_players_fit_the_smallest_usual_terminal() -> None:
    """80×24 shows ten players, three rows, the hand and what to do."""
    staged = _staged(_choosing, guests=9, seed=3)
    async with at_table(staged) as pilot:
        text = text_of(pilot)
        for name in screen_of(pilot).sitting.outlook.names:
            assert name in text
        for card in staged.view().hand:
            assert str(card) in text
        for row in staged.view().rows:
            assert str(row[-1]) in text
        assert "choose a card" in text


async def test_pips_tell_the_bullheads() -> None:
    """TN1: 55 carries seven pips, and every other card as many as it has bullheads."""
    staged = _staged(_choosing)
    assert 55 in staged.view().hand
    async with at_table(staged) as pilot:
        written = painted(pilot, Hand)
        expected = sum(take_a_number.cards.BULLHEADS[card] for card in staged.view().hand)
        assert written.count("•") == expected


async def test_the_seat_of_the_app_is_the_first() -> None:
    """The staging is what the other tests take it for."""
    assert StagedTable("take-a-number", 2).seat(ME) == 0


_SMALLEST = (60, 20)


@pytest.mark.parametrize("size", [_SMALLEST, (80, 20), (110, 24)])
@pytest.mark.parametrize("guests", [1, 3, 9])
async def test_all_rows_are_seen_on_small_screens(guests: int, size: tuple[int, int]) -> None:
    """However few lines there are, every card of every row and the place that takes it are drawn."""
    staged = _staged(_low, guests=guests)
    async with at_table(staged, size, coach=True) as pilot:
        board = painted(pilot, TakeANumberBoard)
        rows = staged.view().rows
        assert board.count("takes") == sum(
            len(row) < length for row, length in zip(rows, (3, 4, 5), strict=True)
        )
        assert all(re.search(rf"\b{card}\b", board) for row in rows for card in row)
        assert "#-Pile: 0" in board


async def test_rows_in_one_line_each_are_clicked_like_boxes() -> None:
    """The first click on a row chooses it, the second takes it; the arrow shows which."""
    staged = _staged(_low)
    async with at_table(staged, _SMALLEST) as pilot:
        board = screen_of(pilot).query_one(TakeANumberBoard)
        line = next(
            y for y, words in enumerate(painted(pilot, TakeANumberBoard).splitlines()) if "  5 " in words
        )
        await pilot.click(offset=(board.region.x + 9, board.region.y + line))
        await pilot.pause()
        assert "▶ 5" in painted(pilot, TakeANumberBoard)
        assert moves_of(staged) == []
        await pilot.click(offset=(board.region.x + 9, board.region.y + line))
        await pilot.pause()
        assert moves_of(staged) == [ChooseRow(2)]


@pytest.mark.parametrize("size", [_SMALLEST, (80, 24), (110, 24)])
async def test_ten_strips_side_by_side_do_not_overlap(size: tuple[int, int]) -> None:
    """Names, badges and counts stay apart, also with ten cards in a hand; totals give way first."""
    staged = _staged(lambda view: max(view.hand_sizes) >= 10, guests=9)
    sizes = staged.view().hand_sizes
    async with at_table(staged, size) as pilot:
        lines = painted(pilot, Players).splitlines()[1:]
        for seat, (name, held) in enumerate(zip(NAMES, sizes, strict=True)):
            line = lines[seat % 5]
            strip = line[line.index(name) :]
            assert re.match(rf"{name} +(you|<\d+) +{held} ", strip), strip


async def test_hints_are_read_in_full_on_a_narrow_screen() -> None:
    """What does not fit into one line is continued in the next."""
    staged = _staged(_choosing)
    async with at_table(staged, _SMALLEST, coach=True) as pilot:
        hint = " ".join(painted(pilot, Hint).split())
        assert hint == "▸ All choose at once: arrows or digits, then Enter. You may change it later."
