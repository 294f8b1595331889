"""One simulated evening: machines, their programs, the LAN, the judge, and bad luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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

_SMALL_DECK = {"+1": 2, "+5": 2, "-3": 2, "+2": 2, "-1": 1, "+7": 1}


@dataclass
class Machine:
    """A computer on the LAN with one player in front of it."""

    screen: Screen


class World:
    """Everything there is in one game."""

    def __init__(self, seed: int, craft: Craft | None = None) -> None:
        self.chance = Random(seed)
        self.clock = Clock()
        self.network = Network(self.clock, self.chance)
        self.craft: Craft = craft or CheapCraft()
        self.judge = Judge(self)
        self.table_id = f"{seed:016x}"
        self.mode: SuccessionMode = "strict" if self.chance.random() < 0.1 else "quorum"
        self.hosts: list[HostProcess] = []
        self.elections = 0
        #: What is to happen when a host next changes its keys.
        self.ambush: Callable[[], None] | None = None
        self._keys = 0
        self.machines: list[Machine] = []
        self._open(self.chance.choices((2, 3, 4, 5, 6), (1, 4, 6, 5, 3))[0])

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
            deliver: Callable[[Any], None] = lambda arrived: target.do(lambda: target.receive(arrived))  # noqa: E731
            self.network.send(sender.machine, target.machine, message, deliver)

    def crash(self, machine: int, lasts: float, *, keeps_disk: bool) -> None:
        """End a player's program, and start it again later: as who they were only if the disk is there."""
        old = self.machines[machine].screen
        if old.is_alive and not old.has_left:
            old.die()
            self.clock.after(lasts, lambda: self._restart(machine, old, keeps_disk=keeps_disk))

    def spring_ambush(self) -> None:
        """Let bad luck that waited for a change of keys happen in the midst of it."""
        ambush, self.ambush = self.ambush, None
        if ambush is not None:
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
        host.open(Table(self._setup(humans, owner), Chance(self.chance.randbytes(8))))
        for machine in range(humans):
            key = owner if machine == 0 else self.fresh_key()
            screen = Screen(self, machine, key, host, None)
            screen.child = host if machine == 0 else None
            self.machines.append(Machine(screen))

    def _setup(self, humans: int, owner: bytes) -> Setup:
        fits = [name for name, game in GAMES.items() if game.most >= humans]
        weights = [{"take-that": 2, "take-it": 3, "take-a-number": 5}[name] for name in fits]
        game = GAMES[self.chance.choices(fits, weights)[0]]
        words: dict[str, Any] = {"grace": 2.0, "round_pause": 1.0, "flip_gap": 0.2, "idle_flip": 1.0}
        words["rounds"] = self.chance.randint(1, 3)
        if game.name == "take-it":
            words["deck"] = _SMALL_DECK
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
