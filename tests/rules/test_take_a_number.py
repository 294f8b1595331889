"""Take A Number follows its rulings TN1 to TN12, one by one.

This file is longer than most because it is one thing: every ruling of one game, each by hand-built
positions.
"""

from collections.abc import Sequence

import msgspec
import pytest

from takelan.errors import SeatCountError
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, GameEnded, RoundEnded
from takelan.rules.take_a_number import GAME, ChooseCard, ChooseRow, KeepCard, Options, State
from takelan.rules.take_a_number.cards import BULLHEADS, DECK
from takelan.rules.take_a_number.state import NO_CARD, NO_ROW
from takelan.rules.take_a_number.types import (
    AnyMove,
    Dealt,
    Decision,
    Event,
    Placed,
    Revealed,
    RoundStarted,
    RowTaken,
)
from tests.rules.refusals import refusal

SEAT_COUNTS = range(2, 11)
ROWS = ((30,), (50,), (70,))


def position(
    *hands: Sequence[int],
    rows: Sequence[Sequence[int]] = ROWS,
    number_rows: Sequence[Sequence[int]] | None = None,
    number_piles: Sequence[Sequence[int]] | None = None,
    rounds: int = 1,
) -> State:
    """Put a round on the table as a test needs it, before anybody has chosen."""
    return State(
        options=Options(rounds=rounds),
        seats=len(hands),
        round=1,
        dealer=0,
        hands=[list(hand) for hand in hands],
        chosen=[NO_CARD] * len(hands),
        rows=[list(row) for row in rows],
        number_rows=[list(row) for row in number_rows or [()] * len(hands)],
        number_piles=[list(pile) for pile in number_piles or [()] * len(hands)],
        to_place=[],
        deciding=NOBODY,
        row_to_take=NO_ROW,
        is_over=False,
        round_scores=[],
    )


def choose(state: State, *cards: int) -> list[Event]:
    """Let every seat choose its card; return what the last choice leads to."""
    events: list[Event] = []
    for seat, card in enumerate(cards):
        assert events == []
        events = GAME.apply(state, seat, ChooseCard(card))
    return events


def kinds(events: Sequence[Event]) -> list[type]:
    """Name the events by their types alone."""
    return [type(event) for event in events]


# The deck and the deal


@pytest.mark.parametrize(
    ("bullheads", "cards"),
    [
        (7, {55}),
        (5, {11, 22, 33, 44, 66, 77, 88, 99}),
        (3, {10, 20, 30, 40, 50, 60, 70, 80, 90, 100}),
        (2, {5, 15, 25, 35, 45, 65, 75, 85, 95}),
    ],
)
def test_the_bullheads_of_the_special_cards(bullheads: int, cards: set[int]) -> None:
    """TN1: 55 has 7, other multiples of 11 have 5, of 10 have 3, other multiples of 5 have 2."""
    assert {card for card in DECK if BULLHEADS[card] == bullheads} == cards


def test_the_deck_has_the_numbers_1_to_100() -> None:
    """TN1: all cards that are not special have one bullhead."""
    assert list(DECK) == list(range(1, 101))
    assert [BULLHEADS[card] for card in DECK].count(1) == 100 - 1 - 8 - 10 - 9


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_two_to_ten_play(seats: int) -> None:
    """TN2: with every number of players the deck is large enough, #-Rows dealt or not."""
    for number_row in ("empty", "dealt"):
        state = GAME.deal(Options(number_row=number_row), seats, Chance(b"TN2"))
        assert state.seats == seats


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_any_other_number_of_players_is_refused(seats: int) -> None:
    """TN2: with a sentence."""
    with pytest.raises(SeatCountError) as caught:
        GAME.deal(Options(), seats, Chance(b"TN2"))
    assert str(caught.value) == f"Take A Number is for 2 to 10 players, not {seats}."


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_three_rows_begin_with_one_card_and_a_hand_has_eight(seats: int) -> None:
    """TN3: the #-Rows start empty by default, and no card is dealt twice."""
    state = GAME.deal(Options(), seats, Chance(b"TN3"))
    assert [len(row) for row in state.rows] == [1, 1, 1]
    assert [len(hand) for hand in state.hands] == [8] * seats
    assert state.number_rows == state.number_piles == [[] for _ in range(seats)]
    cards = GAME.all_cards(state)
    assert len(set(cards)) == len(cards) == 3 + 8 * seats
    assert set(cards) <= set(DECK)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_number_rows_may_begin_with_a_dealt_card(seats: int) -> None:
    """TN3: with number_row=dealt one open card lies in every #-Row; hands and rows are as ever."""
    state = GAME.deal(Options(number_row="dealt"), seats, Chance(b"TN3"))
    assert [len(row) for row in state.number_rows] == [1] * seats
    assert [len(hand) for hand in state.hands] == [8] * seats
    cards = GAME.all_cards(state)
    assert len(set(cards)) == len(cards) == 3 + 9 * seats
    assert GAME.view(state, None).number_rows == tuple(map(tuple, state.number_rows))


# Choosing


def test_a_choice_may_be_changed_until_the_last_player_has_chosen() -> None:
    """TN4: nothing is told before; then all cards are revealed together, in seat order."""
    state = position([31, 32], [51, 52], [71, 72])
    assert GAME.waiting_for(state) == [0, 1, 2]
    assert GAME.apply(state, 0, ChooseCard(31)) == []
    assert GAME.apply(state, 2, ChooseCard(71)) == []
    assert GAME.waiting_for(state) == [1]
    assert GAME.apply(state, 0, ChooseCard(32)) == []
    assert GAME.apply(state, 0, ChooseCard(32)) == []
    assert (state.hands, state.chosen) == ([[31, 32], [51, 52], [71, 72]], [32, NO_CARD, 71])
    assert GAME.apply(state, 1, ChooseCard(51))[0] == Revealed((32, 51, 71))
    assert state.hands == [[31], [52], [72]]
    assert state.chosen == [NO_CARD] * 3


def test_every_card_of_the_hand_may_be_chosen_and_no_other() -> None:
    """TN4: also after having chosen."""
    state = position([31, 32], [51, 52])
    for _ in range(2):
        assert GAME.legal_moves(state, 0) == [ChooseCard(31), ChooseCard(32)]
        for card in (0, 51, 30, 100, 101, -1):
            sentence = f"{card} is not in your hand: choose one of your own cards."
            assert refusal(GAME, state, 0, ChooseCard(card)) == sentence
        GAME.apply(state, 0, ChooseCard(31))


def test_there_is_nothing_to_decide_while_all_choose() -> None:
    """TN4: rows and cards to keep are decided when cards are placed."""
    state = position([31, 32], [51, 52])
    sentence = "There is nothing to decide yet: choose a card from your hand."
    for move in (ChooseRow(0), KeepCard(31)):
        assert refusal(GAME, state, 0, move) == sentence


def test_others_see_only_who_is_ready() -> None:
    """TN4, TN12: the card itself is seen by its own seat alone."""
    state = position([31, 32], [51, 52], [71, 72])
    GAME.apply(state, 1, ChooseCard(52))
    views = {seat: GAME.view(state, seat) for seat in (0, 1, 2, None)}
    assert all(view.has_chosen == (False, True, False) for view in views.values())
    assert {seat: view.chosen for seat, view in views.items()} == {0: None, 1: 52, 2: None, None: None}
    assert all(view.hand_sizes == (2, 2, 2) for view in views.values())


# Placing


def test_the_leaflets_three_turns_are_played() -> None:
    """TN5, TN6, TN7, TN8: 18-22-60, then 59-81-94, then 43-66-89, on rows that fit the leaflet's text."""
    hands = [[18, 59, 43, 1], [22, 81, 66, 2], [60, 94, 89, 3]]
    state = position(*hands, rows=[[95], [12], [50]])
    assert choose(state, 18, 22, 60) == [
        Revealed((18, 22, 60)),
        Placed(0, 18, 1),
        Placed(1, 22, 1),
        Placed(2, 60, 2),
    ]
    assert state.rows == [[95], [12, 18, 22], [50, 60]]

    # The 59 would be the fourth card of the row of 4, so its player takes three cards.
    assert choose(state, 59, 81, 94) == [Revealed((59, 81, 94))]
    assert GAME.waiting_for(state) == [0]
    assert GAME.apply(state, 0, KeepCard(18)) == [
        RowTaken(0, 59, 1, (12, 18, 22), "full", 18),
        Placed(1, 81, 2),
        Placed(2, 94, 2),
    ]
    assert state.rows == [[95], [59], [50, 60, 81, 94]]
    assert sorted(state.hands[0]) == [1, 12, 22, 43]

    # The 43 is lower than 95, 59 and 94; the middle row holds only the 59.
    assert choose(state, 43, 66, 89) == [Revealed((43, 66, 89))]
    assert GAME.apply(state, 0, ChooseRow(1)) == [
        RowTaken(0, 43, 1, (59,), "low", 59),
        Placed(1, 66, 1),
        Placed(2, 89, 1),
    ]
    assert state.rows == [[95], [43, 66, 89], [50, 60, 81, 94]]
    assert state.number_rows == [[18, 59], [], []]


@pytest.mark.parametrize("cards", [(33, 52, 71), (71, 52, 33), (52, 71, 33), (71, 33, 52)])
def test_the_lowest_card_is_placed_first(cards: tuple[int, ...]) -> None:
    """TN5: whoever played it; the seats do not matter."""
    state = position(*[[card, 99] for card in cards])
    events = choose(state, *cards)
    assert events == [
        Revealed(cards),
        *(Placed(cards.index(card), card, row) for row, card in enumerate((33, 52, 71))),
    ]


@pytest.mark.parametrize("rows", [([30], [50], [70]), ([70], [30], [50]), ([50], [70], [30])])
@pytest.mark.parametrize(("card", "end"), [(31, 30), (49, 30), (51, 50), (69, 50), (71, 70), (97, 70)])
def test_a_card_goes_to_the_highest_end_below_it(rows: Sequence[list[int]], card: int, end: int) -> None:
    """TN5: wherever that row lies."""
    state = position([card, 1], [98, 2], rows=[[*row] for row in rows])
    target = [row[-1] for row in rows].index(end)
    events = choose(state, card, 98)
    assert Placed(0, card, target) in events


def test_only_the_last_card_of_a_row_counts() -> None:
    """TN5: 45 lies between 40 and 60 of a row, but goes where the end is below it."""
    state = position([45, 1], [98, 2], rows=[[60], [40, 61], [10, 11]])
    assert choose(state, 45, 98)[1] == Placed(0, 45, 2)


def test_a_card_is_placed_after_those_before_it_have_changed_the_rows() -> None:
    """TN5: the second card finds the first one lying there."""
    state = position([53, 1], [55, 2], [52, 3])
    assert choose(state, 53, 55, 52)[1:] == [Placed(2, 52, 1), Placed(0, 53, 1)]
    assert state.deciding == 1, "the 55 would be the fourth card of its row"


@pytest.mark.parametrize(
    ("row", "lying"),
    [(0, [30, 31]), (1, [50, 51, 52]), (2, [70, 71, 72, 73])],
)
def test_a_full_row_is_taken_by_the_card_that_would_fill_it(row: int, lying: list[int]) -> None:
    """TN6: the 3rd, 4th or 5th card takes those lying there and starts the row anew."""
    rows = [list(each) for each in ROWS]
    rows[row] = lying
    card = lying[-1] + 5
    state = position([card, 1], [100, 2], rows=rows)
    assert choose(state, card, 100) == [Revealed((card, 100))]
    assert (state.deciding, state.row_to_take) == (0, row)
    taken = GAME.apply(state, 0, KeepCard(lying[0]))[0]
    assert taken == RowTaken(0, card, row, tuple(lying), "full", lying[0])
    assert state.rows[row][0] == card


@pytest.mark.parametrize(("row", "lying"), [(0, [30]), (1, [50, 51]), (2, [70, 71, 72])])
def test_a_row_with_room_for_two_more_is_not_taken(row: int, lying: list[int]) -> None:
    """TN6: one card before the last free place simply joins."""
    rows = [list(each) for each in ROWS]
    rows[row] = lying
    card = lying[-1] + 5
    state = position([card, 2], [28, 1], rows=rows)
    choose(state, card, 28)
    GAME.apply(state, 1, ChooseRow((row + 1) % 3))
    assert state.rows[row] == [*lying, card]


def test_a_full_row_is_no_choice() -> None:
    """TN6: whose card fills a row cannot take another one."""
    state = position([35, 1], [98, 2], rows=[[30, 31], [50], [70]])
    choose(state, 35, 98)
    assert GAME.legal_moves(state, 0) == [KeepCard(30), KeepCard(31)]
    sentence = "Choose the card to keep for your #-Row: 30, 31."
    for move in (ChooseRow(1), ChooseRow(0), KeepCard(35), KeepCard(1), KeepCard(50), ChooseCard(1)):
        assert refusal(GAME, state, 0, move) == sentence


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_low_card_takes_a_row_of_its_players_choice(row: int) -> None:
    """TN7: any of the three, even a row of one; the card starts it anew."""
    state = position([5, 1], [98, 2])
    assert choose(state, 5, 98) == [Revealed((5, 98))]
    assert GAME.legal_moves(state, 0) == [ChooseRow(0), ChooseRow(1), ChooseRow(2)]
    taken = GAME.apply(state, 0, ChooseRow(row))[0]
    assert taken == RowTaken(0, 5, row, ROWS[row], "low", ROWS[row][0])
    assert state.rows[row][0] == 5


@pytest.mark.parametrize("move", [ChooseRow(-1), ChooseRow(3), KeepCard(30), ChooseCard(1)])
def test_a_low_card_needs_one_of_the_three_rows(move: AnyMove) -> None:
    """TN7: anything else is refused."""
    state = position([5, 1], [98, 2])
    choose(state, 5, 98)
    sentence = "Your card is lower than every row's end: choose the row of 3, 4 or 5 to take."
    assert refusal(GAME, state, 0, move) == sentence


def test_a_low_card_may_take_a_row_that_is_nearly_full() -> None:
    """TN7, TN8: then the card to keep is chosen as well, and the row cannot be changed any more."""
    state = position([5, 1], [98, 2], rows=[[30], [50, 51, 52], [70]])
    choose(state, 5, 98)
    assert GAME.apply(state, 0, ChooseRow(1)) == []
    assert GAME.waiting_for(state) == [0]
    assert GAME.legal_moves(state, 0) == [KeepCard(50), KeepCard(51), KeepCard(52)]
    assert refusal(GAME, state, 0, ChooseRow(0)) == "Choose the card to keep for your #-Row: 50, 51, 52."
    assert GAME.apply(state, 0, KeepCard(52)) == [
        RowTaken(0, 5, 1, (50, 51, 52), "low", 52),
        Placed(1, 98, 2),
    ]


def test_nobody_else_decides() -> None:
    """TN7: the others wait until all cards are placed."""
    state = position([5, 1], [98, 2])
    choose(state, 5, 98)
    assert GAME.legal_moves(state, 1) == []
    sentence = "The cards are being placed: choose your next card when all are down."
    for move in (ChooseCard(2), ChooseRow(0), KeepCard(2)):
        assert refusal(GAME, state, 1, move) == sentence


def test_two_low_cards_decide_one_after_the_other() -> None:
    """TN5, TN7: the lower one first; what it starts may let the other one in."""
    state = position([6, 1], [5, 2])
    choose(state, 6, 5)
    assert state.deciding == 1
    assert GAME.apply(state, 1, ChooseRow(0)) == [RowTaken(1, 5, 0, (30,), "low", 30), Placed(0, 6, 0)]


# Taken cards


@pytest.mark.parametrize("kept", [50, 51, 52])
def test_any_taken_card_may_be_kept_and_the_others_join_the_hand(kept: int) -> None:
    """TN8: they may be played from the next turn on."""
    state = position([55, 1], [98, 2], rows=[[30], [50, 51, 52], [70]])
    choose(state, 55, 98)
    GAME.apply(state, 0, KeepCard(kept))
    assert state.number_rows[0] == [kept]
    assert sorted(state.hands[0]) == [1, *sorted({50, 51, 52} - {kept})]
    assert {ChooseCard(card) for card in state.hands[0]} == set(GAME.legal_moves(state, 0))


def test_taken_cards_cannot_be_played_in_the_same_turn() -> None:
    """TN8: while the others' cards are still placed, nobody chooses."""
    state = position([35, 1], [5, 2], [99, 3], rows=[[30, 31], [50], [70]])
    choose(state, 35, 5, 99)
    assert state.deciding == 1
    GAME.apply(state, 1, ChooseRow(1))
    assert state.deciding == 0
    refusal(GAME, state, 1, ChooseCard(2))


def test_a_single_card_goes_to_the_number_row_without_a_question() -> None:
    """TN8: choosing the row is all there is to decide."""
    state = position([5, 1], [98, 2])
    choose(state, 5, 98)
    assert kinds(GAME.apply(state, 0, ChooseRow(2))) == [RowTaken, Placed]
    assert (state.number_rows[0], state.hands[0]) == ([70], [1])


@pytest.mark.parametrize(
    ("number_row", "kept", "row_after", "pile_after"),
    [
        ([], 50, [50], [7]),
        ([49], 50, [49, 50], [7]),
        ([10, 49], 52, [10, 49, 52], [7]),
        ([51], 52, [51, 52], [7]),
        ([51], 50, [50], [7, 51]),
        ([10, 20, 60], 52, [52], [7, 10, 20, 60]),
        ([10, 20, 51], 50, [50], [7, 10, 20, 51]),
    ],
)
def test_the_number_row_ascends_or_goes_to_the_pile(
    number_row: list[int], kept: int, row_after: list[int], pile_after: list[int]
) -> None:
    """TN9: a lower card sends the whole #-Row to the #-Pile, even when a higher one was available."""
    state = position(
        [55, 1],
        [98, 2],
        rows=[[30], [50, 52, 53], [70]],
        number_rows=[number_row, []],
        number_piles=[[7], []],
    )
    choose(state, 55, 98)
    GAME.apply(state, 0, KeepCard(kept))
    assert (state.number_rows[0], state.number_piles[0]) == (row_after, pile_after)
    assert (state.number_rows[1], state.number_piles[1]) == ([], [])


def test_a_dealt_number_row_counts_as_any_other() -> None:
    """TN3, TN9: a lower card sends the dealt card to the #-Pile."""
    state = position([5, 1], [98, 2], number_rows=[[60], [61]])
    choose(state, 5, 98)
    GAME.apply(state, 0, ChooseRow(0))
    assert (state.number_rows, state.number_piles) == ([[30], [61]], [[60], []])


# The end of a round


def test_the_round_ends_when_a_hand_is_empty_after_placing() -> None:
    """TN10: all revealed cards are placed first."""
    state = position([31], [51, 52], [71, 72])
    events = choose(state, 31, 51, 71)
    assert kinds(events) == [Revealed, Placed, Placed, Placed, RoundEnded, GameEnded]
    assert state.hands == [[], [52], [72]]
    assert_over(state)


def test_a_last_card_that_takes_a_single_card_ends_the_round() -> None:
    """TN8, TN10: the single card goes to the #-Row, so the hand stays empty."""
    state = position([5], [98, 2])
    choose(state, 5, 98)
    assert not GAME.is_round_over(state)
    assert kinds(GAME.apply(state, 0, ChooseRow(0))) == [RowTaken, Placed, RoundEnded, GameEnded]
    assert_over(state)


def test_a_last_card_that_takes_more_keeps_the_round_going() -> None:
    """TN8, TN10: the cards that join the hand can be played."""
    state = position([55], [98, 2], rows=[[30], [50, 51, 52], [70]])
    choose(state, 55, 98)
    assert kinds(GAME.apply(state, 0, KeepCard(50))) == [RowTaken, Placed]
    assert GAME.waiting_for(state) == [0, 1]
    assert state.hands[0] == [51, 52]


def test_a_hand_that_is_empty_while_placing_does_not_end_the_round_yet() -> None:
    """TN10: seat 0 is out of cards at once, but seat 1 still decides before the round is scored."""
    state = position([5, 6], [98], rows=[[30], [50], [70, 71, 72, 73]])
    events = choose(state, 5, 98)
    assert kinds(events) == [Revealed]
    assert kinds(GAME.apply(state, 0, ChooseRow(0))) == [RowTaken]
    assert (state.deciding, state.hands[1]) == (1, [])
    assert not GAME.is_round_over(state)
    assert kinds(GAME.apply(state, 1, KeepCard(71))) == [RowTaken]
    assert not GAME.is_round_over(state)


def assert_over(state: State) -> None:
    """See that nobody is waited for and nobody can move."""
    assert GAME.is_round_over(state)
    assert GAME.waiting_for(state) == []
    for seat in range(state.seats):
        assert GAME.legal_moves(state, seat) == []
        for move in (ChooseCard(52), ChooseRow(0), KeepCard(30)):
            assert refusal(GAME, state, seat, move) == "The round is over: wait for the next deal."


# The score


def scored(
    hand: Sequence[int], number_row: Sequence[int] = (), number_pile: Sequence[int] = ()
) -> tuple[int, ...]:
    """End a round with these cards before seat 1 and return its scores."""
    state = position(
        [31],
        [*hand, 51],
        number_rows=[(), number_row],
        number_piles=[(), number_pile],
        rows=[[30], [50], [70]],
    )
    ended = choose(state, 31, 51)[-2]
    assert isinstance(ended, RoundEnded)
    return ended.scores


def test_the_leaflets_scoring_example() -> None:
    """TN11: 5 bullheads in hand and 9 in the #-Pile are 23 penalty points; the #-Row is safe."""
    assert scored(hand=[1, 2, 3, 5], number_row=[66, 77, 88], number_pile=[55, 4, 6]) == (0, 23)


@pytest.mark.parametrize(
    ("hand", "number_row", "number_pile", "points"),
    [
        ([], [], [], 0),
        ([1], [], [], 1),
        ([55], [], [], 7),
        ([], [55, 66, 77], [], 0),
        ([], [], [55], 14),
        ([], [], [1, 5, 10, 11], 22),
        ([11, 10], [99, 100], [15], 12),
    ],
)
def test_bullheads_count_once_in_hand_and_twice_in_the_pile(
    hand: list[int], number_row: list[int], number_pile: list[int], points: int
) -> None:
    """TN11: and nothing in the #-Row."""
    assert scored(hand, number_row, number_pile) == (0, points)


def test_two_rounds_are_the_default_and_are_added_up() -> None:
    """TN11: the second round starts afresh and ends the game."""
    state = GAME.deal(Options(), 3, Chance(b"TN11"), dealer=2)
    first = end_by_force(state)
    assert GameEnded not in kinds(first)
    assert (GAME.is_round_over(state), GAME.outcome(state)) == (True, None)
    GAME.deal_next(state, Chance(b"again"))
    assert (state.round, state.dealer, state.is_over) == (2, 0, False)
    assert state.number_rows == state.number_piles == [[], [], []]
    second = end_by_force(state)
    totals = tuple(map(sum, zip(*state.round_scores, strict=True)))
    assert len(state.round_scores) == 2
    assert second[-1] == GameEnded(totals, (0,))


def end_by_force(state: State) -> list[Event]:
    """Leave seat 0 with one card and end the round with it."""
    rest = [[60 + 5 * seat, 61 + 5 * seat] for seat in range(1, state.seats)]
    state.hands = [[32], *rest]
    state.rows = [[31], [50], [58]]
    events = choose(state, 32, *(hand[0] for hand in rest))
    while not GAME.is_round_over(state):
        events = GAME.apply(state, state.deciding, GAME.legal_moves(state, state.deciding)[0])
    return events


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_any_number_of_rounds_may_be_agreed(rounds: int) -> None:
    """TN11: the game ends with the round agreed upon; the deal passes left meanwhile."""
    state = GAME.deal(Options(rounds=rounds, number_row="dealt"), 4, Chance(b"TN11"), dealer=3)
    for number in range(1, rounds + 1):
        assert (state.round, state.dealer) == (number, (2 + number) % 4)
        assert [len(row) for row in state.number_rows] == [1] * 4
        assert (GameEnded in kinds(end_by_force(state))) == (number == rounds)
        if number < rounds:
            GAME.deal_next(state, Chance(bytes([number])))


@pytest.mark.parametrize(
    ("piles", "winners"),
    [
        ([[], [1], [2]], (0,)),
        ([[3], [], [2]], (1,)),
        ([[3], [1], [2]], (0, 1, 2)),
        ([[55], [1], [2]], (1, 2)),
    ],
)
def test_the_lowest_total_wins_and_ties_share(piles: list[list[int]], winners: tuple[int, ...]) -> None:
    """TN11: all with the fewest penalty points win."""
    state = position([31], [51], [71], number_piles=piles)
    ended = choose(state, 31, 51, 71)[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == winners


# What is seen


def test_hands_and_number_piles_are_counts_and_rows_are_open() -> None:
    """TN12: a #-Pile is face down for its owner too."""
    state = position([32, 31], [51, 52], number_rows=[[40], [41, 42]], number_piles=[[93, 94, 96], []])
    for seat in (0, 1, None):
        view = GAME.view(state, seat)
        assert view.rows == ((30,), (50,), (70,))
        assert view.number_rows == ((40,), (41, 42))
        assert view.hand_sizes == (2, 2)
        assert view.number_pile_sizes == (3, 0)
        assert view.scored_hands == view.scored_piles == ()
        words = msgspec.json.encode(view).decode()
        assert not any(str(card) in words for card in (93, 94, 96))
    assert [GAME.view(state, seat).hand for seat in (0, 1, None)] == [(31, 32), (51, 52), ()]


def test_everybody_sees_who_is_deciding_about_what() -> None:
    """TN12: first about the row (TN7), then about the card to keep (TN8), and what is still to be placed."""
    state = position([5, 1], [98, 2], rows=[[30], [50, 51, 52], [70]])
    choose(state, 5, 98)
    for seat in (0, 1, None):
        assert GAME.view(state, seat).decision == Decision(0, 5, "row", None)
        assert GAME.view(state, seat).to_place == ((5, 0), (98, 1))
    GAME.apply(state, 0, ChooseRow(1))
    for seat in (0, 1, None):
        assert GAME.view(state, seat).decision == Decision(0, 5, "keep", 1)
    GAME.apply(state, 0, KeepCard(51))
    for seat in (0, 1, None):
        assert GAME.view(state, seat).decision is None
        assert GAME.view(state, seat).to_place == ()


def test_a_full_rows_decision_is_seen_too() -> None:
    """TN12: whose card filled a row decides about the card to keep."""
    state = position([55, 1], [98, 2], rows=[[30], [50, 51, 52], [70]])
    choose(state, 55, 98)
    assert GAME.view(state, 1).decision == Decision(0, 55, "keep", 1)


def test_a_deal_tells_each_seat_its_own_hand() -> None:
    """TN12: the rows are heard by all."""
    event = RoundStarted(1, 0, ((32, 31), (51, 52)), ((30,), (50,), (70,)), ((), ()))
    assert GAME.hear(event, 0) == Dealt(1, 0, (31, 32), event.rows, event.number_rows)
    assert GAME.hear(event, 1) == Dealt(1, 0, (51, 52), event.rows, event.number_rows)
    assert GAME.hear(event, None) == Dealt(1, 0, (), event.rows, event.number_rows)


@pytest.mark.parametrize(
    "event",
    [
        Revealed((31, 51)),
        Placed(0, 31, 0),
        RowTaken(1, 55, 1, (50, 51, 52), "full", 51),
        RoundEnded((1, 2)),
        GameEnded((1, 2), (0,)),
    ],
)
def test_what_happens_in_the_open_is_heard_as_it_is(event: Event) -> None:
    """TN12: cards taken are seen by all when they are taken."""
    assert [GAME.hear(event, seat) for seat in (0, 1, None)] == [event] * 3


def test_hands_and_number_piles_are_turned_over_for_scoring() -> None:
    """TN11, TN12: when the round is over all see what counted."""
    state = position([31], [52, 51, 12], number_piles=[[93, 94], []])
    choose(state, 31, 51)
    for seat in (0, 1, None):
        view = GAME.view(state, seat)
        assert view.is_round_over
        assert view.scored_hands == ((), (12, 52))
        assert view.scored_piles == ((93, 94), ())


# A recorded deal


@pytest.mark.parametrize("number_row", ["empty", "dealt"])
def test_a_recorded_deal_is_laid_out_again(number_row: str) -> None:
    """TN3: a state is rebuilt from what a transcript tells of its deal."""
    options = msgspec.convert({"number_row": number_row}, Options)
    for seats in SEAT_COUNTS:
        state = GAME.deal(options, seats, Chance(b"record"))
        assert GAME.set_up(options, seats, None, GAME.round_started(state)) == state


def test_a_deal_that_cannot_be_is_refused() -> None:
    """TN1, TN3: wrong sizes, wrong #-Rows, a double card or one that does not exist are not a deal."""
    dealt = GAME.round_started(GAME.deal(Options(), 3, Chance(b"record")))
    assert isinstance(dealt, RoundStarted)
    first, second, third = dealt.hands
    cases: list[tuple[dict[str, object], str]] = [
        ({"hands": (first[1:], second, third)}, "hands"),
        ({"hands": (second, third)}, "hands"),
        ({"rows": (dealt.rows[0], dealt.rows[1], ())}, "every row"),
        ({"rows": dealt.rows[:2]}, "every row"),
        ({"number_rows": ((), (), (99,))}, "#-Rows"),
        ({"number_rows": ((), ())}, "#-Rows"),
        ({"hands": ((second[0], *first[1:]), second, third)}, "one deck"),
        ({"hands": ((0, *first[1:]), second, third)}, "one deck"),
        ({"hands": ((101, *first[1:]), second, third)}, "one deck"),
    ]
    for change, reason in cases:
        with pytest.raises(ValueError, match=reason):
            GAME.set_up(Options(), 3, None, msgspec.structs.replace(dealt, **change))
    with pytest.raises(ValueError, match="#-Rows"):
        GAME.set_up(Options(number_row="dealt"), 3, None, dealt)
