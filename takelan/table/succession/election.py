"""One attempt of a player to succeed the host: sound, stand, claim.

Rule 1: sounding binds nobody; a term is spent only when enough would vote.
Rule 2: shares are asked for only with a certificate in hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from takelan.table.succession.charges import Charge
from takelan.table.succession.estate import Estate
from takelan.table.succession.quorums import has_won, is_elected
from takelan.wire.succession import Candidacy, Certificate, Config, Echo, SealedState, Vote

#: Sounding out, waiting for the prepared process, asking for votes, asking for shares, done.
Stage = Literal["sounding", "standing", "claiming", "done"]


@dataclass(slots=True)
class Election:
    """What one candidate has gathered so far."""

    charge: Charge
    #: The state it stands for; newer ones come only from a host, and end the attempt.
    state: SealedState
    round: int
    ends_at: float
    next_send: float
    stage: Stage = "sounding"
    candidacy: Candidacy | None = None
    echoes: dict[bytes, Echo] = field(default_factory=dict)
    votes: dict[bytes, Vote] = field(default_factory=dict)
    boxes: dict[bytes, bytes] = field(default_factory=dict)

    @property
    def configs(self) -> tuple[Config, ...]:
        """Every configuration whose votes are needed."""
        return (self.charge.config, *self.charge.bases)

    @property
    def voters(self) -> list[bytes]:
        """Everybody whose vote counts somewhere."""
        return list(dict.fromkeys(key for config in self.configs for key in config.holders))

    def would_win(self) -> bool:
        """Tell whether enough have answered that they would vote."""
        willing = [echo for echo in self.echoes.values() if echo.would_vote]
        sharers = {echo.voter for echo in willing if echo.has_share}
        voters = {echo.voter for echo in willing}
        return is_elected(self.charge.config, sharers) and all(
            is_elected(base, voters) for base in self.charge.bases
        )

    def has_won(self) -> bool:
        """Tell whether enough have voted."""
        return has_won(self.charge.config, self.charge.bases, self.votes.values())

    def certificate(self) -> Certificate:
        """Write down that the election is won."""
        assert self.candidacy is not None  # noqa: S101 - there are votes only for a candidacy
        return Certificate(self.candidacy, tuple(self.votes.values()))

    def has_shares(self) -> bool:
        """Tell whether enough shares have come to read the state."""
        return len(self.boxes) >= self.charge.config.threshold

    def estate(self) -> Estate:
        """Put together what the prepared process needs."""
        entrust = self.charge.entrust
        return Estate(
            certificate=self.certificate(),
            state=self.state,
            config=entrust.config,
            bases=self.charge.bases,
            members=entrust.members,
            boxes=tuple(self.boxes.items()),
        )


def highest_promise(echoes: Iterable[Echo]) -> int:
    """Tell the last term any voter is bound by."""
    return max((echo.promised for echo in echoes), default=0)
