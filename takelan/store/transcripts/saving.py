"""Saving one finished game to a file of its own."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from takelan.rules.game import AnyGame
from takelan.store.failures import CannotWriteError
from takelan.store.files import write_whole
from takelan.store.transcripts.writing import Provenance, event_lines, header_line


def save_game(
    path: Path,
    game: AnyGame,
    names: Sequence[str],
    options: Any,
    events: Iterable[Any],
    provenance: Provenance,
) -> None:
    """Write a game in place of whatever the file held; the same game gives the same name."""
    try:
        with write_whole(path) as stream:
            stream.write(header_line(game, list(map(str, names)), options))
            stream.writelines(event_lines(((event, None) for event in events), provenance))
    except OSError as error:
        raise CannotWriteError(file=path, why=error.strerror or error) from error
