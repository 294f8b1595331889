"""Whether a game that lost its host lost anything else."""

from collections.abc import Sequence
from typing import Any

from tests.staying_alive.screens import Screen
from tests.staying_alive.tables import PUBLIC, public_events_of


def check_screens(screens: Sequence[Screen], record: list[dict[str, Any]]) -> None:
    """Compare what everybody was told, before and after, with the record of the finished game."""
    for seat, screen in enumerate(screens):
        _check_order(seat, screen, record)
        _check_views(seat, screen)
        _check_counts(seat, screen)


def _check_order(seat: int, screen: Screen, record: list[dict[str, Any]]) -> None:
    """See that every event somebody was told is in the record, once, and where it was told."""
    hearings = [one for message in screen.first_game() for one in message.said.get("hearings", ())]
    told = [one for one in hearings if one["event"] in PUBLIC]
    recorded = public_events_of(record)
    for place, (heard, written) in enumerate(zip(told, recorded, strict=False)):
        assert heard == written, f"seat {seat} was told {heard} as event {place}, but {written} is recorded"
    assert len(told) == len(recorded), f"seat {seat} was told {len(told)} of {len(recorded)} events"


def _check_views(seat: int, screen: Screen) -> None:
    """See that what was once shown never changes: a revision stands for one view, and none comes again."""
    last: dict[str, Any] | None = None
    for message in screen.first_game():
        if not message.is_step:
            continue
        said = message.said
        if last is not None:
            assert said["revision"] >= last["revision"], f"seat {seat} went back to {said['revision']}"
            if said["revision"] == last["revision"]:
                assert said["view"] == last["view"], f"seat {seat} saw revision {said['revision']} change"
        last = said


def _check_counts(seat: int, screen: Screen) -> None:
    """See that a move once counted stays counted."""
    counts = [one.said["number"] for one in screen.first_game() if one.said["say"] == "counted"]
    assert counts == sorted(counts), f"seat {seat}'s moves were counted as {counts}"
