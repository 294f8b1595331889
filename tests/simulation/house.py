"""A host process: a keeper, its connections, and its bots."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

from takelan.rules.catalog import GAMES
from takelan.table.letters import Letter, PeerId
from takelan.table.succession.keeper import House, Keeper
from takelan.table.succession.passing import Passing, open_bequest
from takelan.table.succession.rebuild import Rebuilt, rebuild
from takelan.table.table import Table
from takelan.wire.succession import Offer, Where
from takelan.wire.to_host import AnyToHost, Leave, Play, Serving, Standby
from takelan.wire.to_peer import Step
from tests.simulation.network import Line
from tests.simulation.process import Process

if TYPE_CHECKING:
    from takelan.table.succession.estate import Estate
    from tests.simulation.world import World


class WatchedTable:
    """A table that tells the judge which moves it was given."""

    def __init__(self, table: Table, host: HostProcess) -> None:
        self._table = table
        self._host = host
        # Asked for after every message: found without a detour.
        self.next_due = table.next_due
        self.peers = table.peers
        self.keys = table.keys

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def receive(self, peer: PeerId, message: AnyToHost, at: float) -> list[Letter]:
        """Pass an arrival on, and tell the judge if it was a numbered move."""
        is_heard = peer in self._table.peers()
        if is_heard and isinstance(message, Play) and message.number is not None:
            self._host.note_move(peer, message.number)
        return self._table.receive(peer, message, at)


class HostProcess(Process):
    """A process that holds a table, or waits to be given one."""

    def __init__(self, world: World, machine: int, owner: bytes) -> None:
        super().__init__(world, machine)
        self.owner = owner
        self.key = world.fresh_key()
        self.offer = Offer(self.key, self.key, Where(("10.0.0.1",), self.key[0], "0" * 64))
        self.keeper: Keeper | None = None
        self.lines: dict[PeerId, Line] = {}
        self.keys: dict[PeerId, bytes] = {}
        #: Every numbered move in the history of the state held here.
        self.moves: set[tuple[bytes, int]] = set()
        self._peers = 0
        self._shown: dict[PeerId, Step] = {}
        self._passing: Passing | None = None
        self._heir: PeerId | None = None
        #: Whether it ends even if nobody takes the table.
        self._is_ending = False
        self._inbox: deque[tuple[PeerId, AnyToHost | None]] = deque()

    @property
    def is_serving(self) -> bool:
        """Whether it holds a table and can be joined."""
        return self.is_alive and self.keeper is not None

    def open(self, table: Table) -> None:
        """Hold a new table."""
        self._serve(table, None)

    def take_over(self, estate: Estate) -> None:
        """Hold a table that another host has left."""
        world = self.world
        rebuilt = rebuild(estate, self.key, world.craft, world.clock.now)
        header = estate.state.header
        self.moves = world.judge.history(header.epoch, header.sequence, rebuilt.legacy.term)
        self._go_on(rebuilt)

    def inherit(self, sealed: bytes) -> None:
        """Hold a table that another host has handed over."""
        world = self.world
        rebuilt = open_bequest(sealed, self.owner, self.key, world.craft, world.clock.now)
        self.moves = world.judge.inherited(self, sealed, rebuilt.legacy)
        self._go_on(rebuilt)

    def _go_on(self, rebuilt: Rebuilt) -> None:
        self._serve(rebuilt.table, rebuilt.legacy)
        if self.keeper is not None:
            self._carry(self.keeper.resume(self.world.clock.now))

    def _serve(self, table: Table, legacy: Any) -> None:
        world = self.world
        craft = world.craft
        house = House(
            owner=self.owner,
            offer=self.offer,
            sign=lambda message: craft.sign(self.key, message),
            entropy=world.chance.randbytes,
            craft=craft,
        )
        watched: Any = WatchedTable(table, self)
        self.keeper = Keeper(watched, house, world.clock.now, mode=world.mode, legacy=legacy)
        world.hosts.append(self)
        world.judge.host_began(self, self.keeper.term)
        self.alarm.set(self.keeper.next_due())

    def accept(self, line: Line, key: bytes) -> None:
        """Let a connection in whose owner has proved a key."""
        self._peers += 1
        line.peer = self._peers
        self.lines[line.peer], self.keys[line.peer] = line, key

    def hear(self, line: Line, message: Any) -> None:
        """Let the keeper judge, as soon as anything is judged."""
        if self.keeper is None or self.lines.get(line.peer) is not line:
            return
        self.world.judge.heard_by_host(self, self.keys[line.peer], message)
        if self._passing is not None and isinstance(message, Standby | Serving | Leave):
            self._carry(self._passing.hear(line.peer, message, self.world.clock.now))
            self._see_passing()
        if not isinstance(message, Standby | Serving):
            self._put(line.peer, message)

    def line_ended(self, line: Line) -> None:
        """Let the keeper know."""
        if self.keeper is None or self.lines.pop(line.peer, None) is None:
            return
        if self._passing is not None:
            self._passing.lose(line.peer, self.world.clock.now)
            self._see_passing()
        self._put(line.peer, None)

    def wake(self) -> None:
        """Do what is due."""
        if self.keeper is not None and not self._is_frozen:
            self._carry(self.keeper.due(self.world.clock.now))

    def leave(self, *, is_final: bool) -> None:
        """Hand the table over; with nobody to take it, end only if that is final."""
        keeper, now = self.keeper, self.world.clock.now
        if keeper is None or self._passing is not None:
            return
        peer = keeper.table.successor()
        self._is_ending = is_final
        if peer not in self.lines or not keeper.table.has_played:
            self._stay_or_end()
            return
        self._passing, self._heir = Passing(keeper, self.world.craft, peer, self.keys[peer], now), peer
        self._carry(self._passing.begin())
        self._see_passing()

    @property
    def heir(self) -> PeerId | None:
        """The connection to whom the table is being handed over to, if it is."""
        return None if self._passing is None else self._heir

    @property
    def _is_frozen(self) -> bool:
        return self._passing is not None and self._passing.is_frozen

    def _see_passing(self) -> None:
        """Do what follows from how far the hand-over has come."""
        passing = self._passing
        if passing is None or not self.is_alive:
            return
        if not passing.is_over:
            self.world.clock.at(passing.ends_at, partial(self.do, self._give_up_passing, passing))
        elif (moved := passing.moved) is not None:
            self.world.handed_over += 1
            self._carry([Letter(peer, moved, is_last=True) for peer in list(self.lines)])
            self.die()
        elif passing.is_given_away:
            self.die()
        else:
            self._stay_or_end()

    def _give_up_passing(self, passing: Passing) -> None:
        if passing is self._passing:
            passing.due(self.world.clock.now)
            self._see_passing()

    def _stay_or_end(self) -> None:
        self._passing = None
        if self._is_ending:
            self.die()
        else:
            self._judge_waiting()

    def _put(self, peer: PeerId, message: AnyToHost | None) -> None:
        self._inbox.append((peer, message))
        self._judge_waiting()

    def _judge_waiting(self) -> None:
        assert self.keeper is not None
        while self._inbox and self.is_alive and not self._is_frozen:
            peer, message = self._inbox.popleft()
            now = self.world.clock.now
            judged = (
                self.keeper.lose(peer, now) if message is None else self.keeper.receive(peer, message, now)
            )
            self._carry(judged)
        if self.is_alive and not self._is_frozen:
            self.alarm.set(self.keeper.next_due())

    def die(self) -> None:
        """End; every connection is cut by the operating system."""
        if self.is_alive:
            super().die()
            for line in self.lines.values():
                line.close(by_host=True)

    def note_move(self, peer: PeerId, number: int) -> None:
        """Remember a move that the table was given."""
        self.world.judge.move_judged(self, self.keys[peer], number)

    def _carry(self, letters: list[Letter]) -> None:
        assert self.keeper is not None
        self._deliver(letters)
        if self._passing is not None and (given := self._passing.look(self.world.clock.now)):
            self._deliver(given)
            self._see_passing()
        if self.keeper.deposed_by is not None:
            self.die()
            return
        self.world.judge.host_began(self, self.keeper.term)
        self.world.judge.drew(self.keeper._vault)
        if self.keeper.is_shared and self.keeper.active is None:
            self.world.spring_ambush()
        if not self._is_frozen:
            self.alarm.set(self.keeper.next_due())

    def _deliver(self, letters: list[Letter]) -> None:
        for letter in letters:
            if letter.to < 0:
                self._show_bot(letter)
            elif (line := self.lines.get(letter.to)) is not None:
                self.world.judge.said(self, self.keys[letter.to], letter.message)
                line.to_client(letter.message)
                if letter.is_last:
                    del self.lines[letter.to]
                    line.close(by_host=True)

    def _show_bot(self, letter: Letter) -> None:
        if isinstance(letter.message, Step):
            self._shown[letter.to] = letter.message
            delay = 0.15 + 0.4 * self.world.chance.random()
            step = letter.message
            self.world.clock.after(delay, partial(self.do, self._move_bot, letter.to, step))

    def _move_bot(self, peer: PeerId, step: Any) -> None:
        if self.keeper is None or self._shown.get(peer) != step:
            return
        seat = self.keeper.table.bots().get(peer)
        moves = GAMES[seat.game].moves_in(step.view) if seat else []
        if moves and (move := self.world.choose(step.view, moves)) is not None:
            self._put(peer, Play(move))
