"""A bot in its own process: it sits down like anybody, and plays from what its seat is told.

Rule 1: a bot that fails leaves its seat to a stand-in, and whoever started it is told why.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, BinaryIO

from takelan.bots.conduct import Supervised
from takelan.bots.loading import is_bot_name, make_bot
from takelan.bots.player import Player
from takelan.errors import TakelanError
from takelan.net.bot_seats import SeatedBot
from takelan.net.client import TableClient
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.net.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, Bucket
from takelan.net.link_state import LinkState
from takelan.net.minds import DaemonThread
from takelan.rules.chance import Chance
from takelan.store.seat_keys import new_seat_key
from takelan.table.letters import BotSeat
from takelan.wire.code import Code
from takelan.wire.to_host import AnyToHost, Play, Ready
from takelan.wire.to_peer import AnyToPeer, Refused, Step, TableState

# A host hangs up on whoever says more than this; a bot in a hurry stays well below.
_SHARE_OF_THE_LIMIT = 0.6
_NEVER_MIND = 0


class BotClient:
    """A bot at a table that somebody else hosts.

    ``kind`` is a built-in player, or ``FILE.py:Class``. ``pace`` is how many seconds each of its moves takes;
    None is as long as a person would take.
    """

    def __init__(
        self,
        place: Place,
        name: str,
        kind: str,
        chance: Chance,
        *,
        pace: float | None = None,
        wire_log: BinaryIO | None = None,
        heir: Heir | None = None,
        code: Code | None = None,
        others: Sequence[Place] = (),
    ) -> None:
        self._kind = kind
        self._chance = chance
        self._pace = pace
        # A host knows the built-in players; for any other the table has its usual stand-in.
        stand_in = None if is_bot_name(kind) else kind
        hears = (self._hear, self._note, wire_log, heir, stand_in)
        self._client = TableClient(place, new_seat_key(), name, *hears, code=code, others=others)
        self._executor = DaemonThread()
        self._mind: _Mind | None = None
        self._stage = ""
        self._end: LinkState | None = None
        self._failure: Exception | None = None
        self._leaving: asyncio.Task[None] | None = None

    async def run(self) -> LinkState | None:
        """Play until the host says farewell; tell how it ended, or raise what the bot failed with."""
        try:
            await self._client.run()
        finally:
            if self._mind is not None:
                self._mind.stop()
        if self._failure is not None:
            raise self._failure
        return self._end

    async def leave(self) -> None:
        """Get up."""
        await self._client.leave()

    def _note(self, state: LinkState) -> None:
        if state.kind == "ended":
            self._end = state

    def _hear(self, message: AnyToPeer) -> None:
        if self._failure is not None:
            return  # It only waits for its farewell.
        if isinstance(message, TableState):
            self._look_at_table(message)
        elif self._mind is not None and isinstance(message, Step | Refused):
            self._mind.receive(message)

    def _look_at_table(self, table: TableState) -> None:
        if self._mind is None or self._mind.seat.game != table.game:
            self._change_mind(table.game)
        if self._mind is None:
            return
        is_ready = table.you is not None and table.seats[table.you].is_ready
        # Said once a stage, for the host tells every change of anybody's readiness.
        if table.stage != "playing" and not is_ready and table.stage != self._stage:
            self._client.send(Ready())
        self._stage = table.stage

    def _change_mind(self, game: str) -> None:
        if self._mind is not None:
            self._mind.stop()
        chance = self._chance.child(game)
        seat, bring = BotSeat(game, self._kind), (self._client, self._executor, self._pace)
        try:
            self._mind = _Mind(seat, chance, *bring, self._give_up)
        except TakelanError as error:
            self._mind = None
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        if self._failure is None:
            self._failure = error
            self._leaving = asyncio.create_task(self.leave())


class _Mind(SeatedBot):
    """The same bot that a host would seat, but with a connection and perhaps a pace of its own."""

    def __init__(
        self,
        seat: BotSeat,
        chance: Chance,
        client: TableClient,
        executor: Executor,
        pace: float | None,
        on_failure: Callable[[Exception], None],
    ) -> None:
        super().__init__(_NEVER_MIND, seat, chance, self._send, executor, 1.0)
        self._client = client
        self._fixed_pace = pace
        self._on_failure = on_failure
        self._has_failed = False
        self._bucket = Bucket(
            MESSAGES_PER_SECOND * _SHARE_OF_THE_LIMIT, MESSAGES_AT_ONCE * _SHARE_OF_THE_LIMIT, _now()
        )

    def _make_player(self, chance: Chance) -> Player:
        kind = self.seat.level
        if is_bot_name(kind):
            return Supervised(kind, make_bot(kind, chance), self._game)
        return super()._make_player(chance)

    def _fail(self, error: Exception) -> None:
        self._has_failed = True
        self._on_failure(error)

    def _look(self, step: Step) -> None:
        if not self._has_failed:
            super()._look(step)

    def _time_for(self, move: Any) -> float:
        return super()._time_for(move) if self._fixed_pace is None else self._fixed_pace

    def _send(self, peer: int, message: AnyToHost) -> None:
        if self._bucket.take(_now()):
            self._client.put(message) if isinstance(message, Play) else self._client.send(message)
        else:
            asyncio.get_running_loop().call_later(1 / MESSAGES_PER_SECOND, self._send, peer, message)


def _now() -> float:
    return asyncio.get_running_loop().time()
