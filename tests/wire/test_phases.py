"""The conversation is a table, and these tests walk every cell of it."""

from typing import get_args

import pytest

from takelan.wire.phases import NEXT_PHASE, Phase, next_phase
from takelan.wire.to_host import AnyToHost
from tests.wire.frames import TO_HOST

EVERY_KIND = get_args(AnyToHost)
BEFORE_THE_TABLE = {"Ask", "Hello", "Introduce", "Proof", "Join", "Watch"}
AT_THE_TABLE = {kind.__name__ for kind in EVERY_KIND} - BEFORE_THE_TABLE
HAS_A_PLACE = {
    Phase.GREETING: {"Ask": Phase.CLOSED, "Hello": Phase.PROVING},
    Phase.PROVING: {"Introduce": Phase.INTRODUCED, "Join": Phase.SEATED},
    Phase.INTRODUCED: {"Proof": Phase.PROVEN},
    Phase.PROVEN: {"Join": Phase.SEATED, "Watch": Phase.WATCHING},
    Phase.WATCHING: {"Sit": Phase.WATCHING, "Pong": Phase.WATCHING, "Leave": Phase.CLOSED},
    Phase.SEATED: {
        name: Phase.CLOSED if name in ("Leave", "StepOut") else Phase.SEATED for name in AT_THE_TABLE
    },
    Phase.CLOSED: {},
}


def test_the_examples_are_all_there_is() -> None:
    """Every kind of message is walked."""
    assert {type(message) for message in TO_HOST} == set(EVERY_KIND)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("message", TO_HOST, ids=lambda message: type(message).__name__)
def test_a_message_leads_where_the_table_says(phase: Phase, message: AnyToHost) -> None:
    """What has a place leads on; everything else leads nowhere."""
    assert next_phase(phase, message) == HAS_A_PLACE[phase].get(type(message).__name__)


def test_nothing_follows_the_end() -> None:
    """A closed conversation stays closed, and every phase has a row."""
    assert NEXT_PHASE[Phase.CLOSED] == {}
    assert set(NEXT_PHASE) == set(Phase)
