"""Take It! follows its rulings TI1 to TI11, one by one.

This file is longer than most because it is one thing: every ruling of one game, each by hand-built
positions.
"""

import re
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from takelan.errors import SeatCountError
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, GameEnded, RoundEnded
from takelan.rules.take_it import GAME, Flip, Grab, Options, State, View, types
from takelan.rules.take_it.cards import STANDARD_DECK, is_card, sort_for_reading
from takelan.rules.take_it.scoring import score
from takelan.rules.take_it.types import (
    AnyMove,
    Dealt,
    Event,
    Flipped,
    Grabbed,
    Missed,
    RestGone,
    RestTaken,
    RoundStarted,
    RowGone,
)
from tests.rules.refusals import refusal

SEAT_COUNTS = (2, 3, 4, 5)
#: Texts that are no cards, some of them nearly.
STRANGERS = ["7", "+0", "+07", "+100", "2x6", "3x+6", "Joker", "", "+7\n", "joker joker", "\x1b[31m+7"]
LIMITS = [(2, 4), (3, 4), (4, 3), (5, 3)]


def position(
    seats: int,
    *,
    row: Sequence[str] = (),
    stack: Sequence[str] = ("+1", "+2", "+3"),
    takes: Sequence[int] | None = None,
    dealer: int = 0,
    row_number: int = 1,
    rounds: int = 1,
) -> State:
    """Put a round on the table as a test needs it; the stack's top card comes first."""
    counts = list(takes or [0] * seats)
    return State(
        options=Options(rounds=rounds),
        seats=seats,
        round=1,
        first_dealer=dealer,
        dealer=dealer,
        is_dealer_for_good=False,
        stack=list(reversed(stack)),
        row=list(row),
        row_number=row_number,
        takes=counts,
        piles=[[("-1",)] * count for count in counts],
        round_scores=[],
    )


def fresh(seats: int, stack: Sequence[str], dealer: int = 0) -> State:
    """Lay out a first round with exactly this stack, top card first."""
    options = Options(deck=dict(Counter(stack)))
    return GAME.set_up(options, seats, None, RoundStarted(1, dealer, tuple(stack)))


def grab(state: State, seat: int) -> list[Event]:
    """Turn one card over and let a seat grab it."""
    GAME.apply(state, state.dealer, Flip())
    return GAME.apply(state, seat, Grab(state.row_number))


def kinds(events: Sequence[Event]) -> list[type]:
    """Name the events by their types alone."""
    return [type(event) for event in events]


# The deck and the dealer


def test_takelans_deck_has_77_cards_of_four_kinds() -> None:
    """TI1: 36 full points, 24 double or nothing, 6 jokers, 11 times 10 or nothing."""
    full = {f"{value:+d}": 2 for value in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -2, -3, -4, -5, -6, -7, -8)}
    double = {f"2x{value:+d}": 2 for value in (3, 4, 5, 6, 7, 8, 10, -2, -3, -4, -5, -6)}
    assert dict(STANDARD_DECK) == {**full, **double, "joker": 6, "10": 11}
    assert (sum(full.values()), sum(double.values()), sum(STANDARD_DECK.values())) == (36, 24, 77)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_whole_deck_is_the_stack(seats: int) -> None:
    """TI1: all 77 cards are shuffled into the stack; nobody holds a card, and the row is empty."""
    state = GAME.deal(Options(), seats, Chance(b"TI1"))
    assert Counter(state.stack) == Counter(STANDARD_DECK)
    assert (state.row, state.piles, state.takes) == ([], [[] for _ in range(seats)], [0] * seats)


def test_another_deck_replaces_takelans() -> None:
    """TI1: the options may hold how many there are of each card."""
    deck = {"+7": 2, "2x-2": 1, "joker": 1, "10": 3}
    state = GAME.deal(Options(deck=deck), 2, Chance(b"TI1"))
    assert Counter(state.stack) == Counter(deck)


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ({}, "a deck has 2 to 300 cards"),
        ({"+7": 1}, "a deck has 2 to 300 cards"),
        ({f"+{value}": 50 for value in range(1, 8)}, "a deck has 2 to 300 cards"),
    ],
)
def test_a_deck_of_another_size_is_refused(deck: dict[str, int], reason: str) -> None:
    """TI1: too few or too many cards are no deck."""
    with pytest.raises(ValueError, match=re.escape(reason)):
        Options(deck=deck)
    with pytest.raises(msgspec.ValidationError, match=re.escape(reason)):
        msgspec.convert({"deck": deck}, Options)


@pytest.mark.parametrize("text", STRANGERS)
def test_a_deck_with_a_stranger_among_its_cards_is_refused(text: str) -> None:
    """TI1: whoever builds the options, and wherever they were decoded from."""
    with pytest.raises(ValueError, match=re.escape(f"'{text}' is not a card")):
        Options(deck={text: 2})
    with pytest.raises(msgspec.ValidationError, match="regex"):
        msgspec.convert({"deck": {text: 2}}, Options)


@pytest.mark.parametrize("text", STRANGERS)
def test_no_other_text_is_decoded_as_a_card(text: str) -> None:
    """TI1: neither a view nor an event nor a hearing brings free text through."""
    state = position(2, row=["+7"], stack=["joker", "10"])
    view = msgspec.to_builtins(GAME.view(state, 0))
    assert msgspec.convert(view, View) == GAME.view(state, 0)
    for field, value in (("row", [text]), ("scored_cards", [[text]])):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**view, field: value}, View)
    for event in (Flipped(0, text), Grabbed(0, (text,)), RestTaken(0, (text,)), RoundStarted(1, 0, (text,))):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(msgspec.to_builtins(event), types.Event)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(msgspec.to_builtins(Flipped(0, text)), types.Hearing)


@pytest.mark.parametrize("count", [0, -1, 51, 1.5, "2", None])
def test_a_deck_with_a_count_that_is_none_is_refused(count: object) -> None:
    """TI1: there are 1 to 50 cards alike."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"deck": {"+7": 2, "-3": count}}, Options)


def test_cards_are_told_apart_by_how_they_are_written() -> None:
    """TI1: a sign for full points, 2x for double or nothing, two words for the rest."""
    assert all(map(is_card, [*STANDARD_DECK, "+99", "-99", "2x+99", "2x-1"]))
    assert not any(
        map(is_card, ["+", "2x", "2x+", "7", "+7 ", "\n+7", "+7\n", "x+7", "jokers", "1", "−3", "+٣"])
    )


def test_cards_are_sorted_for_reading_with_pairs_together() -> None:
    """TI1: by kind, best first."""
    cards = ["10", "2x-2", "joker", "+3", "2x+6", "-1", "10", "2x+6"]
    assert sort_for_reading(cards) == ["+3", "-1", "2x+6", "2x+6", "2x-2", "joker", "10", "10"]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_only_two_to_five_play(seats: int) -> None:
    """TI6: any other number of players is refused with a sentence."""
    with pytest.raises(SeatCountError) as caught:
        GAME.deal(Options(), seats, Chance(b"TI6"))
    assert str(caught.value) == f"Take It! is for 2 to 5 players, not {seats}."


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_first_dealer_is_the_one_marked_or_else_drawn(seats: int) -> None:
    """TI2: a marked seat deals first; without a mark every seat can be drawn."""
    for marked in range(seats):
        assert GAME.deal(Options(), seats, Chance(b"TI2"), dealer=marked).dealer == marked
    drawn = {GAME.deal(Options(), seats, Chance(bytes([number]))).dealer for number in range(80)}
    assert drawn == set(range(seats))


def test_a_mark_does_not_change_the_shuffle() -> None:
    """TI2: who deals and what is dealt are drawn apart."""
    stacks = [GAME.deal(Options(), 3, Chance(b"TI2"), dealer=marked).stack for marked in (None, 0, 1, 2)]
    assert stacks == [stacks[0]] * 4


# Flips


def test_the_dealer_turns_cards_over_one_at_a_time() -> None:
    """TI3: from the top of the stack to the right end of the row."""
    state = position(2, stack=["+1", "joker", "-3", "10"])
    assert GAME.apply(state, 0, Flip()) == [Flipped(0, "+1")]
    assert GAME.apply(state, 0, Flip()) == [Flipped(0, "joker")]
    assert (state.row, state.stack, state.row_number) == (["+1", "joker"], ["10", "-3"], 1)
    assert GAME.waiting_for(state) == [0]


def test_only_the_dealer_turns_cards_over() -> None:
    """TI3: anybody else is refused."""
    state = position(3, dealer=1)
    for seat in (0, 2):
        assert Flip() not in GAME.legal_moves(state, seat)
        sentence = "Only the dealer turns cards over: grab when you like the row."
        assert refusal(GAME, state, seat, Flip()) == sentence
    assert GAME.legal_moves(state, 1) == [Flip()]


# Grabs


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_anybody_may_grab_and_becomes_the_dealer(seats: int) -> None:
    """TI4: the dealer included; the whole row becomes one pile, and the next row has the next number."""
    for seat in range(seats):
        state = position(seats, row=["+1", "-2", "10"], row_number=5)
        assert Grab(5) in GAME.legal_moves(state, seat)
        assert GAME.apply(state, seat, Grab(5)) == [Grabbed(seat, ("+1", "-2", "10"))]
        assert (state.row, state.row_number, state.dealer) == ([], 6, seat)
        assert state.piles[seat] == [("+1", "-2", "10")]
        assert state.takes[seat] == 1
        assert GAME.waiting_for(state) == [seat]


def test_an_empty_row_cannot_be_grabbed() -> None:
    """TI4: at least one card must lie there."""
    state = position(3, row_number=2)
    for seat in range(3):
        assert Grab(2) not in GAME.legal_moves(state, seat)
        assert refusal(GAME, state, seat, Grab(2)) == "The row is empty: wait until a card is turned over."


def test_the_row_is_taken_as_it_lies_when_the_grab_arrives() -> None:
    """TI4: a card turned over before the grab arrives is part of it, though the grabber aimed at less."""
    state = position(2, row=["+1"], stack=["-8", "+2"])
    aimed = Grab(state.row_number)
    GAME.apply(state, 0, Flip())
    assert GAME.apply(state, 1, aimed) == [Grabbed(1, ("+1", "-8"))]


def test_one_grab_after_the_other_by_the_same_seat() -> None:
    """TI4: each take is a pile of its own."""
    state = position(3, stack=["+1", "+2", "+3", "+4"])
    grab(state, 1)
    grab(state, 1)
    assert state.piles[1] == [("+1",), ("+2",)]


def test_the_first_grab_to_arrive_takes_the_row() -> None:
    """TI5: the second is too late: told so, it costs no take and takes nothing."""
    state = position(3, row=["+10"], row_number=4)
    assert GAME.apply(state, 2, Grab(4)) == [Grabbed(2, ("+10",))]
    before = state.copy()
    assert GAME.apply(state, 1, Grab(4)) == [Missed(1, 4)]
    assert state == before
    assert (state.takes, state.dealer) == ([0, 0, 1], 2)


def test_a_late_grab_never_takes_the_next_row() -> None:
    """TI5: not even when cards lie there already."""
    state = position(3, row=["+10"], row_number=4)
    GAME.apply(state, 2, Grab(4))
    GAME.apply(state, 2, Flip())
    before = state.copy()
    for row in (1, 2, 3, 4):
        assert GAME.apply(state, 1, Grab(row)) == [Missed(1, row)]
        assert state == before
    assert GAME.apply(state, 1, Grab(5)) == [Grabbed(1, ("+1",))]


def test_a_late_grab_costs_nothing_even_at_the_limit() -> None:
    """TI5: who has made the last take and strikes twice is too late, not over the limit."""
    state = position(2, row=["+10"], takes=[0, 3], row_number=4, stack=["+1", "+2"])
    GAME.apply(state, 1, Grab(4))
    assert GAME.apply(state, 1, Grab(4)) == [Missed(1, 4)]


def test_a_grab_after_the_last_card_is_too_late() -> None:
    """TI5, TI8a: the row of the last card goes to nobody, and a grab for it is a race lost."""
    state = position(3, row=["+10"], stack=["+9"], row_number=7)
    GAME.apply(state, 0, Flip())
    before = state.copy()
    assert GAME.apply(state, 2, Grab(7)) == [Missed(2, 7)]
    assert GAME.apply(state, 2, Grab(3)) == [Missed(2, 3)]
    assert state == before


def test_a_grab_after_the_rest_was_handed_out_is_too_late() -> None:
    """TI5, TI8b: also when the round ended with the very grab that came first."""
    state = position(2, row=["+10"], takes=[3, 0], row_number=4)
    assert kinds(GAME.apply(state, 0, Grab(4))) == [Grabbed, RestTaken, RoundEnded, GameEnded]
    before = state.copy()
    assert GAME.apply(state, 1, Grab(4)) == [Missed(1, 4)]
    assert state == before


@pytest.mark.parametrize("ending", ["the last card", "the limit"])
def test_row_numbers_never_restart(ending: str) -> None:
    """TI5: a grab aimed at a row of the last round finds no row of this one."""
    state = GAME.deal(Options(rounds=3), 2, Chance(b"TI5"))
    seen = [state.row_number]
    for number in range(1, 3):
        last = end_round(state, ending)
        GAME.deal_next(state, Chance(bytes([number])))
        assert state.row_number > last
        seen.append(state.row_number)
        GAME.apply(state, state.dealer, Flip())
        before = state.copy()
        for row in range(1, state.row_number):
            assert GAME.apply(state, 0, Grab(row)) == [Missed(0, row)]
        assert state == before
    assert seen == sorted(set(seen))


def end_round(state: State, ending: str) -> int:
    """Play a round to its end and return the number of the last row anybody saw."""
    last = state.row_number
    while not GAME.is_round_over(state):
        last = state.row_number
        if ending == "the limit" and state.row:
            GAME.apply(state, 0, Grab(state.row_number))
        else:
            GAME.apply(state, state.dealer, Flip())
    return last


@pytest.mark.parametrize("row", [0, -1, 6, 7, 100])
def test_a_row_that_never_was_is_refused(row: int) -> None:
    """TI5: a grab for a row of the future, or for none, is illegal, not late."""
    state = position(3, row=["+1"], row_number=5)
    assert refusal(GAME, state, 1, Grab(row)) == f"Row {row} is not on the table: grab row 5."


@pytest.mark.parametrize(("seats", "limit"), LIMITS)
def test_the_limit_is_three_takes_and_four_with_few_players(seats: int, limit: int) -> None:
    """TI6: the grab over the limit is refused, also to the dealer, who still turns cards over."""
    state = position(seats, row=["+1"], takes=[limit] + [0] * (seats - 1))
    assert GAME.legal_moves(state, 0) == [Flip()]
    sentence = "You have made all your takes: watch the others."
    assert refusal(GAME, state, 0, Grab(state.row_number)) == sentence
    assert GAME.view(state, 0).takes_left[0] == 0


@pytest.mark.parametrize(("seats", "limit"), LIMITS)
def test_the_last_take_under_the_limit_is_allowed(seats: int, limit: int) -> None:
    """TI6: exactly so many takes, and no fewer."""
    takes = [limit - 1] + [0] * (seats - 1)
    state = position(seats, row=["+1"], takes=takes)
    assert kinds(GAME.apply(state, 0, Grab(1)))[0] is Grabbed
    assert state.takes[0] == limit


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_first_with_three_piles_deals_for_good(seats: int) -> None:
    """TI7: at every player count; later grabs do not move the deal."""
    state = position(seats, stack=["+1"] * 20)
    for piles in (1, 2, 3):
        assert not state.is_dealer_for_good
        grab(state, 1)
        assert (state.dealer, len(state.piles[1])) == (1, piles)
    assert state.is_dealer_for_good
    assert GAME.view(state, None).is_dealer_for_good
    for _ in range(2):
        grab(state, 0)
        assert state.dealer == 1
    assert refusal(GAME, state, 0, Flip()) == "Only the dealer turns cards over: grab when you like the row."


@pytest.mark.parametrize("seats", [2, 3])
def test_with_few_players_the_dealer_for_good_has_one_take_left(seats: int) -> None:
    """TI7: the fourth take is still possible, and the deal stays."""
    state = position(seats, stack=["+1"] * 20)
    for _ in range(3):
        grab(state, 1)
    assert GAME.view(state, 1).takes_left[1] == 1
    assert kinds(grab(state, 1))[0] is Grabbed
    assert state.takes[1] == 4
    if seats == 3:
        assert (state.dealer, state.is_dealer_for_good) == (1, True)


def test_a_second_player_with_three_piles_does_not_get_the_deal() -> None:
    """TI7: only the first player with three piles deals for good."""
    state = position(3, stack=["+1"] * 20)
    for seat in (1, 1, 1, 2, 2, 2, 2):
        grab(state, seat)
    assert (state.dealer, state.takes) == (1, [0, 3, 4])


def test_the_deal_moves_freely_before_anybody_has_three_piles() -> None:
    """TI7: two piles are not enough."""
    state = position(4, stack=["+1"] * 20)
    for seat in (0, 1, 2, 3, 0, 1, 2, 3):
        grab(state, seat)
        assert state.dealer == seat
    assert not state.is_dealer_for_good


# The end of a round


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_last_card_ends_the_round_and_the_row_goes_to_nobody(seats: int) -> None:
    """TI8a: over at once; what lies in the row scores for nobody."""
    state = position(seats, row=["+10", "+9"], stack=["+8"])
    ended = GAME.apply(state, 0, Flip())
    zeros = (0,) * seats
    assert ended == [Flipped(0, "+8"), RoundEnded(zeros), GameEnded(zeros, tuple(range(seats)))]
    assert state.row == ["+10", "+9", "+8"]
    assert_over(state)


@pytest.mark.parametrize(("seats", "limit"), LIMITS)
def test_the_last_player_under_the_limit_gets_the_rest(seats: int, limit: int) -> None:
    """TI8b: when all but one have reached it, that one gets the whole remaining stack, as one pile."""
    takes = [limit] * seats
    takes[0], takes[1] = limit - 1, 1
    state = position(seats, row=["+5"], takes=takes, stack=["+10", "-3", "joker"], row_number=9)
    events = GAME.apply(state, 0, Grab(9))
    assert events[:2] == [Grabbed(0, ("+5",)), RestTaken(1, ("+10", "-3", "joker"))]
    assert kinds(events[2:]) == [RoundEnded, GameEnded]
    assert state.piles[1][-1] == ("+10", "-3", "joker")
    assert (state.stack, state.row) == ([], [])
    assert state.round_scores[0][1] == -1 + 10 - 3
    assert_over(state)


def test_the_round_goes_on_while_two_are_under_the_limit() -> None:
    """TI8b: all but one, not all but two."""
    state = position(3, row=["+5"], takes=[3, 3, 3])
    assert kinds(GAME.apply(state, 0, Grab(1))) == [Grabbed]
    GAME.apply(state, state.dealer, Flip())
    assert kinds(GAME.apply(state, 1, Grab(2))) == [Grabbed, RestTaken, RoundEnded, GameEnded]


def test_the_rest_costs_no_take() -> None:
    """TI8b: the rest is given, not grabbed."""
    state = position(2, row=["+5"], takes=[3, 2])
    GAME.apply(state, 0, Grab(1))
    assert (state.takes, GAME.view(state, 1).takes_left) == ([4, 2], (0, 2))


def assert_over(state: State) -> None:
    """See that nobody is waited for and nobody can flip or grab."""
    assert GAME.is_round_over(state)
    assert (state.dealer, GAME.waiting_for(state)) == (NOBODY, [])
    for seat in range(state.seats):
        assert GAME.legal_moves(state, seat) == []
        assert refusal(GAME, state, seat, Flip()) == "The round is over: wait for the next deal."
        assert refusal(GAME, state, seat, Grab(0)) == "The round is over: wait for the next deal."


# The score


def worth(*cards: str, others: Sequence[Sequence[str]] = ()) -> int:
    """Value what one player holds beside the others."""
    return score([cards, *others])[0].total


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        # Full points count as printed.
        ((), 0),
        (("+7",), 7),
        (("-3",), -3),
        (("+10", "+10", "-8", "+1"), 13),
        # Double or nothing counts in twos.
        (("2x-2", "2x-2"), -2),
        (("2x+6", "2x+6"), 6),
        (("2x+6",), 0),
        (("2x-6",), 0),
        (("2x+6", "2x-6"), 0),
        (("2x+6", "2x+5"), 0),
        (("2x+6", "+6"), 6),
        (("2x+3", "2x+3", "2x-5", "2x-5"), -2),
        (("2x+6",) * 3, 6),
        (("2x+6",) * 4, 12),
        (("2x-4",) * 5, -8),
        # A joker completes a single.
        (("joker",), 0),
        (("joker",) * 6, 0),
        (("joker", "+4"), 4),
        (("joker", "2x+6"), 6),
        (("joker", "2x-5"), -5),
        (("joker", "2x+3", "2x+8"), 8),
        (("joker", "joker", "2x+3", "2x+8"), 11),
        (("joker", "2x+3", "2x-2"), 3),
        (("joker", "joker", "2x+3", "2x-2"), 1),
        (("joker", "2x-6", "2x-2", "2x-4"), -2),
        (("joker", "joker", "2x-6", "2x-2", "2x-4"), -6),
        (("joker", "joker", "joker", "2x-6"), -6),
        (("joker", "joker", "2x+10", "2x-6", "2x-3"), 7),
        # Equal cards pair off first, so a joker cannot keep a negative pair apart or double a positive one.
        (("joker", "2x+6", "2x+6"), 6),
        (("joker", "2x-2", "2x-2"), -2),
        (("joker", "2x+6", "2x+6", "2x-3"), 3),
        (("joker", "2x+6", "2x+6", "2x+6"), 12),
        (("joker", "2x-6", "2x-6", "2x-6"), -12),
        (("joker", "2x-2", "2x-2", "2x+3"), 1),
        # 10 or nothing: the only holder has the most.
        (("10",), 10),
        (("10", "10", "10"), 10),
        # The example of the rules as players read them.
        (("+9", "-4", "2x+6", "2x+6", "2x+8", "joker", "2x-3", "joker", "10", "10", "10"), 26),
    ],
)
def test_a_pile_is_worth(cards: tuple[str, ...], points: int) -> None:
    """TI9: full points, pairs, jokers and tens, table by table; the order of the cards does not matter."""
    assert worth(*cards) == points
    assert worth(*reversed(cards)) == points


@pytest.mark.parametrize(
    ("tens", "points"),
    [
        ((0, 0), (0, 0)),
        ((1, 0), (10, 0)),
        ((2, 1), (10, 0)),
        ((1, 1), (10, 10)),
        ((4, 3, 4), (10, 0, 10)),
        ((2, 2, 2, 2, 2), (10, 10, 10, 10, 10)),
        ((0, 5, 1, 0, 5), (0, 10, 0, 0, 10)),
    ],
)
def test_the_most_tens_score_ten_for_all_who_have_them(
    tens: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """TI9: at least one card is needed; those who tie all get +10, and the rest nothing."""
    assert tuple(each.total for each in score([["10"] * count for count in tens])) == points


def test_a_worth_tells_its_parts() -> None:
    """TI9: full, doubles, jokers and tens are valued apart and add up."""
    each = score([["+9", "-4", "2x+6", "2x+6", "2x+8", "joker", "10"], ["10"]])[0]
    assert (each.full, each.doubles, each.jokers, each.tens, each.total) == (5, 6, 8, 10, 29)


def test_all_piles_of_a_player_count_together() -> None:
    """TI9: cards pair off across piles, the rest of the stack included."""
    state = fresh(2, ["2x+6", "joker", "+1", "10", "2x+6", "2x-3", "2x-3", "10"])
    for seat in (1, 0, 0, 0):
        grab(state, seat)
    events = grab(state, 0)
    assert events[1:] == [
        RestTaken(1, ("2x-3", "2x-3", "10")),
        RoundEnded((17, 7)),
        GameEnded((17, 7), (0,)),
    ]


def test_one_round_is_the_default() -> None:
    """TI10: the game ends with its first round."""
    state = GAME.deal(Options(), 3, Chance(b"TI10"))
    end_round(state, "the last card")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.totals, outcome.winners) == ((0, 0, 0), (0, 1, 2))


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_more_rounds_may_be_agreed_and_are_added_up(seats: int) -> None:
    """TI10: every round has the whole deck, fresh takes, and a first dealer one seat further left."""
    state = GAME.deal(Options(rounds=4), seats, Chance(b"TI10"), dealer=1)
    for number in range(1, 5):
        assert (state.round, state.first_dealer, state.dealer) == (number, number % seats, number % seats)
        assert (state.takes, state.is_dealer_for_good) == ([0] * seats, False)
        assert Counter(state.stack) == Counter(STANDARD_DECK)
        assert GAME.outcome(state) is None
        for _ in range(3):
            grab(state, 0)
        end_round(state, "the last card")
        if number < 4:
            GAME.deal_next(state, Chance(bytes([number])))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.totals == tuple(map(sum, zip(*state.round_scores, strict=True)))


@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        (["+3", "+2", "+1"], (0,)),
        (["+3", "+3", "-8"], (0, 1)),
        (["+3", "-3", "+3"], (0, 2)),
        (["-1", "-1", "-1"], (0, 1, 2)),
    ],
)
def test_the_highest_total_wins_and_ties_share(cards: list[str], winners: tuple[int, ...]) -> None:
    """TI10: all with the best total win."""
    state = fresh(3, [*cards, "joker"])
    for seat in range(3):
        grab(state, seat)
    ended = GAME.apply(state, state.dealer, Flip())[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == winners


# What is seen


def test_the_row_is_open_and_piles_are_hidden_from_everybody() -> None:
    """TI11: only the number of piles and of their cards is shown, to the owner too."""
    state = position(3, row=["+1", "joker"], stack=["-8", "10"])
    state.piles = [[("2x+10", "-7"), ("+9",)], [], [("2x-6",)]]
    for seat in (0, 1, 2, None):
        view = GAME.view(state, seat)
        assert view.row == ("+1", "joker")
        assert view.pile_sizes == ((2, 1), (), (1,))
        assert view.stack_size == 2
        assert view.scored_cards == ()
        words = msgspec.json.encode(view).decode()
        assert not any(f'"{card}"' in words for card in ("2x+10", "-7", "+9", "2x-6", "-8", "10"))


def test_a_seat_knows_no_more_than_an_onlooker() -> None:
    """TI11: apart from the seat itself all views are the same."""
    state = position(3, row=["+1"], takes=[1, 0, 2])
    views = [msgspec.structs.replace(GAME.view(state, seat), seat=None) for seat in (0, 1, 2, None)]
    assert views == [views[-1]] * 4


@pytest.mark.parametrize("seat", [0, 1, None])
def test_no_hearing_names_a_card_once_it_is_taken(seat: int | None) -> None:
    """TI11: of a grab and of the rest everybody, the owner too, hears only how many cards it was."""
    assert GAME.hear(Grabbed(1, ("+1", "-8")), seat) == RowGone(1, 2)
    assert GAME.hear(RestTaken(1, ("+1", "-8", "10")), seat) == RestGone(1, 3)
    assert GAME.hear(RoundStarted(1, 0, ("+1", "-8")), seat) == Dealt(1, 0, 2)


@pytest.mark.parametrize(
    "event", [Flipped(0, "+3"), Missed(1, 4), RoundEnded((1, 2)), GameEnded((1, 2), (1,))]
)
def test_what_happens_in_the_open_is_heard_as_it_is(event: Event) -> None:
    """TI11: flips, lost races and scores are public."""
    assert [GAME.hear(event, seat) for seat in (0, 1, None)] == [event] * 3


def test_piles_are_turned_over_for_scoring() -> None:
    """TI11: when the round is over all see what was taken."""
    state = fresh(2, ["+1", "-8", "joker", "+3"])
    GAME.apply(state, 0, Flip())
    grab(state, 1)
    grab(state, 0)
    GAME.apply(state, 0, Flip())
    for seat in (0, 1, None):
        assert GAME.view(state, seat).scored_cards == (("joker",), ("+1", "-8"))


# A recorded deal


def test_a_recorded_deal_is_laid_out_again() -> None:
    """TI1, TI2: a state is rebuilt from what a transcript tells of its deal."""
    for seats in SEAT_COUNTS:
        state = GAME.deal(Options(), seats, Chance(b"record"))
        assert GAME.set_up(Options(), seats, None, GAME.round_started(state)) == state


def test_a_deal_that_cannot_be_is_refused() -> None:
    """TI1: a stack that is not the deck of the options is not a deal."""
    dealt = GAME.round_started(GAME.deal(Options(), 2, Chance(b"record")))
    assert isinstance(dealt, RoundStarted)
    for pile in (dealt.pile[1:], (*dealt.pile, "joker"), ("+11", *dealt.pile[1:])):
        with pytest.raises(ValueError, match="not the deck"):
            GAME.set_up(Options(), 2, None, msgspec.structs.replace(dealt, pile=pile))
    with pytest.raises(ValueError, match="not the deck"):
        GAME.set_up(Options(deck={"+1": 2}), 2, None, dealt)


def test_moves_are_named_by_the_events_they_lead_to() -> None:
    """TI5: a recorded grab is replayed as a grab of the row that lies there then."""
    state = position(2, row=["+1"], row_number=6)
    cases: list[tuple[Event, list[tuple[int, AnyMove]]]] = [
        (Flipped(0, "+1"), [(0, Flip())]),
        (Grabbed(1, ("+1",)), [(1, Grab(6))]),
        (RestTaken(1, ("+1",)), []),
        (RoundEnded((0, 0)), []),
        (GameEnded((0, 0), (0, 1)), []),
    ]
    for event, moves in cases:
        assert GAME.moves_behind(state, event) == moves
