"""The exact bytes that are signed and hashed: each begins with its purpose, so none is good for another."""

from hashlib import sha256

import msgspec

from takelan.wire import succession as words
from takelan.wire.succession import AnyBetweenPlayers, Candidacy, Echo, Epoch, Header, Sound, Vote

_encode = msgspec.msgpack.Encoder().encode


def candidacy_digest(candidacy: Candidacy) -> bytes:
    """Name a candidacy by its hash."""
    return sha256(b"takelan candidacy 1" + _encode(candidacy)).digest()


def candidacy_statement(candidacy: Candidacy) -> bytes:
    """Give what a candidate signs."""
    return b"takelan stand 1" + candidacy_digest(candidacy)


def vote_statement(term: int, candidacy: bytes, *, has_share: bool) -> bytes:
    """Give what a voter signs."""
    return b"takelan vote 1" + _encode((term, candidacy, has_share))


def vote_text(vote: Vote) -> bytes:
    """Give what the voter of this vote has signed."""
    return vote_statement(vote.term, vote.candidacy, has_share=vote.has_share)


def resignation_statement(table: str, host_key: bytes, term: int) -> bytes:
    """Give what a player signs who leaves a host in peace."""
    return b"takelan resignation 1" + _encode((table, host_key, term))


def header_bytes(header: Header) -> bytes:
    """Give a header as it is authenticated and signed."""
    return b"takelan state 1" + _encode(header)


def sound_statement(sound: Sound) -> bytes:
    """Give what is signed in a sounding."""
    place = (sound.table, sound.candidate, sound.epoch, sound.sequence, sound.bases, sound.round)
    return b"takelan sound 1" + _encode(place)


def echo_statement(echo: Echo) -> bytes:
    """Give what is signed in an echo."""
    answer = (echo.table, echo.voter, echo.round, echo.would_vote, echo.has_share, echo.promised)
    return b"takelan echo 1" + _encode(answer)


def yield_statement(term: int, box: bytes) -> bytes:
    """Give what a holder signs when it yields its share."""
    return b"takelan yield 1" + _encode((term, box))


def box_purpose(candidacy: bytes, holder: bytes) -> bytes:
    """Bind a boxed share to the candidacy it was given for, and to its holder."""
    return b"takelan share 1" + candidacy + holder


def nonce(epoch: Epoch, sequence: int) -> bytes:
    """Make the nonce of a sealed state: the term and the sequence number."""
    return epoch.term.to_bytes(4, "big") + sequence.to_bytes(8, "big")


def author_of(message: AnyBetweenPlayers) -> bytes:
    """Name the key behind what is said between players: its speaker's, or that of the host it tells of."""
    match message:
        case words.Sound():
            return message.candidate
        case words.Stand():
            return message.candidacy.candidate
        case words.Claim() | words.Serving():
            return message.certificate.candidacy.candidate
        case words.Echo():
            return message.voter
        case words.Grant():
            return message.vote.voter
        case words.Yield():
            return message.holder
        case words.Seek():
            return message.seeker
