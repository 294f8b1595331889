"""What passes from a host to its successor."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from takelan.wire.succession import Certificate, Config, Member, SealedState

# Holders see how long a sealed state is; in steps this wide its length tells them nothing of its content.
_PADDING = 1024


class Payload(msgspec.Struct, frozen=True):
    """Everything that is sealed: the table, and up to where each seat's moves have been judged."""

    snapshot: bytes
    counts: tuple[tuple[bytes, int], ...]


@dataclass(frozen=True)
class Estate:
    """What the winner of an election hands to the process that takes over; that process alone can open it."""

    certificate: Certificate
    state: SealedState
    #: Who holds the shares of the state's epoch.
    config: Config
    #: The configurations that may still decide beside it.
    bases: tuple[Config, ...]
    members: tuple[Member, ...]
    #: Each holder's share, sealed for the process.
    boxes: tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True)
class Legacy:
    """What a new host's keeper has to know of the time before it."""

    #: Every configuration that may still elect somebody else until it is replaced.
    bases: tuple[Config, ...]
    members: tuple[Member, ...]
    counts: Mapping[bytes, int]
    sequence: int
    certificate: Certificate

    @property
    def term(self) -> int:
        """The new host's term."""
        return self.certificate.candidacy.term


def pack(payload: Payload) -> bytes:
    """Write a payload, padded."""
    packed = msgspec.msgpack.encode(payload)
    length = len(packed).to_bytes(4, "big")
    return (length + packed).ljust(-(-(len(packed) + 4) // _PADDING) * _PADDING, b"\0")


def unpack(padded: bytes) -> Payload:
    """Read a payload; anything else raises ``msgspec.ValidationError``."""
    end = 4 + int.from_bytes(padded[:4], "big")
    return msgspec.msgpack.decode(padded[4:end], type=Payload)
