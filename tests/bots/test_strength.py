"""The levels are worth their names: a quick look with wide margins; docs/bots.md has the long one."""

from statistics import fmean

import pytest

from takelan.bots.budget import Budget
from takelan.bots.kinds import make_player
from takelan.bots.pace import pace_of
from takelan.bots.playout import play_out
from takelan.bots.standings import GameResult, Standings, line_up, rotations
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance


def _lead(game_name: str, kinds: list[str], players: int, deals: int, samples: int) -> float:
    """Tell by how many points a game the first kind leads."""
    game = GAMES[game_name]
    lineup = line_up(kinds, players)
    standings = Standings(lineup, lowest_wins=game.lowest_wins)
    for deal in range(deals):
        chance = Chance(b"strength").child(game_name, deal)
        results = []
        for number, seated in enumerate(rotations(lineup)):
            luck = chance.child(number)
            bots = [
                make_player(kind, game_name, luck.child(seat), Budget(samples))
                for seat, kind in enumerate(seated)
            ]
            paces = [pace_of(kind) for kind in seated]
            *_, last = play_out(game, game.options_type(rounds=1), bots, chance, paces)
            results.append(GameResult(seated, last.totals, last.winners))
        standings.add_deal(results)
    return fmean(standings.records[kinds[0]].leads)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_normal_beats_easy_and_random(game: str, players: int) -> None:
    """A sound heuristic leads a beginner, and leads chance by more."""
    over_easy = _lead(game, ["normal", "easy"], players, 40, 1)
    over_random = _lead(game, ["normal", "random"], players, 40, 1)
    assert over_easy > 1
    assert over_random > 4


@pytest.mark.parametrize(
    ("game", "players", "deals", "samples"),
    [
        ("take-that", 2, 30, 6),
        ("take-it", 2, 30, 6),
        ("take-it", 4, 12, 6),
        ("take-a-number", 2, 15, 5),
        ("take-a-number", 4, 8, 5),
    ],
)
def test_hard_beats_normal(game: str, players: int, deals: int, samples: int) -> None:
    """Search and memory lead a sound heuristic, even with a small budget."""
    assert _lead(game, ["hard", "normal"], players, deals, samples) > 0.5
