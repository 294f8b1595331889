"""Letters that only one process can open: a fresh X25519 key on each side, then ChaCha20-Poly1305.

A table that changes hands passes through the screen of whoever takes it over; sealed, it shows nothing
there. Cryptography is imported late: only a process that hands over or takes over pays for it.
"""

import zlib

_KEY_BYTES = 32
_PURPOSE = b"takelan hand-over 1"
# Each key is used for a single letter, so its nonce may be the same every time.
_NONCE = bytes(12)
_MOST_BYTES = 1024 * 1024


class Letterbox:
    """A place to send sealed letters to; only this object opens them."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

        self._private = X25519PrivateKey.generate()
        #: What others seal with.
        self.key: bytes = self._private.public_key().public_bytes_raw()

    def open(self, letter: bytes) -> bytes:
        """Open a letter; one that was not sealed for this box raises ValueError."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        sender, sealed = letter[:_KEY_BYTES], letter[_KEY_BYTES:]
        try:
            shared = self._private.exchange(X25519PublicKey.from_public_bytes(sender))
            packed = ChaCha20Poly1305(_derive(shared, sender, self.key)).decrypt(_NONCE, sealed, _PURPOSE)
            return _unpack(packed)
        except (InvalidTag, zlib.error) as error:
            raise ValueError("the letter is not for this box") from error


def seal(letter: bytes, key: bytes) -> bytes:
    """Seal a letter for the box with this key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    private = X25519PrivateKey.generate()
    sender = private.public_key().public_bytes_raw()
    shared = private.exchange(X25519PublicKey.from_public_bytes(key))
    packed = zlib.compress(letter)
    return sender + ChaCha20Poly1305(_derive(shared, sender, key)).encrypt(_NONCE, packed, _PURPOSE)


def _derive(shared: bytes, sender: bytes, receiver: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), 32, salt=None, info=_PURPOSE + sender + receiver).derive(shared)


def _unpack(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    letter = unpacking.decompress(packed, _MOST_BYTES)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("the letter is too long")
    return letter
