"""Hints and reviews: what hard would do and why, and what cost most."""

from collections.abc import Sequence
from typing import Any

import pytest

from takelan.bots.advice import Advice, Adviser
from takelan.bots.budget import Budget
from takelan.bots.player import Player
from takelan.bots.playout import play_out
from takelan.bots.reviewing import Notebook, review, review_notes
from takelan.rules import take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from tests.bots.tables import FEW, GAME_NAMES, make, moments
from tests.rules.evenings import Evening

_CHANCE = Chance(b"advice")
_SOME = Budget(12)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_advice_is_a_legal_move_and_one_sentence(name: str) -> None:
    """At every moment of a game a hint names a move and a reason."""
    game = GAMES[name]
    adviser: Any = Adviser(name, _CHANCE, FEW)
    for moment in moments(Evening(game, game.options_type(), 3, 21), 1, adviser):
        advice = adviser.advise(moment.view, moment.moves)
        assert advice is not None
        assert advice.move in moment.moves or (advice.move is None and game.is_race)
        assert advice.sentence.endswith(".") and advice.sentence[0].isupper()
        assert "{" not in advice.sentence and ": " in advice.sentence


def _advise(
    game: str, view: Any, moves: Sequence[Any], hearings: Sequence[Any], budget: Budget = _SOME
) -> Advice | None:
    """Ask once, with all that was heard in this round."""
    adviser = Adviser(game, _CHANCE, budget)
    adviser.hear(hearings, view)
    return adviser.advise(view, moves)


def test_without_moves_there_is_no_advice() -> None:
    """Whoever has nothing to do is told nothing."""
    state = take_that.deal(take_that.Options(), 2, _CHANCE, 0)
    assert _advise("take-that", take_that.view(state, 0), [], [], FEW) is None


def test_a_twist_that_ends_the_round_is_advised_with_its_points() -> None:
    """TT7: the sentence names both cards and says what the twist brings."""
    state = take_that.deal(take_that.Options(), 2, _CHANCE, 0)
    state.hands, state.line, state.pile, state.turn = [[54, 47], [46, 52]], [45], [], 0
    view = take_that.view(state, 0)
    advice = _advise("take-that", view, take_that.GAME.moves_in(view), [])
    assert advice is not None and advice.move == take_that.Twist(54)
    assert advice.sentence.startswith("Twist 45 with 54: a twist is two points at once")


def test_advice_on_take_it_does_not_bring_the_piles_back() -> None:
    """TI11: what was taken makes no difference to a hint."""
    hints = []
    for taken in ("2x+10", "2x-6"):
        view = take_it.view(_after_a_grab(taken), 0)
        heard = [
            take_it.types.Dealt(1, 0, 77),
            take_it.types.Flipped(0, taken),
            take_it.types.RowGone(0, 1),
        ]
        hints.append(_advise("take-it", view, take_it.GAME.moves_in(view), heard))
    assert hints[0] == hints[1] is not None


def _after_a_grab(taken: str) -> take_it.State:
    state = take_it.deal(take_it.Options(), 3, _CHANCE, 0)
    state.piles[0], state.takes[0] = [(taken,)], 1
    state.row, state.row_number = ["2x+10", "+6"], 2
    del state.stack[40:]
    return state


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_review_finds_the_costliest_decisions_worst_first(name: str) -> None:
    """A beginner's game has up to three costly decisions, each with a better one and a sentence."""
    game, options = GAMES[name], GAMES[name].options_type(rounds=1)
    players = [make("easy", name, seat) for seat in range(3)]
    events = list(play_out(game, options, players, Chance(b"record")))
    costly = review(game, options, events, 1, _CHANCE, Budget(8))
    assert 1 <= len(costly) <= 3
    costs = [one.cost for one in costly]
    assert costs == sorted(costs, reverse=True) and costs[-1] > 0
    assert all(one.played != one.better and one.sentence.endswith(" points.") for one in costly)
    assert costly == review(game, options, events, 1, _CHANCE, Budget(8))
    assert all(one.turn >= 1 and one.why in one.sentence for one in costly)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_notebook_kept_while_playing_gives_the_same_review(name: str) -> None:
    """Whoever sees only views, as every screen does, can be reviewed without a record."""
    game, options = GAMES[name], GAMES[name].options_type(rounds=1)
    watched = _Watched(make("easy", name, 1))
    players = [make("easy", name, 0), watched, make("easy", name, 2)]
    events = list(play_out(game, options, players, Chance(b"record")))
    notes = watched.notebook.notes
    assert review_notes(name, notes, _CHANCE, FEW) == review(game, options, events, 1, _CHANCE, FEW)


class _Watched(Player):
    """A player whose seat keeps a notebook."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.notebook = Notebook()

    def hear(self, hearings: Any, view: Any) -> None:
        """Note what is heard."""
        self.notebook.hear(hearings, view)
        self._player.hear(hearings, view)

    def choose(self, view: Any, moves: Any) -> Any:
        """Note what is decided; who is asked alone in a race always gets the row."""
        move = self._player.choose(view, moves)
        if move is not None:
            self.notebook.decide(view, moves, move)
        return move


def test_a_blunder_is_found() -> None:
    """Taking the last line of eight cards instead of twisting it away is the costliest decision."""
    game, options = take_that.GAME, take_that.Options(rounds=1)
    state = take_that.deal(options, 2, Chance(b"blunder"), 0)
    events: list[Any] = [game.round_started(state)]
    # Lay at every turn as long as there is a way, then take: the longest line is the dearest.
    while waiting := game.waiting_for(state):
        moves = game.legal_moves(state, waiting[0])
        lays = [move for move in moves if isinstance(move, take_that.Lay)]
        events += game.apply(state, waiting[0], lays[0] if lays else moves[-1])
    worst = review(game, options, events, 0, _CHANCE, Budget(8))[0]
    assert isinstance(worst.better, take_that.Twist | take_that.TakeLine | take_that.Lay)
    assert worst.cost > 2
