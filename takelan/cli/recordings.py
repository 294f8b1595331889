"""Transcripts named on the command line."""

import sys
from pathlib import Path

from takelan.store.failures import NoSuchFileError
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
