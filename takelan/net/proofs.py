"""Proving who one is at a table: signatures by seat keys.

Rule 1: cryptography is imported late; a process that only looks around never pays for it.
"""

from takelan.wire.proof import seat_claim
from takelan.wire.to_host import Join, Watch
from takelan.wire.to_peer import Challenge


def public_key(secret: bytes) -> bytes:
    """Derive what everybody may know of a seat key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def sign(secret: bytes, challenge: Challenge, certificate: bytes) -> bytes:
    """Answer a host's challenge; the certificate is the SHA-256 of the one this side saw."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(secret)
    return key.sign(claim_of(challenge, key.public_key().public_bytes_raw(), certificate))


def is_proven(claim: Join | Watch, challenge: Challenge, certificate: bytes) -> bool:
    """Tell whether a peer holds the key it names; the certificate is the host's own."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(claim.key)
        key.verify(claim.signature, claim_of(challenge, claim.key, certificate))
    except (InvalidSignature, ValueError):
        return False
    return True


def claim_of(challenge: Challenge, key: bytes, certificate: bytes) -> bytes:
    """Put together what a seat key signs for a host, and what codes and check words are bound to there."""
    return seat_claim(
        table=challenge.table,
        term=challenge.term,
        key=key,
        certificate=certificate,
        nonce=challenge.nonce,
    )
