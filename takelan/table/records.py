"""A table written down: everything that must outlive its process, and nothing that cannot.

Rule 1: connections and moments are not written down; whoever reads a record starts with everybody gone.
Rule 2: what a game holds is written as plain values and typed again by that game when it is read.
"""

from typing import Any

import msgspec

from takelan.rules.catalog import find_game
from takelan.table.pace import Pace
from takelan.table.setup import Setup, StartRule
from takelan.wire.code import Code
from takelan.wire.fairness import OpenedDeal
from takelan.wire.peer_text import PlayerName, TableName, decode_peer_text, encode_peer_text
from takelan.wire.terms import Mover, Stage
from takelan.wire.to_peer import NightGame


class SeatRecord(msgspec.Struct, frozen=True):
    """Whoever sits in one seat."""

    id: int
    name: PlayerName
    key: bytes | None
    level: str | None
    is_ready: bool
    has_left: bool
    revision: int
    recent: list[tuple[int, int]]
    place: int | None = None
    stand_in_level: str | None = None


class MatchRecord(msgspec.Struct, frozen=True):
    """A running or just finished game, secrets included."""

    game: str
    options: Any
    state: Any
    events: list[tuple[Any, float]]
    #: What every deal followed from.
    deals: list[OpenedDeal]
    #: The round that was dealt again because its host was lost.
    restarted_in: int | None = None
    #: Who else than the player made the move behind an event, by its place.
    by: dict[int, Mover] = {}
    #: The same, by seat, of moves that nothing was told of yet.
    untold: dict[int, Mover] = {}


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A whole table."""

    table: str
    name: TableName
    host_name: PlayerName
    game: str
    options: dict[str, Any]
    pace: Pace
    seats: int | None
    levels: tuple[str, ...]
    start: StartRule
    owner: bytes | None
    seed: bytes
    dealer: int | None
    occupants: list[SeatRecord]
    #: The last id that was given; ids of those who have left are not given again.
    last_id: int = 0
    banned: list[bytes]
    stage: Stage
    games: int
    night: list[NightGame]
    match: MatchRecord | None
    #: How often the deal now being made was begun; None when none is.
    attempts: int | None = None
    code: Code | None = None
    is_local: bool = False


def setup_of(record: TableRecord, owner: bytes | None) -> Setup:
    """Tell what a table that is set up again was opened with; whoever has taken it over owns it."""
    game = find_game(record.game)
    return Setup(
        table=record.table,
        name=record.name,
        host_name=record.host_name,
        game=game,
        options=game.options_type(),
        pace=record.pace,
        seats=record.seats,
        levels=record.levels,
        start=record.start,
        owner=owner or record.owner,
        is_local=record.is_local,
        code=record.code,
    )


_encoder = msgspec.msgpack.Encoder(enc_hook=encode_peer_text)
_decoder = msgspec.msgpack.Decoder(TableRecord, dec_hook=decode_peer_text)


def encode_record(record: TableRecord) -> bytes:
    """Write a record as bytes."""
    return _encoder.encode(record)


def decode_record(written: bytes) -> TableRecord:
    """Read a record; anything else raises ``msgspec.ValidationError``."""
    return _decoder.decode(written)
