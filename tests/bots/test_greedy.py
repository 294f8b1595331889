"""The greedy players are sensible: each wins more than its share against players who choose at random."""

from typing import Any

import pytest

from takelan.bots.kinds import make_player
from takelan.bots.playout import play_out
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance

GAMES_PLAYED = 80


def winners(game: str, greedy_seat: int, seats: int, number: int) -> tuple[int, ...]:
    """Play one game with one greedy player among random ones and tell who won."""
    chance = Chance(b"greedy").child(game, seats, number)
    kinds = ["greedy" if seat == greedy_seat else "random" for seat in range(seats)]
    players = [make_player(kind, game, chance.child("seat", seat)) for seat, kind in enumerate(kinds)]
    *_, last = play_out(GAMES[game], GAMES[game].options_type(), players, chance)
    result: Any = last
    return tuple(result.winners)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_greedy_player_beats_random_ones(game: str, seats: int) -> None:
    """Wherever it sits, it wins at least one and a half times its share of the games."""
    won = sum(
        number % seats in winners(game, number % seats, seats, number) for number in range(GAMES_PLAYED)
    )
    assert won >= 1.5 * GAMES_PLAYED / seats
