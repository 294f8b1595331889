"""How long bots think: milliseconds a decision in the middle of whole games, by level and game.

The goals: ``hard`` decides within 0.6 s in the slowest of a hundred decisions, and everybody at once when
there is only one move.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from benchmarks._records import Record, at_most, percentile
from takelan.bots.kinds import make_player
from takelan.bots.levels import LEVELS
from takelan.bots.player import Player
from takelan.bots.playout import play_out
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame

_SEATS = 4


class _Timed(Player):
    """A player whose decisions are timed one by one; what is forced is counted apart."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.free: list[float] = []
        self.forced: list[float] = []

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        started = perf_counter()
        move = self._player.choose(view, moves)
        (self.free if len(moves) > 1 else self.forced).append(perf_counter() - started)
        return move

    def hear(self, hearings: Sequence[Any], view: Any) -> None:
        self._player.hear(hearings, view)


def run(seconds: float) -> list[Record]:
    """Measure every level in every game against normal players."""
    return [
        record for game in GAMES.values() for level in LEVELS for record in _measure(game, level, seconds)
    ]


def _measure(game: AnyGame, level: str, seconds: float) -> list[Record]:
    free: list[float] = []
    forced: list[float] = []
    number = 0
    started = perf_counter()
    while perf_counter() - started < seconds or not free:
        chance = Chance(b"benchmark").child(game.name, number)
        timed = _Timed(make_player(level, game.name, chance.child("timed")))
        others = [make_player("normal", game.name, chance.child(seat)) for seat in range(1, _SEATS)]
        for _ in play_out(game, game.options_type(rounds=1), [timed, *others], chance):
            pass
        free += timed.free
        forced += timed.forced
        number += 1
    told = f"{game.title}, {level}"
    records = [Record(f"{told}: a decision, p99", 1000 * percentile(free, 0.99), "ms", goal=at_most(600))]
    # In a race the only move may still be waited with, so it takes a thought.
    if forced and not game.is_race:
        records.append(Record(f"{told}: a forced one, worst", 1000 * max(forced), "ms", goal=at_most(10)))
    return records
