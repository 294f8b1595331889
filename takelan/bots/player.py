"""What a bot is: something that sees a view and returns a move."""

from collections.abc import Sequence
from typing import Any, Protocol


class Player(Protocol):
    """A player of one game, who knows nothing but views.

    ``choose`` is asked whenever the seat has a legal move. None lets the moment pass, which only a
    race allows: a row that is not grabbed stays where it is.
    """

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        """Pick one of the moves, or None to wait."""
