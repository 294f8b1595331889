"""What a message costs to write and to read, beside msgpack without types.

The message is a step of Take That in mid-game with its whole view: what every screen is told after a move.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgpack

from benchmarks._records import Record, ratio_at_most
from takelan.rules import take_that
from takelan.rules.chance import Chance
from takelan.wire.codec import encode, peer_decoder
from takelan.wire.terms import Mover
from takelan.wire.to_peer import TakeThatStep

_TURNS = 30
_SLICE = 200


def run(seconds: float) -> list[Record]:
    """Measure writing and reading in turns with their floors."""
    step = _step()
    words = encode(step)
    plain = msgpack.unpackb(words)
    decoder = peer_decoder()
    return [
        _beside("write", lambda: encode(step), lambda: msgpack.packb(plain), 1.5, seconds),
        _beside("read", lambda: next(decoder.feed(words)), lambda: msgpack.unpackb(words), 8.0, seconds),
    ]


def _beside(
    what: str, ours: Callable[[], Any], floor: Callable[[], Any], goal: float, seconds: float
) -> Record:
    times = {ours: 0.0, floor: 0.0}
    count = 0
    while min(times.values()) < seconds / 4:
        for work in times:
            began = perf_counter()
            for _ in range(_SLICE):
                work()
            times[work] += perf_counter() - began
        count += _SLICE
    mine, least = (1e6 * spent / count for spent in times.values())
    return Record(f"{what} a step with its view", mine, "µs", floor=least, goal=ratio_at_most(goal))


def _step() -> TakeThatStep:
    game, chance = take_that.GAME, Chance(b"benchmark")
    state = game.deal(game.options_type(), 4, chance)
    events: list[Any] = []
    for _ in range(_TURNS):
        (seat,) = game.waiting_for(state)
        events = game.apply(state, seat, game.legal_moves(state, seat)[0])
    heard = [heard for event in events if (heard := game.hear(event, 0)) is not None]
    mover: Mover = "player"
    return TakeThatStep(
        revision=_TURNS,
        by=(mover,) * len(heard),
        is_catch_up=False,
        left=None,
        hearings=tuple(heard),
        view=game.view(state, 0),
    )
