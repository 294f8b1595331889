"""Whether a game that stands still could go on at all: who is left, and what they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from takelan.wire.succession import Config, Epoch

if TYPE_CHECKING:
    from takelan.table.succession.charges import Charge
    from tests.simulation.screen import Screen
    from tests.simulation.world import World


def is_recoverable(world: World) -> bool:
    """Tell whether somebody alive could hold the table and get what that takes."""
    alive = [one.screen for one in world.machines if one.screen.is_alive and not one.screen.has_left]
    keys = {screen.key for screen in alive}
    hosts = [host for host in world.hosts if host.is_serving and host.keeper is not None]
    newest = max((_newest(screen) for screen in alive), default=None)
    for host in hosts:
        assert host.keeper is not None
        if newest is None or host.keeper.term >= newest.term:
            if not keys & host.keeper.table.keys():
                return False
            keys |= {person.key for person in host.keeper._people if person.has_resigned}
            return all(_enough(config, keys) for config in host.keeper._electorates())
    return any(_could_win(screen, alive) for screen in alive)


def _newest(screen: Screen) -> Epoch:
    return screen.holder._voter.promise.newest or Epoch(1, 0)


def _enough(config: Config, keys: Iterable[bytes]) -> bool:
    least = max(config.threshold, len(config.holders) - config.threshold + 1)
    return len(set(config.holders).intersection(keys)) >= (least if config.holders else 0)


def _charge(screen: Screen) -> Charge | None:
    return screen.holder._voter.charges.get(screen.holder._voter.promise.newest)


def _could_win(candidate: Screen, alive: list[Screen]) -> bool:
    charge = _charge(candidate)
    if charge is None or not charge.has_share or charge.state is None:
        return False
    epoch, sequence = charge.config.epoch, charge.state.header.sequence
    willing = [
        screen for screen in alive if screen.holder._voter.would_vote(candidate.key, epoch, sequence, 1e9)
    ]
    sharers = {screen.key for screen in willing if screen.holder._voter.has_share(epoch)}
    voters = {screen.key for screen in willing}
    return len(sharers.intersection(charge.config.holders)) >= charge.config.threshold and all(
        len(voters.intersection(base.holders)) >= base.threshold for base in charge.bases
    )
