"""Transcripts that were read, written out again: as lines, or as sentences."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from takelan.language import translate as _
from takelan.rules.game import is_deal
from takelan.rules.telling import tell_names
from takelan.store.transcripts.reading import Recording


def as_lines(recording: Recording) -> Iterator[str]:
    """Write a game as JSON Lines, every key of the original kept."""
    yield _json(recording.header)
    for line in recording.lines:
        yield _json(line.raw)


def as_sentences(recording: Recording) -> Iterator[str]:
    """Tell a game in sentences."""
    title, names = recording.game.title, tell_names(recording.names)
    yield _("{game}, played by {names}").format(game=title, names=names)
    for line in recording.lines:
        if is_deal(line.event):
            yield ""
        yield recording.game.tell(line.event, recording.names)


def _json(fields: dict[str, Any]) -> str:
    text = msgspec.json.encode(fields).decode()
    if text.isprintable():
        return text
    # JSON escapes only the oldest control characters by itself; the others would reach a terminal.
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)
