"""What a player of Take It! remembers of the piles: never all, and only what was heard.

Rule 1: everything here comes from hearings and views; a taken card is remembered or it is not, once for all.
Rule 2: whether it is remembered comes from the player's own chance, so that a seed brings the same memory.
"""

from collections import Counter
from collections.abc import Sequence

from takelan.rules.chance import Chance
from takelan.rules.game import Seat
from takelan.rules.take_it.cards import Card
from takelan.rules.take_it.types import Dealt, Flipped, Hearing, RowGone, View


class PileMemory:
    """The cards a player believes to be in everybody's piles."""

    def __init__(self, chance: Chance, percent: int) -> None:
        self._chance = chance
        self._percent = percent
        self._row: list[Card] = []
        self.piles: dict[Seat, Counter[Card]] = {}

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Note what was heard; the row lies open until it is gone."""
        for hearing in hearings:
            if isinstance(hearing, Dealt):
                self.piles = {}
                self._row = []
            elif isinstance(hearing, Flipped):
                self._row.append(hearing.card)
            elif isinstance(hearing, RowGone):
                self._remember(hearing.seat, view.round)
        self._row = list(view.row)

    def pile(self, seat: Seat) -> Counter[Card]:
        """Recall what a seat has taken."""
        return self.piles.get(seat, Counter())

    def _remember(self, seat: Seat, number: int) -> None:
        already = sum(sum(pile.values()) for pile in self.piles.values())
        luck = self._chance.child("memory", number, already, seat)
        kept = [card for card in self._row if luck.below(100) < self._percent]
        self.piles.setdefault(seat, Counter()).update(kept)
        self._row = []
