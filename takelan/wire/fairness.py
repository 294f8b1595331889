"""What hosts and players say so that nobody can choose or know a deck before all are bound to it.

Rule 1: a nonce is told to the host alone, and only after the list that binds everybody was seen.
Rule 2: a salt is told with its card, and only to a seat that is shown the card.
Rule 3: what opens a deal is told when the game is over.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from takelan.rules.take_it.cards import Card as TakeItCard
from takelan.wire.advert import MAX_SEATS, GameName
from takelan.wire.saying import ToHost, ToPeer
from takelan.wire.succession import Digest
from takelan.wire.terms import Count, SeatKey, SeatNumber, Signature

#: What everybody adds to the shuffle.
DealNonce = Annotated[bytes, Meta(min_length=32, max_length=32)]
Salt = Annotated[bytes, Meta(min_length=16, max_length=16)]
#: The commitment to the card at every place of the deck, one after the other.
Commitments = Annotated[bytes, Meta(min_length=64, max_length=32 * 300)]
#: A card as the games write it: a number, or a text of Take It!.
AnyCard: TypeAlias = Annotated[int, Meta(ge=0, le=999)] | TakeItCard

MAX_PROOFS = 64


class DealNumber(msgspec.Struct, frozen=True, order=True):
    """Which deal this is: the game of the evening, its round, and how often it was begun."""

    game: Annotated[int, Meta(ge=1, le=2**31)]
    round: Annotated[int, Meta(ge=1, le=100)]
    attempt: Annotated[int, Meta(ge=1, le=2**31)]


class Terms(msgspec.Struct, frozen=True):
    """What a deal is about, known before anybody is bound."""

    number: DealNumber
    game: GameName
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    #: The seat that was marked to deal first; None is drawn from the seed.
    dealer: SeatNumber | None


class Pledged(msgspec.Struct, frozen=True):
    """One human's commitment."""

    seat: SeatNumber
    key: SeatKey
    commitment: Digest


class Contribution(msgspec.Struct, frozen=True):
    """What one human added to a deal, and their signature under the list of all commitments."""

    seat: SeatNumber
    key: SeatKey
    nonce: DealNonce
    signature: Signature


class OpenedDeal(msgspec.Struct, frozen=True):
    """Everything a deck follows from."""

    terms: Terms
    host: DealNonce
    players: Annotated[tuple[Contribution, ...], Meta(max_length=MAX_SEATS)]


class Proof(msgspec.Struct, frozen=True):
    """That a card lies where the deck's commitment says."""

    place: Annotated[int, Meta(ge=0, lt=300)]
    card: AnyCard
    salt: Salt


class Attestation(msgspec.Struct, frozen=True):
    """A player's signature under a whole game that they have checked."""

    seat: SeatNumber
    key: SeatKey
    signature: Signature


class Pledge(ToHost, frozen=True, tag="pledge"):
    """Commit to a nonce."""

    number: DealNumber
    commitment: Digest


class Contribute(ToHost, frozen=True, tag="contribute"):
    """Sign the list that binds everybody, and tell the host one's nonce."""

    number: DealNumber
    nonce: DealNonce
    signature: Signature


class Attest(ToHost, frozen=True, tag="attest"):
    """Tell how one's own check of a game came out: a signature under it, or None if it does not hold."""

    game: Count
    signature: Signature | None


class Shuffle(ToPeer, frozen=True, tag="shuffle"):
    """Ask everybody for a commitment; the host is bound by its own."""

    terms: Terms
    host: Digest


class Pledges(ToPeer, frozen=True, tag="pledges"):
    """List what everybody is bound to."""

    number: DealNumber
    players: Annotated[tuple[Pledged, ...], Meta(max_length=MAX_SEATS)]


class Bound(ToPeer, frozen=True, tag="bound"):
    """Commit to every card of the deck before the first is shown."""

    number: DealNumber
    cards: Commitments


class Proofs(ToPeer, frozen=True, tag="proofs"):
    """Prove the cards that the next step shows this seat."""

    number: DealNumber
    proofs: Annotated[tuple[Proof, ...], Meta(max_length=MAX_PROOFS)]


class Opened(ToPeer, frozen=True, tag="opened"):
    """Open one deal of a game that is over; the last one says so."""

    deal: OpenedDeal
    is_last: bool


class Attested(ToPeer, frozen=True, tag="attested"):
    """Tell who has signed a game so far, and who says that it does not hold."""

    game: Count
    signed: Annotated[tuple[Attestation, ...], Meta(max_length=MAX_SEATS)]
    objecting: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)]


#: What a player adds to a deal and says of it.
AnyAboutDeals: TypeAlias = Pledge | Contribute | Attest
