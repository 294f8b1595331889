"""What legal_moves lists is exactly what apply accepts, for a state and for a view of it."""

import copy
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.errors import IllegalMoveError
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from tests.rules.evenings import Evening, evenings

CARDS = range(-1, 102)
FOREIGN = [take_that.TakeLine(), take_it.Flip(), take_a_number.ChooseRow(0)]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def every_move(game: AnyGame, state: Any) -> list[Any]:
    """List all moves anybody could think of, legal or not, those of other games included."""
    if game.name == "take-that":
        cards = [kind(card) for kind in (take_that.Lay, take_that.Twist) for card in CARDS]
        return [*cards, *FOREIGN]
    if game.name == "take-it":
        return [take_it.Grab(row) for row in range(-1, state.row_number + 3)] + FOREIGN
    kinds = (take_a_number.ChooseCard, take_a_number.KeepCard)
    rows = [take_a_number.ChooseRow(row) for row in range(-2, 5)]
    return [kind(card) for kind in kinds for card in CARDS] + rows + FOREIGN


def is_late_grab(game: AnyGame, state: Any, move: Any) -> bool:
    """Tell whether a move is a race lost: neither legal nor illegal (TI5)."""
    if game.name != "take-it" or not isinstance(move, take_it.Grab):
        return False
    last_gone: int = state.row_number - (0 if game.is_round_over(state) else 1)
    return 1 <= move.row <= last_gone


def judge(game: AnyGame, state: Any, seat: int, move: Any) -> str | None:
    """Try a move on a copy; return the sentence that refuses it, having seen that nothing changed."""
    trial = state.copy()
    try:
        game.apply(trial, seat, move)
    except IllegalMoveError as error:
        assert trial == state
        return str(error)
    return None


@every_game
@given(data=st.data(), step=st.integers(0, 250))
def test_a_move_is_accepted_if_and_only_if_it_is_listed(
    game: AnyGame, data: st.DataObject, step: int
) -> None:
    """Every move of every seat: listed means accepted, not listed means refused, and nothing changed."""
    state = data.draw(evenings(game)).at(step)
    for seat in range(state.seats):
        listed = game.legal_moves(state, seat)
        assert len({*map(repr, listed)}) == len(listed)
        for move in every_move(game, state):
            sentence = judge(game, state, seat, move)
            if is_late_grab(game, state, move):
                assert sentence is None
                assert move not in listed
            else:
                assert (sentence is None) == (move in listed)
                assert sentence is None or sentence[0].isupper() or sentence[0] in "-0123456789"


@every_game
@given(data=st.data(), step=st.integers(0, 250))
def test_a_view_knows_the_same_moves_and_objections_as_the_state(
    game: AnyGame, data: st.DataObject, step: int
) -> None:
    """A screen or a bot that has only the view offers what the table accepts, and objects in its words."""
    state = data.draw(evenings(game)).at(step)
    for seat in range(state.seats):
        view = game.view(state, seat)
        assert {*map(repr, game.moves_in(view))} == {*map(repr, game.legal_moves(state, seat))}
        for move in every_move(game, state):
            if not is_late_grab(game, state, move):
                assert game.objection_in(view, move) == judge(game, state, seat, move)


@every_game
@given(data=st.data(), step=st.integers(0, 250))
def test_an_onlooker_has_no_moves(game: AnyGame, data: st.DataObject, step: int) -> None:
    """Whoever only watches is offered nothing and refused everything."""
    state = data.draw(evenings(game)).at(step)
    view = game.view(state, None)
    assert game.moves_in(view) == []
    sentence = "You are only watching: take a seat to play."
    assert {game.objection_in(view, move) for move in every_move(game, state)} == {sentence}


@given(data=st.data(), step=st.integers(0, 120))
def test_a_late_grab_changes_nothing(data: st.DataObject, step: int) -> None:
    """TI5: at any moment, a grab for a row that is gone is told as missed and costs nothing."""
    game = take_it.GAME
    state = data.draw(evenings(game)).at(step)
    before = copy.deepcopy(state)
    for seat in range(state.seats):
        for row in range(1, state.row_number + game.is_round_over(state)):
            assert game.apply(state, seat, take_it.Grab(row)) == [take_it.types.Missed(seat, row)]
            assert state == before


@every_game
@given(data=st.data(), step=st.integers(0, 250))
def test_somebody_can_always_move_until_the_round_is_over(
    game: AnyGame, data: st.DataObject, step: int
) -> None:
    """Whom the game waits for has a move; when the round is over it waits for nobody and nobody has one."""
    evening: Evening = data.draw(evenings(game))
    state = evening.at(step)
    waiting = game.waiting_for(state)
    assert bool(waiting) != game.is_round_over(state)
    assert all(game.legal_moves(state, seat) for seat in waiting)
    if not waiting:
        assert not any(game.legal_moves(state, seat) for seat in range(state.seats))


def test_every_game_is_asked_about_every_kind_of_move() -> None:
    """The moves tried above are of all kinds a game has, so none is left untried."""
    for game in GAMES.values():
        state = game.deal(game.options_type(), 2, Chance(b"kinds"))
        tried = {type(move) for move in every_move(game, state)}
        assert set(get_args(game.move_type)) <= tried
