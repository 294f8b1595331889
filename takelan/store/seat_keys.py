"""Seat keys: what brings a player back to the seat they had.

Rule 1: a key belongs to one player at one table; it is in use by one process at a time, which holds a
lock on its file for as long as it lives, however it ends.
Rule 2: nothing here is ever fatal; where nothing can be written a key lives as long as its process.
Rule 3: files are named by our own ids, are 0600, and are capped and typed when read.
"""

import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from takelan.store.files import sync
from takelan.store.locks import lock
from takelan.store.whereabouts import folder_for
from takelan.wire.advert import TableId

MAX_SLOTS = 32

_SECRET_BYTES = 32
_MAX_FILE_BYTES = 1024
_MAX_FILES = 1024
_FORGET_AFTER = 30 * 24 * 3600.0
# How long it takes to see whether a key is in use, in seconds, and more.
_A_LOOK = 0.005
_KIND = "seats"
_PROMISE = ".promise"
_FILE_NAME = re.compile(r"([0-9a-f]{16})-([0-9]{1,2})\.key\Z")


class _Stored(msgspec.Struct, frozen=True):
    secret: Annotated[bytes, Meta(min_length=_SECRET_BYTES, max_length=_SECRET_BYTES)]
    name: Annotated[str, Meta(max_length=64)]
    #: False once its owner was sent away: the table knows the key, and there is nothing to come back to.
    has_seat: bool = True


class RememberedSeat(msgspec.Struct, frozen=True):
    """A table where a seat may be waiting, and when it was last sat in."""

    table: TableId
    name: str
    #: In seconds since the epoch.
    last_used: float


class SeatKey:
    """The secret of one seat, kept from other processes until it is closed."""

    def __init__(
        self, secret: bytes, path: Path | None = None, handle: int | None = None, *, is_new: bool = False
    ) -> None:
        self.secret = secret
        #: Whether the key was made just now, so that nobody can have given it a seat before.
        self.is_new = is_new
        self._path = path
        self._handle = handle

    @property
    def is_kept(self) -> bool:
        """Tell whether the key outlives this process."""
        return self._handle is not None

    def note(self, promise: bytes) -> bool:
        """Write down what the owner of the key is bound by, and tell whether it lives as long as the key."""
        if self._path is None or self._handle is None:
            return True
        draft = self._path.with_suffix(".draft")
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
                stream.write(promise)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(self._path.with_suffix(_PROMISE))
            sync(draft.parent)
        except OSError:
            return False
        return True

    def noted(self) -> bytes | None:
        """Read what the owner of the key is bound by; None for a key that was never used."""
        if self._path is None:
            return None
        with suppress(OSError):
            return self._path.with_suffix(_PROMISE).read_bytes()[:_MAX_FILE_BYTES]
        return None

    def close(self) -> None:
        """Let another process use the key."""
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                os.close(handle)

    def give_up(self) -> None:
        """Keep the key without a seat: whoever was sent away is not let in again as somebody else."""
        if self._handle is not None:
            with suppress(OSError):
                if (stored := _read(self._handle)) is not None:
                    _write(self._handle, msgspec.structs.replace(stored, has_seat=False))
        self.close()

    def forget(self) -> None:
        """Throw the key away: there is no seat to come back to."""
        if self._path is not None and self._handle is not None:
            with suppress(OSError):
                self._path.with_suffix(_PROMISE).unlink(missing_ok=True)
                self._path.unlink()
        self.close()


def open_seat_key(table: str, name: str) -> SeatKey:
    """Take a key for a table that no other process uses, before all the one last used under this name."""
    msgspec.convert(table, TableId)
    folder = folder_for(_KIND)
    if folder is not None:
        for path in _slots(folder, table, name):
            if (key := _take(path, name)) is not None:
                return key
    return new_seat_key()


def keep_seat_key(key: SeatKey, table: str, name: str) -> SeatKey:
    """Write down a key that was held in memory alone, now that there is a seat to come back to."""
    folder = folder_for(_KIND)
    for path in () if folder is None else _free_slots(folder, table):
        kept = _take(path, name, key.secret)
        if kept is not None and kept.secret == key.secret:
            return kept
        if kept is not None:
            kept.close()
    return key


def new_seat_key() -> SeatKey:
    """Make a key that is written nowhere."""
    return SeatKey(secrets.token_bytes(_SECRET_BYTES))


def remembered() -> list[RememberedSeat]:
    """List the tables there is a seat at, the most recent first."""
    seats: dict[str, RememberedSeat] = {}
    for table, path in _files(folder_for(_KIND)):
        with suppress(OSError):
            used = path.stat().st_mtime
            stored = _read_path(path)
            if stored is None or not stored.has_seat:
                continue
            if table not in seats or seats[table].last_used < used:
                seats[table] = RememberedSeat(table, stored.name, used)
    return sorted(seats.values(), key=lambda seat: seat.last_used, reverse=True)


def waiting() -> set[TableId]:
    """Name the tables at which a seat waits for this player: one whose key no process uses."""
    return {table for table, path in _files(folder_for(_KIND)) if _is_waiting(path)}


def _is_waiting(path: Path) -> bool:
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            stored = _read(handle)
            return stored is not None and stored.has_seat and lock(handle)
        finally:
            os.close(handle)
    return False


def _slots(folder: Path, table: str, name: str) -> Iterator[Path]:
    """Yield the files to try: those of this name, the others there are, then new ones."""
    _forget_old_ones(folder)
    known = {path: _read_path(path) for owner, path in _files(folder) if owner == table}
    ordered = sorted(known, key=_slot_number)
    yield from (path for path in ordered if _is_called(known[path], name))
    yield from (path for path in ordered if not _is_called(known[path], name))
    yield from _free_slots(folder, table)


def _free_slots(folder: Path, table: str) -> Iterator[Path]:
    taken = {_slot_number(path) for owner, path in _files(folder) if owner == table}
    free = (number for number in range(MAX_SLOTS) if number not in taken)
    yield from (folder / f"{table}-{number}.key" for number in free)


def _is_called(stored: _Stored | None, name: str) -> bool:
    return stored is not None and stored.name == name


def _files(folder: Path | None) -> Iterator[tuple[str, Path]]:
    """List the key files there are, with the table each is for."""
    if folder is None:
        return
    with suppress(OSError):
        for count, path in enumerate(folder.iterdir()):
            if count >= _MAX_FILES:
                return
            if parts := _FILE_NAME.match(path.name):
                yield parts[1], path


def _slot_number(path: Path) -> int:
    return int(path.stem.partition("-")[2])


def _take(path: Path, name: str, secret: bytes | None = None) -> SeatKey | None:
    """Lock a file and read its key, or write one into it; None if another process has it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        return None
    try:
        if not _lock_soon(handle) or not _is_still(path, handle):
            os.close(handle)
            return None
        is_new = secret is None and _read(handle) is None
        return SeatKey(_read_or_write(handle, name, secret), path, handle, is_new=is_new)
    except OSError:
        os.close(handle)
        return None


def _lock_soon(handle: int) -> bool:
    """Lock a file, even if somebody was just looking whether it is locked."""
    if lock(handle):
        return True
    time.sleep(_A_LOOK)
    return lock(handle)


def _is_still(path: Path, handle: int) -> bool:
    """Tell whether the file was not thrown away between opening and locking it."""
    with suppress(OSError):
        return os.path.samestat(path.lstat(), os.fstat(handle))
    return False


def _read_or_write(handle: int, name: str, new: bytes | None) -> bytes:
    stored = _read(handle)
    if stored is not None and stored.name == name:
        os.utime(handle)
        return stored.secret
    if stored is None:
        stored = _Stored(new or secrets.token_bytes(_SECRET_BYTES), name[:64])
    _write(handle, msgspec.structs.replace(stored, name=name[:64]))
    return stored.secret


def _write(handle: int, stored: _Stored) -> None:
    """Write into the file itself, which is not moved into place as others are: the lock is on this one."""
    content = msgspec.json.encode(stored)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, content)
    os.ftruncate(handle, len(content))


def _read_path(path: Path) -> _Stored | None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            return _read(handle)
        finally:
            os.close(handle)
    return None


def _read(handle: int) -> _Stored | None:
    with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
        os.lseek(handle, 0, os.SEEK_SET)
        content = os.read(handle, _MAX_FILE_BYTES + 1)
        if len(content) <= _MAX_FILE_BYTES:
            return msgspec.json.decode(content, type=_Stored)
    return None


def _forget_old_ones(folder: Path) -> None:
    """Throw away the keys of evenings long past."""
    for _, path in _files(folder):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _FORGET_AFTER:
                path.unlink()
                path.with_suffix(_PROMISE).unlink(missing_ok=True)
