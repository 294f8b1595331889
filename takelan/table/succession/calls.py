"""A host that asks for votes: to go on in a new term, or for the successor it hands its table to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from takelan.table.succession.craft import Craft
from takelan.table.succession.quorums import is_elected
from takelan.table.succession.resignations import counting
from takelan.table.succession.statements import candidacy_digest, vote_text
from takelan.wire.succession import Candidacy, Certificate, Config, Epoch, Resignation, Vote

#: How long a host asks for votes before it asks anew, in a later term.
CALL_AGAIN = 1.0
#: How long a successor in peace has to come before this host goes on instead.
BEQUEST_TIME = 10.0


@dataclass(slots=True)
class CallForVotes:
    """One candidacy and the votes it has got so far."""

    candidacy: Candidacy
    votes: dict[bytes, Vote] = field(default_factory=dict)

    def take(self, voter: bytes, vote: Vote, craft: Craft) -> None:
        """Count a vote if it is this voter's and for this candidacy."""
        is_ours = vote.voter == voter and vote.candidacy == candidacy_digest(self.candidacy)
        if is_ours and craft.verify(voter, vote_text(vote), vote.signature):
            self.votes[voter] = vote

    def names(self, epochs: Sequence[Epoch]) -> bool:
        """Tell whether these are the epochs whose holders were asked."""
        return (self.candidacy.epoch, *self.candidacy.bases) == tuple(epochs)

    def is_won(self, electorates: Iterable[Config], left: Sequence[Resignation]) -> bool:
        """Tell whether nobody else can win in any configuration that still decides.

        No shares are needed: the state is here. Those count who have left the host that asks for itself.
        """
        voters = self.votes.keys() | {one.voter for one in counting(left, self.candidacy.term)}
        return all(is_elected(config, voters) for config in electorates)

    def certificate(self, left: Sequence[Resignation] = ()) -> Certificate:
        """Write down that the call was answered."""
        counted = counting(left, self.candidacy.term)
        return Certificate(self.candidacy, tuple(self.votes.values()), counted)
