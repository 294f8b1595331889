"""The whole truth about a game of Take It!, and how it begins."""

import msgspec

from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, Outcome, Seat, check_seats, first_dealer, totals_of, winners_of
from takelan.rules.take_it.cards import Card, lay_open
from takelan.rules.take_it.types import Options, RoundStarted

FEWEST, MOST = 2, 5

#: TI7: whoever first has this many piles deals until the end, at every player count.
PILES_TO_DEAL_FOR_GOOD = 3


class State(msgspec.Struct):
    """Everything, secrets included."""

    options: Options
    seats: int
    round: int
    #: Who began the round.
    first_dealer: Seat
    #: Who turns the cards over now; NOBODY when the round is over.
    dealer: Seat
    is_dealer_for_good: bool
    #: The top card is last, where a list gives it away cheaply.
    stack: list[Card]
    row: list[Card]
    #: Counts up for the whole game, so that a late grab never finds a row of a later round (TI5).
    row_number: int
    takes: list[int]
    #: The piles of each player, in the order they were taken; the rest of the stack is one more.
    piles: list[list[tuple[Card, ...]]]
    round_scores: list[tuple[int, ...]]

    def copy(self) -> "State":
        """Return a state that shares nothing with this one that can change."""
        return State(
            self.options,
            self.seats,
            self.round,
            self.first_dealer,
            self.dealer,
            self.is_dealer_for_good,
            self.stack[:],
            self.row[:],
            self.row_number,
            self.takes[:],
            [piles[:] for piles in self.piles],
            self.round_scores[:],
        )


def take_limit(seats: int) -> int:
    """Tell how many rows a player may take."""
    return 3 if seats >= 4 else 4  # TI6


def deal(options: Options, seats: int, chance: Chance, dealer: Seat | None = None) -> State:
    """Start a game and shuffle its first stack."""
    check_seats("Take It!", seats, FEWEST, MOST)
    dealt = shuffle_up(options, 1, first_dealer(seats, chance, dealer), chance)
    return lay_out(options, seats, None, dealt)


def deal_next(state: State, chance: Chance) -> None:
    """Shuffle the next stack; the next seat turns its cards over first."""
    dealer = (state.first_dealer + 1) % state.seats
    dealt = shuffle_up(state.options, state.round + 1, dealer, chance)
    fresh = lay_out(state.options, state.seats, state, dealt)
    for field in State.__struct_fields__:
        setattr(state, field, getattr(fresh, field))


def shuffle_up(options: Options, number: int, dealer: Seat, chance: Chance) -> RoundStarted:
    """Shuffle the whole deck into a stack."""
    return RoundStarted(number, dealer, tuple(chance.shuffled(lay_open(options.cards))))


def lay_out(options: Options, seats: int, before: State | None, dealt: RoundStarted) -> State:
    """Put a stack on the table."""
    return State(
        options=options,
        seats=seats,
        round=dealt.round,
        first_dealer=dealt.dealer,
        dealer=dealt.dealer,
        is_dealer_for_good=False,
        stack=list(reversed(dealt.pile)),
        row=[],
        row_number=1 if before is None else before.row_number + 1,
        takes=[0] * seats,
        piles=[[] for _ in range(seats)],
        round_scores=[] if before is None else before.round_scores[:],
    )


def round_started(state: State) -> RoundStarted:
    """Tell, right after a deal, what was dealt."""
    return RoundStarted(state.round, state.first_dealer, tuple(reversed(state.stack)))


def set_up(options: Options, seats: int, before: State | None, dealt: RoundStarted) -> State:
    """Rebuild a state from a recorded deal, or refuse a deal that cannot be."""
    check_seats("Take It!", seats, FEWEST, MOST)
    if sorted(dealt.pile) != sorted(lay_open(options.cards)):
        raise ValueError("the cards dealt are not the deck")
    return lay_out(options, seats, before, dealt)


def holdings(state: State) -> list[list[Card]]:
    """List what each player has taken, all piles together."""
    return [[card for pile in piles for card in pile] for piles in state.piles]


def all_cards(state: State) -> list[Card]:
    """List every card, wherever it lies."""
    return [*state.stack, *state.row, *(card for cards in holdings(state) for card in cards)]


def is_round_over(state: State) -> bool:
    """Tell whether the round has been scored."""
    return state.dealer == NOBODY


def outcome(state: State) -> Outcome | None:
    """Tell how the game ended; None while it goes on."""
    if len(state.round_scores) < state.options.rounds:
        return None
    totals = totals_of(state.round_scores, state.seats)
    return Outcome(totals, winners_of(totals, lowest_wins=False))  # TI10
