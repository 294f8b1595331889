"""What a host that takes over is given on its stdin: a table handed over, or one won by election."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from takelan.net.host_keys import HostKeys
from takelan.net.premises import Premises
from takelan.rules.chance import Chance
from takelan.table.remains import decode_remains
from takelan.table.restart import begin_anew
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.estate import Estate, Legacy
from takelan.table.succession.passing import open_bequest
from takelan.table.succession.rebuild import Rebuilt, rebuild
from takelan.table.table import Table
from takelan.wire.succession import Certificate

_SEED_BYTES = 32


@dataclass(frozen=True)
class Inheritance:
    """A table that another host held before."""

    table: Table
    premises: Premises
    keys: HostKeys | None = None
    #: What a former host's keeper knew; None for a table that was only written down.
    legacy: Legacy | None = None
    #: Up to which number everybody's moves were judged, where no keeper's legacy tells it.
    counts: tuple[tuple[bytes, int], ...] = ()


class HandedOver(msgspec.Struct, frozen=True, tag="handed_over"):
    """A bequest, sealed for the process that takes over."""

    sealed: bytes
    owner: bytes


class Won(msgspec.Struct, frozen=True, tag="won"):
    """An estate; the shares in it are sealed for the process that takes over."""

    estate: Estate


class BegunAnew(msgspec.Struct, frozen=True, tag="begun_anew"):
    """What remains of a table, and what makes the one who begins its round anew its host."""

    remains: bytes
    certificate: Certificate


Gift = HandedOver | Won | BegunAnew


def write_gift(gift: Gift) -> bytes:
    """Write a gift as one line."""
    return msgspec.msgpack.encode(gift).hex().encode() + b"\n"


def alone(certificate: Certificate, counts: Iterable[tuple[bytes, int]] = ()) -> Legacy:
    """Tell a keeper of a term that began without anybody who could have voted."""
    return Legacy(bases=(), members=(), counts=dict(counts), sequence=0, certificate=certificate)


def accept(line: bytes, keys: HostKeys, at: float) -> Rebuilt:
    """Set the table up that a line on stdin gives us."""
    gift = msgspec.msgpack.decode(bytes.fromhex(line.decode()), type=Gift)
    if isinstance(gift, Won):
        return rebuild(gift.estate, keys.sealing, RealCraft(), at)
    if isinstance(gift, BegunAnew):
        chance = Chance(secrets.token_bytes(_SEED_BYTES))
        return Rebuilt(begin_anew(decode_remains(gift.remains), chance, at), alone(gift.certificate))
    return open_bequest(gift.sealed, gift.owner, keys.sealing, RealCraft(), at)
