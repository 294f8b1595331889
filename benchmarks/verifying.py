"""What `takelan verify` costs beyond start-up, for a game of four players, beside the signatures alone.

The floor is what checking the same signatures takes; the rest is reading the file, playing the game again and
making its decks anew. The goal is 50 ms for the whole.
"""

import io
from collections.abc import Callable
from time import process_time
from typing import Any

from benchmarks._records import Record, at_most
from takelan.cli.verify import check
from takelan.rules.catalog import GAMES
from takelan.store.transcripts.reading import read_recordings
from takelan.table.match import FinishedGame
from takelan.table.succession.sealing import verify
from tests.table.fairness.games import lines_of, play_signed_game

_PLAYERS = 4
_GOAL_MS = 50.0


def run(seconds: float) -> list[Record]:
    """Measure every game."""
    return [_measure(game, seconds) for game in GAMES]


def _measure(game: str, seconds: float) -> Record:
    finished = play_signed_game(game, _PLAYERS)
    written = b"".join(lines_of(finished))

    def ours() -> None:
        (recording,) = read_recordings(io.BytesIO(written), "game.jsonl")
        check("game.jsonl", recording)

    mine, least = _best(ours, seconds), _best(lambda: _check_signatures(finished), seconds)
    return Record(f"verify {game}, {_PLAYERS} players", mine, "ms", floor=least, goal=at_most(_GOAL_MS))


def _check_signatures(finished: FinishedGame) -> None:
    for deal in finished.deals:
        for part in deal.players:
            verify(part.key, b"", part.signature)
    for one in finished.signed:
        verify(one.key, b"", one.signature)


def _best(work: Callable[[], Any], seconds: float) -> float:
    """Repeat for a while and return the quickest, which the machine disturbed least, in milliseconds."""
    times: list[float] = []
    while sum(times) < seconds / 2:
        began = process_time()
        work()
        times.append(process_time() - began)
    return 1000 * min(times)
