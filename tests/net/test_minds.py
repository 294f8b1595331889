"""Where bots think: elsewhere, with what they heard, and never longer than people like to wait."""

import asyncio
import os
import signal
import time
from itertools import islice
from typing import Any

import pytest

from takelan.bots.levels import LEVELS
from takelan.net.bot_seats import BotSeats
from takelan.net.minds import MOST_SECONDS, Minds, timed_budget
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.table.letters import BotSeat, PeerId
from takelan.wire.to_host import AnyToHost, Play
from takelan.wire.to_peer import STEP_TYPES
from tests.bots.tables import make, moments
from tests.processes import is_running, killed, until
from tests.rules.evenings import Evening

ME: PeerId = -1


def test_whoever_searches_thinks_in_another_process() -> None:
    """The loop that answers grabs keeps its interpreter; a bot that answers at once needs no process."""
    minds = Minds()
    try:
        assert minds.executor_for("hard").submit(os.getpid).result(60) != os.getpid()
        assert minds.executor_for("greedy").submit(os.getpid).result(60) == os.getpid()
        assert minds.executor_for("hard") is minds.executor_for("normal")
    finally:
        minds.close()


@pytest.mark.parametrize("game_name", GAMES)
async def test_a_hard_bot_hears_thinks_elsewhere_and_plays(game_name: str) -> None:
    """A seated bot is told every hearing with its view, and its answer is a legal move."""
    game = GAMES[game_name]
    state = game.deal(game.options_type(), 2, Chance(b"deal"), 0)
    said: asyncio.Queue[AnyToHost] = asyncio.Queue()
    bots = BotSeats(Chance(b"bots"), lambda peer, message: said.put_nowait(message), 0.01)
    bots.reconcile({ME: BotSeat(game_name, "hard")})
    try:
        seat = game.waiting_for(state)[0]
        view = game.view(state, seat)
        heard = game.hear(game.round_started(state), seat)
        kind: Any = STEP_TYPES[game_name]
        bots.receive(ME, kind(1, ("player",), False, None, (heard,), view))
        message = await asyncio.wait_for(said.get(), 60)
        assert isinstance(message, Play)
        assert message.move in game.moves_in(view)
    finally:
        bots.close()


def test_a_choice_made_elsewhere_is_the_choice_made_here() -> None:
    """A seed and what was heard decide, and not where the thinking is done."""
    minds = Minds()
    try:
        for number, game in enumerate(GAMES.values()):
            evening = Evening(game, game.options_type(), game.fewest + 1, 6)
            for level in LEVELS:
                player = make(level, game.name, seed=number)
                seen = list(islice(moments(evening, 1, player), 8))[-1]
                elsewhere = minds.executor_for(level).submit(player.choose, seen.view, seen.moves)
                assert elsewhere.result(60) == player.choose(seen.view, seen.moves)
    finally:
        minds.close()


async def test_a_bot_whose_process_was_ended_plays_on() -> None:
    """Killing the thinking process costs a moment, not the game."""
    game = GAMES["take-that"]
    state = game.deal(game.options_type(), 2, Chance(b"deal"), 0)
    said: asyncio.Queue[AnyToHost] = asyncio.Queue()
    bots = BotSeats(Chance(b"bots"), lambda peer, message: said.put_nowait(message), 0.01)
    bots.reconcile({ME: BotSeat("take-that", "hard")})
    try:
        thinking = bots._minds.executor_for("hard").submit(os.getpid).result(60)
        os.kill(thinking, signal.SIGKILL)
        seat = game.waiting_for(state)[0]
        step: Any = STEP_TYPES["take-that"]
        bots.receive(ME, step(1, (), False, None, (), game.view(state, seat)))
        assert isinstance(await asyncio.wait_for(said.get(), 60), Play)
    finally:
        bots.close()


def test_there_is_no_time_left_after_the_longest_thought() -> None:
    """A slow machine cuts a decision short; a fast one never notices."""
    is_time_left = timed_budget().stopwatch()
    assert is_time_left()
    end = time.monotonic() + MOST_SECONDS + 0.01
    while time.monotonic() < end:
        pass
    assert not is_time_left()


def test_the_process_ends_with_a_host_that_was_killed() -> None:
    """Nobody is left thinking when a host is gone without a word."""
    script = (
        "import os, time\n"
        "from takelan.net.minds import Minds\n"
        "if __name__ == '__main__':\n"
        "    print(Minds().executor_for('hard').submit(os.getpid).result(60), flush=True)\n"
        "    time.sleep(60)\n"
    )
    thinking = int(killed(script))
    until(lambda: not is_running(thinking), "the thinking process to end")
