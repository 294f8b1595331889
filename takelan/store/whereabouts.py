"""Where tables are: those on this very machine, and hosts met before.

Rule 1: nothing here is ever fatal; without a folder to write to there is simply nothing to find.
Rule 2: a file is named by our own ids, never by text from a peer.
Rule 3: files are 0600, written beside and moved into place, and capped and typed when read.
Rule 4: a folder that is not ours alone to write is not used: others could plant tables in it.
"""

import os
import stat
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs
from msgspec import Meta

from takelan.store.files import read_private, remove_private, write_private
from takelan.wire.advert import TableId

MAX_KNOWN_HOSTS = 16
MAX_SAME_BOX = 64

_SUFFIX = ".table"

Port = Annotated[int, Meta(ge=1, le=65535)]
Address = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z.:%_-]{1,253}\Z")]
Fingerprint = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class SameBox(msgspec.Struct, frozen=True, kw_only=True):
    """A table that some process on this machine says it holds."""

    table: TableId
    port: Port
    pid: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    fingerprint: Fingerprint | None = None


KnownHosts = Annotated[list[tuple[Address, Port]], Meta(max_length=MAX_KNOWN_HOSTS)]


def runtime_folder() -> Path | None:
    """Find the folder for what lives as long as a process, or None if there is none."""
    if named := os.environ.get("TAKELAN_RUNTIME_DIR"):
        return _private(Path(named))
    return _private(_platform_runtime_folder()) or _private_below(state_folder(), "runtime")


def state_folder() -> Path | None:
    """Find the folder for what outlives a process, or None if there is none."""
    return _private(state_path())


def folder_for(kind: str) -> Path | None:
    """Find the folder for one kind of file that outlives a process, or None if there is none."""
    state = state_folder()
    if state is None:
        return None
    folder = state / kind
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


def state_path() -> Path:
    """Tell where the folder for what outlives a process is or would be, usable or not."""
    named = os.environ.get("TAKELAN_STATE_DIR")
    return Path(named) if named else platformdirs.user_state_path("takelan")


def publish(table_id: str, port: int, pid: int, fingerprint: str | None = None) -> None:
    """Tell this user's other processes that a table is open on this machine."""
    table = msgspec.convert(
        {"table": table_id, "port": port, "pid": pid, "fingerprint": fingerprint}, SameBox, strict=True
    )
    if folder := runtime_folder():
        write_private(folder / (table_id + _SUFFIX), table)


def withdraw(table_id: str, pid: int) -> None:
    """Take back what a process published of a table; what its successor published stays."""
    msgspec.convert(table_id, TableId)
    if folder := runtime_folder():
        path = folder / (table_id + _SUFFIX)
        published = read_private(path, SameBox)
        if published is None or published.pid == pid:
            remove_private(path)


def published() -> list[SameBox]:
    """List the tables on this machine whose process still lives, and clear away the others."""
    tables = []
    for path in _published_files():
        table = read_private(path, SameBox)
        # Only what we could have written counts: the name is the id.
        if table is None or path.name != table.table + _SUFFIX:
            continue
        if _is_alive(table.pid):
            tables.append(table)
        else:
            remove_private(path)
    return tables


def remember(address: str, port: int) -> None:
    """Put a host at the top of those met before."""
    with suppress(msgspec.ValidationError):
        newest = msgspec.convert((address, port), tuple[Address, Port])
        others = [host for host in known() if host != newest]
        if folder := state_folder():
            write_private(_known_hosts_file(folder), [newest, *others][:MAX_KNOWN_HOSTS])


def known() -> list[tuple[str, int]]:
    """List the hosts met before, the most recent first."""
    folder = state_folder()
    return (read_private(_known_hosts_file(folder), KnownHosts) or []) if folder else []


def _known_hosts_file(folder: Path) -> Path:
    return folder / "known-hosts.json"


def _platform_runtime_folder() -> Path | None:
    with warnings.catch_warnings(), suppress(OSError):
        # platformdirs warns, on the screen we draw on, when XDG_RUNTIME_DIR is not a private folder.
        warnings.simplefilter("ignore")
        return platformdirs.user_runtime_path("takelan")
    return None


def _private_below(folder: Path | None, name: str) -> Path | None:
    return _private(folder / name) if folder else None


def _private(folder: Path | None) -> Path | None:
    """Return the folder, made if need be, if nobody else can write to it."""
    if folder is None:
        return None
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_ours_alone(folder.lstat()) and os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


def is_ours_alone(status: os.stat_result) -> bool:
    """Tell whether nobody else can write to a folder."""
    if not stat.S_ISDIR(status.st_mode):
        return False
    if sys.platform == "win32":
        return True  # profile folders are private there, and the mode says nothing
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _published_files() -> Iterator[Path]:
    folder = runtime_folder()
    with suppress(OSError):
        yield from islice(folder.glob("*" + _SUFFIX) if folder else (), MAX_SAME_BOX)


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # a signal would end the process there; whoever asks the table finds out
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
