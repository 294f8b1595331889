"""Adding finished games to a transcript, each whole or not at all."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from takelan.rules.game import AnyGame
from takelan.store.failures import CannotWriteError
from takelan.store.transcripts.writing import Provenance, TimedEvent, event_lines, header_line


def check_writable(path: Path) -> None:
    """Refuse a place where no transcript could be written, before the game is played."""
    place = path if path.exists() else path.parent
    if path.is_dir() or not place.exists() or not os.access(place, os.W_OK):
        why = "it is a folder" if path.is_dir() else "check the folder and its permissions"
        raise CannotWriteError(file=path, why=why)


def append_game(
    path: Path,
    game: AnyGame,
    names: Sequence[str],
    options: Any,
    events: Sequence[TimedEvent],
    provenance: Provenance | None = None,
) -> None:
    """Write a whole game behind those the file holds already."""
    lines = [header_line(game, list(map(str, names)), options), *event_lines(events, provenance)]
    with path.open("ab") as stream:
        before = stream.tell()
        try:
            stream.write(b"".join(lines))
            stream.flush()
        except OSError:
            with suppress(OSError):
                stream.truncate(before)
            raise
