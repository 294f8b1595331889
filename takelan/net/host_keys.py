"""The keys of one host process: nobody else ever has them, and they end with it."""

from takelan.table.succession.sealing import sign
from takelan.wire.succession import Offer, Where


class HostKeys:
    """What a host signs states with, and what is sealed for it alone."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

        signing, sealing = Ed25519PrivateKey.generate(), X25519PrivateKey.generate()
        self._signing = signing.private_bytes_raw()
        #: Opens what was sealed with the offer's key.
        self.sealing = sealing.private_bytes_raw()
        self._public = (signing.public_key().public_bytes_raw(), sealing.public_key().public_bytes_raw())

    def offer(self, where: Where | None) -> Offer:
        """Tell others what to know of this host."""
        return Offer(*self._public, where)

    def sign(self, message: bytes) -> bytes:
        """Sign as this host."""
        return sign(self._signing, message)
