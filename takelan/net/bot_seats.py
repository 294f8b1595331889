"""Bots seated by the host: peers without a connection, who see only what is said to their seat.

Rule 1: a bot gets the same letters as everybody and answers through the same inbox.
Rule 2: it thinks outside the host's loop, which never waits for it.
Rule 3: it never moves faster than a person could.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor
from typing import Any, NamedTuple

from takelan.bots.kinds import make_player
from takelan.bots.pace import PACES, delay
from takelan.bots.player import Player
from takelan.net.answers import answer
from takelan.net.minds import Minds, timed_budget
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.rules.take_it import Flip, Grab
from takelan.table.letters import BotSeat, PeerId
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import STEP_TYPES, AnyToPeer, Refused, Step

_log = logging.getLogger(__name__)

Post = Callable[[PeerId, AnyToHost], None]


class Spread(NamedTuple):
    """How long something takes a person, in seconds: any time in between is as likely."""

    least: float
    most: float

    def draw(self, chance: Chance) -> float:
        """Draw one such time."""
        return self.least + (self.most - self.least) * chance.below(1001) / 1000


TURN = Spread(0.6, 1.4)
REACTION = Spread(0.3, 0.7)
#: A dealer waits for others to look; TI3 forbids flips closer than 0.8 s at a usual table.
FLIPPING = Spread(1.0, 1.8)


class BotSeats:
    """All bots of one table."""

    def __init__(self, chance: Chance, post: Post, haste: float) -> None:
        self._chance = chance
        self._post = post
        self._haste = haste
        self._minds = Minds()
        self._bots: dict[PeerId, SeatedBot] = {}

    def reconcile(self, wanted: Mapping[PeerId, BotSeat]) -> None:
        """Seat the bots the table wants now and send away the others."""
        for peer in [peer for peer, bot in self._bots.items() if wanted.get(peer) != bot.seat]:
            self._bots.pop(peer).stop()
        for peer in wanted.keys() - self._bots.keys():
            self._bots[peer] = self._seat(peer, wanted[peer])

    def receive(self, peer: PeerId, message: AnyToPeer) -> None:
        """Hand a letter to a bot, if it still sits there."""
        if bot := self._bots.get(peer):
            bot.receive(message)

    def close(self) -> None:
        """Send all bots away."""
        self.reconcile({})
        self._minds.close()

    def _seat(self, peer: PeerId, seat: BotSeat) -> "SeatedBot":
        chance = self._chance.child("bot", peer)
        executor = self._minds.executor_for(seat.level)
        return SeatedBot(peer, seat, chance, self._post, executor, self._haste)


class SeatedBot:
    """One bot: it looks at each step, thinks, waits as a person would, and plays."""

    def __init__(
        self,
        peer: PeerId,
        seat: BotSeat,
        chance: Chance,
        post: Post,
        executor: Executor,
        haste: float,
    ) -> None:
        self.seat = seat
        self._peer = peer
        self._game: AnyGame = GAMES[seat.game]
        self._player = self._make_player(chance.child("player"))
        self._chance = chance.child("pace")
        self._post = post
        self._executor = executor
        self._haste = haste
        self._step: Step | None = None
        self._deciding: asyncio.Task[None] | None = None
        self._situation: object = None

    def receive(self, message: AnyToPeer) -> None:
        """Look at a step of its game, or try again after a refusal; nothing else matters to a bot.

        Whoever comes back to a game that is over is told its last step, though another one was chosen since.
        """
        if isinstance(message, STEP_TYPES[self.seat.game]):
            self._hear(message)
            self._look(message)
        elif isinstance(message, Refused) and message.code == "stale" and self._step is not None:
            self._situation = None
            self._look(self._step)

    def stop(self) -> None:
        """Get up without another word."""
        if self._deciding is not None:
            self._deciding.cancel()

    def _make_player(self, chance: Chance) -> Player:
        return make_player(self.seat.level, self.seat.game, chance, timed_budget())

    def _hear(self, step: Any) -> None:
        try:
            self._player.hear(step.hearings, step.view)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        # A host's own bot keeps its seat: the next step may suit it better.
        _log.error("A bot failed", exc_info=error)

    def _look(self, step: Step) -> None:
        self._step = step
        view: Any = step.view  # type: ignore[attr-defined] # every kind of step has the view of its game
        moves = self._game.moves_in(view)
        situation = self._situation_in(view, moves)
        # Somebody else's choice must not make us begin to think anew; after a break in the connection we
        # do, for our last word may not have arrived.
        if situation == self._situation and not step.is_catch_up:
            return
        self._situation = situation
        self.stop()
        self._deciding = asyncio.create_task(self._decide(view, moves)) if moves else None

    def _situation_in(self, view: Any, moves: list[Any]) -> object:
        # In a race what lies on the table matters, though the moves are the same.
        return (moves, view) if self._game.is_race else moves

    async def _decide(self, view: Any, moves: list[Any]) -> None:
        try:
            seen_at = _now()
            move = await self._think(view, moves)
            if move is not None:
                await asyncio.sleep(seen_at + self._time_for(move) - _now())
                self._play(move)
        except Exception as error:
            self._fail(error)

    async def _think(self, view: Any, moves: list[Any]) -> Any | None:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, self._player.choose, view, moves)
        except BrokenExecutor:
            # Somebody ended the process that thinks; the game goes on in this one.
            return await loop.run_in_executor(None, self._player.choose, view, moves)

    def _time_for(self, move: object) -> float:
        if self.seat.level in PACES:
            return delay(self.seat.level, move, self._chance) * self._haste
        match move:
            case Grab():
                return REACTION.draw(self._chance) * self._haste
            case Flip():
                return FLIPPING.draw(self._chance) * self._haste
        return TURN.draw(self._chance) * self._haste

    def _play(self, move: Any) -> None:
        self._post(self._peer, answer(move, self._step))


def _now() -> float:
    return asyncio.get_running_loop().time()
