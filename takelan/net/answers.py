"""Moves as answers to what a seat was shown."""

from typing import Any

from takelan.rules.take_it.types import Flip, Grab
from takelan.wire.to_host import Play
from takelan.wire.to_peer import Step


def answer(move: Any, step: Step | None) -> Play:
    """Make a move; in a game of turns it names the view it answers.

    A race goes by arrival, and a grab names its row.
    """
    is_by_turns = not isinstance(move, Flip | Grab)
    return Play(move, step.revision if is_by_turns and step is not None else None)
