"""What a table says about itself to those who look for one.

Rule 1: an advert is a hint until the table itself has answered with it.
Rule 2: a TXT record is a peer's string like any other: it becomes an advert or nothing.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from takelan.wire.code import Tag
from takelan.wire.peer_text import PlayerName, TableName, decode_peer_text, encode_peer_text

# re.search finds a pattern anywhere, and $ also matches before a final line break.
TableId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
GameName = Literal["take-that", "take-it", "take-a-number"]
Phase = Literal["lobby", "playing"]

MAX_SEATS = 10

# "key=value" has to fit the 255 bytes of one TXT string.
_MAX_TXT_BYTES = 240


class Advert(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it looks from outside."""

    table: TableId
    name: TableName
    host: PlayerName
    game: GameName
    taken: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    phase: Phase
    protocol: Annotated[int, Meta(ge=1, le=65535)]
    private: bool = False
    #: What a private table tells of its code, so that whoever knows the code finds it.
    tag: Tag | None = None
    #: Whether it was opened by an election, and joins an earlier one that it meets before dealing.
    merges: bool = False
    #: Whether one can look on there without a seat.
    watchable: bool = False

    def __post_init__(self) -> None:
        if self.taken > self.seats:
            raise ValueError("More seats are taken than there are")

    @property
    def has_free_seat(self) -> bool:
        """Whether anybody may sit down there now."""
        return self.phase == "lobby" and self.taken < self.seats


def to_txt(advert: Advert) -> dict[str, str]:
    """Write an advert as the strings of an mDNS TXT record."""
    fields = msgspec.to_builtins(advert, enc_hook=encode_peer_text)
    return {key: _to_txt_value(value) for key, value in fields.items() if value is not None}


def from_txt(txt: Mapping[str, str | None]) -> Advert | None:
    """Read an advert from a TXT record, or return None if it holds none."""
    try:
        return msgspec.convert(dict(txt), Advert, strict=False, dec_hook=decode_peer_text)
    except msgspec.ValidationError:
        return None


def _to_txt_value(value: object) -> str:
    text = str(int(value)) if isinstance(value, bool) else str(value)
    return text.encode()[:_MAX_TXT_BYTES].decode(errors="ignore")
