"""The floor for the rules: one game of Take A Number as a single hand-inlined loop.

It knows no types, no views, no events and no refusals; it only plays cards at random and counts.
"""

from collections.abc import Callable

from takelan.rules.chance import Chance
from takelan.rules.take_a_number.cards import BULLHEADS, DECK, HAND_SIZE, ROW_LENGTHS


def play_round(seats: int, chance: Chance, rnd: Callable[[], float]) -> int:
    """Play one round at random and tell how many events the library would have told."""
    deck = chance.shuffled(DECK)
    rows = [[deck[0]], [deck[1]], [deck[2]]]
    hands = [deck[3 + s * HAND_SIZE : 3 + (s + 1) * HAND_SIZE] for s in range(seats)]
    number_rows: list[list[int]] = [[] for _ in range(seats)]
    number_piles: list[list[int]] = [[] for _ in range(seats)]
    events = 1
    going = True
    while going:
        chosen = []
        for seat in range(seats):
            hand = hands[seat]
            chosen.append((hand.pop(int(rnd() * len(hand))), seat))
        chosen.sort()
        events += 1 + seats
        for card, seat in chosen:
            best = -1
            best_end = 0
            for r in (0, 1, 2):
                end = rows[r][-1]
                if best_end < end < card:
                    best = r
                    best_end = end
            if best >= 0 and len(rows[best]) + 1 < ROW_LENGTHS[best]:
                rows[best].append(card)
                continue
            if best < 0:
                best = int(rnd() * 3)
            lying = rows[best]
            rows[best] = [card]
            kept = lying.pop(int(rnd() * len(lying))) if len(lying) > 1 else lying.pop()
            hands[seat] += lying
            own = number_rows[seat]
            if own and kept < own[-1]:
                number_piles[seat] += own
                own.clear()
            own.append(kept)
        for hand in hands:
            if not hand:
                going = False
    for seat in range(seats):
        sum(BULLHEADS[card] for card in hands[seat]) + 2 * sum(BULLHEADS[card] for card in number_piles[seat])
    return events + 1
