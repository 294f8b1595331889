"""Take That follows its rulings TT1 to TT11, one by one.

This file is longer than most because it is one thing: every ruling of one game, each by hand-built
positions.
"""

from collections.abc import Sequence

import msgspec
import pytest

from takelan.errors import SeatCountError
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, GameEnded, RoundEnded
from takelan.rules.take_that import GAME, Lay, Options, State, TakeLine, Twist
from takelan.rules.take_that.cards import DECK, TOADS, TWIN
from takelan.rules.take_that.types import (
    AnyMove,
    Dealt,
    Drew,
    DrewUnseen,
    Event,
    Laid,
    LineGone,
    LineTaken,
    RoundStarted,
    Twisted,
)
from tests.rules.refusals import refusal

SEAT_COUNTS = (2, 3, 4)


def position(
    *hands: Sequence[int],
    line: Sequence[int] = (),
    pile: Sequence[int] = (),
    turn: int = 0,
    options: Options | None = None,
) -> State:
    """Put a round on the table as a test needs it; the pile's top card comes first."""
    return State(
        options=options or Options(rounds=1),
        seats=len(hands),
        round=1,
        dealer=(turn - 1) % len(hands),
        turn=turn,
        hands=[list(hand) for hand in hands],
        pile=list(reversed(pile)),
        line=list(line),
        twisted=[[] for _ in hands],
        taken=[[] for _ in hands],
        round_scores=[],
    )


def kinds(events: Sequence[Event]) -> list[type]:
    """Name the events by their types alone."""
    return [type(event) for event in events]


def lays(moves: Sequence[AnyMove]) -> set[int]:
    """Pick the cards that may be laid."""
    return {move.card for move in moves if isinstance(move, Lay)}


def twists(moves: Sequence[AnyMove]) -> set[int]:
    """Pick the cards that may twist."""
    return {move.card for move in moves if isinstance(move, Twist)}


# The deck and the deal


def test_the_deck_has_79_cards() -> None:
    """TT1: 12 to 98 without the tens, seven toads, and 36 pairs of twins."""
    assert list(DECK) == [card for card in range(12, 99) if card not in {20, 30, 40, 50, 60, 70, 80, 90}]
    assert len(DECK) == 79
    assert set(TOADS) == {22, 33, 44, 55, 66, 77, 88}
    assert set(TWIN) == set(DECK) - TOADS
    assert len({frozenset(pair) for pair in TWIN.items()}) == 36
    assert all(str(TWIN[card]) == str(card)[::-1] and TWIN[TWIN[card]] == card for card in TWIN)


@pytest.mark.parametrize(("seats", "size"), [(2, 9), (3, 9), (4, 8)])
def test_a_hand_has_nine_cards_and_eight_with_four_players(seats: int, size: int) -> None:
    """TT2: the hands, a pile of all other cards, and an empty line."""
    state = GAME.deal(Options(), seats, Chance(b"TT2"))
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert len(state.pile) == 79 - seats * size
    assert state.line == []
    assert sorted(GAME.all_cards(state)) == list(DECK)


@pytest.mark.parametrize("seats", [0, 1, 5, 10])
def test_only_two_to_four_play(seats: int) -> None:
    """TT2: any other number of players is refused with a sentence."""
    with pytest.raises(SeatCountError) as caught:
        GAME.deal(Options(), seats, Chance(b"TT2"))
    assert str(caught.value) == f"Take That is for 2 to 4 players, not {seats}."


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_first_dealer_is_drawn_and_the_left_begins(seats: int) -> None:
    """TT3: every seat can be the first dealer, and the next seat has the first turn."""
    states = [GAME.deal(Options(), seats, Chance(bytes([number]))) for number in range(60)]
    assert {state.dealer for state in states} == set(range(seats))
    assert all(state.turn == (state.dealer + 1) % seats for state in states)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_deal_passes_left_each_round(seats: int) -> None:
    """TT3: round after round the dealer is the next seat, all around the table."""
    state = GAME.deal(Options(rounds=6), seats, Chance(b"TT3"), dealer=1)
    dealers = []
    for number in range(1, 7):
        dealers.append(state.dealer)
        assert (state.round, state.turn) == (number, (state.dealer + 1) % seats)
        end_by_force(state)
        if number < 6:
            GAME.deal_next(state, Chance(bytes([number])))
    assert dealers == [(1 + number) % seats for number in range(6)]


def end_by_force(state: State) -> list[Event]:
    """Leave one card in the line, none in the pile, and let the seat in turn take it."""
    state.line[:] = [state.pile[0]]
    state.pile.clear()
    return GAME.apply(state, state.turn, TakeLine())


# A turn


def test_the_leaflets_opening_is_played() -> None:
    """TT4: 34 opens, 41 lies in 24–44, 49 lies in 31–51, and 94 twists the 49 away."""
    alex, sarah, linus, marlene = [34, 12], [41, 13], [49, 14], [94, 15]
    state = position(alex, sarah, linus, marlene, pile=[95, 96, 97, 98, 62])
    assert GAME.apply(state, 0, Lay(34)) == [Laid(0, 34), Drew(0, 95)]
    assert GAME.apply(state, 1, Lay(41)) == [Laid(1, 41), Drew(1, 96)]
    assert GAME.apply(state, 2, Lay(49)) == [Laid(2, 49), Drew(2, 97)]
    assert state.line == [34, 41, 49]
    assert GAME.apply(state, 3, Twist(94)) == [Twisted(3, 94, 49), Drew(3, 98)]
    assert state.line == [34, 41]
    assert state.twisted == [[], [], [], [94, 49]]
    assert state.hands == [[12, 95], [13, 96], [14, 97], [15, 98]]
    assert (state.pile, state.turn) == ([62], 0)


@pytest.mark.parametrize(("end", "lowest", "highest"), [(34, 24, 44), (41, 31, 51), (55, 45, 65)])
def test_a_lay_is_within_ten_of_the_rightmost_card(end: int, lowest: int, highest: int) -> None:
    """TT4: up to 10 above or below, 10 included, measured from the right end only."""
    hand = [card for card in DECK if card not in (end, 97)]
    state = position(hand, [98], line=[97, end])
    assert lays(GAME.legal_moves(state, 0)) == {card for card in hand if lowest <= card <= highest}
    for card in hand:
        if lowest <= card <= highest:
            assert kinds(GAME.apply(state.copy(), 0, Lay(card))) == [Laid]
        else:
            assert "more than 10 away" in refusal(GAME, state, 0, Lay(card))


def test_a_card_too_far_away_is_refused_with_the_range() -> None:
    """TT4: the sentence names the card, the end and what may be laid."""
    state = position([55, 12], [13], line=[34, 41])
    assert refusal(GAME, state, 0, Lay(55)) == "55 is more than 10 away from 41: lay 31–51"


@pytest.mark.parametrize(
    ("card", "end", "sentence"),
    [
        (98, 12, "98 is more than 10 away from 12: lay 12–22"),
        (12, 98, "12 is more than 10 away from 98: lay 88–98"),
        (34, 19, "34 is more than 10 away from 19: lay 12–29"),
        (12, 91, "12 is more than 10 away from 91: lay 81–98"),
    ],
)
def test_the_range_told_stays_in_the_deck(card: int, end: int, sentence: str) -> None:
    """TT4: near 12 and 98 the sentence does not promise cards that do not exist (TT1)."""
    assert refusal(GAME, position([card], [13], line=[end]), 0, Lay(card)) == sentence


def test_any_card_opens_an_empty_line() -> None:
    """TT4: on an empty line every card of the hand may be laid, and nothing else is possible."""
    state = position([12, 55, 98], [13], pile=[14])
    assert GAME.legal_moves(state, 0) == [Lay(12), Lay(55), Lay(98)]
    assert refusal(GAME, state, 0, TakeLine()) == "There is no line to take: lay any card to open one."
    assert refusal(GAME, state, 0, Twist(12)) == "21 is not in the line, so 12 cannot twist it."


@pytest.mark.parametrize("place", range(4))
def test_any_card_of_the_line_can_be_twisted(place: int) -> None:
    """TT4: the first, the middle and the last card alike; the gap closes."""
    line = [31, 42, 53, 64]
    state = position([13, 24, 35, 46], [98], line=line, pile=[12])
    assert twists(GAME.legal_moves(state, 0)) == {13, 24, 35, 46}
    card = state.hands[0][place]
    assert GAME.apply(state, 0, Twist(card)) == [Twisted(0, card, line[place]), Drew(0, 12)]
    assert state.line == line[:place] + line[place + 1 :]
    assert state.twisted[0] == [card, line[place]]


def test_a_line_of_one_card_can_be_twisted_away() -> None:
    """TT4, TT6: the line may be one card long, and the next player opens a new one with any card."""
    state = position([13], [98, 12], line=[31], pile=[14, 15])
    assert GAME.apply(state, 0, Twist(13)) == [Twisted(0, 13, 31), Drew(0, 14)]
    assert (state.line, state.turn) == ([], 1)
    assert GAME.legal_moves(state, 1) == [Lay(98), Lay(12)]


def test_a_card_without_its_twin_in_the_line_cannot_twist() -> None:
    """TT4: the sentence names the twin that is missing."""
    state = position([12, 24], [98], line=[31, 24])
    assert refusal(GAME, state, 0, Twist(12)) == "21 is not in the line, so 12 cannot twist it."


def test_a_toad_neither_twists_nor_is_twisted() -> None:
    """TT1, TT4: a toad has no twin, not even itself."""
    state = position([33, 35], [98], line=[33, 36])
    assert twists(GAME.legal_moves(state, 0)) == set()
    sentence = "33 is a toad and has no twin: lay it, or twist with another card."
    assert refusal(GAME, state, 0, Twist(33)) == sentence


def test_the_line_may_be_taken_even_when_a_lay_and_a_twist_are_possible() -> None:
    """TT4: taking is always a choice while there is a line."""
    state = position([13, 32], [98], line=[45, 31], pile=[12, 14])
    assert set(map(repr, GAME.legal_moves(state, 0))) == {repr(Lay(32)), repr(Twist(13)), repr(TakeLine())}
    assert GAME.apply(state, 0, TakeLine()) == [LineTaken(0, (45, 31), None)]
    assert (state.line, state.taken) == ([], [[45, 31], []])


@pytest.mark.parametrize("move", [Lay(31), Twist(13)])
def test_after_a_lay_or_twist_one_card_is_drawn_and_the_turn_passes(move: Lay | Twist) -> None:
    """TT4: exactly one card, from the top of the pile."""
    state = position([13, 31], [98], line=[45, 31, 41], pile=[12, 14])
    assert GAME.apply(state, 0, move)[1:] == [Drew(0, 12)]
    assert (state.pile, state.turn) == ([14], 1)
    assert len(state.hands[0]) == 2


def test_nothing_is_drawn_from_an_empty_pile() -> None:
    """TT4: once the pile has run out, play goes on without draws."""
    state = position([13, 31], [98, 41], line=[45, 41])
    assert GAME.apply(state, 0, Lay(31)) == [Laid(0, 31)]
    assert (state.hands[0], state.turn) == ([13], 1)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_turns_go_around_to_the_left(seats: int) -> None:
    """TT3: after the last seat comes seat 0 again."""
    state = position(*[[40 + seat, 50 + seat] for seat in range(1, seats + 1)], turn=seats - 1)
    turns = []
    for _ in range(seats):
        turns.append(state.turn)
        GAME.apply(state, state.turn, Lay(41 + state.turn))
    assert turns == [(seats - 1 + step) % seats for step in range(seats)]


@pytest.mark.parametrize("move", [Lay(13), Twist(13), TakeLine()])
def test_only_the_seat_in_turn_moves(move: AnyMove) -> None:
    """TT4: everybody else is asked to wait."""
    state = position([31, 14], [13], line=[31], pile=[12])
    assert GAME.legal_moves(state, 1) == []
    assert refusal(GAME, state, 1, move) == "It is not your turn: wait for the others."
    assert GAME.waiting_for(state) == [0]


@pytest.mark.parametrize("move", [Lay(44), Twist(44), Lay(0), Twist(100), Lay(-1)])
def test_a_card_that_is_not_in_the_hand_is_refused(move: Lay | Twist) -> None:
    """TT4: neither a card held by somebody else nor one that does not exist can be played."""
    state = position([31, 14], [44], line=[45, 41], pile=[12])
    sentence = f"{move.card} is not in your hand: choose one of your own cards."
    assert refusal(GAME, state, 0, move) == sentence


def test_after_a_take_the_same_seat_opens_a_new_line() -> None:
    """TT5: any card, then one draw, then the turn passes; no twist and no second take in between."""
    state = position([12, 54, 98], [13], line=[45, 41], pile=[14, 15])
    assert GAME.apply(state, 0, TakeLine()) == [LineTaken(0, (45, 41), None)]
    assert (state.turn, GAME.waiting_for(state)) == (0, [0])
    assert GAME.legal_moves(state, 0) == [Lay(12), Lay(54), Lay(98)]
    assert refusal(GAME, state, 0, TakeLine()) == "There is no line to take: lay any card to open one."
    assert refusal(GAME, state, 0, Twist(54)) == "45 is not in the line, so 54 cannot twist it."
    assert refusal(GAME, state, 1, Lay(13)) == "It is not your turn: wait for the others."
    assert GAME.apply(state, 0, Lay(98)) == [Laid(0, 98), Drew(0, 14)]
    assert (state.turn, state.line) == (1, [98])


def test_nothing_is_drawn_for_the_take_itself() -> None:
    """TT5: a take is followed by one draw, the one of the lay, so the hand keeps its size."""
    state = position([12, 54], [13], line=[45, 41], pile=[14, 15])
    GAME.apply(state, 0, TakeLine())
    assert (len(state.hands[0]), len(state.pile)) == (2, 2)
    GAME.apply(state, 0, Lay(12))
    assert (len(state.hands[0]), len(state.pile)) == (2, 1)


def test_after_a_twist_of_the_right_end_the_new_right_end_counts() -> None:
    """TT6: with the 49 gone the next lay is measured from the 31."""
    state = position([94], [58, 22, 41], line=[31, 49], pile=[12, 13])
    GAME.apply(state, 0, Twist(94))
    assert lays(GAME.legal_moves(state, 1)) == {22, 41}
    assert refusal(GAME, state, 1, Lay(58)) == "58 is more than 10 away from 31: lay 21–41"


def test_a_twist_elsewhere_leaves_the_right_end_alone() -> None:
    """TT6: neighbours that meet in the gap need not fit each other."""
    state = position([94], [58, 22], line=[31, 49, 55], pile=[12, 13])
    GAME.apply(state, 0, Twist(94))
    assert state.line == [31, 55]
    assert lays(GAME.legal_moves(state, 1)) == {58}


# The end of a round


def test_the_round_ends_when_the_line_is_taken_and_the_pile_is_empty() -> None:
    """TT7: the last line taken; nothing is laid after that take."""
    state = position([12, 54], [13], line=[45, 44])
    assert GAME.apply(state, 0, TakeLine()) == [
        LineTaken(0, (45, 44), None),
        RoundEnded((-6, 0)),
        GameEnded((-6, 0), (1,)),
    ]
    assert state.hands[0] == [12, 54]
    assert_over(state)


def test_the_round_ends_when_the_last_card_is_twisted_away_and_the_pile_is_empty() -> None:
    """TT7: the last line twisted away."""
    state = position([12, 54], [13], line=[45])
    assert GAME.apply(state, 0, Twist(54)) == [
        Twisted(0, 54, 45),
        RoundEnded((2, 0)),
        GameEnded((2, 0), (0,)),
    ]
    assert_over(state)


def test_the_round_ends_when_the_draw_after_a_twist_takes_the_last_card() -> None:
    """TT7: the twist empties the line, then its draw empties the pile."""
    state = position([12, 54], [13], line=[45], pile=[14])
    assert GAME.apply(state, 0, Twist(54)) == [
        Twisted(0, 54, 45),
        Drew(0, 14),
        RoundEnded((2, 0)),
        GameEnded((2, 0), (0,)),
    ]
    assert_over(state)


def test_the_round_ends_when_the_extra_card_empties_the_pile() -> None:
    """TT7, TT9: the take of one lonely card brings along the last card of the pile."""
    state = position([12, 54], [13], line=[45], pile=[88], options=Options(rounds=1, advanced=True))
    assert GAME.apply(state, 0, TakeLine()) == [
        LineTaken(0, (45,), 88),
        RoundEnded((-6, 0)),
        GameEnded((-6, 0), (1,)),
    ]
    assert_over(state)


def assert_over(state: State) -> None:
    """See that nobody is waited for and nobody can move."""
    assert GAME.is_round_over(state)
    assert state.turn == NOBODY
    assert GAME.waiting_for(state) == []
    for seat in range(state.seats):
        assert GAME.legal_moves(state, seat) == []
        for move in (Lay(12), Twist(54), TakeLine()):
            refusal(GAME, state, seat, move)


@pytest.mark.parametrize(
    ("move", "line", "pile"),
    [
        (TakeLine(), [45], [14]),  # The pile still has a card.
        (TakeLine(), [45, 41], [14]),
        (Twist(54), [45], [14, 15]),  # One card is left after the draw.
        (Twist(54), [45, 41], []),  # The line still has a card.
        (Twist(54), [45, 41], [14]),
        (Lay(54), [45], [14]),  # The draw empties the pile, but the line lies there.
        (Lay(54), [45], []),
    ],
)
def test_the_round_goes_on_while_pile_or_line_has_a_card(
    move: AnyMove, line: list[int], pile: list[int]
) -> None:
    """TT7: one of the two being empty is not enough."""
    state = position([12, 54], [13], line=line, pile=pile)
    assert RoundEnded not in kinds(GAME.apply(state, 0, move))
    assert not GAME.is_round_over(state)
    assert GAME.outcome(state) is None


def test_the_last_card_of_the_pile_is_drawn_after_opening_a_line() -> None:
    """TT5, TT7: a take with one card left in the pile is followed by a lay and its draw."""
    state = position([12, 54], [13], line=[45], pile=[14])
    assert kinds(GAME.apply(state, 0, TakeLine())) == [LineTaken]
    assert GAME.apply(state, 0, Lay(12)) == [Laid(0, 12), Drew(0, 14)]
    assert not GAME.is_round_over(state)
    assert state.turn == 1


def test_a_player_without_cards_can_only_take() -> None:
    """TT8: with an empty hand, after the pile ran out, the take ends the round."""
    state = position([], [13], line=[45, 41])
    assert GAME.legal_moves(state, 0) == [TakeLine()]
    assert refusal(GAME, state, 0, Lay(45)) == "45 is not in your hand: choose one of your own cards."
    assert refusal(GAME, state, 0, Twist(54)) == "54 is not in your hand: choose one of your own cards."
    assert kinds(GAME.apply(state, 0, TakeLine())) == [LineTaken, RoundEnded, GameEnded]


def test_a_hand_runs_out_only_after_the_pile() -> None:
    """TT8: a player lays the last card and, when the turn comes back, can only take."""
    state = position([42], [44, 45], line=[41])
    GAME.apply(state, 0, Lay(42))
    GAME.apply(state, 1, Lay(44))
    assert GAME.legal_moves(state, 0) == [TakeLine()]


def test_a_lonely_card_brings_the_top_of_the_pile_along() -> None:
    """TT9: in the advanced game the take of one card costs the top card as well, then TT5 follows."""
    state = position([12, 54], [13], line=[45], pile=[88, 14, 15], options=Options(rounds=1, advanced=True))
    assert GAME.apply(state, 0, TakeLine()) == [LineTaken(0, (45,), 88)]
    assert state.taken[0] == [45, 88]
    assert (state.turn, GAME.legal_moves(state, 0)) == (0, [Lay(12), Lay(54)])
    assert GAME.apply(state, 0, Lay(12)) == [Laid(0, 12), Drew(0, 14)]


def test_a_lonely_card_without_a_pile_brings_nothing_along() -> None:
    """TT9: without a pile there is no extra card."""
    state = position([12, 54], [13], line=[45], options=Options(rounds=1, advanced=True))
    assert GAME.apply(state, 0, TakeLine())[0] == LineTaken(0, (45,), None)
    assert state.taken[0] == [45]


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ([45, 41], Options(rounds=1, advanced=True)),
        ([45], Options(rounds=1)),
        ([45], Options(rounds=1, advanced=False)),
    ],
)
def test_a_longer_line_or_the_plain_game_brings_nothing_along(line: list[int], options: Options) -> None:
    """TT9: only a line of exactly one card, and only in the advanced game, which is off by default."""
    state = position([12, 54], [13], line=line, pile=[88, 14], options=options)
    assert GAME.apply(state, 0, TakeLine()) == [LineTaken(0, tuple(line), None)]
    assert len(state.pile) == 2


@pytest.mark.parametrize("has_extra", [True, False])
def test_nobody_sees_the_extra_card(has_extra: bool) -> None:
    """TT9, TT11: everybody, the taker too, hears only that there was one."""
    event = LineTaken(1, (45,), 88 if has_extra else None)
    for seat in (0, 1, 2, None):
        assert GAME.hear(event, seat) == LineGone(1, 1, has_extra)


# The score


def scored(twisted: Sequence[Sequence[int]], taken: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """End a round in which these cards were twisted and taken, and return its scores."""
    hands: list[list[int]] = [[88, 12] for _ in twisted]
    state = position(*hands, line=[13])
    state.twisted = [list(cards) for cards in twisted]
    state.taken = [list(cards) for cards in taken]
    ended = GAME.apply(state, 0, TakeLine())[1]
    assert isinstance(ended, RoundEnded)
    return ended.scores


def test_sarahs_result_is_minus_five() -> None:
    """TT10: 12 plus points and 17 minus points are −5, as in the leaflet."""
    sarah_twisted = [
        card for pair in ((12, 21), (14, 41), (15, 51), (16, 61), (17, 71), (18, 81)) for card in pair
    ]
    sarah_taken = [22, 33, 23, 24, 25, 26, 27, 28, 29]
    assert scored([[], sarah_twisted], [[], sarah_taken]) == (-1, -5)


@pytest.mark.parametrize(
    ("twisted", "taken", "score"),
    [
        ([], [], 0),
        ([45, 54], [], 2),
        ([45, 54, 12, 21], [], 4),
        ([], [45], -1),
        ([], [44], -5),
        ([], [22, 33, 44, 55, 66, 77, 88], -35),
        ([45, 54], [44, 46, 47], -5),
    ],
)
def test_twins_score_one_each_and_taken_cards_cost(twisted: list[int], taken: list[int], score: int) -> None:
    """TT10: +1 a twisted card, −1 a taken one, −5 a taken toad; cards left in the hand count nothing."""
    assert scored([[], twisted], [[], taken])[1] == score


def test_two_rounds_are_played_by_default_and_added_up() -> None:
    """TT10: the first round does not end the game; the second does, with both added up."""
    state = GAME.deal(Options(), 2, Chance(b"TT10"), dealer=1)
    state.twisted[1] = [45, 54]
    first = end_by_force(state)
    assert kinds(first) == [LineTaken, RoundEnded]
    assert GAME.outcome(state) is None
    assert GAME.is_round_over(state)
    GAME.deal_next(state, Chance(b"again"))
    assert (state.round, state.twisted, state.taken, state.line) == (2, [[], []], [[], []], [])
    assert sorted(GAME.all_cards(state)) == list(DECK)
    second = end_by_force(state)
    assert kinds(second) == [LineTaken, RoundEnded, GameEnded]
    totals = tuple(map(sum, zip(*state.round_scores, strict=True)))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.totals == totals
    assert second[-1] == GameEnded(totals, outcome.winners)


@pytest.mark.parametrize("rounds", [1, 2, 3, 7])
def test_any_number_of_rounds_may_be_agreed(rounds: int) -> None:
    """TT10: the game ends with the round agreed upon, and with no other."""
    state = GAME.deal(Options(rounds=rounds), 3, Chance(b"TT10"))
    for number in range(1, rounds + 1):
        assert (GameEnded in kinds(end_by_force(state))) == (number == rounds)
        if number < rounds:
            GAME.deal_next(state, Chance(bytes([number])))
    assert len(state.round_scores) == rounds


@pytest.mark.parametrize(
    ("twisted", "winners"),
    [
        ([[], [45, 54], []], (1,)),
        ([[], [45, 54], [12, 21]], (1, 2)),
        ([[46, 64], [], [24, 42]], (2,)),
        ([[], [], []], (1, 2)),
        ([[46, 64, 17, 71], [12, 21, 23, 32], []], (1,)),
    ],
)
def test_the_highest_total_wins_and_ties_share(twisted: list[list[int]], winners: tuple[int, ...]) -> None:
    """TT10: seat 0 takes a last card for −1; all with the best total win."""
    state = position([98], [97], [96], line=[13])
    state.twisted = twisted
    ended = GAME.apply(state, 0, TakeLine())[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == winners


def test_all_players_can_share_the_win() -> None:
    """TT10: equal totals at every seat make everybody a winner."""
    state = position([54], [97], line=[45])
    state.twisted = [[], [12, 21]]
    assert GAME.apply(state, 0, Twist(54))[-1] == GameEnded((2, 2), (0, 1))


# What is seen


def test_taken_cards_are_seen_by_nobody_and_twins_by_all() -> None:
    """TT11: of taken cards everybody, the owner too, sees only how many; twins lie open."""
    state = position([12, 54], [13, 24], [15], line=[45, 31], pile=[88, 14, 16])
    state.taken[0] = [66, 77, 67]
    state.twisted[1] = [19, 91]
    for seat in (0, 1, 2, None):
        view = GAME.view(state, seat)
        assert view.taken_sizes == (3, 0, 0)
        assert view.twisted == ((), (19, 91), ())
        assert view.line == (45, 31)
        assert view.pile_size == 3
        assert view.hand_sizes == (2, 2, 1)
        assert view.scored_cards == ()
        words = msgspec.json.encode(view).decode()
        assert not any(str(card) in words for card in (66, 77, 67, 88, 14, 16))


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    """TT11: each seat sees its own hand, in order; an onlooker sees none."""
    state = position([54, 12], [24, 13], line=[45])
    assert [GAME.view(state, seat).hand for seat in (0, 1, None)] == [(12, 54), (13, 24), ()]


def test_a_taken_line_is_not_told_again() -> None:
    """TT11: what is heard of a take is how many cards it was."""
    for seat in (0, 1, None):
        assert GAME.hear(LineTaken(0, (45, 41, 44), None), seat) == LineGone(0, 3, False)


def test_a_drawn_card_is_heard_by_its_owner_alone() -> None:
    """TT11: the others hear that a card was drawn."""
    assert GAME.hear(Drew(1, 45), 1) == Drew(1, 45)
    assert [GAME.hear(Drew(1, 45), seat) for seat in (0, 2, None)] == [DrewUnseen(1)] * 3


def test_a_deal_tells_each_seat_its_own_hand() -> None:
    """TT11: neither other hands nor the pile are heard."""
    event = RoundStarted(2, 1, ((54, 12), (13, 24)), (88, 14, 16))
    assert GAME.hear(event, 0) == Dealt(2, 1, (12, 54), 3)
    assert GAME.hear(event, 1) == Dealt(2, 1, (13, 24), 3)
    assert GAME.hear(event, None) == Dealt(2, 1, (), 3)


@pytest.mark.parametrize(
    "event", [Laid(0, 34), Twisted(1, 94, 49), RoundEnded((1, 2)), GameEnded((1, 2), (1,))]
)
def test_what_happens_in_the_open_is_heard_as_it_is(event: Event) -> None:
    """TT11: lays, twists and scores are public."""
    assert [GAME.hear(event, seat) for seat in (0, 1, None)] == [event] * 3


def test_taken_cards_are_turned_over_for_scoring() -> None:
    """TT9, TT11: when the round is over all see what was taken, the extra card included."""
    state = position([12, 54], [13], line=[45], pile=[88], options=Options(rounds=1, advanced=True))
    GAME.apply(state, 0, TakeLine())
    for seat in (0, 1, None):
        view = GAME.view(state, seat)
        assert view.scored_cards == ((45, 88), ())
        assert view.round_scores == ((-6, 0),)
        assert view.turn is None


# A recorded deal


def test_a_recorded_deal_is_laid_out_again() -> None:
    """TT2, TT3: a state is rebuilt from what a transcript tells of its deal."""
    for seats in SEAT_COUNTS:
        state = GAME.deal(Options(), seats, Chance(b"record"))
        assert GAME.set_up(Options(), seats, None, GAME.round_started(state)) == state


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_deal_that_cannot_be_is_refused(seats: int) -> None:
    """TT1, TT2: hands of the wrong size, a missing card or a double one are not a deal."""
    dealt = GAME.round_started(GAME.deal(Options(), seats, Chance(b"record")))
    assert isinstance(dealt, RoundStarted)
    first, *others = dealt.hands
    replace = msgspec.structs.replace
    with pytest.raises(ValueError, match="wrong size"):
        GAME.set_up(Options(), seats, None, replace(dealt, hands=(first[1:], *others)))
    with pytest.raises(ValueError, match="wrong size"):
        GAME.set_up(Options(), seats, None, replace(dealt, hands=tuple(others)))
    with pytest.raises(ValueError, match="not the deck"):
        GAME.set_up(Options(), seats, None, replace(dealt, pile=dealt.pile[1:]))
    with pytest.raises(ValueError, match="not the deck"):
        GAME.set_up(Options(), seats, None, replace(dealt, pile=(first[0], *dealt.pile[1:])))
