"""The player's side: holds what the host entrusts, notices its silence, votes, and may take over.

Rule 1: what comes from the host's connection is the host's; what comes from players is signed.
Rule 2: whatever binds this player is written to disk before anybody hears of it.
Rule 3: whoever hears a host of a term it has left tells it so, and obeys it no more.
"""

import msgspec

from takelan.table.succession.candidate import Candidate
from takelan.table.succession.charges import Promise
from takelan.table.succession.craft import Craft, hash_share
from takelan.table.succession.hearsay import Hearsay
from takelan.table.succession.house import Sign
from takelan.table.succession.outcomes import Follow, Outcome, Outlook, Send, Tell, Write
from takelan.table.succession.prospects import Lookout
from takelan.table.succession.statements import (
    box_purpose,
    candidacy_digest,
    candidacy_statement,
    echo_statement,
    header_bytes,
    sound_statement,
    yield_statement,
)
from takelan.table.succession.voter import Voter
from takelan.wire import succession as words
from takelan.wire.succession import AnyBetweenPlayers, Offer
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer, Step

_NOBODY = bytes(64)

#: How often a player without a host that goes on asks the others for another one.
SEEK_AGAIN = 1.0
#: How long whoever voted leaves the winner to take over before standing itself.
DEFERENCE = 2.0


class Holder:
    """One player's part in the succession of one table.

    ``record`` is what was last written to disk, or None for a key that was never used before.
    """

    def __init__(
        self,
        table: str,
        key: bytes,
        sign: Sign,
        craft: Craft,
        at: float,
        record: bytes | None = None,
    ) -> None:
        promise = Promise() if record is None else msgspec.msgpack.decode(record, type=Promise)
        self._voter = Voter(table, key, sign, craft, promise, at)
        self._candidate = Candidate(self._voter, at)
        self._hearsay = Hearsay()
        #: The term of the host at which we ask for a seat, or have one.
        self._term_here = 0
        self._is_host_waiting = False
        self._lookout = Lookout()
        self._seeks_at = at + SEEK_AGAIN
        self._out: list[Outcome] = []

    @property
    def term(self) -> int:
        """The newest term somebody is known to have hosted in; an earlier host is not worth joining."""
        newest = self._voter.promise.newest
        return max(0 if newest is None else newest.term, self._hearsay.term)

    def meet(self, term: int) -> None:
        """Note the term of the host at which we ask for a seat."""
        self._term_here = term

    def outlook(self, now: float) -> Outlook:
        """Tell what a player may be told about the host."""
        return Outlook(
            is_silent=self._voter.is_quiet(now),
            is_waiting=self._is_host_waiting,
            stands_in=self._candidate.stands_in(now),
            stage=self._candidate.stage,
            prospect=self._lookout.prospect(self._voter, now, is_trying=self._candidate.stage is not None),
        )

    def hear(self, message: AnyToPeer, at: float) -> list[Outcome]:
        """Take what the host says; everything that is not about succession is only a sign of life."""
        match message:
            case words.Entrust():
                self._take_charge(message, at)
            case words.Deposit():
                self._take_state(message.state, at)
            case words.Alive():
                self._see_alive(message, at)
            case words.Call():
                self._answer_call(message.candidacy)
            case Step():
                self._hearsay.note_step()
        return self._done()

    def receive(self, message: AnyBetweenPlayers, at: float) -> list[Outcome]:
        """Take what another player says."""
        self._lookout.note(message, at)
        match message:
            case words.Sound():
                self._echo(message, at)
            case words.Stand():
                self._grant(message, at)
            case words.Claim():
                self._yield(message.certificate, at)
            case words.Serving():
                self._follow(message.certificate, at)
            case words.Seek():
                self._help(message)
            case words.Echo() | words.Grant() | words.Yield():
                self._out += self._candidate.gather(message, at)
        return self._done()

    def due(self, now: float) -> list[Outcome]:
        """Do what time alone has made due."""
        self._hearsay.give_up_if_gone(self._voter.heard_at, now)
        self._out += self._candidate.due(now)
        if now >= self._seeks_at:
            self._seeks_at = now + SEEK_AGAIN
            self._seek(now)
        return self._done()

    def next_due(self) -> float:
        """Tell when due() has to be called next, if nothing arrives before."""
        return min(self._seeks_at, self._candidate.next_due() or self._seeks_at)

    def equip(self, offer: Offer, at: float) -> list[Outcome]:
        """Take the offer of the process that was prepared."""
        self._out += self._candidate.equip(offer, at)
        return self._done()

    def installed(self, at: float) -> list[Outcome]:
        """Tell everybody that the prepared process holds the table now."""
        self._out += self._candidate.installed(at)
        return self._done()

    def failed(self, at: float) -> list[Outcome]:
        """Note that the prepared process is gone, or could not take over."""
        self._candidate.failed(at)
        return self._done()

    def stand_alone(self, term: int, offer: Offer) -> tuple[words.Certificate, list[Outcome]]:
        """Become host in a later term than ``term`` where there is nobody else whom one could ask."""
        voter = self._voter
        candidacy = words.Candidacy(
            table=voter.table,
            term=1 + max(voter.promise.term, self.term, term),
            candidate=voter.key,
            epoch=words.Epoch(term, 0),
            sequence=0,
            bases=(),
            offer=offer,
        )
        certificate = words.Certificate(candidacy, (voter.vote(candidacy),))
        voter.charges.clear()
        self._candidate.give_up()
        self._write()
        return certificate, self._done()

    def resign(self) -> list[Outcome]:
        """Forget every share and tell the host so, before leaving in peace."""
        promise = self._voter.promise
        newest = 1 if promise.newest is None else promise.newest.term
        if promise.term > newest:
            # A vote that was given stays given: the host must not take us for somebody who gave none.
            self._tell(words.Superseded(promise.term, newest))
        resignation = self._voter.resign(self._term_here)
        if resignation is not None:
            self._write()
        self._candidate.give_up()
        self._tell(words.Resigned(resignation))
        return self._done()

    def _done(self) -> list[Outcome]:
        outcomes, self._out = self._out, []
        return outcomes

    def _tell(self, message: AnyToHost) -> None:
        self._out.append(Tell(message))

    def _write(self) -> None:
        self._out.append(Write(self._voter.record()))

    def _is_outdated(self, term: int, at: float) -> bool:
        """Tell a host of a term we have left that we have; its life still counts as being heard."""
        voter = self._voter
        voter.heard_at = at
        newest = 0 if voter.promise.newest is None else voter.promise.newest.term
        if term >= voter.promise.term and term >= newest:
            self._out += self._candidate.make_way(term)
            return False
        self._tell(words.Superseded(max(voter.promise.term, newest), max(newest, 1)))
        return True

    def _take_charge(self, message: words.Entrust, at: float) -> None:
        voter, epoch = self._voter, message.config.epoch
        if self._is_outdated(epoch.term, at):
            return
        newest = voter.promise.newest
        if newest is not None and epoch < newest:
            return
        held = voter.charges.get(epoch)
        self._hearsay.confirm(epoch.term, message.certificate)
        if held is None:
            voter.charges.add(message)
        if voter.note_epoch(epoch):
            self._write()
        self._tell(words.Kept(epoch, None if held is None else held.sequence))

    def _take_state(self, state: words.SealedState, at: float) -> None:
        header, voter = state.header, self._voter
        if self._is_outdated(header.epoch.term, at):
            return
        charge = voter.charges.get(header.epoch)
        if charge is None or not self._is_genuine(state, charge.entrust):
            return
        if charge.sequence is None or charge.sequence < header.sequence:
            charge.state = state
        self._tell(words.Kept(header.epoch, charge.sequence))

    def _is_genuine(self, state: words.SealedState, entrust: words.Entrust) -> bool:
        share, voter = entrust.share, self._voter
        is_ours = share is not None and hash_share(voter.table, share) in state.header.hashes
        return is_ours and voter.craft.verify(entrust.host_key, header_bytes(state.header), state.signature)

    def _see_alive(self, message: words.Alive, at: float) -> None:
        self._is_host_waiting = message.is_waiting
        self._lookout.note_host(message)
        if not self._is_outdated(message.term, at) and message.active is not None:
            self._voter.charges.activate(message.active)

    def _answer_call(self, candidacy: words.Candidacy) -> None:
        """Vote for a host that lost some voters to an election nobody won.

        No share is needed for that: the host has the state, and whoever confirmed a later host's epoch
        remembers it.
        """
        voter, newest = self._voter, self._voter.promise.newest
        if voter.promise.has_resigned:
            return
        if voter.has_voted_for(candidacy):
            self._tell(words.Answered(voter.repeat(candidacy, candidacy_digest(candidacy))))
        elif candidacy.term <= voter.promise.term or (newest is not None and newest > candidacy.epoch):
            known = 1 if newest is None else newest.term
            self._tell(words.Superseded(max(voter.promise.term, 1), known))
        else:
            vote = voter.vote(candidacy)
            self._write()
            self._tell(words.Answered(vote))

    def _echo(self, sound: words.Sound, at: float) -> None:
        voter = self._voter
        if not voter.craft.verify(sound.candidate, sound_statement(sound), sound.signature):
            return
        would = voter.would_vote(sound.candidate, sound.epoch, sound.sequence, at)
        echo = words.Echo(
            table=voter.table,
            voter=voter.key,
            round=sound.round,
            would_vote=would,
            has_share=voter.has_share(sound.epoch),
            promised=voter.promise.term,
            signature=_NOBODY,
        )
        signed = msgspec.structs.replace(echo, signature=voter.sign(echo_statement(echo)))
        self._out.append(Send(sound.candidate, signed))

    def _grant(self, stand: words.Stand, at: float) -> None:
        candidacy, voter = stand.candidacy, self._voter
        candidate = candidacy.candidate
        if not voter.craft.verify(candidate, candidacy_statement(candidacy), stand.signature):
            return
        if voter.has_voted_for(candidacy):
            vote = voter.repeat(candidacy, candidacy_digest(candidacy))
        elif (
            candidacy.term > voter.promise.term
            and voter.could_reach(candidacy.term)
            and voter.would_vote(candidate, candidacy.epoch, candidacy.sequence, at)
        ):
            vote = voter.vote(candidacy)
            self._write()
            self._candidate.defer(at + DEFERENCE)
        else:
            return
        self._out.append(Send(candidate, words.Grant(vote)))

    def _yield(self, certificate: words.Certificate, at: float) -> None:
        """Give our share to whoever the certificate makes host, if no host is heard."""
        voter, candidacy = self._voter, certificate.candidacy
        charge = voter.charges.get(candidacy.epoch)
        if charge is None or charge.entrust.share is None or not voter.is_quiet(at):
            return
        if candidacy.term < voter.promise.term or not voter.judge(certificate):
            return
        if voter.promise_term(candidacy.term):
            self._write()
        self._candidate.defer(at + DEFERENCE)
        purpose = box_purpose(candidacy_digest(candidacy), voter.key)
        plain = msgspec.msgpack.encode(charge.entrust.share)
        box = voter.craft.box(candidacy.offer.sealing_key, plain, purpose)
        signature = voter.sign(yield_statement(candidacy.term, box))
        self._out.append(Send(candidacy.candidate, words.Yield(candidacy.term, voter.key, box, signature)))

    def _seek(self, now: float) -> None:
        """Ask the others for a later host if ours is silent or waits for them."""
        if not self._is_host_waiting and not self._voter.is_quiet(now):
            return
        seek = words.Seek(self._voter.table, self._voter.key, self.term)
        known = {member.key for charge in self._voter.charges for member in charge.entrust.members}
        self._out += [Send(key, seek) for key in sorted(known) if key != self._voter.key]

    def _help(self, seek: words.Seek) -> None:
        proof = self._hearsay.proof
        if proof is not None and proof.candidacy.term > seek.term:
            self._out.append(Send(seek.seeker, words.Serving(proof)))

    def _follow(self, certificate: words.Certificate, at: float) -> None:
        voter, candidacy = self._voter, certificate.candidacy
        if candidacy.term <= self.term or candidacy.candidate == voter.key:
            return
        if not self._hearsay.is_news(candidacy.term):
            return
        verdict = voter.judge(certificate)
        if verdict is None:
            self._try_out(certificate, at)
        elif verdict:
            self._move_on(certificate, at)

    def _move_on(self, certificate: words.Certificate, at: float) -> None:
        """Leave for a host that is proven to be elected."""
        voter, term = self._voter, certificate.candidacy.term
        if voter.promise_term(term):
            self._write()
        # A host that nobody is left to tell would stay open, and be found, for ever.
        self._tell(words.Superseded(term, term))
        self._hearsay.take(certificate, at)
        voter.note_host(certificate.candidacy)
        voter.heard_at, self._is_host_waiting = at, False
        self._out += self._candidate.make_way(term)
        self._out.append(Follow(certificate))

    def _try_out(self, certificate: words.Certificate, at: float) -> None:
        """Look for a host that cannot be judged from here; anybody may have made it up.

        So nobody leaves a host that goes on for it, and it changes nothing that this player holds to.
        """
        has_host = not self._is_host_waiting and not self._voter.is_quiet(at)
        if not has_host and self._hearsay.may_try(at):
            self._out.append(Follow(certificate))
