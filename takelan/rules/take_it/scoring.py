"""What the piles of Take It! are worth."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from takelan.rules.take_it.cards import JOKER, TEN, Card, is_double, is_full, value


class Worth(msgspec.Struct, frozen=True):
    """One player's points, by kind of card."""

    full: int
    doubles: int
    jokers: int
    tens: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.full + self.doubles + self.jokers + self.tens


def score(holdings: Sequence[Iterable[Card]]) -> tuple[Worth, ...]:
    """Value what every player holds."""
    counted = [Counter(cards) for cards in holdings]
    most_tens = max(cards[TEN] for cards in counted)
    return tuple(_worth(cards, most_tens) for cards in counted)


def _worth(cards: Counter[Card], most_tens: int) -> Worth:
    # TI9: everybody who has the most of them, and at least one, gets the ten points.
    has_most = most_tens > 0 and cards[TEN] == most_tens
    return Worth(
        full=sum(value(card) * count for card, count in cards.items() if is_full(card)),
        doubles=sum(value(card) * (count // 2) for card, count in cards.items() if is_double(card)),
        jokers=sum(_completed_by_jokers(cards)),
        tens=10 if has_most else 0,
    )


def _completed_by_jokers(cards: Counter[Card]) -> list[int]:
    # TI9: equal cards have paired off; what is left over is single. Highest first is both "the best
    # positive one" and, once those are used up, "the least bad negative one".
    singles = [value(card) for card, count in cards.items() if is_double(card) and count % 2]
    return sorted(singles, reverse=True)[: cards[JOKER]]
