"""One simulated evening: machines, their programs, the LAN, the judge, and bad luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.take_it import Flip, Grab
from takelan.table.options import read_words
from takelan.table.setup import Setup
from takelan.table.succession.craft import Craft
from takelan.table.succession.quorums import SuccessionMode
from takelan.table.table import Table
from takelan.wire.peer_text import PlayerName, TableName
from tests.simulation.clock import Clock
from tests.simulation.craft import CheapCraft
from tests.simulation.house import HostProcess
from tests.simulation.judge import Judge
from tests.simulation.network import Network
from tests.simulation.screen import Screen

#: In one game of so many the stream decoder checks every message; it takes a sixth of a game's time.
_STRICT_EVERY = 8
_MOST_MACHINES = 8
_SMALL_DECK = {"+1": 2, "+5": 2, "-3": 2, "+2": 2, "-1": 1, "+7": 1}
#: For evenings of many games, between which people come and go.
_TINY_DECK = {"+1": 1, "-3": 1}


@dataclass
class Machine:
    """A computer on the LAN with one player in front of it."""

    screen: Screen


class World:
    """Everything there is in one game."""

    def __init__(self, seed: int, craft: Craft | None = None) -> None:
        self.chance = Random(seed)
        self.clock = Clock()
        self.network = Network(self.clock, self.chance, is_strict=seed % _STRICT_EVERY == 0)
        self.craft: Craft = craft or CheapCraft()
        self.judge = Judge(self)
        self.table_id = f"{seed:016x}"
        self.mode: SuccessionMode = self.chance.choices(("quorum", "strict", "off"), (85, 10, 5))[0]
        self.hosts: list[HostProcess] = []
        self.elections = 0
        #: How often a table was handed over.
        self.handed_over = 0
        #: When all that has gone wrong so far is well again.
        self.healed_at = 0.0
        #: When everybody who comes back at all is back.
        self.back_at = 0.0
        #: How often bad luck has struck.
        self.struck = 0
        #: What is to happen when a host next changes its keys.
        self.ambush: Callable[[], None] | None = None
        self.ambush_ends = 0.0
        self._keys = 0
        self.machines: list[Machine] = []
        self._open(self.chance.choices((2, 3, 4, 5, 6), (2, 4, 6, 5, 3))[0])

    def fresh_key(self) -> bytes:
        """Make a key nobody has."""
        self._keys += 1
        return bytes([self._keys]) * 32

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        """Choose a legal move at random; in a race, now and then none."""
        if not isinstance(moves[0], Flip | Grab):
            return self.chance.choice(moves)
        likely = [move for move in moves if isinstance(move, Flip) or self.chance.random() < 0.15]
        return self.chance.choice(likely) if likely else None

    def can_connect(self, machine: int, host: HostProcess) -> bool:
        """Tell whether a host answers whoever calls from a machine."""
        is_up = host.is_serving and not host.is_paused
        cuts = (self.network.is_cut(machine, host.machine), self.network.is_cut(host.machine, machine))
        return is_up and not any(cuts)

    def pass_on(self, sender: Screen, to: bytes, message: Any) -> None:
        """Carry a message to another player's program, if it runs."""
        target = next((one.screen for one in self.machines if one.screen.key == to), None)
        if target is not None and target.is_alive:
            deliver = partial(target.do, target.receive)
            self.network.send(sender.machine, target.machine, message, deliver)

    def crash(self, machine: int, lasts: float, *, keeps_disk: bool) -> None:
        """End a player's program, and start it again later: as who they were only if the disk is there."""
        old = self.machines[machine].screen
        if old.is_alive and not old.has_left:
            old.die()
            self.back_at = max(self.back_at, self.clock.now + lasts)
            self.clock.after(lasts, lambda: self._restart(machine, old, keeps_disk=keeps_disk))

    @property
    def is_ambushed(self) -> bool:
        """Whether bad luck still waits for a change of keys."""
        return self.ambush is not None and self.clock.now < self.ambush_ends

    def join(self) -> None:
        """Let somebody new come to the table; while a game is on they wait at the door."""
        host = next((host for host in self.hosts if host.is_serving), None)
        if host is not None and len(self.machines) < _MOST_MACHINES:
            number = len(self.machines)
            self.machines.append(Machine(Screen(self, number, self.fresh_key(), host, None)))

    def spring_ambush(self) -> None:
        """Let bad luck that waited for a change of keys happen in the midst of it."""
        is_due, ambush, self.ambush = self.is_ambushed, self.ambush, None
        if ambush is not None and is_due:
            self.clock.after(0.03 * self.chance.random(), ambush)

    def mend_later(self, moment: float, mend: Any) -> None:
        """Take bad luck back in time."""
        self.clock.at(moment, mend)

    def _restart(self, machine: int, old: Screen, *, keeps_disk: bool) -> None:
        key = old.key if keeps_disk else self.fresh_key()
        place = old.place if keeps_disk else None
        disk = old.disk if keeps_disk else None
        self.machines[machine].screen = Screen(self, machine, key, place, disk)

    def _open(self, humans: int) -> None:
        owner = self.fresh_key()
        host = HostProcess(self, 0, owner)
        table = Table(self._setup(humans, owner), Chance(self.chance.randbytes(8)), self.craft.verify)
        host.open(table)
        for machine in range(humans):
            key = owner if machine == 0 else self.fresh_key()
            screen = Screen(self, machine, key, host, None)
            screen.child = host if machine == 0 else None
            self.machines.append(Machine(screen))

    def _setup(self, humans: int, owner: bytes) -> Setup:
        fits = [name for name, game in GAMES.items() if game.most >= humans]
        weights = [{"take-that": 2, "take-it": 5, "take-a-number": 5}[name] for name in fits]
        game = GAMES[self.chance.choices(fits, weights)[0]]
        words: dict[str, Any] = {"grace": 2.0, "round_pause": 1.0, "flip_gap": 0.2, "idle_flip": 1.0}
        words["rounds"] = self.chance.choice((1, 1, 2, 3))
        if game.name == "take-it":
            words["deck"] = self.chance.choice((_SMALL_DECK, _TINY_DECK))
        options, pace = read_words(game, words)
        bots = ("random",) * (self.chance.random() < 0.3 and humans < game.most)
        return Setup(
            table=self.table_id,
            name=TableName("Kitchen"),
            host_name=PlayerName("Ann"),
            game=game,
            options=options,
            pace=pace,
            bots=bots,
            levels=("random",),
            owner=owner,
        )
