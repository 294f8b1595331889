"""What a player may expect while no host is heard: who tries next and when, or how many are missing.

Rule 1: nothing here decides anything. It is for a banner, so what it hears need not be signed.
"""

from dataclasses import dataclass, field
from typing import Literal

from takelan.table.succession.charges import Charge
from takelan.table.succession.statements import author_of
from takelan.table.succession.voter import SILENCE, Voter
from takelan.wire import succession as words
from takelan.wire.succession import AnyBetweenPlayers

#: How much longer each rank waits than the one before it.
STAGGER = 0.7

# Whoever lacks a host asks the others every second: those not heard for so long are not there.
_HERE_FOR = 3.0
_TRIES_FOR = 2.0
# From then on everybody who is there has been heard.
_KNOWN_AFTER = SILENCE + 1.5


@dataclass(frozen=True)
class Prospect:
    """What comes next: somebody is expected to try, or tries, or too few are there to go on."""

    kind: Literal["expected", "trying", "short"]
    #: The key of whoever is meant.
    heir: bytes | None = None
    #: When they try.
    at: float = 0.0
    #: How many of how many players are there, and how many more it takes.
    here: int = 0
    of: int = 0
    lacking: int = 0


@dataclass(slots=True)
class Lookout:
    """Notes who is there and who tries while no host is heard."""

    _heard: dict[bytes, float] = field(default_factory=dict)
    _candidate: tuple[bytes, float] | None = None
    #: What the host said of its own waiting; None when it does not wait.
    _waiting: words.Alive | None = None

    def note(self, message: AnyBetweenPlayers, at: float) -> None:
        """Learn from what another player says that they are there, and whether they try."""
        speaker, tries = _speaker(message)
        if speaker is not None:
            self._heard[speaker] = at
            if tries:
                self._candidate = (speaker, at)

    def note_host(self, message: words.Alive) -> None:
        """Learn whether the host lives and waits."""
        self._waiting = message if message.is_waiting else None

    def prospect(self, voter: Voter, now: float, *, is_trying: bool) -> Prospect | None:
        """Tell what to expect if the host stays silent; None when there is nobody to go on."""
        charge = voter.charges.get(voter.promise.newest)
        if charge is None or not charge.config.holders:
            return None
        silence = now - voter.heard_at
        if self._waiting is not None and silence < SILENCE:
            said = self._waiting
            return Prospect("short", here=said.here, of=_count(charge), lacking=said.lacking)
        if silence >= _KNOWN_AFTER and (short := self._short(charge, voter.key, now)) is not None:
            return short
        if is_trying:
            return Prospect("trying", voter.key)
        if self._candidate is not None and now - self._candidate[1] < _TRIES_FOR:
            return Prospect("trying", self._candidate[0])
        return _next_in_rank(charge, voter.heard_at + SILENCE, now)

    def _short(self, charge: Charge, own: bytes, now: float) -> Prospect | None:
        here = {own, *(key for key, at in self._heard.items() if now - at < _HERE_FOR)}
        configs = (charge.config, *charge.bases)
        lacking = max(one.threshold - sum(key in here for key in one.holders) for one in configs)
        if lacking <= 0:
            return None
        seated = {member.key for member in charge.entrust.members}
        return Prospect("short", here=len(here & seated), of=_count(charge), lacking=lacking)


def _next_in_rank(charge: Charge, begins: float, now: float) -> Prospect:
    """Name the first whose turn is not over yet; when all had theirs, they begin again."""
    holders = charge.config.holders
    for rank, key in enumerate(holders):
        stands_at = begins + STAGGER * rank
        if now < stands_at:
            return Prospect("expected", key, stands_at)
        if now < stands_at + STAGGER:
            return Prospect("trying", key)
    return Prospect("trying", holders[0])


def _count(charge: Charge) -> int:
    return len(charge.entrust.members)


def _speaker(message: AnyBetweenPlayers) -> tuple[bytes | None, bool]:
    """Name whoever says something, and whether they want to take over."""
    if isinstance(message, words.Serving):
        # Others may tell of a host as well.
        return None, False
    return author_of(message), isinstance(message, words.Sound | words.Stand | words.Claim)
