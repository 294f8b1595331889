"""A player as a candidate: when to stand, whom to ask, what to do with a won election.

Rule 1: ranks keep candidates apart: each waits longer than the one before it.
Rule 2: an attempt that takes too long is given up; the next one is in a later term.
"""

import msgspec

from takelan.table.succession.charges import Charge
from takelan.table.succession.election import Election, Stage, highest_promise
from takelan.table.succession.outcomes import Outcome, Prepare, Send, StandDown, TakeOver, Write
from takelan.table.succession.prospects import STAGGER
from takelan.table.succession.statements import (
    box_purpose,
    candidacy_digest,
    candidacy_statement,
    echo_statement,
    sound_statement,
    vote_text,
    yield_statement,
)
from takelan.table.succession.voter import SILENCE, Voter
from takelan.wire import succession as words

#: How often a question is asked again.
ASK_AGAIN = 0.3
#: How long one stage of an attempt may take.
STAGE_TIME = 1.2
#: How long the prepared process may take to serve.
INSTALL_TIME = 6.0
#: How often a new host is made known, so that whoever was away finds it.
MAKE_KNOWN = 0.5

#: How long the host on our own machine may be silent before it is given up.
OWN_SILENCE = 2 * SILENCE

_UNSIGNED = bytes(64)


class Candidate:
    """One player's attempts to succeed the host."""

    def __init__(self, voter: Voter, at: float) -> None:
        self._voter = voter
        self._offer: words.Offer | None = None
        self._is_preparing = False
        self._election: Election | None = None
        self._rounds = 0
        #: Not before this moment is there another attempt.
        self._waits_until = at
        #: The certificate of the host this player runs.
        self._serving: words.Certificate | None = None
        self._made_known_at = at
        self._out: list[Outcome] = []

    @property
    def stage(self) -> Stage | None:
        """How far the attempt has come; None without one."""
        return None if self._election is None else self._election.stage

    def stands_in(self, now: float) -> float | None:
        """Tell in how many seconds this player stands if the host stays silent; None when it cannot."""
        charge = self._standing()
        return None if charge is None else max(0.0, self._stands_at(charge) - now)

    def due(self, now: float) -> list[Outcome]:
        """Do what time alone has made due."""
        if self._serving is not None and now >= self._voter.heard_at + OWN_SILENCE:
            # Our own host is gone: whoever held the newest state must be able to stand again.
            self._out.append(StandDown())
            self.give_up()
        if self._serving is not None and now >= self._made_known_at + MAKE_KNOWN:
            self._make_known(now)
        if self._election is not None:
            self._press_on(self._election, now)
        elif (charge := self._standing()) is not None and now >= self._prepares_at(charge):
            self._prepare()
            if now >= self._stands_at(charge):
                self._sound(charge, now)
        return self._done()

    def next_due(self) -> float | None:
        """Tell when due() has to be called next."""
        moments = []
        if self._serving is not None:
            moments.append(self._made_known_at + MAKE_KNOWN)
        if self._election is not None:
            moments.append(min(self._election.next_send, self._election.ends_at))
        elif (charge := self._standing()) is not None:
            moments.append(self._stands_at(charge) if self._is_preparing else self._prepares_at(charge))
        return min(moments, default=None)

    def equip(self, offer: words.Offer, at: float) -> list[Outcome]:
        """Take the offer of the prepared process, and stand if that was all that was missing."""
        self._offer = offer
        self._advance(at)
        return self._done()

    def gather(self, message: words.Echo | words.Grant | words.Yield, at: float) -> list[Outcome]:
        """Take an answer to something asked."""
        election = self._election
        if election is not None:
            match message:
                case words.Echo():
                    self._take_echo(election, message)
                case words.Grant():
                    self._take_vote(election, message.vote)
                case words.Yield():
                    self._take_share(election, message)
            self._advance(at)
        return self._done()

    def installed(self, at: float) -> list[Outcome]:
        """Make the new host known."""
        if self._election is not None and self._election.stage == "done":
            self._serving = self._election.certificate()
            self._election = None
            self._voter.heard_at = at
            self._make_known(at)
        return self._done()

    def failed(self, at: float) -> None:
        """Begin again later."""
        self.give_up()
        self._waits_until = max(self._waits_until, at + STAGE_TIME)

    def give_up(self) -> None:
        """Forget everything that was gathered."""
        self._election, self._offer, self._is_preparing, self._serving = None, None, False, None

    def defer(self, until: float) -> None:
        """Leave somebody else the time to take over."""
        self._waits_until = max(self._waits_until, until)

    def make_way(self, term: int) -> list[Outcome]:
        """End every attempt: a host of some term is there."""
        if self._own_term() == term:
            return []
        was_preparing = self._is_preparing
        self.give_up()
        return [StandDown()] if was_preparing else []

    def _own_term(self) -> int | None:
        """Tell the term that we have won, if any."""
        if self._serving is not None:
            return self._serving.candidacy.term
        election = self._election
        if election is None or election.candidacy is None or election.stage != "done":
            return None
        return election.candidacy.term

    def _done(self) -> list[Outcome]:
        outcomes, self._out = self._out, []
        return outcomes

    def _standing(self) -> Charge | None:
        """Find what this player could stand with."""
        charge = self._voter.charges.get(self._voter.promise.newest)
        return charge if charge is not None and charge.has_share and self._serving is None else None

    def _stands_at(self, charge: Charge) -> float:
        rank = charge.config.holders.index(self._voter.key)
        return max(self._voter.heard_at + SILENCE + STAGGER * rank, self._waits_until)

    def _prepares_at(self, charge: Charge) -> float:
        """Tell when to prepare a process: in time, but not all at once, for they may share a machine."""
        return max(self._voter.heard_at + SILENCE, self._stands_at(charge) - STAGGER)

    def _prepare(self) -> None:
        if not self._is_preparing:
            self._is_preparing = True
            self._out.append(Prepare())

    def _sound(self, charge: Charge, now: float) -> None:
        assert charge.state is not None  # noqa: S101 - nobody stands without one
        self._rounds += 1
        election = Election(charge, charge.state, self._rounds, now + STAGE_TIME, now)
        self._election = election
        voter = self._voter
        own = words.Echo(
            table=voter.table,
            voter=voter.key,
            round=self._rounds,
            would_vote=True,
            has_share=True,
            promised=voter.promise.term,
            signature=_UNSIGNED,
        )
        election.echoes[voter.key] = own
        self._press_on(election, now)

    def _press_on(self, election: Election, now: float) -> None:
        if now >= election.ends_at:
            self._abandon(election, now)
        elif now >= election.next_send:
            election.next_send = now + ASK_AGAIN
            self._ask(election)

    def _abandon(self, election: Election, now: float) -> None:
        rank = election.charge.config.holders.index(self._voter.key)
        self._election = None
        self._waits_until = max(self._waits_until, now + STAGGER * (rank + 1) / 2)
        if election.stage == "done":
            self._out.append(StandDown())
            self.failed(now)

    def _ask(self, election: Election) -> None:
        match election.stage:
            case "sounding":
                self._send_all(election.voters, self._sounding(election))
            case "standing" if election.candidacy is not None:
                signature = self._voter.sign(candidacy_statement(election.candidacy))
                self._send_all(election.voters, words.Stand(election.candidacy, signature))
            case "claiming":
                self._send_all(election.charge.config.holders, words.Claim(election.certificate()))

    def _sounding(self, election: Election) -> words.Sound:
        voter, charge = self._voter, election.charge
        sound = words.Sound(
            table=voter.table,
            candidate=voter.key,
            epoch=charge.config.epoch,
            sequence=election.state.header.sequence,
            bases=tuple(base.epoch for base in charge.bases),
            round=election.round,
            signature=_UNSIGNED,
        )
        return msgspec.structs.replace(sound, signature=voter.sign(sound_statement(sound)))

    def _send_all(self, keys: tuple[bytes, ...] | list[bytes], message: words.AnyBetweenPlayers) -> None:
        self._out += [Send(key, message) for key in keys if key != self._voter.key]

    def _take_echo(self, election: Election, echo: words.Echo) -> None:
        is_current = (echo.table, echo.round) == (self._voter.table, election.round)
        # Whoever has no vote, or is bound to a term nobody could reach, would only spoil the attempt.
        counts = echo.voter in election.voters and self._voter.could_reach(echo.promised)
        if (
            is_current
            and counts
            and self._voter.craft.verify(echo.voter, echo_statement(echo), echo.signature)
        ):
            election.echoes[echo.voter] = echo

    def _take_vote(self, election: Election, vote: words.Vote) -> None:
        candidacy = election.candidacy
        if candidacy is None or vote.candidacy != candidacy_digest(candidacy):
            return
        if vote.voter not in election.voters:
            return
        if self._voter.craft.verify(vote.voter, vote_text(vote), vote.signature):
            election.votes[vote.voter] = vote

    def _take_share(self, election: Election, given: words.Yield) -> None:
        candidacy = election.candidacy
        if election.stage != "claiming" or candidacy is None or given.term != candidacy.term:
            return
        is_holder = given.holder in election.charge.config.holders
        statement = yield_statement(given.term, given.box)
        if is_holder and self._voter.craft.verify(given.holder, statement, given.signature):
            election.boxes[given.holder] = given.box

    def _advance(self, at: float) -> None:
        """Go to the next stage if enough has been gathered for it."""
        election = self._election
        if election is None:
            return
        if election.stage == "sounding" and self._offer is not None and election.would_win():
            self._stand(election, self._offer, at)
        if election.stage == "standing" and election.has_won():
            self._claim(election, at)
        if election.stage == "claiming" and election.has_shares():
            self._enter(election, "done", at + INSTALL_TIME)
            self._out.append(TakeOver(election.estate()))

    def _enter(self, election: Election, stage: Stage, until: float) -> None:
        election.stage = stage
        election.ends_at = until

    def _stand(self, election: Election, offer: words.Offer, at: float) -> None:
        voter, charge = self._voter, election.charge
        term = 1 + max(voter.promise.term, highest_promise(election.echoes.values()))
        election.candidacy = words.Candidacy(
            table=voter.table,
            term=term,
            candidate=voter.key,
            epoch=charge.config.epoch,
            sequence=election.state.header.sequence,
            bases=tuple(base.epoch for base in charge.bases),
            offer=offer,
        )
        election.votes[voter.key] = voter.vote(election.candidacy)
        self._out.append(Write(voter.record()))
        self._enter(election, "standing", at + STAGE_TIME)
        self._ask(election)

    def _claim(self, election: Election, at: float) -> None:
        assert election.candidacy is not None  # noqa: S101 - there are votes only for a candidacy
        self._enter(election, "claiming", at + STAGE_TIME)
        election.boxes[self._voter.key] = self._own_box(election, election.candidacy)
        self._ask(election)

    def _own_box(self, election: Election, candidacy: words.Candidacy) -> bytes:
        purpose = box_purpose(candidacy_digest(candidacy), self._voter.key)
        plain = msgspec.msgpack.encode(election.charge.entrust.share)
        return self._voter.craft.box(candidacy.offer.sealing_key, plain, purpose)

    def _make_known(self, now: float) -> None:
        assert self._serving is not None  # noqa: S101 - callers looked
        self._made_known_at = now
        known = {member.key for charge in self._voter.charges for member in charge.entrust.members}
        self._send_all(sorted(known), words.Serving(self._serving))
