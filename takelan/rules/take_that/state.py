"""The whole truth about a game of Take That, and how it begins."""

import msgspec

from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, Outcome, Seat, check_seats, first_dealer, totals_of, winners_of
from takelan.rules.take_that.cards import DECK, Card, hand_size
from takelan.rules.take_that.types import Options, RoundStarted

FEWEST, MOST = 2, 4


class State(msgspec.Struct):
    """Everything, secrets included."""

    options: Options
    seats: int
    round: int
    dealer: Seat
    #: The seat to act; NOBODY when the round is over.
    turn: Seat
    hands: list[list[Card]]
    #: The top card is last, where a list gives it away cheaply.
    pile: list[Card]
    line: list[Card]
    twisted: list[list[Card]]
    taken: list[list[Card]]
    round_scores: list[tuple[int, ...]]

    def copy(self) -> "State":
        """Return a state that shares nothing with this one that can change."""
        return State(
            self.options,
            self.seats,
            self.round,
            self.dealer,
            self.turn,
            [hand[:] for hand in self.hands],
            self.pile[:],
            self.line[:],
            [cards[:] for cards in self.twisted],
            [cards[:] for cards in self.taken],
            self.round_scores[:],
        )


def deal(options: Options, seats: int, chance: Chance, dealer: Seat | None = None) -> State:
    """Start a game and deal its first round."""
    check_seats("Take That", seats, FEWEST, MOST)
    return lay_out(options, None, shuffle_up(seats, 1, first_dealer(seats, chance, dealer), chance))


def deal_next(state: State, chance: Chance) -> None:
    """Deal the next round; the deal passes to the left."""
    dealer = (state.dealer + 1) % state.seats  # TT3
    fresh = lay_out(state.options, state, shuffle_up(state.seats, state.round + 1, dealer, chance))
    for field in State.__struct_fields__:
        setattr(state, field, getattr(fresh, field))


def shuffle_up(seats: int, number: int, dealer: Seat, chance: Chance) -> RoundStarted:
    """Shuffle the deck and hand it out in blocks, seat by seat; the rest is the pile."""
    deck = chance.shuffled(DECK)
    size = hand_size(seats)
    hands = tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in range(seats))
    return RoundStarted(number, dealer, hands, tuple(deck[seats * size :]))


def lay_out(options: Options, before: State | None, dealt: RoundStarted) -> State:
    """Put a deal on the table."""
    seats = len(dealt.hands)
    return State(
        options=options,
        seats=seats,
        round=dealt.round,
        dealer=dealt.dealer,
        turn=(dealt.dealer + 1) % seats,  # TT3: the dealer's left begins.
        hands=[list(hand) for hand in dealt.hands],
        pile=list(reversed(dealt.pile)),
        line=[],
        twisted=[[] for _ in range(seats)],
        taken=[[] for _ in range(seats)],
        round_scores=[] if before is None else before.round_scores[:],
    )


def round_started(state: State) -> RoundStarted:
    """Tell, right after a deal, what was dealt."""
    hands = tuple(tuple(hand) for hand in state.hands)
    return RoundStarted(state.round, state.dealer, hands, tuple(reversed(state.pile)))


def set_up(options: Options, seats: int, before: State | None, dealt: RoundStarted) -> State:
    """Rebuild a state from a recorded deal, or refuse a deal that cannot be."""
    check_seats("Take That", seats, FEWEST, MOST)
    sizes = [len(hand) for hand in dealt.hands]
    if sizes != [hand_size(seats)] * seats:
        raise ValueError("the hands have the wrong size")
    if sorted([*dealt.pile, *(card for hand in dealt.hands for card in hand)]) != list(DECK):
        raise ValueError("the cards dealt are not the deck")
    return lay_out(options, before, dealt)


def all_cards(state: State) -> list[Card]:
    """List every card, wherever it lies."""
    heaps = [*state.hands, state.pile, state.line, *state.twisted, *state.taken]
    return [card for heap in heaps for card in heap]


def is_round_over(state: State) -> bool:
    """Tell whether the round has been scored."""
    return state.turn == NOBODY


def outcome(state: State) -> Outcome | None:
    """Tell how the game ended; None while it goes on."""
    if len(state.round_scores) < state.options.rounds:
        return None
    totals = totals_of(state.round_scores, state.seats)
    return Outcome(totals, winners_of(totals, lowest_wins=False))  # TT10
