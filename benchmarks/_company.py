"""People for benchmarks: real clients, as every screen uses them, at a real table."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

from takelan.net.client import TableClient
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.net.link_state import LinkState
from takelan.rules import take_a_number, take_it
from takelan.rules.catalog import GAMES
from takelan.store.seat_keys import new_seat_key
from takelan.wire.to_host import Ready
from takelan.wire.to_peer import AnyToPeer, Step, TableState

_PATIENCE = 60.0
#: Whoever is next to take over has a host warm, on their own machine: here it would start on the one that is
#: measured, and in the midst of it.
_NO_WARM_HOST = 3600.0


class Company:
    """Several clients at one table, each with the view it was last told."""

    def __init__(self, place: Place, count: int) -> None:
        self.views: list[Any] = [None] * count
        self.stages = [""] * count
        self._news = asyncio.Event()
        self.clients = [
            TableClient(
                *(place, new_seat_key(), f"Player {seat}"),
                *(partial(self._hear, seat), self._note),
                heir=Heir(warm_up_after=_NO_WARM_HOST),
            )
            for seat in range(count)
        ]
        self._lives: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Sit down one after the other, and begin."""
        await self.come()
        await self.get_ready()

    async def come(self) -> None:
        """Sit down one after the other."""
        for client in self.clients:
            self._lives.append(asyncio.create_task(client.run()))
            await self.until(lambda client=client: client.is_seated)  # type: ignore[misc]

    async def get_ready(self) -> None:
        """Ask for the next deal, and wait for it."""
        for client in self.clients:
            client.send(Ready())
        await self.until(lambda: all(stage == "playing" for stage in self.stages))
        await self.until(lambda: all(view is not None for view in self.views))

    async def leave(self) -> None:
        """Get up for good, so that the seats are free again."""
        await asyncio.gather(*(client.leave() for client in self.clients))

    async def get_up(self) -> None:
        """End every client."""
        await asyncio.gather(*(client.close() for client in self.clients))

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is the case."""
        async with asyncio.timeout(_PATIENCE):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def _hear(self, seat: int, message: AnyToPeer) -> None:
        if isinstance(message, Step):
            self.views[seat] = message.view
        elif isinstance(message, TableState):
            self.stages[seat] = message.stage
        self._news.set()

    def _note(self, state: LinkState) -> None:
        self._news.set()


async def grab(company: Company) -> float | None:
    """Turn a card over, let somebody grab it, and tell how long it took until everybody saw that.

    A grab that ends the game tells nothing: everybody's program then checks the whole game, here all in one.
    """
    if company.views[0].dealer is None:
        await company.get_ready()
        await company.until(lambda: all(view.dealer is not None for view in company.views))
    company.clients[company.views[0].dealer].play(take_it.Flip())
    await company.until(lambda: all(view.row for view in company.views))
    row = company.views[0].row_number
    grabber = max(range(len(company.views)), key=lambda seat: company.views[0].takes_left[seat])
    began = perf_counter()
    company.clients[grabber].play(take_it.Grab(row))
    await company.until(lambda: not any(view.row_number == row and view.row for view in company.views))
    took = perf_counter() - began
    return None if company.views[0].dealer is None else took


async def reveal(company: Company) -> float | None:
    """Let all choose, and tell how long the last choice took to turn everybody's cards over.

    One that ends the round tells nothing, like a grab that ends the game.
    """
    await _decide_what_is_open(company)
    if company.views[0].is_round_over:
        await company.get_ready()
        await company.until(lambda: not any(view.is_round_over for view in company.views))
    *first, last = company.clients
    for client, view in zip(first, company.views, strict=False):
        client.play(take_a_number.ChooseCard(view.hand[0]))
    await company.until(lambda: all(sum(view.has_chosen) == len(first) for view in company.views))
    began = perf_counter()
    last.play(take_a_number.ChooseCard(company.views[-1].hand[0]))
    await company.until(lambda: not any(sum(view.has_chosen) == len(first) for view in company.views))
    took = perf_counter() - began
    return None if company.views[0].is_round_over else took


async def _decide_what_is_open(company: Company) -> None:
    """Choose rows and cards to keep until everybody may choose a card again."""
    moves_in = GAMES["take-a-number"].moves_in
    while (decision := company.views[0].decision) is not None:
        view = company.views[decision.seat]
        if view.decision == decision:
            company.clients[decision.seat].play(moves_in(view)[0])
        await company.until(lambda was=decision: all(view.decision != was for view in company.views))  # type: ignore[misc]
