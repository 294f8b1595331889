"""What a host answers to one peer, from the first word to the last, without I/O.

Rule 1: what has no place in the conversation is refused and changes nothing.
Rule 2: nothing reaches the table before a signature over a fresh nonce has been checked.
Rule 3: nobody asks for a new seat before they have pledged and proven (see admission).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import takelan
from takelan.language import translate
from takelan.net.admission import Admission, TurnedAwayError, does_not_fit
from takelan.net.porter import Porter
from takelan.net.proofs import is_proven
from takelan.table.doorway import Introduction
from takelan.wire.admission import Introduce, Proof
from takelan.wire.advert import Advert
from takelan.wire.phases import Phase, next_phase
from takelan.wire.succession import Certificate
from takelan.wire.terms import PROTOCOL, RefusalCode, Sentence
from takelan.wire.to_host import AnyToHost, Ask, Hello, Join, Watch
from takelan.wire.to_peer import Answer, AnyToPeer, Challenge, Refused

#: Counts the hosts a table has had, one after another.
FIRST_TERM = 1


@dataclass(frozen=True)
class House:
    """What a host knows of itself when somebody knocks."""

    table: str
    #: The SHA-256 of the certificate it shows.
    certificate: bytes
    advert: Callable[[], Advert]
    term: int = FIRST_TERM
    porter: Porter = field(default_factory=Porter)
    #: What made it a host; None in the first term.
    proof: Certificate | None = None


@dataclass(frozen=True)
class Reply:
    """What follows from one message."""

    #: To be said to the peer.
    say: AnyToPeer | None = None
    #: Whether the connection is to be closed behind it.
    is_last: bool = False
    #: Whether the message is one for the table.
    is_for_table: bool = False
    #: What whoever asks for a seat has proven.
    introduction: Introduction | None = None


class Conversation:
    """One peer's conversation with the host."""

    def __init__(self, house: House, nonce: bytes) -> None:
        self.phase = Phase.GREETING
        self._house = house
        self._challenge = Challenge(PROTOCOL, takelan.__version__, house.table, house.term, nonce)
        self._admission = Admission(house.porter, self._challenge, house.certificate)

    def hear(self, message: AnyToHost) -> Reply:
        """Judge one message by its place in the conversation."""
        following = next_phase(self.phase, message)
        if following is None:
            return Reply(refusal("phase", translate("That has no place at this point of the conversation.")))
        self.phase = following
        try:
            return self._answer(message)
        except TurnedAwayError as reason:
            return self._turn_away(reason.code, reason.text)

    def _answer(self, message: AnyToHost) -> Reply:
        match message:
            case Ask():
                return Reply(Answer(self._house.advert(), self._house.proof), is_last=True)
            case Hello():
                return self._greet(message)
            case Introduce():
                return Reply(self._admission.hear_pledge(message))
            case Proof():
                return Reply(self._admission.hear_proof(message))
            case Join() | Watch():
                return self._check(message)
        return Reply(is_for_table=True)

    def lead_to_seat(self) -> None:
        """Let an onlooker talk like everybody at the table: it has welcomed them."""
        if self.phase is Phase.WATCHING:
            self.phase = Phase.SEATED

    def _greet(self, hello: Hello) -> Reply:
        if hello.protocol == PROTOCOL:
            return Reply(self._challenge)
        return self._turn_away(
            "version",
            translate(
                "This table runs takelan {ours} (protocol {our_protocol}), you run {theirs} "
                "(protocol {their_protocol}): install the same version on both machines."
            ).format(
                ours=takelan.__version__,
                our_protocol=PROTOCOL,
                theirs=hello.version,
                their_protocol=hello.protocol,
            ),
        )

    def _check(self, claim: Join | Watch) -> Reply:
        if is_proven(claim, self._challenge, self._house.certificate):
            return Reply(is_for_table=True, introduction=self._admission.introduce(claim.key))
        return self._turn_away("proof", does_not_fit())

    def _turn_away(self, code: RefusalCode, text: str) -> Reply:
        self.phase = Phase.CLOSED
        return Reply(refusal(code, text), is_last=True)


def refusal(code: RefusalCode, text: str) -> Refused:
    """Refuse something with one sentence."""
    return Refused(code, Sentence(text))
