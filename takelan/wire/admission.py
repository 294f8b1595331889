"""What is said between the greeting and a seat, and about the door while it is open.

Rule 1: a code is proven, never told; the only message that holds one goes to or comes from the owner of the
table, over a connection that has proven itself.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from takelan.wire.advert import MAX_SEATS
from takelan.wire.code import Code
from takelan.wire.saying import ToHost, ToPeer
from takelan.wire.terms import Nonce, OccupantId, SeatKey
from takelan.wire.words import CheckWords

Commitment = Annotated[bytes, Meta(min_length=32, max_length=32)]
#: One side's half of a SPAKE2 exchange.
Element = Annotated[bytes, Meta(min_length=33, max_length=33)]
#: Shows that its sender has arrived at the same secret.
Confirmation = Annotated[bytes, Meta(min_length=32, max_length=32)]


class Introduce(ToHost, frozen=True, tag="introduce"):
    """Name the key one wants to sit down with, and commit to one's part of the check words."""

    key: SeatKey
    commitment: Commitment
    #: The first half of the proof that one knows the table's code.
    element: Element | None = None
    #: Whether one only wants to look on: that may be possible where no seat is to be had.
    watches: bool = False


class Prompt(ToPeer, frozen=True, tag="prompt"):
    """Answer an introduction with the host's part of the check words."""

    nonce: Nonce
    element: Element | None = None


class Proof(ToHost, frozen=True, tag="proof"):
    """Open the commitment, and show that one knows the code: the player confirms first."""

    nonce: Nonce
    confirmation: Confirmation | None = None


class Vouch(ToPeer, frozen=True, tag="vouch"):
    """Show that the host knows the code too."""

    confirmation: Confirmation


class SetCode(ToHost, frozen=True, tag="set_code"):
    """As the owner: let in only those who know this code, onlookers anew; None opens the table to all."""

    code: Code | None


class CheckedSeat(msgspec.Struct, frozen=True):
    """The check words of one occupant, as the host has them."""

    occupant: OccupantId
    words: CheckWords


class Doorway(ToPeer, frozen=True, tag="doorway"):
    """Tell the owner, and nobody else, how the door stands."""

    code: Code | None
    #: Whether nobody new is let in because too many wrong codes were tried.
    is_locked: bool
    checks: Annotated[tuple[CheckedSeat, ...], Meta(max_length=MAX_SEATS)]
