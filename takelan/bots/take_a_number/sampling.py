"""Ways the hidden cards of Take A Number may lie: states that agree with all one seat has seen.

Rule 1: a state is made of a view and a memory; no state ever comes in.
"""

from typing import NamedTuple

from takelan.bots.search.noise import draw_start
from takelan.bots.take_a_number.memory import HandMemory
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY
from takelan.rules.take_a_number.cards import DECK, Card
from takelan.rules.take_a_number.state import NO_CARD, NO_ROW, State
from takelan.rules.take_a_number.types import View


def unseen_cards(view: View, memory: HandMemory) -> list[Card]:
    """List the cards that may be in foreign hands, or were not dealt at all."""
    seen = {*view.hand, *memory.seen, *(card for card, _ in view.to_place)}
    for cards in (*view.rows, *view.number_rows):
        seen.update(cards)
    return [card for card in DECK if card not in seen]


class World(NamedTuple):
    """One way the hidden cards may lie, and the luck of whoever plays on there."""

    state: State
    luck: int


def sample_world(view: View, memory: HandMemory, chance: Chance) -> World:
    """Draw the hidden cards, and luck to go with them."""
    return World(sample_state(view, memory, chance), draw_start(chance))


def sample_state(view: View, memory: HandMemory, chance: Chance) -> State:
    """Deal the unseen cards out in one way that agrees with the view and the memory."""
    deck = chance.shuffled(unseen_cards(view, memory))
    hands = []
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(list(view.hand))
            continue
        known = sorted(memory.known_hand(seat))[:size]
        missing = size - len(known)
        hands.append(known + deck[:missing])
        del deck[:missing]
    return _state(view, hands)


def _state(view: View, hands: list[list[Card]]) -> State:
    seats = len(hands)
    decision = view.decision
    return State(
        options=view.options,
        seats=seats,
        round=view.round,
        dealer=view.dealer,
        hands=hands,
        # TN4: what is face down may still be changed, so nobody has chosen yet in a sample.
        chosen=[NO_CARD] * seats,
        rows=[list(row) for row in view.rows],
        number_rows=[list(row) for row in view.number_rows],
        # What lies in the #-Piles already costs the same in every world, so the samples begin at nought.
        number_piles=[[] for _ in range(seats)],
        to_place=list(reversed(view.to_place)),
        deciding=NOBODY if decision is None else decision.seat,
        row_to_take=NO_ROW if decision is None or decision.row is None else decision.row,
        is_over=view.is_round_over,
        round_scores=list(view.round_scores),
    )
