"""One game from its seed: played through bad luck, and looked at afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random

from takelan.table.succession.craft import Craft
from tests.simulation.faults import ENDS, Fault, draw, strike
from tests.simulation.outlook import is_recoverable
from tests.simulation.world import World

#: How long after the last fault play must go on.
_PATIENCE = 30.0
#: How many steps everybody has to see then.
_STEPS = 2


@dataclass
class Result:
    """How one game went."""

    seed: int
    faults: int = 0
    elections: int = 0
    #: How often a host went on in a new term.
    calls: int = 0
    is_lost: bool = False
    violations: list[str] = field(default_factory=list)


def faults_of(seed: int) -> list[Fault]:
    """Draw the bad luck of a seed."""
    machines = len(World(seed).machines)
    return draw(Random(f"faults {seed}"), machines)


def play(seed: int, faults: list[Fault] | None = None, craft: Craft | None = None) -> Result:
    """Play one game."""
    world = World(seed, craft)
    if faults is None:
        faults = draw(Random(f"faults {seed}"), len(world.machines))
    for fault in faults:
        world.clock.at(fault.at, partial(strike, world, fault))
    judge = world.judge
    world.clock.run(ENDS + 0.1, lambda: bool(judge.violations))
    judge.seen_steps.clear()
    world.clock.run(ENDS + _PATIENCE, lambda: bool(judge.violations) or _goes_on(world))
    result = Result(seed, len(faults), world.elections, judge.calls, violations=judge.violations)
    if not judge.violations and not _goes_on(world):
        result.is_lost = not is_recoverable(world)
        if not result.is_lost:
            judge.blame("play is stuck, though it could go on")
    return result


def _goes_on(world: World) -> bool:
    """Tell whether everybody with a seat sits at one table and sees it move."""
    serving = [host for host in world.hosts if host.is_serving and host.keeper is not None]
    if not serving:
        return False
    latest = max(serving, key=lambda host: host.keeper.term if host.keeper else 0)
    assert latest.keeper is not None
    seated = latest.keeper.table.keys()
    screens = [one.screen for one in world.machines if one.screen.key in seated and not one.screen.has_left]
    return bool(screens) and all(
        screen.is_alive
        and screen.is_connected
        and screen.place is latest
        and world.judge.seen_steps[screen.key] >= _STEPS
        for screen in screens
    )
