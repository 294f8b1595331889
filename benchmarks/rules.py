"""How fast the rules play: games and events a second of random play, beside a floor in the same run.

The floor is the same game of Take A Number as one hand-inlined loop (``benchmarks/_floor.py``); it and the
library take turns in short slices, so that a noisy machine disturbs both alike. The goals: at least 0.4 of
the floor with ``legal_moves`` asked for every decision, 300,000 events a second in Take That and Take A
Number, and a copy of a state in less than 10 µs.
"""

import random
from collections.abc import Callable
from time import perf_counter

from benchmarks._floor import play_round
from benchmarks._records import Record, at_least, at_most, ratio_at_least
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame

Round = Callable[[int, Chance, Callable[[], float]], int]


def library_round(game: AnyGame) -> Round:
    """Make a function that plays one round through the library, asking for legal moves every time."""
    return _race_round(game) if game.name == "take-it" else _turn_round(game)


def _turn_round(game: AnyGame) -> Round:
    deal, legal_moves, apply, waiting_for = game.deal, game.legal_moves, game.apply, game.waiting_for
    options = game.options_type(rounds=1)

    def play(seats: int, chance: Chance, rnd: Callable[[], float]) -> int:
        state = deal(options, seats, chance)
        events = 1
        while waiting := waiting_for(state):
            for seat in waiting:
                moves = legal_moves(state, seat)
                events += len(apply(state, seat, moves[int(rnd() * len(moves))]))
        return events

    return play


def _race_round(game: AnyGame) -> Round:
    deal, legal_moves, apply = game.deal, game.legal_moves, game.apply
    options = game.options_type(rounds=1)

    def play(seats: int, chance: Chance, rnd: Callable[[], float]) -> int:
        state = deal(options, seats, chance)
        events = 1
        while state.dealer >= 0:
            for seat in range(seats):
                moves = legal_moves(state, seat)
                if moves and rnd() < (1 / 16 if len(moves) == 1 and seat != state.dealer else 1.0):
                    events += len(apply(state, seat, moves[0]))
        return events

    return play


def measure(rounds: dict[str, Callable[[], int]], seconds: float) -> dict[str, tuple[float, float]]:
    """Run each in turn in short slices; tell rounds and events a second of each."""
    spent = dict.fromkeys(rounds, 0.0)
    played = dict.fromkeys(rounds, 0)
    events = dict.fromkeys(rounds, 0)
    while min(spent.values()) < seconds:
        for name, play in rounds.items():
            start = perf_counter()
            for _ in range(20):
                events[name] += play()
            spent[name] += perf_counter() - start
            played[name] += 20
    return {name: (played[name] / spent[name], events[name] / spent[name]) for name in rounds}


def runner(play: Round, seats: int) -> Callable[[], int]:
    """Bind a way to play to a table size, with a fresh deal each time."""
    rnd = random.Random(1)
    chance = Chance(b"benchmark")
    return lambda: play(seats, chance.child(rnd.random()), rnd.random)


def copy_microseconds(game: AnyGame, seats: int) -> float:
    """Time a copy of a state in the middle of a round."""
    state = game.deal(game.options_type(), seats, Chance(b"copy"))
    for _ in range(20):
        for seat in game.waiting_for(state):
            game.apply(state, seat, game.legal_moves(state, seat)[0])
    start = perf_counter()
    for _ in range(5000):
        state.copy()
    return (perf_counter() - start) / 5000 * 1e6


def run(seconds: float) -> list[Record]:
    """Measure every game at its smallest and largest table."""
    results = []
    for game in (take_that.GAME, take_it.GAME, take_a_number.GAME):
        for seats in (game.fewest, game.most):
            rounds = {"library": runner(library_round(game), seats)}
            if game.name == "take-a-number":
                rounds["floor"] = runner(play_round, seats)
            results += _records(game, seats, measure(rounds, seconds))
    return results


def _records(game: AnyGame, seats: int, speeds: dict[str, tuple[float, float]]) -> list[Record]:
    rounds, events = speeds["library"]
    told = f"{game.title}, {seats} players"
    # A grab is decided by whoever is fastest: how many events that makes is not up to the rules.
    wanted = None if game.is_race else at_least(300_000)
    records = [
        Record(f"{told}: events", events, "/s", goal=wanted),
        Record(f"{told}: copy of a state", copy_microseconds(game, seats), "µs", goal=at_most(10)),
    ]
    if "floor" in speeds:
        floor = speeds["floor"][0]
        records.append(Record(f"{told}: rounds", rounds, "/s", floor=floor, goal=ratio_at_least(0.4)))
    return records
