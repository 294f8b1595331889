"""Transcripts named on the command line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from takelan.store.failures import CannotWriteError, NoSuchFileError
from takelan.store.files import write_whole
from takelan.store.transcripts.reading import Recording, read_recordings


def read_file(file: Path) -> list[Recording]:
    """Read and check every game of a file; - is the standard input."""
    if str(file) == "-":
        return read_recordings(sys.stdin.buffer, "stdin")
    try:
        with file.open("rb") as stream:
            return read_recordings(stream, file.name)
    except OSError as error:
        raise NoSuchFileError(file=file, why=error.strerror or error) from error


@contextmanager
def open_transcript(target: str | None) -> Iterator[BinaryIO | None]:
    """Open what games are to be written to; - is the standard output, and None is nothing."""
    if target is None:
        yield None
    elif target == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        try:
            with write_whole(Path(target)) as stream:
                yield stream
        except OSError as error:
            raise CannotWriteError(file=target, why=error.strerror or error) from error
