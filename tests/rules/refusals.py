"""How a test asks for a refusal."""

import copy
from typing import Any

import pytest

from takelan.errors import IllegalMoveError
from takelan.rules.game import AnyGame


def refusal(game: AnyGame, state: Any, seat: int, move: Any) -> str:
    """Return the sentence that refuses a move, having seen that the state did not change."""
    before = copy.deepcopy(state)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(state, seat, move)
    assert state == before
    return str(caught.value)
