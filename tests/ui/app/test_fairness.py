"""What the app says about fairness: a warning that stays, a quiet line, and a file that can be verified."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from takelan.rules.catalog import GAMES
from takelan.rules.game import RoundEnded
from takelan.rules.take_that.types import Laid
from takelan.ui.widgets.banner import Banner
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.results import Results
from takelan.ui.widgets.status import Status
from takelan.wire import to_host
from takelan.wire.fairness import Opened, Proofs
from takelan.wire.to_peer import AnyToPeer, Step
from tests.cli.running import run
from tests.ui.app.playing import at_table, painted
from tests.ui.app.staging import StagedTable

Lie = Callable[[Any], Any]

both_chairs = pytest.mark.parametrize("looks_on", [False, True], ids=["player", "onlooker"])


def staged(game: str = "take-that", **words: Any) -> StagedTable:
    """Gather three people for a game of one round."""
    return StagedTable(game, 2, seed=5, **{"rounds": 1, **words})


async def finish(pilot: Pilot[Any], table: StagedTable) -> None:
    """Play to the end of the round, and look at it."""
    table.play_on(lambda view: bool(view.round_scores))
    await pilot.pause()
    await pilot.press("escape")
    await pilot.pause()


def miscounted(message: AnyToPeer) -> AnyToPeer:
    """Tell of a point too many for everybody."""
    return _retold(message, RoundEnded, lambda one: RoundEnded(tuple(score + 1 for score in one.scores)))


def laid_by_another(message: AnyToPeer) -> AnyToPeer:
    """Tell of a card that somebody else has laid."""
    return _retold(message, Laid, lambda one: Laid((one.seat + 1) % 3, one.card))


def unproven(message: AnyToPeer) -> AnyToPeer:
    """Show cards with proofs of others."""
    if not isinstance(message, Proofs):
        return message
    return msgspec.structs.replace(
        message, proofs=tuple(msgspec.structs.replace(one, salt=bytes(16)) for one in message.proofs)
    )


def otherwise_opened(message: AnyToPeer) -> AnyToPeer:
    """Open another deal than everybody was bound to."""
    if not isinstance(message, Opened):
        return message
    return msgspec.structs.replace(message, deal=msgspec.structs.replace(message.deal, host=bytes(32)))


def _retold(message: AnyToPeer, kind: type, lie: Lie) -> AnyToPeer:
    if not isinstance(message, Step):
        return message
    step: Any = message
    hearings = tuple(lie(one) if isinstance(one, kind) else one for one in step.hearings)
    retold: AnyToPeer = msgspec.structs.replace(step, hearings=hearings)
    return retold


@both_chairs
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_verified_game_is_one_quiet_line(game: str, looks_on: bool) -> None:
    """Below the result, in the words of the manual; the top line stays what it is."""
    table = staged(game)
    async with at_table(table, looks_on=looks_on) as pilot:
        table.begin()
        await finish(pilot, table)
        assert "Deal verified by 3 of 3 players." in painted(pilot, Results)
        assert "Game over" in painted(pilot, Banner)
        assert "!" not in painted(pilot, Banner).replace("Take It!", "")


async def test_whoever_has_not_signed_is_not_counted() -> None:
    """The line tells how many of how many, not that all is well."""
    table = staged()
    async with at_table(table) as pilot:
        table.begin()
        table.witnesses[3]._report = lambda game: []  # type: ignore[method-assign] # somebody whose program is silent
        await finish(pilot, table)
        assert "Deal verified by 2 of 3 players." in painted(pilot, Results)


async def test_somebody_elses_objection_is_told() -> None:
    """Another program that found something is named in the same line."""
    table = staged()
    async with at_table(table) as pilot:
        table.begin()
        table.lies[3] = miscounted
        await finish(pilot, table)
        name = str(table.table.names()[table.seat(3)])
        words = " ".join(painted(pilot, Results).split())
        assert f"Deal verified by 2 of 3 players. It does not hold for {name}." in words


#: What the host says wrongly, whether only a player can notice, and what the top line says then.
ALARMS: list[tuple[Lie, bool, str]] = [
    (laid_by_another, False, "! The host breaks the rules: "),
    (miscounted, False, "! The host breaks the rules: "),
    (unproven, True, "! The card "),
    (otherwise_opened, True, "! What the host tells of the shuffle of round 1 "),
]


@both_chairs
@pytest.mark.parametrize(
    ("lie", "is_for_players", "words"), ALARMS, ids=[alarm[0].__name__ for alarm in ALARMS]
)
async def test_what_does_not_hold_is_a_warning_that_stays(
    lie: Lie, is_for_players: bool, words: str, looks_on: bool
) -> None:
    """In place of the top line, during the game, its result and the next; nothing is called verified."""
    table = staged()
    async with at_table(table, looks_on=looks_on) as pilot:
        table.lies[table.shown_to] = lie
        table.begin()
        await finish(pilot, table)
        if looks_on and is_for_players:
            # An onlooker has no proof and no list of its own; it finds what is opened not to be signed.
            words = "! Seat 0 has not signed" if lie is otherwise_opened else ""
        warning = painted(pilot, Banner).strip()
        assert warning.startswith(words or "Game over")
        if words:
            assert "verified" not in painted(pilot, Results)
            del table.lies[table.shown_to]
            table.receive(1, to_host.Start())
            await pilot.pause()
            assert painted(pilot, Banner).strip() == warning


@both_chairs
async def test_s_saves_a_game_that_verify_accepts(
    looks_on: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """The file is named on the screen; every line of it and all three signatures hold."""
    monkeypatch.chdir(tmp_path)
    table = staged("take-a-number", has_real_keys=True)
    async with at_table(table, looks_on=looks_on) as pilot:
        table.begin()
        assert "s save" not in painted(pilot, Keys)
        await finish(pilot, table)
        assert "s save" in painted(pilot, Keys)
        await pilot.press("s")
        await pilot.pause()
        (saved,) = tmp_path.glob("*.jsonl")
        assert saved.name in painted(pilot, Status)
    told = run(capsysbinary, "verify", saved.name).out.decode()
    assert told == ("Take A Number: 1 deck made by Ada, Ben, Cleo and the host; signed by 3 of 3 players.\n")
