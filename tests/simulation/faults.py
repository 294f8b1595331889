"""Bad luck, drawn from a seed: what happens, when, to whom, for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.screen import Screen
    from tests.simulation.world import World

#: When bad luck begins, and when everything is well again at the latest.
BEGINS, ENDS = 0.8, 10.0
#: How long bad luck waits for its moment.
AMBUSH_WAITS = 4.0

_KINDS = {
    "kill_host": 6,
    "kill_machine": 2,
    "crash": 3,
    "crash_and_lose_disk": 1,
    "pause_host": 4,
    "pause": 2,
    "pause_machine": 2,
    "partition": 4,
    "isolate_host": 3,
    "one_way": 3,
    "slow": 3,
    "noise": 3,
    "hang_up": 2,
    "leave": 1,
    "join": 2,
    "change_bots": 2,
    "hand_over": 4,
    "hand_over_badly": 5,
    "ambush": 4,
}
_LEAST, _MOST = 4, 9


@dataclass(frozen=True)
class Fault:
    """One stroke of bad luck."""

    at: float
    kind: str
    machine: int
    other: int
    lasts: float
    #: Which machines a partition puts on one side.
    side: tuple[int, ...]


def draw(chance: Random, machines: int) -> list[Fault]:
    """Draw the bad luck of one game; much of it comes in bursts."""
    kinds, weights = list(_KINDS), list(_KINDS.values())
    moment, faults = BEGINS + 1.7 * chance.random(), []
    for _ in range(chance.randint(_LEAST, _MOST)):
        side = tuple(one for one in range(machines) if chance.random() < 0.5)
        machine, other = chance.sample(range(machines), 2)
        kind = chance.choices(kinds, weights)[0]
        lasts = chance.choice((0.3, 1.0, 2.0, 3.0, 4.5)) * (0.5 + chance.random())
        faults.append(Fault(moment, kind, machine, other, lasts, side))
        moment += chance.choice((0.0, 0.02, 0.3, 0.8, 2.0)) * (0.5 + chance.random())
    return [fault for fault in faults if fault.at < ENDS]


def strike(world: World, fault: Fault) -> None:
    """Let it happen, and take it back in time."""
    world.struck += fault.kind != "ambush"
    world.healed_at = max(world.healed_at, min(fault.at + fault.lasts, ENDS))
    getattr(_Strokes(world), fault.kind)(fault)


class _Strokes:
    def __init__(self, world: World) -> None:
        self._world = world

    def kill_host(self, fault: Fault) -> None:
        for host in self._world.hosts:
            if host.is_serving:
                host.die()

    def kill_machine(self, fault: Fault) -> None:
        """Switch off a machine: its player's program and, if it hosts, the host."""
        for host in self._world.hosts:
            if host.machine == fault.machine:
                host.die()
        self.crash(fault)

    def crash(self, fault: Fault) -> None:
        self._world.crash(fault.machine, fault.lasts, keeps_disk=True)

    def crash_and_lose_disk(self, fault: Fault) -> None:
        self._world.crash(fault.machine, fault.lasts, keeps_disk=False)

    def pause_host(self, fault: Fault) -> None:
        for host in self._world.hosts:
            if host.is_serving:
                host.pause()
                self._later(fault, host.resume)

    def pause(self, fault: Fault) -> None:
        screen = self._world.machines[fault.machine].screen
        screen.pause()
        self._later(fault, screen.resume)

    def pause_machine(self, fault: Fault) -> None:
        self.pause(fault)
        for host in self._world.hosts:
            if host.is_serving and host.machine == fault.machine:
                host.pause()
                self._later(fault, host.resume)

    def partition(self, fault: Fault) -> None:
        everybody = range(len(self._world.machines))
        others = [one for one in everybody if one not in fault.side]
        self._cut([(one, other) for one in fault.side for other in others], fault, both=True)

    def isolate_host(self, fault: Fault) -> None:
        alone = {host.machine for host in self._world.hosts if host.is_serving}
        others = [one for one in range(len(self._world.machines)) if one not in alone]
        self._cut([(one, other) for one in alone for other in others], fault, both=True)

    def one_way(self, fault: Fault) -> None:
        self._cut([(fault.machine, fault.other)], fault, both=False)

    def slow(self, fault: Fault) -> None:
        pair, slow = (fault.machine, fault.other), self._world.network.slow
        slow[pair] = 0.05 + fault.lasts / 8
        self._later(fault, lambda: slow.pop(pair, None))

    def noise(self, fault: Fault) -> None:
        network = self._world.network
        network.noise = 0.3
        self._later(fault, lambda: setattr(network, "noise", 0.0))

    def hang_up(self, fault: Fault) -> None:
        self._world.machines[fault.machine].screen.hang_up()

    def hand_over(self, fault: Fault) -> None:
        """Let the host leave in peace: its process is told to end, or its player goes first."""
        for host in [host for host in self._world.hosts if host.is_serving]:
            is_final = fault.machine % 2 == 0
            if not is_final and fault.other % 2 == 0:
                self.leave(replace(fault, machine=host.machine))
            host.do(partial(host.leave, is_final=is_final))

    def hand_over_badly(self, fault: Fault) -> None:
        """Let bad luck strike one of those who take part while the host leaves."""
        self.hand_over(fault)
        kinds = (
            "kill_host",
            "pause_host",
            "isolate_host",
            "partition",
            "crash",
            "pause",
            "hang_up",
            "one_way",
        )
        kind = kinds[int(fault.lasts * 1000) % len(kinds)]
        delay = 0.6 * self._world.chance.random()
        heirs = [one.machine for one in self._heirs()] or [fault.machine]
        later = replace(fault, kind=kind, at=fault.at + delay, machine=heirs[0])
        self._world.clock.after(delay, partial(self._spring, later))

    def _heirs(self) -> list[Screen]:
        """Find those to whom a table is being handed over."""
        asked = {
            host.keys[peer]
            for host in self._world.hosts
            if host.is_serving and (peer := host.heir) is not None
        }
        return [one.screen for one in self._world.machines if one.screen.key in asked]

    def ambush(self, fault: Fault) -> None:
        """Strike the host at the next change of keys, when two epochs are half in force."""
        follow_up = ("kill_host", "pause_host", "isolate_host", "partition", "crash")[fault.machine % 5]
        self._world.ambush = partial(self._spring, replace(fault, kind=follow_up))
        self._world.ambush_ends = min(fault.at + AMBUSH_WAITS, ENDS)

    def _spring(self, fault: Fault) -> None:
        now = self._world.clock.now
        if now < ENDS:
            strike(self._world, replace(fault, at=now))

    def leave(self, fault: Fault) -> None:
        if sum(not machine.screen.has_left for machine in self._world.machines) > 2:
            screen = self._world.machines[fault.machine].screen
            screen.do(screen.leave)

    def join(self, fault: Fault) -> None:
        self._world.join()

    def change_bots(self, fault: Fault) -> None:
        """Let whoever arranges the table seat a bot, or send one away, as soon as no game is on."""
        for machine in self._world.machines:
            machine.screen.wants_other_bots = True

    def _cut(self, pairs: list[tuple[int, int]], fault: Fault, *, both: bool) -> None:
        pairs += [pair[::-1] for pair in pairs] if both else []
        network = self._world.network
        network.cut(pairs, 1)
        self._later(fault, lambda: network.cut(pairs, -1))

    def _later(self, fault: Fault, mend: object) -> None:
        self._world.mend_later(min(fault.at + fault.lasts, ENDS), mend)
