"""Ways the hidden cards of Take That may lie: states that agree with all one seat has seen.

Rule 1: a state is made of a view and a memory; no state ever comes in.
"""

from takelan.bots.take_that.memory import LineMemory
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY
from takelan.rules.take_that.cards import DECK, Card
from takelan.rules.take_that.state import State
from takelan.rules.take_that.types import View


def unseen_cards(view: View, memory: LineMemory) -> list[Card]:
    """List the cards that may be in foreign hands, in the pile, or under a pile nobody remembers."""
    seen = {*view.hand, *view.line, *memory.taken}
    for pairs in view.twisted:
        seen.update(pairs)
    return [card for card in DECK if card not in seen]


def sample_state(view: View, memory: LineMemory, chance: Chance) -> State:
    """Deal the unseen cards out in one way that agrees with the view and the memory."""
    deck = chance.shuffled(unseen_cards(view, memory))
    seats = len(view.hand_sizes)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    # Only somebody with a hand decides; an onlooker never asks.
    me = 0 if view.seat is None else view.seat
    hands[me] = list(view.hand)
    slots = [
        (cohort.excluded, seat)
        for seat, size in enumerate(view.hand_sizes)
        if seat != me
        for cohort in memory.cohorts_of(seat, size)
        for _ in range(cohort.count)
    ]
    slots.sort(key=lambda slot: -len(slot[0]))
    for excluded, seat in slots:
        hands[seat].append(_draw(deck, excluded))
    pile = deck[: view.pile_size]
    return _state(view, hands, pile)


def _draw(deck: list[Card], excluded: frozenset[Card]) -> Card:
    if not excluded or deck[-1] not in excluded:
        return deck.pop()
    for place in range(len(deck) - 2, -1, -1):
        if deck[place] not in excluded:
            return deck.pop(place)
    return deck.pop()


def _state(view: View, hands: list[list[Card]], pile: list[Card]) -> State:
    seats = len(hands)
    return State(
        options=view.options,
        seats=seats,
        round=view.round,
        dealer=view.dealer,
        turn=NOBODY if view.turn is None else view.turn,
        hands=hands,
        pile=pile,
        line=list(view.line),
        # What is won and lost already is the same in every world, so the samples begin at nought.
        twisted=[[] for _ in range(seats)],
        taken=[[] for _ in range(seats)],
        round_scores=list(view.round_scores),
    )
