"""A player's program: it connects, plays at random, holds shares, and may start a host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from takelan.errors import TakelanError
from takelan.net.answers import answer
from takelan.net.way_in import ENTER_WITHIN
from takelan.rules.catalog import GAMES
from takelan.table.fairness.witness import Witness
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
        self.wants_other_bots = False
        self.child: HostProcess | None = None
        self.outbox = Outbox()
        self.step: Any = None
        self.table: to_peer.TableState | None = None
        self._line: Line | None = None
        #: The line on which a table was handed to the host of our own.
        self._given_on: Line | None = None
        self._is_welcome = False
        self._lost_at = self._called_at = world.clock.now
        self._moves_at = 0.0
        self._is_first_count = True
        craft = world.craft
        self.witness = Witness(
            world.table_id, key, lambda text: craft.sign(key, text), craft.verify, world.chance.randbytes
        )
        self.holder = Holder(
            world.table_id, key, lambda message: craft.sign(key, message), craft, world.clock.now, disk
        )
        world.clock.after(_TICK * world.chance.random(), partial(self.do, self._tick))

    @property
    def is_connected(self) -> bool:
        """Whether a host has welcomed it."""
        return self._line is not None and self._is_welcome

    def hear(self, line: Line, message: Any) -> None:
        """Take what the host says."""
        if line is not self._line:
            return
        self.world.judge.heard(self, message)
        outcomes = self.holder.hear(message, self.world.clock.now)
        if outcomes or isinstance(message, words.Alive):
            self._do(outcomes)
        if isinstance(message, to_peer.Step):
            self._see(message)
        elif (act := self._ACTS.get(type(message))) is not None:
            act(self, message)
        for answered in self.witness.hear(message):
            line.to_host(answered)
        if self.witness.finding is not None:
            self.world.judge.blame(f"an honest host is accused: {self.witness.finding.text}")

    def _be_welcome(self, message: to_peer.Welcome) -> None:
        self._is_welcome = True

    def _see_table(self, message: to_peer.TableState) -> None:
        self.table = message

    def _be_sent_away(self, message: to_peer.Farewell | to_peer.Refused) -> None:
        if isinstance(message, to_peer.Farewell) or message.code in ("running", "full", "kicked"):
            self.hang_up()

    def _stand_by(self, message: to_peer.TakeOver) -> None:
        """Start a host, and offer it on the very connection on which it was asked for."""
        self._after_start(partial(self._offer, self._start_child(), self._line))

    def _offer(self, child: HostProcess, line: Line | None) -> None:
        if line is not None and child is self.child and child.is_alive:
            line.to_host(to_host.Standby(child.offer))

    def _inherit(self, message: to_peer.Inherit) -> None:
        delay = 0.02 + 0.1 * self.world.chance.random()
        self.world.clock.after(delay, partial(self.do, self._open_inherited, message.sealed, self._line))

    def _open_inherited(self, sealed: bytes, line: Line) -> None:
        child = self.child
        if child is None or not child.is_alive or child.is_serving:
            return
        try:
            child.inherit(sealed)
        except TakelanError:
            self._end_child()
            return
        line.to_host(to_host.Serving())
        self._given_on = line
        if line is not self._line:
            self._go_to(child)

    def _move_on(self, message: to_peer.Moved) -> None:
        host = next((host for host in self.world.hosts if host.key[0] == message.port), None)
        if host is not None:
            self._go_to(host)

    def _go_to(self, host: HostProcess) -> None:
        self.hang_up()
        self.place = host
        self._connect()

    def line_ended(self, line: Line) -> None:
        """Try again from now on."""
        if line is self._line:
            self._drop_line()
            if line is self._given_on and self.child is not None:
                self.place = self.child

    def receive(self, message: Any) -> None:
        """Take what another player says."""
        self.world.judge.arrived(self, message)
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

    def _count(self, message: words.Counted) -> None:
        number = message.number
        waiting = [play.number for play in self.outbox.waiting if (play.number or 0) <= number]
        for confirmed in waiting:
            self.world.judge.move_confirmed(self.key, confirmed or 0, by=number)
        if self._line is not None and self._is_first_count:
            self._is_first_count = False
            for play in self.outbox.come_back(number):
                self._line.to_host(play)
        else:
            self.outbox.confirm(number)

    def _tick(self) -> None:
        if self.has_left:
            return
        self.world.clock.after(_TICK, partial(self.do, self._tick))
        if self._line is None:
            self._connect()
        elif self.is_connected:
            self._act()
        elif self.world.clock.now > self._called_at + ENTER_WITHIN:
            self.hang_up()

    def _connect(self) -> None:
        world = self.world
        if world.clock.now - self._lost_at > _LOOK_AROUND_AFTER:
            self.place = self._best_place() or self.place
        place = self.place
        if place is None or not world.can_connect(self.machine, place):
            return
        if place.keeper is None or place.keeper.term < self.holder.term:
            return
        line, self._called_at = Line(world.network, self, place), world.clock.now
        place.accept(line, self.key)
        self.holder.meet(place.keeper.term)
        self._line, self._is_welcome, self._is_first_count = line, False, True
        self.witness.arrive()
        seen = None if self.step is None else self.step.revision
        name = PlayerName(f"P{self.key[0]}")
        line.to_host(to_host.Join(name, self.key, _UNSIGNED, seen))
        line.to_host(words.Listening(words.Where(("10.0.0.2",), self.key[0], "0" * 64)))

    def _best_place(self) -> HostProcess | None:
        """Find, as by mDNS, the host of the latest term that answers."""
        world = self.world
        found = [host for host in world.hosts if world.can_connect(self.machine, host)]
        return max(found, key=lambda host: host.keeper.term if host.keeper else 0, default=None)

    def _act(self) -> None:
        table, now = self.table, self.world.clock.now
        if table is None or self._line is None:
            return
        if self.wants_other_bots and table.stage in ("lobby", "over") and table.you == table.owner:
            self._change_bots(table, self._line)
        elif table.stage != "playing" and table.you is not None and not table.seats[table.you].is_ready:
            self._line.to_host(to_host.Ready())
        elif table.stage == "playing" and self.step is not None and now >= self._moves_at:
            self._move()

    def _change_bots(self, table: to_peer.TableState, line: Line) -> None:
        self.wants_other_bots = False
        bot = next((seat for seat in table.seats if seat.bot is not None), None)
        line.to_host(to_host.AddBot("random") if bot is None else to_host.Unseat(bot.occupant))

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
            self._drop_line()

    def _drop_line(self) -> None:
        if self._is_welcome:
            self._lost_at = self.world.clock.now
        self._line = None

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
                world.judge.sent(self, outcome.to, outcome.message)
                world.pass_on(self, outcome.to, outcome.message)
            case Prepare():
                self._after_start(partial(self._equip, self._start_child()))
            case StandDown():
                self._end_child()
            case TakeOver():
                self._install(outcome)
            case Follow():
                self._follow(outcome)

    def _start_child(self) -> HostProcess:
        self._end_child()
        self.child = HostProcess(self.world, self.machine, self.key)
        return self.child

    def _after_start(self, action: Callable[[], None]) -> None:
        self.world.clock.after(0.1 + 0.3 * self.world.chance.random(), partial(self.do, action))

    def _equip(self, child: HostProcess) -> None:
        if child is self.child and child.is_alive:
            self._do(self.holder.equip(child.offer, self.world.clock.now))

    def _end_child(self) -> None:
        """End a host that stands by; one that holds a table ends by itself."""
        if self.child is not None and not self.child.is_serving:
            self.child.die()
            self.child = None

    def _install(self, outcome: TakeOver) -> None:
        child, world = self.child, self.world
        world.judge.took_over(self, outcome.estate)
        if child is None or not child.is_alive or child.is_serving:
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
        self._go_to(host)

    _ACTS: ClassVar[dict[type, Callable[[Screen, Any], None]]] = {
        to_peer.Welcome: _be_welcome,
        to_peer.TableState: _see_table,
        words.Counted: _count,
        to_peer.Farewell: _be_sent_away,
        to_peer.Refused: _be_sent_away,
        to_peer.TakeOver: _stand_by,
        to_peer.Inherit: _inherit,
        to_peer.Moved: _move_on,
    }
