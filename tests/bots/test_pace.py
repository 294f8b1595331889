"""How fast bots are."""

import pytest

from takelan.bots.levels import KINDS
from takelan.bots.pace import PACES, delay
from takelan.rules.chance import Chance
from takelan.rules.take_it import Flip, Grab
from takelan.rules.take_that import Lay

#: What an attentive person needs to see something and press a key, in seconds.
_HUMAN = 0.25


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("move", [Grab(1), Flip(), Lay(12)])
def test_no_bot_is_faster_than_a_person(kind: str, move: object) -> None:
    """UX: bots have human reaction times, whatever they do and however well they play."""
    chance = Chance(b"pace")
    assert min(delay(kind, move, chance) for _ in range(300)) >= _HUMAN


def test_better_players_react_sooner() -> None:
    """A higher level is faster on average, and still sometimes beaten."""
    chance = Chance(b"pace")
    times = {level: sorted(delay(level, Grab(1), chance) for _ in range(300)) for level in PACES}
    medians = [times[level][150] for level in ("hard", "normal", "easy")]
    assert medians == sorted(medians)
    assert times["hard"][-1] > times["easy"][0]


def test_a_dealer_lets_the_others_look() -> None:
    """TI3: two flips are at least 0.8 s apart at a usual table, and bots do not even try."""
    chance = Chance(b"pace")
    assert min(delay(level, Flip(), chance) for level in PACES for _ in range(100)) >= 0.8
