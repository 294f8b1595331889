"""The few types that several messages share.

Rule 1: no field that a peer fills is free text, except as cleaned PeerText.
"""

from typing import Annotated, Literal

from msgspec import Meta

from takelan.rules.game import Seat
from takelan.wire.peer_text import PeerText

#: Two programs understand each other when this number is the same; every change of a message raises it.
PROTOCOL = 1

# re.search finds a pattern anywhere, and $ also matches before a final line break.
Version = Annotated[str, Meta(pattern=r"\A[0-9][0-9a-z.+]{0,31}\Z")]
OptionKey = Annotated[str, Meta(pattern=r"\A[a-z_]{1,24}\Z")]
OptionWord = Annotated[str, Meta(pattern=r"\A[a-z0-9_.-]{1,24}\Z")]
BotLevel = Annotated[str, Meta(pattern=r"\A[a-z]{1,12}\Z")]

#: An Ed25519 public key: who somebody is at a table.
SeatKey = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Nonce = Annotated[bytes, Meta(min_length=16, max_length=16)]

#: An X25519 public key: what is sealed with it, only the process that made it can read.
SealingKey = Annotated[bytes, Meta(min_length=32, max_length=32)]
#: The SHA-256 of a certificate.
Fingerprint = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Address = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z:.%_-]{2,64}\Z")]
Port = Annotated[int, Meta(ge=1, le=65535)]
#: A whole table, sealed.
Sealed = Annotated[bytes, Meta(min_length=1, max_length=56 * 1024)]

#: How many ways to one host are tried.
MAX_ADDRESSES = 8

SeatNumber = Annotated[Seat, Meta(ge=0, le=9)]
#: Names whoever sits at the table for as long as they sit there, wherever they move to.
OccupantId = Annotated[int, Meta(ge=1, le=2**31)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Milliseconds = Annotated[int, Meta(ge=0, le=2**40)]

#: So many may look on at one table, beside those who sit there.
MAX_ONLOOKERS = 16
OnlookerCount = Annotated[int, Meta(ge=0, le=MAX_ONLOOKERS)]
#: What onlookers are shown of a round: nothing at all, everything once it is over, or everything at once.
Onlooking = Literal["off", "delayed", "live"]

Protocol = Annotated[int, Meta(ge=1, le=65535)]
Term = Annotated[int, Meta(ge=1, le=2**31)]

#: What a table is doing: gathering, playing, showing a round's result, showing a game's result.
Stage = Literal["lobby", "playing", "resting", "over"]

RefusalCode = Literal[
    "version",  # two programs that do not understand each other
    "words",  # a return without check words to a host that does not remember them
    "code",  # a private table, and no code
    "wrong_code",
    "locked",  # too many wrong codes
    "full",
    "running",
    "unwatched",  # a table that wants no onlookers
    "seated",  # an onlooker who has a seat here
    "kicked",
    "proof",
    "malformed",
    "phase",  # a message that has no place at this point of the conversation
    "busy",
    "illegal",
    "stale",  # a move that answers an older view
    "late",  # a grab after its row was gone (TI5)
    "not_owner",
    "arrangement",  # a wish the table cannot grant: too few players, an option out of bounds
]

FarewellCode = Literal[
    "closed", "finished", "kicked", "replaced", "flooded", "slow", "silent", "left", "unwatched"
]

#: Who made the move behind what a step tells.
Mover = Literal["player", "stand-in", "clock", "idle"]

NoticeKind = Literal[
    "joined",
    "left",
    "away",
    "stepped_out",  # somebody who got up on purpose, and may come back
    "back",
    "stand_in",
    "kicked",
    "owner",
    "clock",
    "redeal",  # a deal that was begun anew because somebody's part in it was missing
    "apart",  # a deal made without somebody whose part was missing again and again
    "locked",
    "restarted",  # a round dealt again because its host was lost
]


class Sentence(PeerText):
    """One sentence that a host says."""

    __slots__ = ()

    MAX_CELLS = 240
