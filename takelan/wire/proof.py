"""What a peer signs to take a seat or to come back to it.

Everything a signature must be bound to is in it, each part with its length before it, so that no
signature made for one table, term, certificate or challenge is good for another.
"""

_PURPOSE = b"takelan seat 1"


def seat_claim(*, table: str, term: int, key: bytes, certificate: bytes, nonce: bytes) -> bytes:
    """Put together the bytes to sign; the certificate is the SHA-256 of the one the peer sees."""
    parts = (_PURPOSE, table.encode(), str(term).encode(), key, certificate, nonce)
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
