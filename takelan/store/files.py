"""Writing files whole or not at all."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, TypeVar

import msgspec

Stored = TypeVar("Stored")

_MOST_BYTES = 8192


@contextmanager
def write_whole(path: Path) -> Iterator[BinaryIO]:
    """Write beside the file and put it in place at the end; an error leaves what was there before."""
    if path.exists() and not path.is_file():
        # A pipe or a device has no place to be put in; what is written there is gone at once.
        with path.open("wb") as stream:
            yield stream
        return
    target = path.resolve()  # A link stays one, and leads to the new file.
    draft = target.with_name(f".{target.name}.{token_hex(4)}")
    try:
        with draft.open("xb") as stream:
            yield stream
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_private(path: Path, content: object) -> None:
    """Write what is for this user alone, whole or not at all; where nothing can be written, nothing is."""
    with suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(content))
            Path(name).replace(path)
        except OSError:
            remove_private(Path(name))


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are where a power cut leaves them."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders, and keeps their names safe by itself.
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some network disks cannot be asked.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def read_private(path: Path, kind: type[Stored], most_bytes: int = _MOST_BYTES) -> Stored | None:
    """Read a file of a known type, or nothing if it is anything else."""
    with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            content = file.read(most_bytes + 1)
        if len(content) <= most_bytes:
            return msgspec.json.decode(content, type=kind)
    return None


def remove_private(path: Path) -> None:
    """Throw a file away, if it is there."""
    with suppress(OSError):
        path.unlink()
