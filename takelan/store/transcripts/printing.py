"""Transcripts that were read, written out again: as lines, or as sentences."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from takelan.language import translate as _
from takelan.store.transcripts.reading import Recording

# JSON escapes the older controls by itself; these would reach a terminal as they are.
_LATER_CONTROLS = re.compile("[\x7f-\x9f]")


def as_lines(recording: Recording) -> Iterator[str]:
    """Write a game as JSON Lines, every key of the original kept."""
    yield _json(recording.header)
    for line in recording.lines:
        yield _json(line.raw)


def as_sentences(recording: Recording) -> Iterator[str]:
    """Tell a game in sentences."""
    title, names = recording.game.title, ", ".join(recording.names)
    yield _("{game}, played by {names}").format(game=title, names=names)
    for line in recording.lines:
        if hasattr(line.event, "dealer"):
            yield ""
        yield recording.game.tell(line.event, recording.names)


def _json(fields: dict[str, Any]) -> str:
    text = msgspec.json.encode(fields).decode()
    return _LATER_CONTROLS.sub(lambda control: f"\\u{ord(control[0]):04x}", text)
