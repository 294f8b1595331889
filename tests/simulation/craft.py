"""Cryptography that costs nothing: honest players need none, and nobody here forges."""

from collections.abc import Sequence
from hashlib import blake2b

from takelan.table.succession.failures import SealBrokenError
from takelan.wire.succession import Share

_TAG = 16


class CheapCraft:
    """Keeps every promise of the real craft towards those who do not attack it."""

    def __init__(self) -> None:
        self._secrets: dict[bytes, tuple[bytes, int]] = {}

    def split(self, secret: bytes, threshold: int, count: int) -> list[Share]:
        """Share a secret."""
        shares = [Share(number, _digest(secret, bytes([number]))) for number in range(1, count + 1)]
        self._secrets |= {share.value: (secret, threshold) for share in shares}
        return shares

    def combine(self, shares: Sequence[Share]) -> bytes:
        """Put a secret together; too few or strange shares give a wrong one."""
        known = {self._secrets.get(share.value, (b"", 0)) for share in shares}
        secret, threshold = known.pop()
        is_enough = not known and len({share.number for share in shares}) >= threshold
        return secret if is_enough and secret else bytes(_TAG)

    def seal(self, secret: bytes, nonce: bytes, plain: bytes, header: bytes) -> bytes:
        """Seal a state."""
        return _digest(secret, nonce + header) + plain

    def open(self, secret: bytes, nonce: bytes, sealed: bytes, header: bytes) -> bytes:
        """Open a sealed state."""
        if sealed[:_TAG] != _digest(secret, nonce + header):
            raise SealBrokenError
        return sealed[_TAG:]

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Sign; here a secret is its own public key."""
        return blake2b(message, key=secret).digest()

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        """Check a signature."""
        return blake2b(message, key=key).digest() == signature

    def box(self, sealing_key: bytes, plain: bytes, purpose: bytes) -> bytes:
        """Seal for one process."""
        return sealing_key + _digest(sealing_key, purpose) + plain

    def unbox(self, private: bytes, boxed: bytes, purpose: bytes) -> bytes:
        """Open what was sealed for this process."""
        if boxed[:32] != private or boxed[32:48] != _digest(private, purpose):
            raise SealBrokenError
        return boxed[48:]


def _digest(secret: bytes, message: bytes) -> bytes:
    return blake2b(message, key=secret, digest_size=_TAG).digest()
