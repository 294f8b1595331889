"""`takelan play`: whoever types it sits down, also if a table is gone again when they arrive."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from takelan.cli import play
from takelan.net.discovery.found import FoundTable, Place
from takelan.net.failures import DroppedError, NothingListeningError
from takelan.wire.advert import Advert
from takelan.wire.peer_text import PlayerName, TableName


@pytest.fixture
def found() -> FoundTable:
    """Find somebody else's table."""
    advert = Advert(
        table="0" * 16,
        name=TableName("A table"),
        host=PlayerName("Bob"),
        game="take-that",
        taken=2,
        seats=4,
        phase="lobby",
        protocol=1,
    )
    return FoundTable(advert=advert, address="127.0.0.1", port=18253, fingerprint=None, source="port")


def _raising(error: Exception) -> Callable[..., None]:
    def fail(*_details: Any, **_more: Any) -> None:
        raise error

    return fail


@pytest.mark.parametrize("error", [NothingListeningError(place="here"), DroppedError(place="here")])
def test_whose_own_table_merged_away_goes_after_it(
    error: Exception, found: FoundTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's table moved to Bob's before she had sat down: she sits down with Bob."""
    finds = iter([None, found])
    sat_down: list[Place] = []
    monkeypatch.setattr(play, "_find", lambda *_: next(finds))
    monkeypatch.setattr(play, "open_and_play", _raising(error))
    monkeypatch.setattr(play, "sit_down", lambda place, *_, **__: sat_down.append(place))
    result = CliRunner().invoke(play.play, ["take-that"])
    assert result.exit_code == 0, result.output
    assert sat_down == [found.place]
