"""What a host that takes over is given on its stdin: a table handed over, or one won by election."""

from dataclasses import dataclass

import msgspec

from takelan.net.host_keys import HostKeys
from takelan.net.premises import Premises
from takelan.table import snapshot
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.estate import Estate, Legacy
from takelan.table.succession.rebuild import Rebuilt, rebuild
from takelan.table.succession.sealing import box, unbox
from takelan.table.table import Table

_PURPOSE = b"takelan hand-over 1"


@dataclass(frozen=True)
class Bequest:
    """A table as its host hands it over in peace."""

    snapshot: bytes
    legacy: Legacy


@dataclass(frozen=True)
class Inheritance:
    """A table that another host held before."""

    table: Table
    premises: Premises
    keys: HostKeys | None = None
    #: What a former host's keeper knew; None for a table that was only written down.
    legacy: Legacy | None = None


class HandedOver(msgspec.Struct, frozen=True, tag="handed_over"):
    """A bequest, sealed for the process that takes over."""

    sealed: bytes
    owner: bytes


class Won(msgspec.Struct, frozen=True, tag="won"):
    """An estate; the shares in it are sealed for the process that takes over."""

    estate: Estate


Gift = HandedOver | Won


def seal_bequest(bequest: Bequest, sealing_key: bytes) -> bytes:
    """Seal a bequest for one process."""
    return box(sealing_key, msgspec.msgpack.encode(bequest), _PURPOSE)


def write_gift(gift: Gift) -> bytes:
    """Write a gift as one line."""
    return msgspec.msgpack.encode(gift).hex().encode() + b"\n"


def accept(line: bytes, keys: HostKeys, at: float) -> Rebuilt:
    """Set the table up that a line on stdin gives us."""
    gift = msgspec.msgpack.decode(bytes.fromhex(line.decode()), type=Gift)
    if isinstance(gift, Won):
        return rebuild(gift.estate, keys.sealing, RealCraft(), at)
    plain = unbox(keys.sealing, gift.sealed, _PURPOSE)
    bequest = msgspec.msgpack.decode(plain, type=Bequest)
    return Rebuilt(snapshot.restore(bequest.snapshot, at, gift.owner), bequest.legacy)
