"""Ways the stack and the piles of Take It! may lie: states that agree with what one seat remembers.

Rule 1: a state is made of a view and a memory; no state ever comes in.
"""

from collections import Counter
from typing import NamedTuple

from takelan.bots.search.noise import draw_start
from takelan.bots.take_it.judgement import unseen_of
from takelan.bots.take_it.memory import PileMemory
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY
from takelan.rules.take_it.cards import Card
from takelan.rules.take_it.state import State, take_limit
from takelan.rules.take_it.types import View


class World(NamedTuple):
    """One way the hidden cards may lie, and the luck of whoever plays on there."""

    state: State
    luck: int


def sample_world(view: View, memory: PileMemory, chance: Chance) -> World:
    """Draw the hidden cards, and luck to go with them."""
    return World(sample_state(view, memory, chance), draw_start(chance))


def sample_state(view: View, memory: PileMemory, chance: Chance) -> State:
    """Shuffle what may still be in the stack; what was forgotten fills the piles up."""
    seats = len(view.takes_left)
    remembered = [memory.pile(seat) for seat in range(seats)]
    loose = chance.shuffled(unseen_of(view, remembered).elements())
    stack, loose = loose[: view.stack_size], loose[view.stack_size :]
    piles = [_filled(view, seat, remembered[seat], loose) for seat in range(seats)]
    limit = take_limit(seats)
    return State(
        options=view.options,
        seats=seats,
        round=view.round,
        first_dealer=0,
        dealer=NOBODY if view.dealer is None else view.dealer,
        is_dealer_for_good=view.is_dealer_for_good,
        stack=stack,
        row=list(view.row),
        row_number=view.row_number,
        takes=[limit - left for left in view.takes_left],
        piles=[[pile] for pile in piles],
        round_scores=list(view.round_scores),
    )


def _filled(view: View, seat: int, pile: Counter[Card], loose: list[Card]) -> tuple[Card, ...]:
    missing = max(0, sum(view.pile_sizes[seat]) - sum(pile.values()))
    filling = loose[:missing]
    del loose[:missing]
    return (*pile.elements(), *filling)
