"""What holds for every kind of player in every game."""

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takelan.bots.kinds import make_player
from takelan.bots.levels import KINDS, LEVELS, portrait
from takelan.bots.playout import play_out
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from tests.bots.tables import FEW, GAME_NAMES, make, moments
from tests.rules.evenings import Evening, evenings

EVERY = [(kind, game) for kind in KINDS for game in GAME_NAMES]


@pytest.mark.parametrize(("kind", "game"), EVERY)
@settings(max_examples=6)
@given(data=st.data())
def test_no_player_ever_makes_an_illegal_move(kind: str, game: str, data: st.DataObject) -> None:
    """Whatever the table, the options and the seed: a choice is one of the moves, or a race is let pass."""
    evening: Evening = data.draw(evenings(GAMES[game]))
    player = make(kind, game, evening.seed)
    for moment in moments(evening, evening.seed % evening.seats, player):
        move = player.choose(moment.view, moment.moves)
        assert move in moment.moves or (move is None and GAMES[game].is_race)


@pytest.mark.parametrize(("kind", "game"), EVERY)
def test_the_same_seed_plays_the_same_game(kind: str, game: str) -> None:
    """A whole game between players of one kind follows from the seed and the samples."""
    assert _whole_game(kind, game, 3) == _whole_game(kind, game, 3)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_another_seed_plays_another_game(game: str) -> None:
    """The seed matters: reproducible does not mean always the same."""
    assert _whole_game("hard", game, 3) != _whole_game("hard", game, 4)


@pytest.mark.parametrize(("kind", "game"), [(kind, game) for kind in LEVELS for game in GAME_NAMES])
def test_choosing_leaves_no_trace(kind: str, game: str) -> None:
    """A level asked twice answers the same, and changes nothing that a copy would not share."""
    evening = Evening(GAMES[game], GAMES[game].options_type(), 3, 11)
    player = make(kind, game)
    for moment in moments(evening, 1, player):
        copy = deepcopy(player)
        first = player.choose(moment.view, moment.moves)
        assert copy.choose(moment.view, moment.moves) == first
        assert player.choose(moment.view, moment.moves) == first


@pytest.mark.parametrize(("kind", "game"), [(kind, game) for kind in LEVELS for game in GAME_NAMES])
def test_a_stand_in_that_heard_nothing_plays_on(kind: str, game: str) -> None:
    """T2: whoever takes a seat over in mid-game has a view and no memory, and plays legally."""
    evening = Evening(GAMES[game], GAMES[game].options_type(), 4, 12)
    for moment in moments(evening, 2):
        move = make(kind, game).choose(moment.view, moment.moves)
        assert move in moment.moves or (move is None and GAMES[game].is_race)


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_introduces_itself(level: str, game: str) -> None:
    """A level has a name and a line on how it plays each game."""
    name, line = portrait(level, game)
    assert name and line.endswith(".")


def _whole_game(kind: str, game: str, seed: int) -> list[object]:
    chance = Chance(str(seed).encode())
    players = [make_player(kind, game, chance.child("seat", seat), FEW) for seat in range(3)]
    return list(play_out(GAMES[game], GAMES[game].options_type(rounds=1), players, chance))
