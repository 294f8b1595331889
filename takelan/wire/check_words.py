"""Check words: how two screens find out whether anybody sits between them.

The player commits to a nonce, the host answers with its own, the player opens the commitment. Whoever sits in
between has to answer each side before knowing what the other will add, so that the words of the two sides,
made from different certificates or keys, are as good as drawn by lot: they agree once in 1296 × 1296 times.

Rule 1: commitment and words are bound to the seat claim: table, term, seat key, the certificate seen, and the
host's challenge.
"""

from hashlib import sha256

from takelan.wire.words import WORD_COUNT, CheckWords

_COMMITMENT = b"takelan check commitment 1"
_WORDS = b"takelan check words 1"


def commit(claim: bytes, nonce: bytes) -> bytes:
    """Bind oneself to a nonce without telling it; nobody finds a second one, or the first."""
    return sha256(_framed(_COMMITMENT, claim, nonce)).digest()


def make_words(claim: bytes, nonce: bytes, answer: bytes) -> CheckWords:
    """Make the two words from what both sides have added."""
    number = int.from_bytes(sha256(_framed(_WORDS, claim, nonce, answer)).digest(), "big")
    return number % WORD_COUNT, number // WORD_COUNT % WORD_COUNT


def _framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
