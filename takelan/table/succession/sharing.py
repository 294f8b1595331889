"""A key shared among players: too few of them learn nothing of it."""

from collections.abc import Sequence

from Crypto.Protocol.SecretSharing import Shamir

from takelan.wire.succession import Share


def split(secret: bytes, threshold: int, count: int) -> list[Share]:
    """Share a secret so that no fewer than the threshold can put it together."""
    return [Share(number, value) for number, value in Shamir.split(threshold, count, secret)]


def combine(shares: Sequence[Share]) -> bytes:
    """Put a secret together; a wrong share silently gives a wrong one, so check their hashes before."""
    return Shamir.combine([(share.number, share.value) for share in shares])
