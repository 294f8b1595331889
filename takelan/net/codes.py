"""Codes of private tables: drawing one, and proving by SPAKE2 that one knows it.

Rule 1: both sides of a proof are bound to the table, to the seat key that is asked for and to the certificate
that is shown, so that a proof made for one connection is good for no other.
Rule 2: a try tells whether one code is right, and nothing else; who only listens learns nothing at all.
Rule 3: spake2 is imported late; nobody pays for it who never meets a private table.
"""

import hmac
import secrets
from typing import Any, NamedTuple

from takelan.wire.code import Code, write_code
from takelan.wire.words import WORD_COUNT

_FROM_PLAYER = b"takelan code player 1"
_FROM_HOST = b"takelan code host 1"


class Ends(NamedTuple):
    """The two ends of the connection a proof is made for."""

    table: str
    key: bytes
    #: The SHA-256 of the certificate: the one that is shown, or the one that is seen.
    certificate: bytes

    @property
    def player(self) -> bytes:
        """Name the player's end."""
        return f"client|{self.table}|{self.key.hex()}".encode()

    @property
    def host(self) -> bytes:
        """Name the host's end."""
        return f"host|{self.table}|{self.certificate.hex()}".encode()


def draw_code() -> Code:
    """Draw a code that nobody can foresee."""
    first, second, third = (secrets.randbelow(WORD_COUNT) for _ in range(3))
    return first, second, third


def load_spake2() -> None:
    """Import what proofs need: it takes a tenth of a second, which is better spent before somebody waits."""
    import spake2  # type: ignore[import-untyped] # noqa: F401 (the package comes without types)


class PlayerProof:
    """The player's side of one proof: it confirms first, and believes no host that cannot."""

    def __init__(self, code: Code, ends: Ends) -> None:
        from spake2 import SPAKE2_A

        self._side: Any = SPAKE2_A(write_code(code).encode(), idA=ends.player, idB=ends.host)
        #: What is sent to the host.
        self.element: bytes = self._side.start()
        self._shared = b""

    def confirm(self, element: bytes, claim: bytes) -> bytes:
        """Answer the host's half with the player's confirmation."""
        self._shared = _finish(self._side, element) or secrets.token_bytes(32)
        return _confirmation(self._shared, _FROM_PLAYER, claim)

    def is_confirmed(self, confirmation: bytes, claim: bytes) -> bool:
        """Tell whether the host knows the code too."""
        return hmac.compare_digest(confirmation, _confirmation(self._shared, _FROM_HOST, claim))


class HostProof:
    """The host's side of one proof."""

    def __init__(self, code: Code, ends: Ends) -> None:
        from spake2 import SPAKE2_B

        self._side: Any = SPAKE2_B(write_code(code).encode(), idA=ends.player, idB=ends.host)
        #: What is sent to the player.
        self.element: bytes = self._side.start()

    def confirm(self, element: bytes, confirmation: bytes, claim: bytes) -> bytes | None:
        """Answer a player who knows the code with the host's own confirmation; None for anybody else."""
        shared = _finish(self._side, element)
        if shared is None or not hmac.compare_digest(
            confirmation, _confirmation(shared, _FROM_PLAYER, claim)
        ):
            return None
        return _confirmation(shared, _FROM_HOST, claim)


def _finish(side: Any, element: bytes) -> bytes | None:
    """Arrive at the shared secret; None when the other half is no half at all."""
    try:
        shared: bytes = side.finish(element)
    except Exception:
        # The package has no common error: a point off the curve, of the wrong order, or of the wrong side.
        return None
    return shared


def _confirmation(shared: bytes, purpose: bytes, claim: bytes) -> bytes:
    return hmac.digest(shared, purpose + claim, "sha256")
