"""What cards of Take It! are worth to somebody who holds others already.

A pair counts, half a pair is a promise, a joker completes the best promise and must complete a bad one
when there is no good one (TI9), and the 10s are a race for the most of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from takelan.rules.take_it.cards import JOKER, TEN, Card, is_double, is_full, value
from takelan.rules.take_it.types import View

#: What half a pair is worth of the whole while its other half may still come.
PROMISE = 0.35
#: What a joker that has nothing to complete yet is worth.
IDLE_JOKER = 2.5
#: The points for the most 10s (TI9).
MOST_TENS = 10

# How high a row must be worth grabbing: so much for every card that is left for each take, plus a little.
# Between two, a row that is left lying is less likely to be gone.
BAR_SLOPE, BAR_BASE, BAR_BASE_FOR_TWO, BAR_TOP = 1.0, 2.0, 4.0, 16.0


def hold_worth(cards: Mapping[Card, int], tens_worth: Sequence[float]) -> float:
    """Tell what somebody's cards are worth while more may come."""
    total = 0.0
    singles = []
    for card, count in cards.items():
        if is_full(card):
            total += value(card) * count
        elif is_double(card):
            total += value(card) * (count // 2)
            if count % 2:
                singles.append(value(card))
    singles.sort(reverse=True)
    jokers = cards.get(JOKER, 0)
    total += sum(singles[:jokers]) + PROMISE * sum(singles[jokers:])
    total += IDLE_JOKER * max(0, jokers - len(singles))
    tens = min(cards.get(TEN, 0), len(tens_worth) - 1)
    return total + tens_worth[tens]


def tens_table(best_rival: int, unseen: int) -> list[float]:
    """Tell, for every number of 10s we may hold, what they are worth in the race for the most."""
    return [_tens_worth(own, best_rival, unseen) for own in range(best_rival + unseen + 2)]


def _tens_worth(own: int, best_rival: int, unseen: int) -> float:
    if own == 0:
        return 0.0
    ahead = own - best_rival
    # The more of them are still to come, the less a lead says.
    certainty = ahead / (unseen / 2 + 1)
    return MOST_TENS * min(1.0, max(0.0, 0.45 + 0.55 * certainty))


def gain(own: Counter[Card], row: Iterable[Card], tens_worth: Sequence[float]) -> float:
    """Tell how much more our cards are worth with a row."""
    return hold_worth(own + Counter(row), tens_worth) - hold_worth(own, tens_worth)


def bar(stack: int, takes_left: Sequence[int]) -> float:
    """Tell what a row has to be worth before it is grabbed."""
    base = BAR_BASE_FOR_TWO if len(takes_left) == 2 else BAR_BASE
    return min(BAR_TOP, BAR_SLOPE * stack / max(1, sum(takes_left)) + base)


def unseen_of(view: View, piles: Iterable[Counter[Card]]) -> Counter[Card]:
    """Count the cards that may still be in the stack, as far as the piles are remembered."""
    unseen = Counter(view.options.cards)
    unseen.subtract(view.row)
    for pile in piles:
        unseen.subtract(pile)
    return +unseen
