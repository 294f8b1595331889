"""What passes from a host to its successor."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from takelan.wire.succession import Certificate, Config, Member, SealedState

#: A payload longer than this is shared with nobody: a few more steps and no message could carry it.
MOST_BYTES = 48 * 1024

# Holders see how long a sealed state is. What the game has told everybody makes nearly all of it; in steps
# this wide the rest does not show.
_PADDING = 1024
_MOST_UNPACKED = 4 * 1024 * 1024


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
    """Write a payload, compressed and padded.

    The record of a long game would not fit a message otherwise; the quickest compression makes a fifth of it.
    """
    packed = zlib.compress(msgspec.msgpack.encode(payload), 1)
    length = len(packed).to_bytes(4, "big")
    return (length + packed).ljust(-(-(len(packed) + 4) // _PADDING) * _PADDING, b"\0")


def unpack(padded: bytes) -> Payload:
    """Read a payload that was opened with the right key."""
    end = 4 + int.from_bytes(padded[:4], "big")
    plain = zlib.decompressobj().decompress(padded[4:end], _MOST_UNPACKED)
    return msgspec.msgpack.decode(plain, type=Payload)
