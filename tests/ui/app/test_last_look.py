"""The last picture of a game while people come and go already: it shows the game as it was played."""

from collections.abc import Callable

import pytest

from takelan.rules.catalog import GAMES
from takelan.ui.widgets.players import Players
from takelan.wire import to_host, to_peer
from tests.ui.app.playing import at_table, is_watching, painted, screen_of, text_of
from tests.ui.app.staging import ME, ONLOOKER, StagedTable

BEN, CLEO, DMITRI = 2, 3, 4


@pytest.fixture(autouse=True)
def _look_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("takelan.ui.screens.acts.game.LAST_LOOK", 3600.0)


def _ben_leaves(staged: StagedTable) -> None:
    staged.receive(BEN, to_host.Leave())


def _dmitri_comes(staged: StagedTable) -> None:
    staged._join(DMITRI)


def _ben_is_moved(staged: StagedTable) -> None:
    staged.receive(ME, to_host.MoveTo(2, 2))


CHANGES = [_ben_leaves, _dmitri_comes, _ben_is_moved]


@pytest.mark.parametrize("looks_on", [False, True], ids=["player", "onlooker"])
@pytest.mark.parametrize("change", CHANGES, ids=[change.__name__.strip("_") for change in CHANGES])
@pytest.mark.parametrize("motion", ["full", "reduced"])
@pytest.mark.parametrize("game", GAMES)
async def test_whoever_comes_or_goes_changes_nothing_in_the_last_picture(
    game: str, motion: str, change: Callable[[StagedTable], None], looks_on: bool
) -> None:
    """Each name stays with its cards, and whoever had no part in the game has no strip."""
    staged = StagedTable(game, 2, seed=5, rounds=1)
    async with at_table(staged, motion=motion, looks_on=looks_on) as pilot:
        staged.begin()
        await pilot.pause()
        staged.play_on(lambda view: len(view.round_scores) == 1)
        await pilot.pause()
        if is_watching(pilot):
            await pilot.press("full_stop")
        before = painted(pilot, Players)
        assert [name in before for name in ("Ada", "Ben", "Cleo", "Dmitri")] == [True, True, True, False]
        change(staged)
        await pilot.pause()
        assert screen_of(pilot).has_class("-game")
        assert painted(pilot, Players) == before


@pytest.mark.parametrize("motion", ["full", "reduced", "off"])
@pytest.mark.parametrize("game", GAMES)
async def test_an_onlooker_who_gets_a_seat_at_the_end_sees_the_end(game: str, motion: str) -> None:
    """The seat is there at once, and the last picture is that of the players."""
    staged = StagedTable(game, 1, seed=5, rounds=1)
    async with at_table(staged, motion=motion, looks_on=True) as pilot:
        staged.begin()
        staged.receive(ONLOOKER, to_host.Sit())
        staged.play_on(lambda view: len(view.round_scores) == 1)
        await pilot.pause()
        assert "Otto" not in painted(pilot, Players)
        while screen_of(pilot).game_act.is_showing:
            await pilot.press("full_stop")
        table = screen_of(pilot).sitting.outlook.table
        assert table is not None and len(table.seats) == 3 and table.you == 2
        assert "won" in text_of(pilot)


async def test_a_new_game_shows_nothing_of_the_one_before() -> None:
    """Between the word that it begins and its first cards there is nothing to see."""
    staged = StagedTable("take-that", 1, seed=5, rounds=1)
    async with at_table(staged) as pilot:
        staged.begin()
        staged.play_on(lambda view: len(view.round_scores) == 1)
        await pilot.pause()
        outlook = screen_of(pilot).sitting.outlook
        assert outlook.view is not None
        hear, is_shown = staged.on_message, []

        def hear_and_look(message: to_peer.AnyToPeer) -> None:
            hear(message)
            is_shown.append(outlook.view is not None)

        staged.on_message = hear_and_look
        staged._join(CLEO)
        assert all(is_shown)
        staged.begin()
        assert not all(is_shown) and is_shown[-1]
