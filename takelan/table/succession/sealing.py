"""Sealing, signing and boxing: thin words over the cryptography package.

Rule 1: a key seals each nonce once; a nonce is the term and the sequence number of the state.
Rule 2: a box is sealed with a fresh key on the sender's side, so its nonce may always be the same.
"""

from hashlib import sha256

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from takelan.table.succession.failures import SealBrokenError

_KEY_BYTES = 32
_ONCE = bytes(12)


def seal(secret: bytes, nonce: bytes, plain: bytes, header: bytes) -> bytes:
    """Seal a state; the header stays readable and cannot be exchanged."""
    return ChaCha20Poly1305(_state_key(secret)).encrypt(nonce, plain, header)


def open_sealed(secret: bytes, nonce: bytes, sealed: bytes, header: bytes) -> bytes:
    """Open a sealed state; a wrong secret or header raises SealBrokenError."""
    try:
        return ChaCha20Poly1305(_state_key(secret)).decrypt(nonce, sealed, header)
    except InvalidTag as error:
        raise SealBrokenError from error


def sign(secret: bytes, message: bytes) -> bytes:
    """Sign with an Ed25519 secret."""
    return Ed25519PrivateKey.from_private_bytes(secret).sign(message)


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether the owner of a public key signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def box(sealing_key: bytes, plain: bytes, purpose: bytes) -> bytes:
    """Seal something for the one process that made the key."""
    private = X25519PrivateKey.generate()
    sender = private.public_key().public_bytes_raw()
    shared = private.exchange(X25519PublicKey.from_public_bytes(sealing_key))
    key = _box_key(shared, sender, sealing_key)
    return sender + ChaCha20Poly1305(key).encrypt(_ONCE, plain, purpose)


def unbox(private: bytes, boxed: bytes, purpose: bytes) -> bytes:
    """Open what was sealed for this process; anything else raises SealBrokenError."""
    own = X25519PrivateKey.from_private_bytes(private)
    sender, sealed = boxed[:_KEY_BYTES], boxed[_KEY_BYTES:]
    try:
        shared = own.exchange(X25519PublicKey.from_public_bytes(sender))
        key = _box_key(shared, sender, own.public_key().public_bytes_raw())
        return ChaCha20Poly1305(key).decrypt(_ONCE, sealed, purpose)
    except (InvalidTag, ValueError) as error:
        raise SealBrokenError from error


def _state_key(secret: bytes) -> bytes:
    return sha256(b"takelan state 1" + secret).digest()


def _box_key(shared: bytes, sender: bytes, receiver: bytes) -> bytes:
    return HKDF(SHA256(), _KEY_BYTES, salt=None, info=b"takelan share 1" + sender + receiver).derive(shared)
