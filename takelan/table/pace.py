"""How a table is held: clocks, graces, gaps and what outlives the host, beside the options of the game."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from takelan.wire.terms import Onlooking


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table's own options; times are in seconds."""

    #: T1: for one decision; 0 is no clock.
    clock: Annotated[float, Meta(ge=0, le=600)] = 0.0
    #: T2: how long a lost player's seat waits before a stand-in plays it.
    grace: Annotated[float, Meta(ge=0, le=600)] = 20.0
    #: TI3: the least time between two cards turned over.
    flip_gap: Annotated[float, Meta(ge=0, le=10)] = 0.8
    #: TI3: how long a dealer may idle before the card is turned over for them.
    idle_flip: Annotated[float, Meta(ge=0.05, le=60)] = 4.0
    #: How long the result of a round stays before the next is dealt; 0 waits for everybody.
    round_pause: Annotated[float, Meta(ge=0, le=600)] = 30.0
    #: Who can go on when the host dies: a majority of the others, only all of them together, or nobody.
    succession: Literal["quorum", "strict", "off"] = "quorum"
    #: What those who look on without a seat are shown of a round.
    onlookers: Onlooking = "live"
    #: Whether everybody's own program may say what a strong player would do.
    hints: Literal["off", "on"] = "off"
