"""Who plays alone may ask what a strong player would do, and reads afterwards what was costly."""

import asyncio
import re
import time
from typing import Any

import pytest
from textual.pilot import Pilot

from takelan.bots.budget import IsTimeLeft
from takelan.rules import take_a_number, take_it
from takelan.rules.catalog import GAMES
from takelan.table.pace import Pace
from takelan.ui.counsel import Decided, Remark, look_back, think
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.results import Results, _lines_of
from takelan.ui.widgets.status import Status
from takelan.wire import to_host
from tests.ui.app.playing import at_table, click, moves_of, painted, screen_of, text_of
from tests.ui.app.staging import DEFAULT_PACE, StagedTable

GAME_NAMES = tuple(GAMES)


def _deciding(game: str, *, is_solo: bool = True, guests: int = 2, pace: Pace = DEFAULT_PACE) -> StagedTable:
    staged = StagedTable(game, guests, seed=5, is_solo=is_solo, rounds=1, pace=pace)
    staged.begin()
    if game == "take-it":
        staged.play_on(lambda view: len(view.row) >= 3)
    else:
        staged.let_others_play()
    return staged


async def _settle(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def _sentence(pilot: Pilot[Any]) -> str:
    return " ".join(painted(pilot, Status).split())


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_i_says_in_one_sentence_what_a_strong_player_would_do(game: str) -> None:
    """The sentence stands where objections stand, all of it at 80 columns, and nothing is sent."""
    staged = _deciding(game)
    async with at_table(staged) as pilot:
        assert "i hint" in painted(pilot, Keys)
        await pilot.press("i")
        await _settle(pilot)
        assert re.match(r"▸ [A-Z].*: .*\.$", _sentence(pilot)), _sentence(pilot)
        assert staged.sent == []


async def test_the_thinking_is_done_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice and review come from another process: in that of the screen nobody could give them."""
    monkeypatch.setattr("takelan.bots.advice.Adviser", None)
    monkeypatch.setattr("takelan.bots.reviewing.review_notes", None)
    staged = _deciding("take-that")
    async with at_table(staged) as pilot:
        await pilot.press("i")
        await _settle(pilot)
        assert re.match(r"▸ [A-Z].*: .*\.$", _sentence(pilot))
        await _play_badly(pilot, staged)
        assert "by estimate" in painted(pilot, Results)


async def test_asking_again_does_not_begin_anew() -> None:
    """The same question is thought about once, however often the key is pressed."""
    async with at_table(_deciding("take-that")) as pilot:
        mind: Any = pilot.app.mind  # type: ignore[attr-defined] # it is our app
        asked, ask = [], mind.ask

        async def ask_once(*matters: Any) -> Any:
            asked.append(matters)
            return await ask(*matters)

        mind.ask = ask_once
        await pilot.press("i", "i", "i")
        await _settle(pilot)
        assert len(asked) == 1
        assert re.match(r"▸ [A-Z].*: .*\.$", _sentence(pilot))


async def test_a_process_that_cannot_think_costs_the_advice_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The screen says so and plays on; after the round there is no review."""
    monkeypatch.setattr("sys.executable", "/bin/false")
    staged = _deciding("take-that")
    async with at_table(staged) as pilot:
        await pilot.press("i")
        await _settle(pilot)
        assert _sentence(pilot) == "▸ Nothing came to mind: i asks again."
        await _play_badly(pilot, staged)
        assert "won" in painted(pilot, Results) and "estimate" not in painted(pilot, Results)


async def test_leaving_waits_for_no_thought() -> None:
    """Whoever thinks ends with the app."""
    async with at_table(_deciding("take-that")) as pilot:
        mind = pilot.app.mind  # type: ignore[attr-defined] # it is our app
        assert await mind.ask(abs, -1) == 1
        process, thinking = mind._process, asyncio.create_task(mind.ask(time.sleep, 3600))
    assert process.returncode is not None
    await thinking


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_no_decision_is_thought_about_for_longer_than_by_a_hosts_bots(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Advice and review look at the clock that bots at a table have; one that has run out still answers."""
    looks: list[IsTimeLeft] = []

    def start() -> IsTimeLeft:
        looks.append(lambda: False)
        return looks[-1]

    monkeypatch.setattr("takelan.net.minds._start", start)
    staged = _deciding(game)
    async with at_table(staged) as pilot:
        sitting = screen_of(pilot).sitting
        assert sitting.counsel is not None
        assert think(sitting.counsel.pages, sitting.outlook.view, sitting.outlook.moves)
        assert looks
        looks.clear()
        sitting.play(staged.moves()[-1])
        staged.let_others_play()
        look_back(sitting.counsel.pages)
        assert looks


async def test_a_click_asks_too() -> None:
    """The offer works by mouse."""
    async with at_table(_deciding("take-that")) as pilot:
        await click(pilot, "i hint")
        await _settle(pilot)
        assert _sentence(pilot).startswith("▸ ")


async def test_advice_stays_while_pointing_and_goes_with_the_move() -> None:
    """Whoever follows advice can read it on the way to the card; then it is old."""
    staged = _deciding("take-that")
    async with at_table(staged) as pilot:
        await pilot.press("i")
        await _settle(pilot)
        advice = _sentence(pilot)
        await pilot.press("right", "left")
        assert _sentence(pilot) == advice
        screen_of(pilot).sitting.play(staged.think(1))
        await pilot.pause()
        assert "▸" not in painted(pilot, Status)


async def test_advice_on_a_row_goes_with_the_next_card() -> None:
    """A row with another card is another question."""
    staged = _deciding("take-it")
    async with at_table(staged) as pilot:
        await pilot.press("i")
        await _settle(pilot)
        assert "▸" in painted(pilot, Status)
        size = len(staged.view().row)
        staged.play_on(lambda view: len(view.row) != size)
        await pilot.pause()
        assert "▸" not in painted(pilot, Status)


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_at_a_shared_table_there_is_no_advice(game: str) -> None:
    """Where others play, the key does nothing and is not offered, nor is anything written down."""
    async with at_table(_deciding(game, is_solo=False)) as pilot:
        before = text_of(pilot)
        assert "i hint" not in painted(pilot, Keys)
        await pilot.press("i")
        await _settle(pilot)
        assert text_of(pilot) == before
        assert screen_of(pilot).sitting.counsel is None


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_a_table_of_several_may_allow_advice(game: str) -> None:
    """With hints=on whoever decides is told what somebody who plays alone would be; nothing is sent."""
    staged = _deciding(game, is_solo=False, pace=Pace(hints="on"))
    async with at_table(staged) as pilot:
        assert "i hint" in painted(pilot, Keys)
        await pilot.press("i")
        await _settle(pilot)
        told = _sentence(pilot)
        assert "▸" in told
    async with at_table(_deciding(game)) as pilot:
        await pilot.press("i")
        await _settle(pilot)
        assert told == _sentence(pilot)


async def test_onlookers_get_no_advice_where_players_do() -> None:
    """Whoever decides nothing has nothing to ask."""
    staged = StagedTable("take-that", 2, seed=5, pace=Pace(hints="on"))
    staged.begin()
    async with at_table(staged, looks_on=True) as pilot:
        assert "i hint" not in painted(pilot, Keys)
        assert screen_of(pilot).sitting.counsel is None


async def test_without_a_decision_there_is_no_advice() -> None:
    """While others move the key is not offered and does nothing."""
    staged = StagedTable("take-that", 2, seed=5, is_solo=True)
    staged.begin()
    staged.play_on(lambda view: view.turn != view.seat)
    async with at_table(staged) as pilot:
        assert "i hint" not in painted(pilot, Keys)
        await pilot.press("i")
        await _settle(pilot)
        assert "▸" not in painted(pilot, Status)


async def _play_badly(pilot: Pilot[Any], staged: StagedTable) -> None:
    """Play the last of all moves until the round is over."""
    for _ in range(400):
        if staged.view().round_scores:
            break
        # The others may not wait for us for ever in a race.
        staged.let_others_play(lambda view: bool(view.round_scores), limit=1 if _is_race(staged) else 500)
        if (moves := staged.moves()) and not staged.view().round_scores:
            screen_of(pilot).sitting.play(moves[-1])
    await pilot.pause()
    await _settle(pilot)


def _is_race(staged: StagedTable) -> bool:
    return isinstance(staged.view(), take_it.View)


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_after_a_round_alone_the_costliest_decisions_are_named(game: str) -> None:
    """Up to three lines below the scores, the dearest first, at 80×24."""
    staged = _deciding(game, guests=3)
    async with at_table(staged) as pilot:
        await _play_badly(pilot, staged)
        assert moves_of(staged)
        shown = painted(pilot, Results)
        assert "Your costliest decisions in this round" in shown
        costs = [float(cost) for cost in re.findall(r"(?:Turn|Row) \d+, ([\d.]+) points: better to ", shown)]
        assert 1 <= len(costs) <= 3 and costs == sorted(costs, reverse=True)
        assert "…" not in shown and "won" in shown


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_a_review_says_why_where_there_is_room(game: str) -> None:
    """On a larger screen each decision comes with what spoke for the better one, in full."""
    staged = _deciding(game, guests=3)
    async with at_table(staged, (120, 40)) as pilot:
        await _play_badly(pilot, staged)
        shown = " ".join(painted(pilot, Results).split())
        remarks = shown.partition("by estimate: ")[2]
        assert len(re.findall(r"(?:Turn|Row) \d+, ", remarks)) == len(re.findall(r", for [^,…]", remarks)) > 0
        assert "…" not in remarks


def test_a_review_gives_the_reasons_of_the_worst_first() -> None:
    """What was costly is told of all before it is told why, in no more lines than there are."""
    review = [
        Remark("Costly:"),
        Remark("Turn 4, better to wait", "the row grows"),
        Remark("Turn 2, better to lay 7", "it fits"),
    ]
    named = ["Costly:", "Turn 4, better to wait", "Turn 2, better to lay 7"]
    assert _lines_of(review, 30, 3) == named
    assert _lines_of(review, 30, 4) == [named[0], "Turn 4, better to wait, for", "  the row grows.", named[2]]
    assert _lines_of(review, 30, 5)[-2:] == ["Turn 2, better to lay 7, for", "  it fits."]
    assert _lines_of(review, 30, 2) == named[:2]


async def test_after_a_round_with_others_there_is_no_review() -> None:
    """A shared table shows the scores alone."""
    staged = _deciding("take-that", is_solo=False)
    async with at_table(staged) as pilot:
        await _play_badly(pilot, staged)
        assert "won" in painted(pilot, Results)
        assert "costl" not in text_of(pilot)


async def test_a_review_belongs_to_its_round() -> None:
    """The next round begins with an empty notebook and gets a review of its own."""
    staged = StagedTable("take-that", 1, seed=5, is_solo=True, rounds=2)
    async with at_table(staged) as pilot:
        staged.begin()
        counsel = screen_of(pilot).sitting.counsel
        assert counsel is not None
        await _play_badly(pilot, staged)
        first = len(counsel.pages)
        staged.receive(2, to_host.Ready())
        await pilot.press("enter")
        await pilot.pause()
        assert counsel.deal == 2 and len(counsel.pages) < first


async def test_the_notebook_keeps_what_was_accepted() -> None:
    """TN4: of a card that is changed only the last choice counts; a refused move does not."""
    staged = StagedTable("take-a-number", 1, seed=5, is_solo=True)
    staged.begin()
    async with at_table(staged) as pilot:
        first, second = staged.view().hand[:2]
        for move in (take_a_number.ChooseCard(first), take_a_number.ChooseCard(second)):
            screen_of(pilot).sitting.play(move)
        assert _decided(pilot) == []
        staged.let_others_play(lambda view: view.chosen is None)
        assert _decided(pilot) == [take_a_number.ChooseCard(second)]
        screen_of(pilot).sitting.play(take_a_number.ChooseCard(second))
        staged.let_others_play()
        assert _decided(pilot) == [take_a_number.ChooseCard(second)], "it was refused"


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_grab_counts_when_it_got_the_row(*, is_first: bool) -> None:
    """TI5: a grab that came too late was not our decision about the row."""
    staged = _deciding("take-it")
    async with at_table(staged) as pilot:
        grab = take_it.Grab(staged.view().row_number)
        sitting = screen_of(pilot).sitting
        assert sitting.counsel is not None
        if is_first:
            sitting.play(grab)
        else:
            sitting.counsel.plan(sitting.outlook.view, sitting.outlook.moves, grab)
            staged.play(2, grab)
        assert _decided(pilot) == ([grab] if is_first else [])


def _decided(pilot: Pilot[Any]) -> list[Any]:
    counsel = screen_of(pilot).sitting.counsel
    assert counsel is not None
    return [page.played for page in counsel.pages if isinstance(page, Decided)]
