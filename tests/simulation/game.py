"""One game from its seed: played through bad luck, and looked at afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random

from takelan.table.succession.craft import Craft
from tests.simulation.faults import Fault, draw, strike
from tests.simulation.outlook import is_recoverable
from tests.simulation.world import World

#: How long after the last fault play must go on.
_PATIENCE = 30.0
#: How long after everybody is back a game is looked at first: one that cannot go on then never can.
_FIRST_LOOK = 4.0
#: How often to look how things stand.
_LOOK = 0.1
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
    #: How often a host handed its table over.
    hand_overs: int = 0
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
    _suffer(world, faults[-1].at if faults else 0.0)
    is_lost = not _recover(world)
    return Result(
        seed,
        faults=world.struck,
        elections=world.elections,
        calls=world.judge.calls,
        hand_overs=world.handed_over,
        is_lost=is_lost,
        violations=world.judge.violations,
    )


def _suffer(world: World, last: float) -> None:
    """Let time pass until all bad luck has struck and is over."""
    clock = world.clock
    clock.run(last)
    while not clock.is_stopped and (world.is_ambushed or clock.now < world.healed_at):
        clock.run(clock.now + _LOOK if world.is_ambushed else world.healed_at)
    world.judge.seen_steps.clear()


def _recover(world: World) -> bool:
    """Let everybody come back, and tell whether play could go on; blame whoever keeps it from going on."""
    began = max(world.clock.now, world.back_at)
    for patience in (_FIRST_LOOK, _PATIENCE):
        while not world.clock.is_stopped and world.clock.now < began + patience:
            if _goes_on(world):
                return True
            world.clock.run(world.clock.now + _LOOK)
        if not world.clock.is_stopped and not is_recoverable(world):
            return False
    if not world.clock.is_stopped:
        world.judge.blame("play is stuck, though it could go on")
    return True


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
