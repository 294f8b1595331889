"""Writing files whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


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
