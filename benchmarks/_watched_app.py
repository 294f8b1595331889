"""An app in the middle of a game whose opponents move by themselves, and what each of their moves costs."""

import asyncio
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from takelan.ui.app import TakelanApp
from tests.ui.app.staging import StagedTable, staged_app

_SETTLED = 0.08


async def watch(game: str, moves: int) -> list[tuple[float, int]]:
    """Let opponents move, and note the milliseconds to the last byte and the bytes of each."""
    staged = StagedTable(game, 3, seed=5)
    staged.begin()
    app = staged_app(staged)
    noted: list[tuple[float, int]] = []

    async def play() -> None:
        await asyncio.sleep(0.5)
        written = _listen(app)
        for _ in range(moves):
            written.clear()
            began = perf_counter()
            if not staged._move_somebody(others_only=True):
                staged.play(1, staged.think(1))
                await asyncio.sleep(_SETTLED)
                continue
            await asyncio.sleep(_SETTLED)
            if written:
                noted.append(((written[-1][0] - began) * 1000, sum(size for _, size in written)))
        app.exit()

    app.call_later(lambda: app.run_worker(play()))
    await app.run_async()
    return noted


def _listen(app: TakelanApp) -> list[tuple[float, int]]:
    """Note when the driver is handed something for the terminal, and how much."""
    written: list[tuple[float, int]] = []
    driver: Any = app._driver
    write = driver.write

    def noting(text: str) -> None:
        write(text)
        written.append((perf_counter(), len(text.encode())))

    driver.write = noting
    return written


if __name__ == "__main__":
    outcome = asyncio.run(watch(sys.argv[1], int(sys.argv[2])))
    Path(sys.argv[3]).write_text(json.dumps(outcome), encoding="utf-8")
