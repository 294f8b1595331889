"""Bots at a host's table: they see what a seat sees, and take the time a person takes."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from takelan.net import bot_seats
from takelan.net.bot_seats import FLIPPING, REACTION, TURN, BotSeats
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.rules.take_it.types import Flip, Grab
from takelan.store.seat_keys import new_seat_key
from takelan.table.letters import BotSeat, PeerId
from takelan.table.pace import Pace
from takelan.wire.terms import Sentence
from takelan.wire.to_host import AnyToHost, Play, Ready, Start
from takelan.wire.to_peer import STEP_TYPES, AnyToPeer, Refused, Step, TableState
from tests.net.hosting import Seat, hosting, join, setup
from tests.net.virtual_time import run_virtually

ME: PeerId = -1


class Room:
    """One bot, a state of its game, and everything the bot says with the time it says it."""

    def __init__(self, game: str, haste: float = 1.0) -> None:
        self.game: AnyGame = GAMES[game]
        self.state = self.game.deal(self.game.options_type(), 2, Chance(b"deal"), 0)
        self.said: list[tuple[float, AnyToHost]] = []
        self.loop = asyncio.get_running_loop()
        self.bots = BotSeats(Chance(b"bots"), self._hear, haste)
        self.bots.reconcile({ME: BotSeat(game, "greedy")})
        self.revision = 0

    def _hear(self, peer: PeerId, message: AnyToHost) -> None:
        assert peer == ME
        self.said.append((self.loop.time(), message))

    def show(self, seat: int) -> None:
        """Show the bot what a seat sees now."""
        self.revision += 1
        kind: Any = STEP_TYPES[self.game.name]
        view = self.game.view(self.state, seat)
        self.bots.receive(ME, kind(self.revision, (), False, None, (), view))

    def tell(self, message: AnyToPeer) -> None:
        """Tell the bot anything else."""
        self.bots.receive(ME, message)

    def turn(self) -> int:
        """Tell whose turn it is."""
        return self.game.waiting_for(self.state)[0]


@pytest.mark.parametrize("game", ["take-that", "take-a-number"])
def test_a_turn_takes_the_time_of_a_person(game: str) -> None:
    """Never at once, never for ever, and not always the same."""

    async def scenario() -> None:
        room = Room(game)
        times: list[float] = []
        for _ in range(30):
            shown = room.loop.time()
            room.bots.reconcile({})
            room.bots.reconcile({ME: BotSeat(game, "greedy")})
            room.bots._bots[ME]._chance = Chance(str(len(times)).encode())
            room.show(room.turn())
            await asyncio.sleep(3)
            times.append(room.said[-1][0] - shown)
        assert len(room.said) == 30
        assert all(TURN.least <= time <= TURN.most for time in times)
        assert max(times) - min(times) > 0.3

    run_virtually(scenario())


def test_a_grab_takes_a_reaction_and_a_flip_a_rhythm() -> None:
    """TI3, TI4: nobody can complain that the bot is inhuman."""

    async def scenario() -> None:
        room = Room("take-it")
        dealer = room.turn()
        shown = room.loop.time()
        room.show(dealer)
        await asyncio.sleep(5)
        flipped_at, first = room.said[0]
        assert isinstance(first, Play)
        assert isinstance(first.move, Flip)
        assert FLIPPING.least <= flipped_at - shown <= FLIPPING.most
        room.state.row[:] = ["+10", "+10", "+9", "+9"]
        shown = room.loop.time()
        room.show(1 - dealer)
        await asyncio.sleep(5)
        grabbed_at, second = room.said[1]
        assert isinstance(second, Play)
        assert second.move == Grab(room.state.row_number)
        assert second.revision is None
        assert REACTION.least <= grabbed_at - shown <= REACTION.most

    run_virtually(scenario())


def test_the_last_step_of_another_game_is_nobodys_turn() -> None:
    """A bot that was seated for the next game makes nothing of how the one before ended."""

    async def scenario() -> None:
        room, other = Room("take-a-number"), Room("take-that")
        view: Any = other.game.view(other.state, other.turn())
        room.tell(STEP_TYPES["take-that"](1, (), True, None, (), view))
        await asyncio.sleep(5)
        assert room.said == []
        room.show(room.turn())
        await asyncio.sleep(5)
        assert len(room.said) == 1

    run_virtually(scenario())


def test_a_row_that_is_gone_is_not_grabbed() -> None:
    """A newer step replaces the decision that was under way."""

    async def scenario() -> None:
        room = Room("take-it")
        room.state.row[:] = ["+10", "+10", "+9", "+9"]
        room.show(1 - room.turn())
        await asyncio.sleep(0.1)
        room.state.row.clear()
        room.state.row_number += 1
        room.show(1 - room.turn())
        await asyncio.sleep(5)
        assert room.said == []

    run_virtually(scenario())


def test_somebody_elses_choice_does_not_start_the_decision_anew() -> None:
    """Nine others who choose one after the other do not keep a bot from choosing."""

    async def scenario() -> None:
        room = Room("take-a-number")
        shown = room.loop.time()
        for _ in range(10):
            room.show(0)
            await asyncio.sleep(0.2)
        [(chosen_at, message)] = room.said
        assert chosen_at - shown <= TURN.most
        assert isinstance(message, Play)
        assert message.revision is not None

    run_virtually(scenario())


def test_a_turn_names_the_view_it_answers_and_is_tried_again_when_stale() -> None:
    """So a move never meets another situation than the bot saw."""

    async def scenario() -> None:
        room = Room("take-that")
        room.show(room.turn())
        await asyncio.sleep(2)
        room.tell(Refused("stale", Sentence("Look again.")))
        await asyncio.sleep(2)
        room.tell(Refused("illegal", Sentence("No.")))
        await asyncio.sleep(2)
        assert [message.revision for _, message in room.said if isinstance(message, Play)] == [1, 1]

    run_virtually(scenario())


def test_a_bot_that_gets_up_says_nothing_more() -> None:
    """Also in the middle of a thought."""

    async def scenario() -> None:
        room = Room("take-that")
        room.show(room.turn())
        await asyncio.sleep(0.1)
        room.bots.reconcile({})
        await asyncio.sleep(3)
        assert room.said == []

    run_virtually(scenario())


def test_an_error_in_a_bot_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table plays on; the clock or the host deals with a bot that does not move."""

    async def scenario() -> None:
        room = Room("take-that")
        monkeypatch.setattr(room.bots._bots[ME], "_player", None)
        room.show(room.turn())
        await asyncio.sleep(3)
        assert room.said == []

    run_virtually(scenario())


async def test_a_bot_thinks_outside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thought that takes long delays nobody else."""
    thought_in: list[str] = []
    may_end = threading.Event()

    class Thinker:
        """A player who takes its time."""

        def choose(self, view: Any, moves: Sequence[Any]) -> Any:
            """Think until the test allows an end."""
            thought_in.append(threading.current_thread().name)
            may_end.wait(10)
            return moves[0]

    monkeypatch.setattr(bot_seats, "make_player", lambda *_: Thinker())
    room = Room("take-that", haste=0.0)
    room.show(room.turn())
    while not thought_in:
        await asyncio.sleep(0.001)
    assert thought_in[0] != threading.current_thread().name
    assert room.said == []
    may_end.set()
    while not room.said:
        await asyncio.sleep(0.001)
    room.bots.close()


@pytest.mark.parametrize("game", GAMES)
def test_bots_and_a_human_play_a_game_to_its_end(game: str) -> None:
    """At the pace of people, on a clock that runs by itself."""

    async def scenario() -> None:
        finished: list[Any] = []
        decided = setup(game, bots=("greedy", "random"))
        async with hosting(decided, haste=1.0, on_finished=finished.append) as table:
            ann = join(table.place, "Ann")

            def act(message: AnyToPeer) -> None:
                if isinstance(message, TableState) and message.stage == "lobby":
                    ann.client.send(Ready())
                view = getattr(message, "view", None)
                if view is not None and (moves := GAMES[game].moves_in(view)):
                    asyncio.get_running_loop().call_later(0.5, ann.client.play, moves[-1])

            ann.client._on_message = _both(ann.client._on_message, act)
            await ann.until(lambda seat: bool(finished), seconds=1800)
        [one] = finished
        assert one.game.name == game
        assert type(one.events[-1][0]).__name__ == "GameEnded"
        assert one.events[-1][1] > 10

    run_virtually(scenario())


def test_whoever_is_away_is_played_for_as_they_said_when_they_sat_down() -> None:
    """The level goes along with every join, so that a return may change it."""

    async def scenario() -> None:
        async with hosting(setup("take-a-number", pace=Pace(grace=1.0)), haste=1.0) as table:
            ann = join(table.place, "Ann")
            await ann.until_kind(TableState)
            key = new_seat_key()
            for level in ("hard", "easy"):
                ben = join(table.place, "Ben", key, stand_in=level)
                await ben.until_kind(TableState)
                ann.client.send(Start())
                await ben.until_kind(Step)
                await ben.client.close()
                await ann.until(lambda seat: _stand_in_of(seat, 1) is not None)
                assert _stand_in_of(ann, 1) == level
                assert {bot.seat.level for bot in table.host._bots._bots.values()} == {level}

    run_virtually(scenario())


def _stand_in_of(seat: Seat, other: int) -> str | None:
    tables = [message for message in seat.messages if isinstance(message, TableState)]
    return tables[-1].seats[other].stand_in if len(tables[-1].seats) > other else None


def _both(first: Any, second: Any) -> Any:
    def call(message: AnyToPeer) -> None:
        first(message)
        second(message)

    return call
