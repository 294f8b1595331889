"""A player's program: it connects, plays at random, holds shares, and may start a host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from takelan.errors import TakelanError
from takelan.net.answers import answer
from takelan.rules.catalog import GAMES
from takelan.table.succession.holder import Holder
from takelan.table.succession.moves import Outbox
from takelan.table.succession.outcomes import (
    Follow,
    Outcome,
    Prepare,
    Send,
    StandDown,
    TakeOver,
    Tell,
    Write,
)
from takelan.wire import succession as words
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import PlayerName
from tests.simulation.house import HostProcess
from tests.simulation.network import Line
from tests.simulation.process import Process

if TYPE_CHECKING:
    from tests.simulation.world import World

_UNSIGNED = bytes(64)
_TICK = 0.25
#: How long to knock at a known place before looking around for others.
_LOOK_AROUND_AFTER = 1.5


class Screen(Process):
    """One player's program; ``disk`` is the record it left there when it last ran."""

    def __init__(
        self, world: World, machine: int, key: bytes, place: HostProcess | None, disk: bytes | None
    ) -> None:
        super().__init__(world, machine)
        self.key = key
        self.place = place
        self.disk = disk
        self.has_left = False
        self.child: HostProcess | None = None
        self.outbox = Outbox()
        self.step: Any = None
        self.table: to_peer.TableState | None = None
        self._line: Line | None = None
        self._is_welcome = False
        self._lost_at = world.clock.now
        self._moves_at = 0.0
        self._is_first_count = True
        craft = world.craft
        self.holder = Holder(
            world.table_id, key, lambda message: craft.sign(key, message), craft, world.clock.now, disk
        )
        world.clock.after(_TICK * world.chance.random(), lambda: self.do(self._tick))

    @property
    def is_connected(self) -> bool:
        """Whether a host has welcomed it."""
        return self._line is not None and self._is_welcome

    def hear(self, line: Line, message: Any) -> None:
        """Take what the host says."""
        if line is not self._line:
            return
        self.world.judge.heard(self, message)
        self._do(self.holder.hear(message, self.world.clock.now))
        match message:
            case to_peer.Welcome():
                self._is_welcome = True
            case to_peer.TableState():
                self.table = message
            case to_peer.Step():
                self._see(message)
            case words.Counted():
                self._count(message.number)
            case to_peer.Farewell() | to_peer.Refused(code="running" | "full" | "kicked"):
                self.hang_up()

    def line_ended(self, line: Line) -> None:
        """Try again from now on."""
        if line is self._line:
            self._line, self._lost_at = None, self.world.clock.now

    def receive(self, message: Any) -> None:
        """Take what another player says."""
        self._do(self.holder.receive(message, self.world.clock.now))

    def wake(self) -> None:
        """Do what is due."""
        self._do(self.holder.due(self.world.clock.now))

    def leave(self) -> None:
        """Get up for good, and end the program."""
        self._do(self.holder.resign())
        if self._line is not None:
            self._line.to_host(to_host.Leave())
        self.has_left = True
        self.die()

    def die(self) -> None:
        """End; a host on the same machine goes on."""
        super().die()
        if self._line is not None:
            self._line.close(by_host=False)

    def _see(self, step: Any) -> None:
        self.world.judge.seen(self, step)
        self.step = step
        self._moves_at = self.world.clock.now + 0.05 + 0.5 * self.world.chance.random()

    def _count(self, number: int) -> None:
        waiting = [play.number for play in self.outbox.waiting if (play.number or 0) <= number]
        for confirmed in waiting:
            self.world.judge.move_confirmed(self.key, confirmed or 0)
        if self._line is not None and self._is_first_count:
            self._is_first_count = False
            for play in self.outbox.come_back(number):
                self._line.to_host(play)
        else:
            self.outbox.confirm(number)

    def _tick(self) -> None:
        if self.has_left:
            return
        self.world.clock.after(_TICK, lambda: self.do(self._tick))
        if self._line is None:
            self._connect()
        elif self.is_connected:
            self._act()

    def _connect(self) -> None:
        world = self.world
        if world.clock.now - self._lost_at > _LOOK_AROUND_AFTER:
            self.place = self._best_place() or self.place
        place = self.place
        if place is None or not world.can_connect(self.machine, place):
            return
        if place.keeper is None or place.keeper.term < self.holder.term:
            return
        line = Line(world.network, self, place)
        place.accept(line, self.key)
        self._line, self._is_welcome, self._is_first_count = line, False, True
        seen = None if self.step is None else self.step.revision
        name = PlayerName(f"P{self.key[0]}")
        line.to_host(to_host.Join(name, self.key, _UNSIGNED, seen))
        line.to_host(words.Listening(None))

    def _best_place(self) -> HostProcess | None:
        """Find, as by mDNS, the host of the latest term that answers."""
        world = self.world
        found = [host for host in world.hosts if world.can_connect(self.machine, host)]
        return max(found, key=lambda host: host.keeper.term if host.keeper else 0, default=None)

    def _act(self) -> None:
        table, now = self.table, self.world.clock.now
        if table is None or self._line is None:
            return
        if table.stage != "playing" and table.you is not None and not table.seats[table.you].is_ready:
            self._line.to_host(to_host.Ready())
        elif table.stage == "playing" and self.step is not None and now >= self._moves_at:
            self._move()

    def _move(self) -> None:
        view, world = self.step.view, self.world
        if self.outbox.waiting or self._line is None:
            return
        self._moves_at = world.clock.now + 0.4
        moves = GAMES[self.step_game()].moves_in(view)
        if getattr(view, "chosen", None) is not None and world.chance.random() < 0.8:
            return
        if moves and (move := world.choose(view, moves)) is not None:
            play = self.outbox.number(answer(move, self.step))
            self._line.to_host(play)

    def step_game(self) -> str:
        """Name the game of the last step."""
        return next(name for name, kind in to_peer.STEP_TYPES.items() if isinstance(self.step, kind))

    def hang_up(self) -> None:
        """Break off the connection, to come back later."""
        if self._line is not None:
            self._line.close(by_host=False)
            self._line, self._lost_at = None, self.world.clock.now

    def _do(self, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            self._do_one(outcome)
        self.alarm.set(self.holder.next_due())

    def _do_one(self, outcome: Outcome) -> None:
        world = self.world
        match outcome:
            case Write():
                self.disk = outcome.record
            case Tell():
                world.judge.told(self, outcome.message)
                if self._line is not None:
                    self._line.to_host(outcome.message)
            case Send():
                world.judge.sent(self, outcome.message)
                world.pass_on(self, outcome.to, outcome.message)
            case Prepare():
                self.child = HostProcess(world, self.machine, self.key)
                child = self.child
                world.clock.after(
                    0.1 + 0.3 * world.chance.random(), lambda: self.do(lambda: self._equip(child))
                )
            case StandDown():
                self._end_child()
            case TakeOver():
                self._install(outcome)
            case Follow():
                self._follow(outcome)

    def _equip(self, child: HostProcess) -> None:
        if child is self.child and child.is_alive:
            self._do(self.holder.equip(child.offer, self.world.clock.now))

    def _end_child(self) -> None:
        if self.child is not None:
            self.child.die()
            self.child = None

    def _install(self, outcome: TakeOver) -> None:
        child, world = self.child, self.world
        world.judge.took_over(self, outcome.estate)
        if child is None or not child.is_alive:
            self._do(self.holder.failed(world.clock.now))
            return
        try:
            child.take_over(outcome.estate)
        except TakelanError:
            self._end_child()
            self._do(self.holder.failed(world.clock.now))
            return
        world.elections += 1
        self.hang_up()
        self.place = child
        world.clock.after(0.02, lambda: self.do(lambda: self._do(self.holder.installed(world.clock.now))))

    def _follow(self, outcome: Follow) -> None:
        world = self.world
        key = outcome.certificate.candidacy.offer.host_key
        host = next((host for host in world.hosts if host.key == key), None)
        if host is None:
            return
        self._end_child()
        self.hang_up()
        self.place = host
        self._connect()
