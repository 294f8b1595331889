"""How a transcript tells what its decks followed from, and who has signed the game.

Rule 1: these are extra keys of lines that are there anyhow; readers that do not know them pass over them.
Rule 2: bytes are written as hexadecimal digits.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from takelan.wire.advert import MAX_SEATS, TableId
from takelan.wire.fairness import Attestation, Contribution, DealNumber, OpenedDeal, Terms
from takelan.wire.terms import SeatNumber

#: The extra key of round_started, and that of game_ended.
DEAL_KEY, SIGNED_KEY = "deal", "signed"

Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Hex64 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
_Number = Annotated[int, Meta(ge=1, le=2**31)]


class WrittenPart(msgspec.Struct, frozen=True):
    """What one player added."""

    seat: SeatNumber
    key: Hex32
    nonce: Hex32
    signature: Hex64


class WrittenDeal(msgspec.Struct, frozen=True):
    """What one deck followed from."""

    table: TableId
    number: _Number
    attempt: _Number
    marked: SeatNumber | None
    host: Hex32
    players: Annotated[list[WrittenPart], Meta(max_length=MAX_SEATS)]


class WrittenSignature(msgspec.Struct, frozen=True):
    """One player's signature under the whole game."""

    seat: SeatNumber
    key: Hex32
    signature: Hex64


def write_deal(table: str, deal: OpenedDeal) -> Any:
    """Write what a deck followed from."""
    players = [
        WrittenPart(one.seat, one.key.hex(), one.nonce.hex(), one.signature.hex()) for one in deal.players
    ]
    number, marked = deal.terms.number, deal.terms.dealer
    return msgspec.to_builtins(
        WrittenDeal(table, number.game, number.attempt, marked, deal.host.hex(), players)
    )


def write_signatures(signed: Sequence[Attestation]) -> Any:
    """Write who has signed a game."""
    written = [WrittenSignature(one.seat, one.key.hex(), one.signature.hex()) for one in signed]
    return msgspec.to_builtins(written)


def read_deal(raw: Any, game: Any, seats: int, round_number: int) -> tuple[str, OpenedDeal]:
    """Read what a deck followed from, and the table's id; else raise ``msgspec.ValidationError``."""
    written = msgspec.convert(raw, WrittenDeal)
    number = DealNumber(written.number, round_number, written.attempt)
    players = [
        Contribution(one.seat, *map(bytes.fromhex, (one.key, one.nonce, one.signature)))
        for one in written.players
    ]
    terms = Terms(number, game, seats, written.marked)
    return written.table, OpenedDeal(terms, bytes.fromhex(written.host), tuple(players))


def read_signatures(raw: Any) -> list[Attestation]:
    """Read who has signed a game; anything else raises ``msgspec.ValidationError``."""
    written = msgspec.convert(raw, list[WrittenSignature])
    return [Attestation(one.seat, bytes.fromhex(one.key), bytes.fromhex(one.signature)) for one in written]
