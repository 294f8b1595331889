"""A player's way from a host's challenge to asking for a seat: the check words, and the proof of a code.

Rule 1: whoever has a code sits down nowhere else than where it is known.
Rule 2: check words are made here, from what this side has seen; nothing a host says replaces them.
"""

import asyncio
import secrets
from typing import NamedTuple

from takelan.net.codes import Ends, PlayerProof
from takelan.net.discovery.found import Place
from takelan.net.expecting import expect
from takelan.net.failures import NoCodeAskedError, StrangeHostError
from takelan.net.places import write_place
from takelan.net.proofs import claim_of
from takelan.net.visit import Visit
from takelan.wire.admission import Introduce, Prompt, Proof, Vouch
from takelan.wire.check_words import commit, make_words
from takelan.wire.code import Code
from takelan.wire.to_peer import Challenge
from takelan.wire.words import CheckWords

_NONCE_BYTES = 16


class Acquaintance(NamedTuple):
    """A host whose check words this player has already."""

    certificate: bytes
    words: CheckWords


class Ticket(NamedTuple):
    """What a player brings along besides a key."""

    code: Code | None = None
    known: Acquaintance | None = None
    #: Whether there is a seat to come back to; a code in force may be another one by now.
    is_return: bool = False
    #: The level of the bot that plays while this player is away.
    stand_in: str | None = None
    #: Where else the table may be that the code is meant for.
    others: tuple[Place, ...] = ()
    #: Whether one only wants to look on.
    watches: bool = False


class Introducing:
    """One introduction to one host."""

    def __init__(self, place: Place, visit: Visit, challenge: Challenge, key: bytes) -> None:
        self._place, self._visit, self._key = place, visit, key
        self._ends = Ends(challenge.table, key, visit.certificate)
        self._claim = claim_of(challenge, key, visit.certificate)
        self._proof: PlayerProof | None = None

    async def introduce(self, code: Code | None, *, watches: bool = False) -> CheckWords:
        """Introduce, and open the pledge; a code is proven in the same breath."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        if code is not None:
            # It takes some ten milliseconds, in which a screen may have to be drawn.
            self._proof = await asyncio.to_thread(PlayerProof, code, self._ends)
        element = None if self._proof is None else self._proof.element
        self._visit.say(Introduce(self._key, commit(self._claim, nonce), element, watches))
        prompt = await expect(Prompt, self._place, self._visit)
        self._visit.say(Proof(nonce, await self._confirm(prompt)))
        return make_words(self._claim, nonce, prompt.nonce)

    async def believe(self) -> None:
        """Let the host show that it knows the code too, or go no further."""
        if self._proof is None:
            return
        vouch = await expect(Vouch, self._place, self._visit)
        if not self._proof.is_confirmed(vouch.confirmation, self._claim):
            raise StrangeHostError(place=write_place(self._place))

    async def _confirm(self, prompt: Prompt) -> bytes | None:
        if self._proof is None:
            return None
        if prompt.element is None:
            raise NoCodeAskedError(place=write_place(self._place))
        return await asyncio.to_thread(self._proof.confirm, prompt.element, self._claim)
