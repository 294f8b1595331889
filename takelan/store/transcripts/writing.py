"""Writing a game down in the public format."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from takelan.rules.game import AnyGame, GameEnded, is_deal
from takelan.store.transcripts.deals import DEAL_KEY, SIGNED_KEY, write_deal, write_signatures
from takelan.wire.fairness import Attestation, OpenedDeal

VERSION = 1

#: An event and the seconds since the game began, if they are known.
TimedEvent: TypeAlias = tuple[Any, float | None]

_encoder = msgspec.json.Encoder()


def header_line(game: AnyGame, names: Sequence[str], options: Any) -> bytes:
    """Write the line a game begins with."""
    header = {"transcript": VERSION, "game": game.name, "seats": list(names), "options": options}
    return _encoder.encode(header) + b"\n"


def event_line(event: Any) -> bytes:
    """Write one event; its type holds exactly the keys of the format."""
    return _encoder.encode(event) + b"\n"


def timed_event_line(event: Any, at: float | None, **more: Any) -> bytes:
    """Write one event with the seconds since the game began, if they are known, and with extra keys."""
    fields = msgspec.to_builtins(event)
    moment = {} if at is None else {"at": round(at, 3)}
    return _encoder.encode({**fields, **moment, **more}) + b"\n"


class Provenance(NamedTuple):
    """What the decks of a game followed from, and who has signed the game."""

    table: str
    deals: Sequence[OpenedDeal]
    signed: Sequence[Attestation]


def event_lines(events: Iterable[TimedEvent], provenance: Provenance | None = None) -> Iterator[bytes]:
    """Write all events of a game, with what proves them."""
    deals = iter(provenance.deals if provenance else ())
    for event, at in events:
        more: dict[str, Any] = {}
        if provenance and is_deal(event):
            more[DEAL_KEY] = write_deal(provenance.table, next(deals))
        elif provenance and isinstance(event, GameEnded):
            more[SIGNED_KEY] = write_signatures(provenance.signed)
        yield timed_event_line(event, at, **more)
