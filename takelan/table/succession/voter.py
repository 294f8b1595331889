"""A player as a voter: whom it would vote for, what it has promised, when its share may leave.

Rule 1: nobody gets a vote or a share while the host is heard.
Rule 2: nobody gets a vote from whoever holds a newer state, or does not know what it once held.
"""

from dataclasses import dataclass, field

import msgspec

from takelan.table.succession.charges import Charge, Charges, Promise
from takelan.table.succession.craft import Craft
from takelan.table.succession.house import Sign
from takelan.table.succession.quorums import has_won, is_elected, is_within_reach, named_bases
from takelan.table.succession.resignations import voters_who_left
from takelan.table.succession.statements import (
    candidacy_digest,
    resignation_statement,
    vote_statement,
    vote_text,
)
from takelan.wire.succession import Candidacy, Certificate, Epoch, Resignation, Vote

#: How long a host may be silent before others think of electing.
SILENCE = 1.5
#: How many hosts that were elected are remembered.
_MOST_HOSTS = 4


@dataclass(slots=True)
class Voter:
    """What one player holds and has promised."""

    table: str
    key: bytes
    sign: Sign
    craft: Craft
    promise: Promise
    #: When the host was last heard.
    heard_at: float
    charges: Charges = field(default_factory=Charges)
    #: The processes that were to host in the last terms, by a vote or a certificate.
    _hosts: dict[int, bytes] = field(default_factory=dict)

    def is_quiet(self, at: float) -> bool:
        """Tell whether the host has not been heard for long enough."""
        # Added, not subtracted: whoever wakes up at that very moment must find it quiet.
        return at >= self.heard_at + SILENCE

    def would_vote(self, candidate: bytes, epoch: Epoch, sequence: int, at: float) -> bool:
        """Tell whether somebody with such a state would get this vote."""
        mine = self.charges.get(self.promise.newest)
        if self.promise.has_resigned or not self.is_quiet(at) or mine is None or not mine.is_complete:
            return False
        same = self.charges.get(epoch)
        if same is not None and same.sequence is not None and same.sequence > sequence:
            return False
        return epoch >= mine.config.epoch or self._never_came_into_force(mine, candidate)

    def _never_came_into_force(self, mine: Charge, candidate: bytes) -> bool:
        """Tell whether a candidate from an earlier epoch proves that nothing was shown in ours.

        That takes every witness, and by standing from an earlier epoch the candidate swears never to have
        confirmed ours, nor to do so any more.
        """
        return not mine.is_active and candidate in mine.config.witnesses

    def has_share(self, epoch: Epoch) -> bool:
        """Tell whether this player can give a share of an epoch."""
        charge = self.charges.get(epoch)
        return charge is not None and charge.has_share

    def vote(self, candidacy: Candidacy) -> Vote:
        """Make the one vote of a term, and be bound by it; the promise must be on disk before it is sent."""
        digest = candidacy_digest(candidacy)
        self.promise = Promise(candidacy.term, digest, self.promise.newest)
        self.note_host(candidacy)
        return self.repeat(candidacy, digest)

    def repeat(self, candidacy: Candidacy, digest: bytes) -> Vote:
        """Write the vote that was promised."""
        has_share = self.has_share(candidacy.epoch)
        signature = self.sign(vote_statement(candidacy.term, digest, has_share=has_share))
        return Vote(candidacy.term, digest, self.key, has_share, signature)

    def has_voted_for(self, candidacy: Candidacy) -> bool:
        """Tell whether the one vote of this term went there."""
        return self.promise.term == candidacy.term and self.promise.vote == candidacy_digest(candidacy)

    def could_reach(self, term: int) -> bool:
        """Tell whether somebody may honestly stand in a term."""
        newest = 0 if self.promise.newest is None else self.promise.newest.term
        return is_within_reach(term, max(self.promise.term, newest))

    def promise_term(self, term: int) -> bool:
        """Obey no earlier term; tell whether that is news for the disk."""
        if term <= self.promise.term:
            return False
        self.promise = msgspec.structs.replace(self.promise, term=term, vote=None)
        return True

    def note_host(self, candidacy: Candidacy) -> None:
        """Remember which process is to host in a term."""
        self._hosts[candidacy.term] = candidacy.offer.host_key
        self._hosts = {term: self._hosts[term] for term in sorted(self._hosts)[-_MOST_HOSTS:]}

    def resign(self, term: int) -> Resignation | None:
        """Give up every share and vote to the host of a term.

        The promise must be on disk before anybody hears of it.
        """
        charge = self.charges.newest
        self.charges.clear()
        entrusted_in = 0 if charge is None else charge.config.epoch.term
        entrusted_by = None if charge is None else charge.entrust.host_key
        # One that has just taken over has entrusted nobody with anything yet.
        host_key = self._hosts.get(term) if term > entrusted_in else None
        if (host_key := host_key or entrusted_by) is None:
            return None
        self.promise = msgspec.structs.replace(self.promise, has_resigned=True)
        last = max(self.promise.term, entrusted_in)
        text = resignation_statement(self.table, host_key, last)
        return Resignation(self.key, last, self.sign(text))

    def note_epoch(self, epoch: Epoch) -> bool:
        """Know of an epoch for good; tell whether that is news for the disk."""
        if self.promise.newest is not None and epoch <= self.promise.newest:
            return False
        term = max(self.promise.term, epoch.term)
        vote = self.promise.vote if term == self.promise.term else None
        self.promise = Promise(term, vote, epoch)
        return True

    def record(self) -> bytes:
        """Write the promise for the disk."""
        return msgspec.msgpack.encode(self.promise)

    def judge(self, certificate: Certificate) -> bool | None:
        """Tell whether a certificate holds; None when too little is known to tell."""
        candidacy = certificate.candidacy
        votes = self.valid_votes(certificate)
        voters = {vote.voter for vote in votes} | voters_who_left(certificate, self.craft)
        charge = self.charges.get(candidacy.epoch)
        if charge is None or not charge.config.holders:
            bases = named_bases(candidacy, self.charges.configs())
            return all(is_elected(base, voters) for base in bases) if bases else None
        bases = named_bases(candidacy, charge.entrust.bases)
        if candidacy.offer.host_key == charge.entrust.host_key:
            # The host that asks for itself has the state: it needs votes, not shares.
            return all(is_elected(config, voters) for config in (charge.config, *bases))
        return has_won(charge.config, bases, votes)

    def valid_votes(self, certificate: Certificate) -> list[Vote]:
        """List the votes that are signed and for this candidacy, one for each voter."""
        digest = candidacy_digest(certificate.candidacy)
        term = certificate.candidacy.term
        votes = {
            vote.voter: vote
            for vote in certificate.votes
            if (vote.term, vote.candidacy) == (term, digest)
            and self.craft.verify(vote.voter, vote_text(vote), vote.signature)
        }
        return list(votes.values())
