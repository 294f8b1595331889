"""A few tables of the series that `make soak` runs: nothing is lost with the host, however it goes."""

from pathlib import Path

import pytest

from tests.lan.lab import can_build_namespaces
from tests.staying_alive.series import How, Plan, carry_out
from tests.staying_alive.venues import VENUES


@pytest.mark.lan
@pytest.mark.parametrize(
    ("number", "how", "where"),
    [(4, "kill", "loopback"), (11, "kill", "lab"), (3, "leave", "lab"), (7, "hup", "loopback")],
)
def test_play_goes_on_and_no_acknowledged_move_is_lost_or_doubled(
    tmp_path: Path, number: int, how: How, where: str
) -> None:
    """Every screen goes on, shows nothing twice and nothing else, and the record follows the rules."""
    if where == "lab" and not can_build_namespaces():
        pytest.skip("network namespaces need root and iproute2")
    plan = Plan.make(number)
    with VENUES[where](tmp_path, plan.seats) as venue:
        trial = carry_out(plan, how, venue)
    assert trial.failure is None
    assert len(trial.gaps) == plan.seats
