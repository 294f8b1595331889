"""The whole truth about a game of Take A Number, and how it begins."""

import msgspec

from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, Outcome, Seat, check_seats, first_dealer, totals_of, winners_of
from takelan.rules.take_a_number.cards import DECK, HAND_SIZE, Card
from takelan.rules.take_a_number.types import Options, RoundStarted

FEWEST, MOST = 2, 10  # TN2

#: Stands where a card would, in front of a seat that has not chosen.
NO_CARD = 0
#: Stands where a row would, while one is still to be chosen.
NO_ROW = -1


class State(msgspec.Struct):
    """Everything, secrets included."""

    options: Options
    seats: int
    round: int
    dealer: Seat
    hands: list[list[Card]]
    #: The card face down before each seat; NO_CARD while there is none.
    chosen: list[Card]
    rows: list[list[Card]]
    number_rows: list[list[Card]]
    number_piles: list[list[Card]]
    #: Revealed cards and their seats, the lowest last, where a list gives it away cheaply.
    to_place: list[tuple[Card, Seat]]
    #: Who decides about the lowest card to place; NOBODY while everybody chooses.
    deciding: Seat
    #: The row to be taken; NO_ROW while its player still chooses one (TN7).
    row_to_take: int
    is_over: bool
    round_scores: list[tuple[int, ...]]

    def copy(self) -> "State":
        """Return a state that shares nothing with this one that can change."""
        return State(
            self.options,
            self.seats,
            self.round,
            self.dealer,
            [hand[:] for hand in self.hands],
            self.chosen[:],
            [row[:] for row in self.rows],
            [row[:] for row in self.number_rows],
            [pile[:] for pile in self.number_piles],
            self.to_place[:],
            self.deciding,
            self.row_to_take,
            self.is_over,
            self.round_scores[:],
        )


def deal(options: Options, seats: int, chance: Chance, dealer: Seat | None = None) -> State:
    """Start a game and deal its first round."""
    check_seats("Take A Number", seats, FEWEST, MOST)
    dealt = shuffle_up(options, seats, 1, first_dealer(seats, chance, dealer), chance)
    return lay_out(options, None, dealt)


def deal_next(state: State, chance: Chance) -> None:
    """Deal the next round; the deal passes to the left."""
    dealer = (state.dealer + 1) % state.seats
    dealt = shuffle_up(state.options, state.seats, state.round + 1, dealer, chance)
    fresh = lay_out(state.options, state, dealt)
    for field in State.__struct_fields__:
        setattr(state, field, getattr(fresh, field))


def shuffle_up(options: Options, seats: int, number: int, dealer: Seat, chance: Chance) -> RoundStarted:
    """Shuffle the deck: the rows first, then the #-Rows if they are dealt, then hands seat by seat."""
    deck = chance.shuffled(DECK)
    rows = ((deck[0],), (deck[1],), (deck[2],))
    dealt_rows = seats if options.number_row == "dealt" else 0  # TN3
    number_rows = tuple((deck[3 + seat],) if dealt_rows else () for seat in range(seats))
    rest = deck[3 + dealt_rows :]
    hands = tuple(tuple(rest[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(seats))
    return RoundStarted(number, dealer, hands, rows, number_rows)


def lay_out(options: Options, before: State | None, dealt: RoundStarted) -> State:
    """Put a deal on the table; the cards not dealt stay out of the round."""
    seats = len(dealt.hands)
    return State(
        options=options,
        seats=seats,
        round=dealt.round,
        dealer=dealt.dealer,
        hands=[list(hand) for hand in dealt.hands],
        chosen=[NO_CARD] * seats,
        rows=[list(row) for row in dealt.rows],
        number_rows=[list(row) for row in dealt.number_rows],
        number_piles=[[] for _ in range(seats)],
        to_place=[],
        deciding=NOBODY,
        row_to_take=NO_ROW,
        is_over=False,
        round_scores=[] if before is None else before.round_scores[:],
    )


def round_started(state: State) -> RoundStarted:
    """Tell, right after a deal, what was dealt."""
    first, second, third = (tuple(row) for row in state.rows)
    hands = tuple(tuple(hand) for hand in state.hands)
    number_rows = tuple(tuple(row) for row in state.number_rows)
    return RoundStarted(state.round, state.dealer, hands, (first, second, third), number_rows)


def set_up(options: Options, seats: int, before: State | None, dealt: RoundStarted) -> State:
    """Rebuild a state from a recorded deal, or refuse a deal that cannot be."""
    check_seats("Take A Number", seats, FEWEST, MOST)
    if [len(hand) for hand in dealt.hands] != [HAND_SIZE] * seats:
        raise ValueError("the hands have the wrong size")
    if [len(row) for row in dealt.rows] != [1, 1, 1]:
        raise ValueError("every row begins with one card")
    own = 1 if options.number_row == "dealt" else 0
    if [len(row) for row in dealt.number_rows] != [own] * seats:
        raise ValueError("the #-Rows do not begin as the options say")
    heaps = (*dealt.hands, *dealt.rows, *dealt.number_rows)
    cards = [card for heap in heaps for card in heap]
    if len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
        raise ValueError("the cards dealt are not from one deck")
    return lay_out(options, before, dealt)


def all_cards(state: State) -> list[Card]:
    """List every card in play, wherever it lies."""
    heaps = [*state.hands, *state.rows, *state.number_rows, *state.number_piles]
    return [card for heap in heaps for card in heap] + [card for card, _ in state.to_place]


def is_round_over(state: State) -> bool:
    """Tell whether the round has been scored."""
    return state.is_over


def outcome(state: State) -> Outcome | None:
    """Tell how the game ended; None while it goes on."""
    if len(state.round_scores) < state.options.rounds:
        return None
    totals = totals_of(state.round_scores, state.seats)
    return Outcome(totals, winners_of(totals, lowest_wins=True))  # TN11
