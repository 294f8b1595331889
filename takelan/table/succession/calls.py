"""A host that asks for votes: to go on in a new term, or for the successor it hands its table to."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from takelan.table.succession.craft import Craft
from takelan.table.succession.house import House
from takelan.table.succession.quorums import is_elected
from takelan.table.succession.statements import candidacy_digest, vote_text
from takelan.wire.succession import Candidacy, Certificate, Config, Epoch, Vote


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

    def is_won(self, electorates: Iterable[Config]) -> bool:
        """Tell whether nobody else can win in any configuration that still decides.

        No shares are needed: the state is here.
        """
        return all(is_elected(config, self.votes) for config in electorates)

    def certificate(self) -> Certificate:
        """Write down that the call was answered."""
        return Certificate(self.candidacy, tuple(self.votes.values()))


def stand_for(table: str, term: int, house: House, epochs: list[Epoch], sequence: int) -> Candidacy:
    """Write the candidacy of a host that holds the state; its own epoch comes first, then the bases."""
    return Candidacy(
        table=table,
        term=term,
        candidate=house.owner or house.offer.host_key,
        epoch=epochs[0],
        sequence=sequence,
        bases=tuple(epochs[1:]),
        offer=house.offer,
    )
