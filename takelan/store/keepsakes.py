"""What a guest keeps of a running game, so that it can be begun anew should its host never return.

Rule 1: nothing in it was ever hidden from anybody.
Rule 2: nothing here is ever fatal; without a folder there is simply nothing to begin anew.
"""

import time
from typing import Annotated

import msgspec
from msgspec import Meta

from takelan.store.files import read_private, remove_private, write_private
from takelan.store.whereabouts import Address, Fingerprint, Port, folder_for
from takelan.wire.advert import TableId

_KIND = "keepsakes"
_SUFFIX = ".keepsake"
_MOST_BYTES = 64 * 1024
_MOST_FILES = 32
# A host that nobody came back to for so long is not missed any more.
_FORGET_AFTER = 12 * 3600.0


class Keepsake(msgspec.Struct, frozen=True, kw_only=True):
    """A game in which this player has a seat at somebody else's table."""

    table: TableId
    game: str
    #: What the player is called there, and the one who runs the table.
    name: Annotated[str, Meta(max_length=64)]
    host: Annotated[str, Meta(max_length=64)]
    #: Where the table was.
    address: Address
    port: Port
    fingerprint: Fingerprint | None
    remains: bytes
    written: float = msgspec.field(default_factory=time.time)


def keep(keepsake: Keepsake) -> None:
    """Put the newest keepsake of a table in place of the last."""
    if folder := folder_for(_KIND):
        write_private(folder / (keepsake.table + _SUFFIX), keepsake)


def discard(table: str) -> None:
    """Forget a table: there is nothing to begin anew."""
    msgspec.convert(table, TableId)
    if folder := folder_for(_KIND):
        remove_private(folder / (table + _SUFFIX))


def kept() -> list[Keepsake]:
    """List the games there are keepsakes of, the most recent first."""
    folder = folder_for(_KIND)
    paths = sorted(folder.glob("*" + _SUFFIX))[:_MOST_FILES] if folder else []
    found = [(path, read_private(path, Keepsake, _MOST_BYTES)) for path in paths]
    keepsakes = []
    for path, keepsake in found:
        if keepsake is None or time.time() - keepsake.written > _FORGET_AFTER:
            remove_private(path)
        elif path.name == keepsake.table + _SUFFIX:
            keepsakes.append(keepsake)
    return sorted(keepsakes, key=lambda one: one.written, reverse=True)
