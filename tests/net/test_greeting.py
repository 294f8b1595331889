"""The conversation from a host's side: every message in every phase, and every way to forge a proof."""

from collections.abc import Callable

import msgspec
import pytest

import takelan
from takelan.net.greeting import Conversation, House, Reply
from takelan.net.proofs import claim_of, public_key, sign
from takelan.store.seat_keys import new_seat_key
from takelan.wire.admission import Introduce, Proof
from takelan.wire.advert import Advert
from takelan.wire.check_words import commit
from takelan.wire.peer_text import PlayerName, TableName
from takelan.wire.phases import NEXT_PHASE, Phase
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import AnyToHost, Ask, Hello, Join
from takelan.wire.to_peer import Answer, Challenge, Refused
from tests.wire.frames import TO_HOST

TABLE = "0123456789abcdef"
ADVERT = Advert(
    table=TABLE,
    name=TableName("A table"),
    host=PlayerName("Ann"),
    game="take-it",
    taken=1,
    seats=5,
    phase="lobby",
    protocol=PROTOCOL,
)
HOUSE = House(TABLE, b"c" * 32, lambda: ADVERT)
SECRET = new_seat_key().secret
OWN_NONCE = b"o" * 16


def begin(nonce: bytes = b"n" * 16) -> tuple[Conversation, Challenge]:
    """Begin a conversation up to its challenge."""
    conversation = Conversation(HOUSE, nonce)
    asked = conversation.hear(Hello(PROTOCOL, takelan.__version__)).say
    assert isinstance(asked, Challenge)
    return conversation, asked


def proof(asked: Challenge, certificate: bytes = HOUSE.certificate) -> Join:
    """Answer a challenge as the owner of the key would."""
    return Join(PlayerName("Ann"), public_key(SECRET), sign(SECRET, asked, certificate))


def introduced(nonce: bytes = b"n" * 16) -> tuple[Conversation, Challenge]:
    """Lead a conversation to where a seat is asked for."""
    conversation, asked = begin(nonce)
    key = public_key(SECRET)
    conversation.hear(Introduce(key, commit(claim(asked), OWN_NONCE)))
    conversation.hear(Proof(OWN_NONCE))
    return conversation, asked


def claim(asked: Challenge) -> bytes:
    """Put together what everything is bound to."""
    return claim_of(asked, public_key(SECRET), HOUSE.certificate)


def in_phase(phase: Phase) -> Conversation:
    """Lead a conversation to a phase."""
    conversation = Conversation(HOUSE, b"n" * 16)
    if phase is not Phase.GREETING:
        conversation, asked = begin()
    if phase is Phase.INTRODUCED:
        conversation.hear(Introduce(public_key(SECRET), commit(claim(asked), OWN_NONCE)))
    elif phase not in (Phase.GREETING, Phase.PROVING):
        conversation, asked = introduced()
    if phase not in (Phase.GREETING, Phase.PROVING, Phase.INTRODUCED, Phase.PROVEN):
        conversation.hear(proof(asked))
    conversation.phase = phase
    return conversation


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("message", TO_HOST, ids=lambda message: type(message).__name__)
def test_what_has_no_place_is_refused_and_changes_nothing(phase: Phase, message: AnyToHost) -> None:
    """Cell by cell: a message is taken in its place, and refused with a sentence out of it."""
    conversation = in_phase(phase)
    reply = conversation.hear(message)
    if type(message) in NEXT_PHASE[phase]:
        assert not isinstance(reply.say, Refused) or reply.say.code != "phase"
    else:
        assert isinstance(reply.say, Refused)
        assert reply.say.code == "phase"
        assert (reply.is_last, reply.is_for_table, conversation.phase) == (False, False, phase)


@pytest.mark.parametrize("message", TO_HOST, ids=lambda message: type(message).__name__)
def test_nothing_reaches_the_table_without_a_proof(message: AnyToHost) -> None:
    """Neither before the hello nor before the signature."""
    for phase in (Phase.GREETING, Phase.PROVING, Phase.INTRODUCED, Phase.PROVEN):
        assert not in_phase(phase).hear(message).is_for_table


def test_an_ask_is_answered_and_over() -> None:
    """Whoever only looks around learns the advert and nothing else."""
    conversation = Conversation(HOUSE, b"n" * 16)
    assert conversation.hear(Ask()) == Reply(Answer(ADVERT), is_last=True)
    assert conversation.phase is Phase.CLOSED


def test_another_protocol_is_turned_away_with_both_versions() -> None:
    """The sentence names what runs here and there."""
    reply = Conversation(HOUSE, b"n" * 16).hear(Hello(PROTOCOL + 7, "9.8.7"))
    assert isinstance(reply.say, Refused)
    assert (reply.say.code, reply.is_last) == ("version", True)
    for named in (takelan.__version__, "9.8.7", str(PROTOCOL), str(PROTOCOL + 7)):
        assert named in reply.say.text


def test_the_owner_of_a_key_is_let_in() -> None:
    """A signature over the fresh nonce and the certificate seen is a proof."""
    conversation, asked = introduced()
    reply = conversation.hear(proof(asked))
    assert (reply.say, reply.is_last, reply.is_for_table) == (None, False, True)


FORGERIES: dict[str, Callable[[Challenge], Join]] = {
    "another key's signature": lambda asked: msgspec.structs.replace(
        proof(asked), signature=sign(new_seat_key().secret, asked, HOUSE.certificate)
    ),
    "no signature": lambda asked: msgspec.structs.replace(proof(asked), signature=bytes(64)),
    "another certificate": lambda asked: proof(asked, b"d" * 32),
    "a stale nonce": lambda asked: proof(msgspec.structs.replace(asked, nonce=b"o" * 16)),
    "another table": lambda asked: proof(msgspec.structs.replace(asked, table="f" * 16)),
    "another term": lambda asked: proof(msgspec.structs.replace(asked, term=2)),
    "another's key": lambda asked: msgspec.structs.replace(
        proof(asked), key=public_key(new_seat_key().secret)
    ),
    "no point of the curve": lambda asked: msgspec.structs.replace(proof(asked), key=b"\xff" * 32),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_proof_is_turned_away(forge: Callable[[Challenge], Join]) -> None:
    """A seat cannot be stolen with anything less than its key, here and now."""
    conversation, asked = introduced()
    reply = conversation.hear(forge(asked))
    assert isinstance(reply.say, Refused)
    assert (reply.say.code, reply.is_last, reply.is_for_table) == ("proof", True, False)
    assert conversation.phase is Phase.CLOSED
