"""A host process: a keeper, its connections, and its bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from takelan.rules.catalog import GAMES
from takelan.table.letters import Letter, PeerId
from takelan.table.succession.keeper import House, Keeper
from takelan.table.succession.rebuild import rebuild
from takelan.table.table import Table
from takelan.wire.succession import Offer
from takelan.wire.to_host import AnyToHost, Play
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
        self.offer = Offer(self.key, self.key, None)
        self.keeper: Keeper | None = None
        self.lines: dict[PeerId, Line] = {}
        self.keys: dict[PeerId, bytes] = {}
        #: Every numbered move in the history of the state held here.
        self.moves: list[tuple[bytes, int]] = []
        self._peers = 0
        self._shown: dict[PeerId, Step] = {}

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
        self.moves = world.judge.history(header.epoch, header.sequence)
        self._serve(rebuilt.table, rebuilt.legacy)
        if self.keeper is not None:
            self._carry(self.keeper.resume(world.clock.now))

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
        """Let the keeper judge."""
        if self.keeper is not None and self.lines.get(line.peer) is line:
            self._carry(self.keeper.receive(line.peer, message, self.world.clock.now))

    def line_ended(self, line: Line) -> None:
        """Let the keeper know."""
        if self.keeper is not None and self.lines.pop(line.peer, None) is not None:
            self._carry(self.keeper.lose(line.peer, self.world.clock.now))

    def wake(self) -> None:
        """Do what is due."""
        if self.keeper is not None:
            self._carry(self.keeper.due(self.world.clock.now))

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
        for letter in letters:
            if letter.to < 0:
                self._show_bot(letter)
            elif (line := self.lines.get(letter.to)) is not None:
                self.world.judge.said(self, self.keys[letter.to], letter.message)
                line.to_client(letter.message)
                if letter.is_last:
                    del self.lines[letter.to]
                    line.close(by_host=True)
        if self.keeper.deposed_by is not None:
            self.die()
            return
        self.world.judge.host_began(self, self.keeper.term)
        if self.keeper.is_shared and self.keeper.active is None:
            self.world.spring_ambush()
        self.alarm.set(self.keeper.next_due())

    def _show_bot(self, letter: Letter) -> None:
        if isinstance(letter.message, Step):
            self._shown[letter.to] = letter.message
            delay = 0.15 + 0.4 * self.world.chance.random()
            step = letter.message
            self.world.clock.after(delay, lambda: self.do(lambda: self._move_bot(letter.to, step)))

    def _move_bot(self, peer: PeerId, step: Any) -> None:
        if self.keeper is None or self._shown.get(peer) != step:
            return
        seat = self.keeper.table.bots().get(peer)
        moves = GAMES[seat.game].moves_in(step.view) if seat else []
        if moves and (move := self.world.choose(step.view, moves)) is not None:
            self._carry(self.keeper.receive(peer, Play(move), self.world.clock.now))
