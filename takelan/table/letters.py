"""What a table hands to its postman."""

from typing import TypeAlias

import msgspec

from takelan.wire.to_peer import AnyToPeer

#: A connection: from 1 up for those who came in from outside, below 0 for bots the table asked for.
PeerId: TypeAlias = int


class Letter(msgspec.Struct, frozen=True):
    """One message for one peer."""

    to: PeerId
    message: AnyToPeer
    #: Whether the connection is to be closed behind it.
    is_last: bool = False


class BotSeat(msgspec.Struct, frozen=True):
    """A bot the table wants to be played from outside: it gets letters and plays like everybody else."""

    game: str
    level: str
