"""Players at many tables in one process, at a person's pace.

``python -m benchmarks._crowd SECONDS`` reads the places as JSON on stdin and prints how long each choice took
until its player saw it taken.
"""

import asyncio
import json
import random
import sys
from functools import partial
from time import perf_counter

from benchmarks._company import Company
from takelan.net.discovery.found import Place
from takelan.rules import take_a_number
from takelan.rules.catalog import GAMES
from takelan.wire.to_host import Ready

SEATS = 4
#: How long people think, in seconds.
_THINKS = (0.8, 3.0)


async def main(seconds: float) -> None:
    """Play at all tables at once, and tell what was measured."""
    places = [Place(*place) for place in json.loads(sys.stdin.readline())]
    companies = [Company(place, SEATS) for place in places]
    for company in companies:
        await company.sit_down()
    print("seated", flush=True)
    sys.stdin.readline()
    waits: list[float] = []
    playing = [
        asyncio.create_task(_play(company, seat, waits)) for company in companies for seat in range(SEATS)
    ]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    print(json.dumps(waits), flush=True)


async def _play(company: Company, seat: int, waits: list[float]) -> None:
    """Think, choose, and wait until the choice is on the screen; whatever else is asked is answered too."""
    moves_in = GAMES["take-a-number"].moves_in
    # Everybody thinks for themselves: a hundred tables in step would all choose at once, as no people do.
    chance = random.Random(f"{company.clients[0].place.port} {seat}")
    while True:
        await asyncio.sleep(chance.uniform(*_THINKS))
        view, client = company.views[seat], company.clients[seat]
        if view.is_round_over or company.stages[seat] != "playing":
            client.send(Ready())
        elif (moves := moves_in(view)) and view.chosen is None:
            began = perf_counter()
            client.play(moves[0])
            if isinstance(moves[0], take_a_number.ChooseCard):
                await company.until(partial(_is_taken, company, seat, moves[0].card))
                waits.append(perf_counter() - began)


def _is_taken(company: Company, seat: int, card: int) -> bool:
    view = company.views[seat]
    return view.chosen == card or card not in view.hand


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
