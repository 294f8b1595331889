"""What a host asks of somebody who wants a seat, between the greeting and the table.

Rule 1: a code is tried only where a seat could be had, and only as often as the door allows.
Rule 2: the host answers a proof only after the player's; a wrong code learns nothing but that it was wrong.
Rule 3: whoever asks for a seat does so with the key they have pledged.
"""

import secrets
from dataclasses import dataclass

from takelan.language import translate
from takelan.net.codes import Ends, HostProof
from takelan.net.porter import Porter
from takelan.net.proofs import claim_of
from takelan.table.doorway import Introduction, code_is_needed
from takelan.wire.admission import Introduce, Prompt, Proof, Vouch
from takelan.wire.check_words import commit, make_words
from takelan.wire.code import Code
from takelan.wire.terms import RefusalCode
from takelan.wire.to_peer import Challenge

_NONCE_BYTES = 16


class TurnedAwayError(Exception):
    """Somebody gets no seat, for a reason they are told."""

    def __init__(self, code: RefusalCode, text: str) -> None:
        super().__init__(text)
        self.code: RefusalCode = code
        self.text = text


@dataclass(frozen=True)
class _Trial:
    """A code on trial: the one in force when it was begun."""

    code: Code
    proof: HostProof


class Admission:
    """One peer's way from the challenge to the table."""

    def __init__(self, porter: Porter, challenge: Challenge, certificate: bytes) -> None:
        self._porter = porter
        self._challenge = challenge
        self._certificate = certificate
        self._nonce = secrets.token_bytes(_NONCE_BYTES)
        self._pledge: Introduce | None = None
        self._trial: _Trial | None = None
        self._introduction: Introduction | None = None

    def hear_pledge(self, pledge: Introduce) -> Prompt:
        """Answer a pledge, and begin the proof of a code where one is needed."""
        if (objection := self._porter.objection_to(pledge.key, watches=pledge.watches)) is not None:
            raise TurnedAwayError(*objection)
        self._pledge = pledge
        self._trial = self._begin_trial(pledge)
        return Prompt(self._nonce, None if self._trial is None else self._trial.proof.element)

    def hear_proof(self, proof: Proof) -> Vouch | None:
        """Check what was pledged, make the check words, and show that this host knows the code too."""
        assert self._pledge is not None  # noqa: S101 (for the type checker: the phases see to that)
        claim = claim_of(self._challenge, self._pledge.key, self._certificate)
        if commit(claim, proof.nonce) != self._pledge.commitment:
            raise TurnedAwayError("proof", does_not_fit())
        vouch = None if self._trial is None else self._end_trial(self._trial, proof, claim)
        words = make_words(claim, proof.nonce, self._nonce)
        self._introduction = Introduction(words, None if self._trial is None else self._trial.code)
        return vouch

    def introduce(self, key: bytes) -> Introduction:
        """Tell what the owner of a key has proven; one who comes back with words we share proves no more."""
        if self._pledge is None:
            if not self._porter.remembers(key):
                text = translate("This host does not know your check words: introduce yourself again.")
                raise TurnedAwayError("words", text)
            return Introduction()
        if self._introduction is None or self._pledge.key != key:
            raise TurnedAwayError("proof", does_not_fit())
        return self._introduction

    def _begin_trial(self, pledge: Introduce) -> _Trial | None:
        code = self._porter.code
        if code is None:
            return None
        if pledge.element is None:
            if self._porter.has_place_for(pledge.key):
                return None
            raise TurnedAwayError("code", code_is_needed())
        self._check_lock()
        if not self._porter.may_try():
            raise TurnedAwayError("busy", translate("Many knock at this table just now: try again."))
        ends = Ends(self._challenge.table, pledge.key, self._certificate)
        return _Trial(code, HostProof(code, ends))

    def _end_trial(self, trial: _Trial, proof: Proof, claim: bytes) -> Vouch:
        # Many may be begun at once before the first of them is found to be wrong.
        self._check_lock()
        element = (self._pledge and self._pledge.element) or b""
        confirmation = trial.proof.confirm(element, proof.confirmation or b"", claim)
        if confirmation is None:
            self._porter.note_wrong_code()
            text = translate("That is not the code of this table: check the three words with its host.")
            raise TurnedAwayError("wrong_code", text)
        return Vouch(confirmation)

    def _check_lock(self) -> None:
        if self._porter.is_locked():
            text = translate("Too many wrong codes were tried here: ask for a new one, or wait ten minutes.")
            raise TurnedAwayError("locked", text)


def does_not_fit() -> str:
    """Say that a seat was asked for with another key than the one that is proven."""
    return translate("Your seat key does not fit this connection: try again with `takelan join`.")
