"""Make a failure small: drop bad luck piece by piece while the game still fails."""

from __future__ import annotations

from tests.simulation.faults import Fault
from tests.simulation.game import faults_of, play
from tests.simulation.mutants import planted


def shrink(seed: int, mutant: str | None = None) -> list[Fault]:
    """Find a small part of a seed's bad luck that is enough to fail."""
    faults = faults_of(seed)
    for fault in list(faults):
        fewer = [other for other in faults if other is not fault]
        if _fails(seed, fewer, mutant):
            faults = fewer
    return faults


def describe(seed: int, faults: list[Fault], mutant: str | None = None) -> str:
    """Tell a shrunk failure."""
    with planted(mutant):
        violations = _violations(seed, faults)
    lines = [f"seed {seed} still fails with {len(faults)} faults:"]
    lines += [f"  {fault}" for fault in faults]
    return "\n".join([*lines, *(f"  => {violation}" for violation in violations)])


def _fails(seed: int, faults: list[Fault], mutant: str | None) -> bool:
    with planted(mutant):
        return bool(_violations(seed, faults))


def _violations(seed: int, faults: list[Fault]) -> list[str]:
    try:
        return play(seed, faults).violations
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
