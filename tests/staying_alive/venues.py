"""Where a table of real processes is held: on one machine, or on machines of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.lan.lab import Machine, can_build_namespaces, lab
from tests.processes import Home, home

_LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Venue:
    """The homes of a host and of its players."""

    host: Home
    seats: Sequence[Home]
    #: Where the players find the host.
    address: str = _LOOPBACK
    #: What the host is told about where to listen.
    listening: tuple[str, ...] = (f"--bind={_LOOPBACK}",)


def one_home(shared: Home, seats: int) -> Venue:
    """Let everybody share one home on one machine."""
    return Venue(shared, [shared] * seats)


@contextmanager
def loopback(folder: Path, seats: int) -> Iterator[Venue]:
    """Lend one machine to everybody; it has no other network, if this one can be given such a machine."""
    if not can_build_namespaces():
        with home(folder) as shared:
            yield one_home(shared, seats)
        return
    with lab(folder) as built:
        yield one_home(built.lonely("a").person("all"), seats)


@contextmanager
def network(folder: Path, seats: int) -> Iterator[Venue]:
    """Lend a machine of their own to the host and to every player."""
    with lab(folder) as built:
        host, *others = (built.host(f"m{number}") for number in range(seats + 1))
        yield many_machines(host, others)


def many_machines(host: Machine, others: Sequence[Machine]) -> Venue:
    """Let the host and every player have a machine of their own."""
    seats = [machine.person(f"p{number}") for number, machine in enumerate(others)]
    return Venue(host.person("host"), seats, host.address or _LOOPBACK, ())


VENUES = {"loopback": loopback, "lab": network}
