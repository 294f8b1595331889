"""Journals of running games, so that a host that died can go on where it was.

Rule 1: a journal holds the whole truth, hands included; it is 0600 and on the host's own machine only.
Rule 2: one process keeps a journal, and its lock ends with that process however it ends.
Rule 3: nothing here is ever fatal: without a folder there is no journal, and the game goes on.
Rule 4: a page that was written outlives the process at once, and the machine once it is settled.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from takelan.store.files import remove_private, sync
from takelan.store.locks import lock
from takelan.store.whereabouts import Port, folder_for
from takelan.wire.advert import TableId
from takelan.wire.succession import Certificate

_MAX_BYTES = 1024 * 1024
_MAX_FILES = 100
_KIND = "journals"
_SUFFIX = ".journal"
_DRAFT_SUFFIX = ".new"
_LOCK_SUFFIX = ".lock"
# An unfinished game that nobody came back to for so long is not coming back.
_FORGET_AFTER = 14 * 24 * 3600.0


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it stood when something last happened there."""

    table: TableId
    game: str
    names: tuple[str, ...]
    #: Which host of the table this is, counted from 1.
    term: Annotated[int, Meta(ge=1)]
    port: Port
    bind: str | None
    #: The key and certificate the host shows, so that its guests know it again.
    identity: bytes
    snapshot: bytes
    written: float
    #: Up to which number everybody's moves were judged, so that none counts twice.
    counts: tuple[tuple[bytes, int], ...] = ()
    #: What made the host one; None in a table's first term.
    proof: Certificate | None = None


class Journal:
    """The journal of one table, for the process that holds the table."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle: int | None = handle

    def write(self, page: Page) -> None:
        """Put the newest page in place of the last."""
        draft = self._path.with_suffix(_DRAFT_SUFFIX)
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
                stream.write(msgspec.msgpack.encode(page))
            draft.replace(self._path)
        except OSError:
            # On a full disk it holds a part of the page, hands and all, which nobody would ever clear away.
            remove_private(draft)

    def settle(self) -> None:
        """Wait until the newest page outlives a power cut; takes many milliseconds on some disks."""
        with suppress(OSError):
            sync(self._path)
            sync(self._path.parent)

    def erase(self) -> None:
        """Throw the page away: there is nothing to come back to."""
        for path in (self._path, self._path.with_suffix(_DRAFT_SUFFIX)):
            remove_private(path)

    def close(self) -> None:
        """Let another process have it."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        with suppress(OSError):
            if not self._path.exists():
                self._path.with_suffix(_LOCK_SUFFIX).unlink(missing_ok=True)
            os.close(handle)


def open_journal(table: str) -> Journal | None:
    """Take the journal of a table; None when another process keeps it or there is no place for it."""
    msgspec.convert(table, TableId)
    folder = folder_for(_KIND)
    if folder is None:
        return None
    path = folder / (table + _SUFFIX)
    handle = _take(path)
    return None if handle is None else Journal(path, handle)


def unfinished() -> list[Page]:
    """List the games that no process holds any more, the most recent first."""
    pages = []
    for path in _files():
        handle = _take(path)
        if handle is None:
            continue
        page = _read(path)
        os.close(handle)
        if page is not None and page.table + _SUFFIX == path.name:
            pages.append(page)
    return sorted(pages, key=lambda page: page.written, reverse=True)


def _files() -> Iterator[Path]:
    folder = folder_for(_KIND)
    with suppress(OSError):
        for path in sorted(folder.glob("*" + _SUFFIX) if folder else ())[:_MAX_FILES]:
            if time.time() - path.stat().st_mtime > _FORGET_AFTER:
                remove_private(path.with_suffix(_DRAFT_SUFFIX))
                path.unlink()
            else:
                yield path


def _take(path: Path) -> int | None:
    with suppress(OSError):
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(path.with_suffix(_LOCK_SUFFIX), flags, 0o600)
        if lock(handle):
            return handle
        os.close(handle)
    return None


def _read(path: Path) -> Page | None:
    with suppress(OSError, msgspec.MsgspecError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
        if len(content) <= _MAX_BYTES:
            return msgspec.msgpack.decode(content, type=Page)
    return None
