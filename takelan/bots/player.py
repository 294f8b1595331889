"""What a bot is: something that sees views, hears what a seat may hear, and returns a move.

This is the whole interface for bots of your own, too; ``docs/bots.md`` shows how to write one.

Rule 1: a player is given views and hearings and never a state; the type parameters admit nothing else.
Rule 2: ``choose`` remembers nothing. What a player wants to remember, it notes in ``hear``, so that a
runner may let it think elsewhere, throw a decision away, or ask again.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from takelan.rules.take_a_number import types as take_a_number
from takelan.rules.take_it import types as take_it
from takelan.rules.take_that import types as take_that

ViewT = TypeVar("ViewT", take_that.View, take_it.View, take_a_number.View)
MoveT = TypeVar("MoveT", bound=take_that.AnyMove | take_it.AnyMove | take_a_number.AnyMove)
HearingT = TypeVar("HearingT", bound=take_that.Hearing | take_it.Hearing | take_a_number.Hearing)


class PlayerOf(ABC, Generic[ViewT, MoveT, HearingT]):
    """A player of one game, who knows nothing but views and hearings.

    ``choose`` is asked whenever the seat has a legal move. None lets the moment pass, which only a
    race allows: a row that is not grabbed stays where it is.
    """

    @abstractmethod
    def choose(self, view: ViewT, moves: Sequence[MoveT]) -> MoveT | None:
        """Pick one of the moves, or None to wait."""

    def hear(self, hearings: Sequence[HearingT], view: ViewT) -> None:
        """Note what the seat just heard, with the view that followed; by default nothing."""


#: A player whose game does not matter to the reader.
Player: TypeAlias = PlayerOf[Any, Any, Any]
