"""Hard players find what can be known for certain."""

from collections.abc import Sequence
from typing import Any

import pytest

from takelan.bots.budget import Budget
from takelan.bots.search.leads import lead
from takelan.bots.take_a_number.hard import HardPlacer
from takelan.bots.take_it.hard import HardGrabber
from takelan.bots.take_that.ending import Ending, TooLargeError
from takelan.bots.take_that.hard import HardTwister
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.chance import Chance
from takelan.rules.take_that.cards import DECK
from takelan.rules.take_that.play import apply, legal_moves

_CHANCE = Chance(b"endings")


def _last_line(
    hands: Sequence[Sequence[int]], line: Sequence[int], *, pile: Sequence[int] = (), turn: int = 0
) -> take_that.State:
    """Set up a round of Take That near its end; everything else was twisted by nobody and taken by seat 1."""
    state = take_that.deal(take_that.Options(rounds=1), len(hands), Chance(b"set up"), 0)
    state.hands = [list(hand) for hand in hands]
    state.line, state.pile, state.turn = list(line), list(pile), turn
    rest = set(DECK) - set(line) - set(pile) - {card for hand in hands for card in hand}
    state.taken[1] = sorted(rest)
    return state


def _hard_move(state: take_that.State) -> Any:
    """Ask a hard player who saw all of the round."""
    player = HardTwister(_CHANCE, Budget(6))
    player._memory.taken = {card for taken in state.taken for card in taken}
    view = take_that.view(state, state.turn)
    return player.choose(view, take_that.GAME.moves_in(view))


def _solve(state: take_that.State, seat: int) -> tuple[int, ...]:
    """Solve an ending by the rules themselves, without a memory or a cut."""
    if state.round_scores:
        return state.round_scores[-1]
    outcomes = []
    for move in legal_moves(state, state.turn):
        after = state.copy()
        apply(after, state.turn, move)
        outcomes.append(_solve(after, seat))
    return max(outcomes, key=lambda scores: lead(scores, state.turn))


def test_the_last_line_is_left_to_the_one_who_is_stuck() -> None:
    """TT7: with the pile gone, 41 leaves an opponent without a reply, and 49 hands them a twist."""
    state = _last_line([[41, 49], [94, 81]], [45, 44])
    assert _hard_move(state) == take_that.Lay(41)


def test_the_last_twist_that_empties_the_line_is_found() -> None:
    """TT7: the line is one card long and its twin in hand: two points end the round."""
    state = _last_line([[54, 47], [46, 52]], [45])
    assert _hard_move(state) == take_that.Twist(54)


def test_a_cheap_take_now_beats_a_dear_one_later() -> None:
    """TT8: whoever must take anyway takes before the toad is laid on top."""
    # Laying 43 lets the opponent answer with the toad 44 and leaves nothing to reply with.
    state = _last_line([[43, 12], [44, 98]], [47])
    assert _hard_move(state) == take_that.TakeLine()


@pytest.mark.parametrize("seed", range(25))
def test_endings_are_solved_as_the_rules_would(seed: int) -> None:
    """The ending solver agrees with a search through the rules, for two and three players."""
    chance = Chance(str(seed).encode())
    seats = 2 + seed % 2
    deck = chance.shuffled(range(31, 60))
    deck = [card for card in deck if card % 10]
    hands = [deck[4 * seat : 4 * seat + 4] for seat in range(seats)]
    state = _last_line(hands, deck[12:14])
    state.taken = [[] for _ in range(seats)]
    best = _solve(state, 0)
    ending = Ending(seats, 10**6)
    found = max(
        (ending.after(state, 0, move) for move in legal_moves(state, 0)), key=lambda scores: lead(scores, 0)
    )
    assert lead(found, 0) == pytest.approx(lead(best, 0))


def test_an_ending_that_is_too_large_is_not_begun() -> None:
    """The number of positions has a bound, so that no decision takes for ever."""
    state = _last_line([list(range(41, 50)), list(range(51, 60))], [45 + 6])
    with pytest.raises(TooLargeError):
        Ending(2, 20).after(state, 0, take_that.Lay(42))


def _row_at_the_end(row: list[str], stack: list[str], takes: list[int]) -> Any:
    state = take_it.deal(take_it.Options(), len(takes), Chance(b"set up"), 0)
    state.row, state.stack, state.takes = row, stack, takes
    state.piles = [[() for _ in range(count)] for count in takes]
    return state


def _hard_grab(state: Any, seat: int) -> Any:
    view = take_it.view(state, seat)
    return HardGrabber(_CHANCE, Budget(6)).choose(view, take_it.GAME.moves_in(view))


def test_a_good_row_is_grabbed_before_the_last_card_is_turned() -> None:
    """TI8a: the last card turned over ends the round, and what lies in the row goes to nobody."""
    state = _row_at_the_end(["+3"], ["-8"], [3, 3, 3])
    assert _hard_grab(state, 1) == take_it.Grab(state.row_number)


def test_a_bad_row_is_left_to_nobody() -> None:
    """TI8a: with one card left, a row that costs points is not grabbed."""
    state = _row_at_the_end(["-8", "-7"], ["+2"], [3, 3, 3])
    assert _hard_grab(state, 1) is None


def test_the_number_row_is_kept_ascending() -> None:
    """TN9, TN11: of two taken cards the one that goes on ascending is kept when the other makes a fall."""
    state = take_a_number.deal(take_a_number.Options(rounds=1), 2, Chance(b"set up"), 0)
    state.rows = [[52, 57], [60], [70]]
    state.number_rows = [[44, 55], []]
    state.hands = [[90], [91]]
    state.to_place = [(59, 0)]
    state.deciding, state.row_to_take = 0, 0
    view = take_a_number.view(state, 0)
    player = HardPlacer(_CHANCE, Budget(6))
    assert player.choose(view, take_a_number.GAME.moves_in(view)) == take_a_number.KeepCard(57)


def test_the_last_card_takes_the_cheapest_row() -> None:
    """TN7, TN10: with nothing left to play, a low card takes the row that costs least."""
    state = take_a_number.deal(take_a_number.Options(rounds=1), 2, Chance(b"set up"), 0)
    state.rows = [[55, 66], [61], [70, 77, 80]]
    state.number_rows = [[3], []]
    state.hands = [[], [91]]
    state.to_place = [(2, 0)]
    state.deciding, state.row_to_take = 0, -1
    view = take_a_number.view(state, 0)
    player = HardPlacer(_CHANCE, Budget(6))
    assert player.choose(view, take_a_number.GAME.moves_in(view)) == take_a_number.ChooseRow(1)
