"""The cryptography that a succession needs, behind one small door.

Everything else in this package is told its ``Craft``, so that a simulation of a hundred thousand games
need not pay for signatures nobody forges.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from takelan.table.succession.failures import SealBrokenError
from takelan.table.succession.sealing import box, open_sealed, seal, sign, unbox, verify
from takelan.table.succession.sharing import combine, split
from takelan.wire.succession import Share

#: How many bytes of chance a key is drawn from.
SECRET_BYTES = 16


class Craft(Protocol):
    """How secrets are shared, states sealed and words signed."""

    def split(self, secret: bytes, threshold: int, count: int) -> list[Share]:
        """Share a secret so that no fewer than the threshold can put it together."""

    def combine(self, shares: Sequence[Share]) -> bytes:
        """Put a secret together."""

    def seal(self, secret: bytes, nonce: bytes, plain: bytes, header: bytes) -> bytes:
        """Seal a state; the header stays readable and cannot be exchanged."""

    def open(self, secret: bytes, nonce: bytes, sealed: bytes, header: bytes) -> bytes:
        """Open a sealed state; a wrong secret or header raises SealBrokenError."""

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Sign with an Ed25519 secret."""

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        """Tell whether the owner of a public key signed a message."""

    def box(self, sealing_key: bytes, plain: bytes, purpose: bytes) -> bytes:
        """Seal something for one process."""

    def unbox(self, private: bytes, boxed: bytes, purpose: bytes) -> bytes:
        """Open what was sealed for this process; anything else raises SealBrokenError."""


class RealCraft:
    """The real thing: Shamir, ChaCha20-Poly1305, Ed25519, X25519."""

    split = staticmethod(split)
    combine = staticmethod(combine)
    seal = staticmethod(seal)
    open = staticmethod(open_sealed)
    sign = staticmethod(sign)
    verify = staticmethod(verify)
    box = staticmethod(box)
    unbox = staticmethod(unbox)


def hash_share(table: str, share: Share) -> bytes:
    """Name a share without telling it."""
    return sha256(b"takelan share 1" + table.encode() + bytes([share.number]) + share.value).digest()


__all__ = ["SECRET_BYTES", "Craft", "RealCraft", "SealBrokenError", "hash_share"]
