"""What a player feels while three hard bots think: a key on the screen, and a grab at the host.

Whole solo games are played on a real terminal, at a pace at which the bots do little else but think, and keys
are pressed all the while: one that moves the highlight, and in Take It!, which has none, the one that opens
and closes the log. The floor is a bare Textual app on another terminal, which gets a key after each of ours
and so suffers from the same thinking. A grab goes over TLS to a real host; its floor is a bare server that
answers as many bytes. The goals: p99 under 30 ms for a key, and under 10 ms for a grab.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks._records import Record, at_most, percentile
from benchmarks._servers import served
from benchmarks._thinking import Thinking
from benchmarks.ui import BARE, RIGHT, wait_for_bytes
from takelan.net.discovery.found import Place
from takelan.net.tls import connect
from takelan.net.visit import Visit
from takelan.net.way_in import enter
from takelan.rules import take_it
from takelan.store.seat_keys import new_seat_key
from takelan.wire.codec import encode
from takelan.wire.peer_text import PlayerName
from takelan.wire.terms import Sentence
from takelan.wire.to_host import Play, Pong, Ready
from takelan.wire.to_peer import AnyToPeer, Ping, Refused, TableState, TakeItStep
from tests.processes import Home, home
from tests.ui.app.players_on_terminals import Player, environment
from tests.ui.app.pty_screen import Terminal

_LEFT = "\x1b[D"
_BOTS = ("--bots=3:hard", "--haste=0.05", "--option=flip_gap=0", "--option=idle_flip=0.2")
_KEYS_A_MOVE = 8
_MOST_SECONDS = 40.0
#: Fewer measurements say nothing about the slowest hundredth.
_FEWEST = 100
_ANSWER_WITHIN = 2.0
#: Well below what a host lets a seat say.
_GRAB_EVERY = 0.04
_GRABS = 400
_GRAB = encode(Play(take_it.Grab(1)))
_ANSWER = encode(Refused("late", Sentence("Too late: that row is gone. It cost you no take.")))


def run(seconds: float) -> list[Record]:
    """Measure everything; the time asked for does not matter, a game takes as long as it takes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        games = ("take-that", "take-a-number", "take-it")
        keys = [record for game in games for record in _play(folder / game, game)]
        with home(folder / "host") as person:
            return [*keys, *asyncio.run(_grab(person))]


class Times(NamedTuple):
    """What was measured, in seconds, in turns with its floor."""

    ours: list[float]
    floor: list[float]

    def records(self, what: str, most: float, thinking: float) -> list[Record]:
        """Sum it up; how much of one core the bots had all the while is told, too."""
        if len(self.ours) < _FEWEST:
            raise RuntimeError(f"{what}: only {len(self.ours)} measurements")
        return [
            self._record(f"{what}, p50", 0.5),
            replace(self._record(f"{what}, p99", 0.99), goal=at_most(most)),
            Record(f"{what}, bots' share of one core", 100 * thinking, "%"),
        ]

    def _record(self, what: str, part: float) -> Record:
        ours, floor = (1000 * percentile(times, part) for times in self)
        return Record(what, ours, "ms", floor=floor)


def _play(folder: Path, game: str) -> list[Record]:
    """Play a game to its end, and press a key on both screens all the while."""
    bare = Terminal(BARE, environment(folder), is_read=False)
    # A game of Take It! is over soonest.
    rounds = 5 if game == "take-it" else 2
    player = Player(folder, "solo", game, f"--rounds={rounds}", *_BOTS)
    times, keys = Times([], []), _Keys(player, game)
    with bare, player.terminal as terminal:
        wait_for_bytes(bare, b"ready")
        terminal.wait_for(lambda text: "you" in text, 60)
        clock = Thinking(terminal.pid)
        while not player.is_done and clock.seconds < _MOST_SECONDS:
            player.act()
            for _ in range(_KEYS_A_MOVE):
                times.ours.extend(keys.time_one())
                times.floor.extend(_time_key(bare, keys.on_the_floor, lambda: True))
        return times.records(f"key beside hard bots, {game}", 30, clock.share)


class _Keys:
    """A key that changes only our own screen, and a look at whether it has."""

    def __init__(self, player: Player, game: str) -> None:
        self._player = player
        self._is_race = game == "take-it"
        self._is_turned = False
        #: The key of the bare app that changes about as much.
        self.on_the_floor = "l" if self._is_race else RIGHT

    def time_one(self) -> list[float]:
        """Press it and tell how long its picture took; nothing where it has nothing to change."""
        before = self._look()
        if not before:
            return []
        self._is_turned = not self._is_turned
        key = "l" if self._is_race else RIGHT if self._is_turned else _LEFT
        return _time_key(self._player.terminal, key, lambda: self._look() != before)

    def _look(self) -> object:
        """See whether the log is open, or which card is lifted: bots change neither."""
        if self._is_race:
            return next((mark for mark in ("Esc close", "l log") if mark in self._player.footer), None)
        rows = enumerate(self._player.terminal.screen.display)
        lifted = [(number, row.index("┏")) for number, row in rows if "┏" in row]
        # A single card cannot be left.
        has_others = "╭─────╮" in self._player.terminal.screen.display[-4]
        return lifted if has_others else None


def _time_key(terminal: Terminal, key: str, is_drawn: Callable[[], bool]) -> list[float]:
    terminal.read(0.01)
    began = time.perf_counter()
    terminal.type(key)
    drawn_at: list[float] = []
    while not drawn_at and (pieces := terminal.take_in(_ANSWER_WITHIN)):
        for came_at, piece in pieces:
            terminal.show(piece)
            if not drawn_at and is_drawn():
                drawn_at = [came_at - began]
    return drawn_at


async def _grab(person: Home) -> list[Record]:
    """Grab again and again at a real host, mostly too late, in turns with the floor."""
    manner = ["--bind=127.0.0.1", "--seats=4", "--start=when-full", "--option=round_pause=0", *_BOTS]
    host = await asyncio.to_thread(person.host, "take-it", *manner, "--rounds=50")
    place = Place("127.0.0.1", host.ready["port"], host.ready["fingerprint"])
    visit = (await enter(place, new_seat_key(), PlayerName("You"), None, None)).visit
    grabber = _Grabber(visit)
    listening = asyncio.create_task(grabber.listen())
    clock, times = Thinking(host.process.popen.pid), Times([], [])
    try:
        with served("floor", len(_GRAB), len(_ANSWER)) as floor_place:
            line = await connect(floor_place)
            while len(times.ours) < _GRABS and clock.seconds < _MOST_SECONDS:
                times.ours.append(await asyncio.wait_for(grabber.grab(), _MOST_SECONDS))
                began = time.perf_counter()
                line.writer.write(_GRAB)
                await line.reader.readexactly(len(_ANSWER))
                times.floor.append(time.perf_counter() - began)
                await asyncio.sleep(_GRAB_EVERY)
            return times.records("grab beside hard bots, answered", 10, clock.share)
    finally:
        listening.cancel()
        visit.cut()


class _Grabber:
    """A player who grabs whatever lies there, and when all takes are made, rows that are gone."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._view: take_it.View | None = None
        self._news = asyncio.Condition()
        self._is_answered = False

    async def listen(self) -> None:
        """Take in what the host says, and be ready for every round."""
        while True:
            message = await self._visit.hear()
            if isinstance(message, Ping):
                self._visit.say(Pong(message.number))
            elif isinstance(message, TableState) and message.stage == "resting":
                self._visit.say(Ready())
            else:
                await self._take_in(message)

    async def grab(self) -> float:
        """Grab, and tell how long the host took to say what became of it."""
        async with self._news:
            await self._news.wait_for(lambda: self._view is not None and self._view.dealer is not None)
            view, self._is_answered = self._view, False
            began = time.perf_counter()
            self._visit.say(Play(take_it.Grab(_row_to_grab(view))))
            await self._news.wait_for(lambda: self._is_answered)
            return time.perf_counter() - began

    async def _take_in(self, message: AnyToPeer) -> None:
        async with self._news:
            if isinstance(message, TakeItStep):
                self._view = message.view
                gone = [one for one in message.hearings if isinstance(one, take_it.types.RowGone)]
                self._is_answered |= any(one.seat == message.view.seat for one in gone)
            self._is_answered |= isinstance(message, Refused)
            self._news.notify_all()


def _row_to_grab(view: take_it.View | None) -> int:
    if view is None:
        return 0
    has_takes = bool(view.takes_left[view.seat or 0] and view.row)
    return view.row_number if has_takes else view.row_number - 1
