"""Whether a game that stands still could go on at all: who is left, and what they hold.

Reckoned anew from what programs hold in memory: code under test must not judge itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from takelan.wire.succession import Config, Epoch

if TYPE_CHECKING:
    from takelan.table.succession.charges import Charge
    from takelan.table.table import Table
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
            if not keys & host.keeper.table.keys() or not _can_be_played(host.keeper.table):
                return False
            term = host.keeper.term
            keys |= world.judge.has_left(host, term)
            return all(_enough(config, keys) for config in world.judge.deciding(term))
    return any(_could_win(screen, alive) for screen in alive)


def _can_be_played(table: Table) -> bool:
    """Tell whether a game is on, or there are enough for one: whoever is left alone waits for company."""
    return table.is_playing or len(table.names()) >= table.setup.game.fewest


def _newest(screen: Screen) -> Epoch:
    return screen.holder._voter.promise.newest or Epoch(1, 0)


def _enough(config: Config, keys: Iterable[bytes]) -> bool:
    least = max(config.threshold, len(config.holders) - config.threshold + 1)
    return len(set(config.holders).intersection(keys)) >= (least if config.holders else 0)


def _charge(screen: Screen) -> Charge | None:
    return screen.holder._voter.charges.get(screen.holder._voter.promise.newest)


def _could_win(candidate: Screen, alive: list[Screen]) -> bool:
    charge = _charge(candidate)
    if charge is None or charge.entrust.share is None or charge.state is None:
        return False
    config = charge.entrust.config
    willing = [screen for screen in alive if _should_vote(screen, candidate, charge)]
    sharers = {screen.key for screen in willing if _has_share(screen, config.epoch)}
    voters = {screen.key for screen in willing}
    bases = () if charge.is_active else charge.entrust.bases
    return len(sharers.intersection(config.holders)) >= config.threshold and all(
        len(voters.intersection(base.holders)) >= base.threshold for base in bases
    )


def _has_share(screen: Screen, epoch: Epoch) -> bool:
    charge = screen.holder._voter.charges.get(epoch)
    return charge is not None and charge.entrust.share is not None and charge.state is not None


def _should_vote(screen: Screen, candidate: Screen, offered: Charge) -> bool:
    """Tell whether a vote is due by the rules, whatever the code under test thinks."""
    mine, epoch = _charge(screen), offered.entrust.config.epoch
    if mine is None or (mine.entrust.share is not None and mine.state is None):
        return False
    same = screen.holder._voter.charges.get(epoch)
    if same is not None and (same.sequence or 0) > (offered.sequence or 0):
        return False
    own = mine.entrust.config
    return epoch >= own.epoch or (not mine.is_active and candidate.key in own.witnesses)
