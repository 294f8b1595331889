"""How soon everybody sees a move: from one player's key to all screens, over TLS, beside a floor.

The table is a real host in a process of its own; real clients take turns at grabbing, and each decodes, and
holds for the others, what it is told. The floor is a bare server that answers as many bytes as a grab has
with as many as the host says to each seat. Both take turns in short slices, so that a noisy machine disturbs
both alike. At a table with succession a step is shown only once enough players keep it: that is one more way
to the players and back, and the clients' part of it is done here in one process.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from time import perf_counter

import pytest

from benchmarks._company import Company, grab, reveal
from benchmarks._records import Record, at_most, percentile, ratio_at_most
from benchmarks._servers import served
from takelan.net.discovery.found import Place
from takelan.net.tls import Line, connect
from takelan.rules import take_it
from takelan.wire.codec import encode
from takelan.wire.to_host import Play

_SLICE = 20
_MOST = 1000
_GRAB = len(encode(Play(take_it.Grab(1))))
#: What a host says to each seat after a step, on average.
_STEP = {"take-it": 330, "take-a-number": 520}

Measure = Callable[[Company], Awaitable[float | None]]


class _Floor:
    """As many bare connections."""

    def __init__(self, lines: list[Line], size: int) -> None:
        self._lines = lines
        self._size = size
        self._turn = 0

    async def measure(self) -> float:
        """Send a grab's bytes and tell how long it took until everybody had the answer."""
        self._turn = (self._turn + 1) % len(self._lines)
        began = perf_counter()
        self._lines[self._turn].writer.write(bytes(_GRAB))
        await asyncio.gather(*(line.reader.readexactly(self._size) for line in self._lines))
        return perf_counter() - began


def run(seconds: float) -> list[Record]:
    """Measure tables of 2, 4 and 10, with and without succession."""
    records = []
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TAKELAN_STATE_DIR", folder)
        patch.setenv("TAKELAN_RUNTIME_DIR", folder)
        for told, game, seats, succession, measure in (
            # Of two, one holds the table: nobody else could keep it.
            ("grab to 2 screens", "take-it", 2, "off", grab),
            ("grab to 4 screens", "take-it", 4, "off", grab),
            ("grab to 4 screens, kept by the others", "take-it", 4, "quorum", grab),
            ("last choice to 10 screens", "take-a-number", 10, "off", reveal),
            ("last choice to 10 screens, kept", "take-a-number", 10, "quorum", reveal),
        ):
            ours, floor = asyncio.run(_measure(game, seats, succession, measure, seconds))
            records += _records(told, ours, floor)
    return records


async def _measure(
    game: str, seats: int, succession: str, measure: Measure, seconds: float
) -> tuple[list[float], list[float]]:
    """Measure the table and the floor in turn, for so long each."""
    size = _STEP[game]
    with served("table", game, seats, succession) as place, served("floor", _GRAB, size) as bare:
        company = Company(place, seats)
        await company.sit_down()
        floor = await _connect(bare, seats, size)
        ours: list[float] = []
        least: list[float] = []
        while min(sum(ours), sum(least)) < seconds / 2 and len(ours) < _MOST:
            tries = [await measure(company) for _ in range(_SLICE)]
            ours += [took for took in tries if took is not None]
            least += [await floor.measure() for _ in range(_SLICE)]
        await company.get_up()
    # The first moves warm everything up.
    return ours[_SLICE:] or ours, least[_SLICE:] or least


async def _connect(place: Place, seats: int, size: int) -> _Floor:
    return _Floor([await connect(place) for _ in range(seats)], size)


def _records(told: str, ours: list[float], floor: list[float]) -> list[Record]:
    def milliseconds(part: float) -> tuple[float, float]:
        return 1000 * percentile(ours, part), 1000 * percentile(floor, part)

    (median, least), (slowest, least_slow) = milliseconds(0.5), milliseconds(0.99)
    return [
        Record(f"{told}, p50", median, "ms", floor=least, goal=ratio_at_most(4)),
        Record(f"{told}, p99", slowest, "ms", floor=least_slow, goal=at_most(5)),
    ]
