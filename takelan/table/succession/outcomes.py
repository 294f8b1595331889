"""What a holder wants done, in the order in which it has to be done."""

from dataclasses import dataclass
from typing import TypeAlias

from takelan.table.succession.election import Stage
from takelan.table.succession.estate import Estate
from takelan.table.succession.prospects import Prospect
from takelan.wire.succession import AnyBetweenPlayers, Certificate
from takelan.wire.to_host import AnyToHost


@dataclass(frozen=True)
class Write:
    """Write this record to disk, in place of the last, before anything that follows is done."""

    record: bytes


@dataclass(frozen=True)
class Tell:
    """Say something to the host we are connected to."""

    message: AnyToHost


@dataclass(frozen=True)
class Send:
    """Say something to another player, where the roster says they listen; it may get lost."""

    to: bytes
    message: AnyBetweenPlayers


@dataclass(frozen=True)
class Prepare:
    """Start a process that could host, and tell ``equip`` its offer."""


@dataclass(frozen=True)
class StandDown:
    """End the process that was prepared: somebody hosts."""


@dataclass(frozen=True)
class TakeOver:
    """Hand the estate to the prepared process; tell ``installed`` when it serves, or ``failed``."""

    estate: Estate


@dataclass(frozen=True)
class Follow:
    """Leave the old host and sit down at the one the certificate names."""

    certificate: Certificate


@dataclass(frozen=True)
class Outlook:
    """How things stand with the host, for a banner."""

    #: The host has not been heard for a while.
    is_silent: bool
    #: The host lives, and waits for players it cannot reach.
    is_waiting: bool
    #: In how many seconds this player stands for election; None when it cannot.
    stands_in: float | None
    #: How far our own attempt has come; None without one.
    stage: Stage | None
    #: What is to be expected if the host stays silent; None when nobody can go on.
    prospect: Prospect | None = None


Outcome: TypeAlias = Write | Tell | Send | Prepare | StandDown | TakeOver | Follow
