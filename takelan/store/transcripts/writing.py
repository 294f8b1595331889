"""Writing a game down in the public format."""

from collections.abc import Sequence
from typing import Any

import msgspec

from takelan.rules.game import AnyGame

VERSION = 1

_encoder = msgspec.json.Encoder()


def header_line(game: AnyGame, names: Sequence[str], options: Any) -> bytes:
    """Write the line a game begins with."""
    header = {"transcript": VERSION, "game": game.name, "seats": list(names), "options": options}
    return _encoder.encode(header) + b"\n"


def event_line(event: Any) -> bytes:
    """Write one event; its type holds exactly the keys of the format."""
    return _encoder.encode(event) + b"\n"


def timed_event_line(event: Any, at: float) -> bytes:
    """Write one event with the seconds since the game began."""
    fields = msgspec.to_builtins(event)
    return _encoder.encode({**fields, "at": round(at, 3)}) + b"\n"
