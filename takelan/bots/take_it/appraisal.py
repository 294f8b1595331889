"""What the row of Take It! is worth to a player, by what that player remembers."""

from takelan.bots.take_it.judgement import gain, tens_table, unseen_of
from takelan.bots.take_it.memory import PileMemory
from takelan.rules.take_it.cards import TEN
from takelan.rules.take_it.types import View


def appraise(view: View, memory: PileMemory) -> float:
    """Tell how many points the row adds to our own cards, promises included."""
    seat = view.seat or 0
    piles = [memory.pile(other) for other in range(len(view.takes_left))]
    best_rival = max(pile[TEN] for other, pile in enumerate(piles) if other != seat)
    tens_worth = tens_table(best_rival, unseen_of(view, piles)[TEN] + view.row.count(TEN))
    return gain(piles[seat], view.row, tens_worth)
