"""What a referee says about something that cannot be."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from takelan.language import translate as _
from takelan.rules.game import GameEnded


class Foul(NamedTuple):
    """What was told that does not follow, and why it does not; nothing was told when only a view is wrong."""

    hearing: Any
    why: str


class FoulError(Exception):
    """Something does not follow from what happened before; the text says why."""


def demand(claim: object, why: str) -> None:
    """Whistle unless a claim holds."""
    if not claim:
        raise FoulError(why)


class Tally:
    """The scores that every referee keeps: those of the rounds, and how they end."""

    def __init__(self, length: int, *, lowest_wins: bool) -> None:
        self._length = length
        self._lowest_wins = lowest_wins
        self.rounds: list[tuple[int, ...]] = []

    def add(self, told: Sequence[int], counted: Sequence[int]) -> None:
        """Compare the scores of a round with what was counted here."""
        demand(tuple(told) == tuple(counted), _("these are not the points of that round"))
        self.rounds.append(tuple(told))

    def end(self, ended: GameEnded) -> None:
        """Compare the result of a game with its rounds."""
        demand(len(self.rounds) == self._length, _("there are rounds left to play"))
        counted = [sum(column) for column in zip(*self.rounds, strict=True)]
        best = (min if self._lowest_wins else max)(counted)
        winners = [seat for seat, total in enumerate(counted) if total == best]
        is_right = list(ended.totals) == counted and list(ended.winners) == winners
        demand(is_right, _("the totals are not the sum of the rounds"))
