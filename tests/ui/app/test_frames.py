"""Steps taken apart into pictures."""

from itertools import pairwise

import pytest

from takelan.rules import take_a_number, take_that
from takelan.rules.chance import Chance
from takelan.rules.take_a_number.types import Placed, RowTaken
from takelan.ui.frames import Frame, _placing, frames_of
from takelan.ui.motion import Projector, choose_motion
from takelan.wire.to_peer import Step, TakeANumberStep
from tests.ui.app.staging import ME, StagedTable


@pytest.mark.parametrize("seed", range(12))
def test_made_up_views_lead_to_the_view_to_believe(seed: int) -> None:
    """The last made-up picture shows the same rows, hands and #-Rows as the table's own view."""
    staged = StagedTable("take-a-number", 3 + seed % 4, seed=seed, rounds=1)
    steps: list[TakeANumberStep] = []
    staged.on_message = lambda message: steps.append(message) if isinstance(message, Step) else None  # type: ignore[arg-type]
    staged.begin()
    staged.play_on(lambda view: bool(view.round_scores))
    for before, step in pairwise(steps):
        frames = frames_of(before.view, step, ["x"] * len(step.hearings))
        assert frames[-1].view == step.view
        for earlier, later in pairwise(frames):
            assert _cards_in_rows(later) - _cards_in_rows(earlier) <= set(later.fresh), (
                "one picture, one card"
            )
            assert 0 <= len(earlier.view.to_place) - len(later.view.to_place) <= 1


def _cards_in_rows(frame: Frame) -> set[int]:
    return {card for row in frame.view.rows for card in row}


@pytest.mark.parametrize("seed", range(6))
def test_what_is_made_up_is_what_the_table_says(seed: int) -> None:
    """Cut off before its last event, a step makes up what the table shows after the event before it."""
    staged = StagedTable("take-a-number", 3, seed=seed, rounds=1)
    steps: list[TakeANumberStep] = []
    staged.on_message = lambda message: steps.append(message) if isinstance(message, Step) else None  # type: ignore[arg-type]
    staged.begin()
    staged.play_on(lambda view: bool(view.round_scores))
    compared = 0
    for before, step in pairwise(steps):
        if len(step.hearings) < 2 or not isinstance(step.hearings[-1], Placed | RowTaken):
            continue
        made_up = list(_placing(before.view, step, ["x"] * len(step.hearings)))[-1].view
        believed = step.view
        assert made_up.rows == believed.rows
        assert made_up.number_rows == believed.number_rows
        assert made_up.number_pile_sizes == believed.number_pile_sizes
        assert (made_up.hand, made_up.hand_sizes) == (believed.hand, believed.hand_sizes)
        compared += 1
    assert compared


def test_looking_back_ends_where_one_was() -> None:
    """After the last turn was shown again the picture is the one before."""
    projector = Projector()
    frames = [Frame(view=number) for number in range(3)]
    projector.feed(frames)
    assert not projector.can_look_back, "not while pictures are coming"
    projector.skip()
    projector.look_back()
    assert projector.is_looking_back
    assert [projector.advance() for _ in range(3)] == frames
    assert not projector.is_looking_back


def test_that_others_choose_is_no_turn_to_look_back_at() -> None:
    """Before the first reveal there is none, and after one the many who have chosen since are one picture."""
    projector = Projector()
    projector.feed([Frame("dealt")], [take_a_number.types.Dealt(1, 0, (), ((1,), (2,), (3,)), ())])
    for number in range(9):
        projector.feed([Frame(number)])
    projector.skip()
    assert not projector.can_look_back
    turn = [Frame("revealed"), Frame("placed")]
    projector.feed(turn, [take_a_number.types.Revealed((4, 5))])
    for number in range(9):
        projector.feed([Frame(number)])
    projector.skip()
    projector.look_back()
    assert [projector.advance() for _ in range(3)] == [*turn, Frame(8)]
    assert not projector.is_looking_back


def test_a_new_step_ends_looking_back() -> None:
    """What happens now comes before what happened."""
    projector = Projector()
    projector.feed([Frame(1), Frame(2)])
    projector.skip()
    projector.look_back()
    projector.feed([Frame(3)])
    assert projector.advance() == Frame(3)


def test_a_taken_line_cannot_be_looked_back_at() -> None:
    """TT11: what lies face down stays face down."""
    projector = Projector()
    projector.feed([Frame(1), Frame(2)])
    projector.feed([Frame(3)], [take_that.types.LineGone(0, 2, has_extra=False)])
    projector.skip()
    assert not projector.can_look_back


@pytest.mark.parametrize(
    ("wanted", "environ", "motion"),
    [
        ("auto", {}, "full"),
        ("auto", {"SSH_TTY": "/dev/pts/1"}, "reduced"),
        ("full", {"SSH_TTY": "/dev/pts/1"}, "full"),
        ("off", {}, "off"),
    ],
)
def test_less_moves_over_ssh_unless_wanted(wanted: str, environ: dict[str, str], motion: str) -> None:
    """The setting decides; without one the line does."""
    assert choose_motion(wanted, environ) == motion


def test_the_staging_is_repeatable() -> None:
    """The same seed deals the same cards, or pictures would change by themselves."""
    views = []
    for _ in range(2):
        staged = StagedTable("take-that", 2, seed=3)
        staged.begin()
        views.append(staged.view(ME))
    assert views[0] == views[1]
    assert Chance(bytes(32)).below(10) == Chance(bytes(32)).below(10)
