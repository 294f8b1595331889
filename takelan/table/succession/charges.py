"""What a player's program has been entrusted with: a few epochs in memory, and a promise on disk.

Rule 1: shares and states are never written to disk; whoever restarts holds nothing until a host entrusts it
anew, and does not vote meanwhile.
Rule 2: promises and the newest epoch are written down before they are given. The record must live and die
with the seat key: whoever has the key and lost the record could vote twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from takelan.wire.succession import Config, Digest, Entrust, Epoch, SealedState


class Promise(msgspec.Struct, frozen=True):
    """What a player is bound by, whatever happens to its program."""

    #: No host of an earlier term is obeyed, and no vote given in this term but the one below.
    term: int = 0
    vote: Digest | None = None
    #: The newest epoch that was ever confirmed.
    newest: Epoch | None = None
    #: Whether the votes of that epoch were given up for good.
    has_resigned: bool = False


@dataclass(slots=True)
class Charge:
    """One epoch as one player knows it."""

    entrust: Entrust
    state: SealedState | None = None
    #: Whether it is known to have replaced the epochs before it.
    is_active: bool = False

    @property
    def config(self) -> Config:
        """Who decides in this epoch."""
        return self.entrust.config

    @property
    def bases(self) -> tuple[Config, ...]:
        """Who decides beside them."""
        return () if self.is_active else self.entrust.bases

    @property
    def is_complete(self) -> bool:
        """Whether everything is held that this player should hold."""
        return self.entrust.share is None or self.state is not None

    @property
    def has_share(self) -> bool:
        """Whether there is a share, and a state it belongs to."""
        return self.entrust.share is not None and self.state is not None

    @property
    def sequence(self) -> int | None:
        """The newest state held."""
        return None if self.state is None else self.state.header.sequence


class Charges:
    """The epochs that may still decide, the newest last."""

    def __init__(self) -> None:
        self._all: dict[Epoch, Charge] = {}

    def __iter__(self) -> Iterator[Charge]:
        return iter(self._all.values())

    @property
    def newest(self) -> Charge | None:
        """The newest epoch held."""
        return self._all[max(self._all)] if self._all else None

    def get(self, epoch: Epoch | None) -> Charge | None:
        """Find what is held of an epoch."""
        return None if epoch is None else self._all.get(epoch)

    def add(self, entrust: Entrust) -> None:
        """Hold a new epoch, and of the old ones only those that may still decide beside it."""
        deciding = {base.epoch for base in entrust.bases}
        kept = {epoch: charge for epoch, charge in self._all.items() if epoch in deciding}
        self._all = {**kept, entrust.config.epoch: Charge(entrust)}

    def activate(self, epoch: Epoch) -> None:
        """Learn that an epoch has replaced all before it."""
        if epoch in self._all:
            self._all[epoch].is_active = True
            self._all = {other: charge for other, charge in self._all.items() if other >= epoch}

    def clear(self) -> None:
        """Forget everything."""
        self._all.clear()

    def configs(self) -> list[Config]:
        """List every configuration heard of."""
        known = {config.epoch: config for charge in self for config in (charge.config, *charge.entrust.bases)}
        return list(known.values())
