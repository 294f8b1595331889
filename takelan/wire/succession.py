"""What hosts and players say so that a table outlives its host.

Rule 1: nothing here holds free text, and nothing holds a state or a share in the clear except ``Entrust``,
which carries one share to the one who is to hold it.
Rule 2: whatever one player tells another is signed with the seat key that the roster names.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from takelan.wire.advert import MAX_SEATS, TableId
from takelan.wire.saying import ToHost, ToPeer
from takelan.wire.terms import (
    MAX_ADDRESSES,
    Address,
    Count,
    Fingerprint,
    Port,
    Sealed,
    SealingKey,
    SeatKey,
    Signature,
    Term,
)

Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
ShareValue = Annotated[bytes, Meta(min_length=16, max_length=16)]
ShareNumber = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
#: A share for one process: the sender's fresh X25519 key, then what it sealed.
BoxedShare = Annotated[bytes, Meta(min_length=49, max_length=256)]

#: Configurations that may still decide beside the newest; each one activated clears them all.
MAX_BASES = 8


class Epoch(msgspec.Struct, frozen=True, order=True):
    """One drawing of a key: the first, second … of a host's term."""

    term: Term
    number: Count


class Where(msgspec.Struct, frozen=True):
    """How somebody who listens can be reached."""

    addresses: Annotated[tuple[Address, ...], Meta(max_length=MAX_ADDRESSES)]
    port: Port
    fingerprint: Fingerprint


class Member(msgspec.Struct, frozen=True):
    """A human at the table, and where their program listens; None is not known."""

    key: SeatKey
    where: Where | None = None


Keys = Annotated[tuple[SeatKey, ...], Meta(max_length=MAX_SEATS)]


class Config(msgspec.Struct, frozen=True):
    """Who holds the shares of an epoch, first in rank first, and how many of them make a host."""

    epoch: Epoch
    holders: Keys
    threshold: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    #: Everybody who has to know of the epoch before anything is shown in it.
    witnesses: Keys


Bases = Annotated[tuple[Config, ...], Meta(max_length=MAX_BASES)]


class Share(msgspec.Struct, frozen=True):
    """One share of a key."""

    number: ShareNumber
    value: ShareValue


class Header(msgspec.Struct, frozen=True):
    """What a sealed state is, in the clear: authenticated with the state, signed by the host."""

    table: TableId
    epoch: Epoch
    sequence: Count
    #: The hash of each holder's share: a bad share silently yields a wrong key.
    hashes: Annotated[tuple[Digest, ...], Meta(max_length=MAX_SEATS)]


class SealedState(msgspec.Struct, frozen=True):
    """The whole truth about a table, for whoever has enough shares."""

    header: Header
    signature: Signature
    box: Sealed


class Offer(msgspec.Struct, frozen=True):
    """The host that somebody would start: its keys, made by that process alone, and where it listens."""

    host_key: SeatKey
    sealing_key: SealingKey
    where: Where | None = None


class Candidacy(msgspec.Struct, frozen=True):
    """Somebody who would hold the table in a new term, from the state they name."""

    table: TableId
    term: Term
    candidate: SeatKey
    epoch: Epoch
    sequence: Count
    #: The epochs that may still decide beside this one.
    bases: Annotated[tuple[Epoch, ...], Meta(max_length=MAX_BASES)]
    offer: Offer


class Vote(msgspec.Struct, frozen=True):
    """One signed vote: its voter gives no other in this term, and obeys no earlier term any more."""

    term: Term
    candidacy: Digest
    voter: SeatKey
    #: Whether the voter can give a share of the candidate's epoch.
    has_share: bool
    signature: Signature


class Resignation(msgspec.Struct, frozen=True):
    """Give one's vote of every later term to the host that one leaves, and to nobody else."""

    voter: SeatKey
    #: The last term in which the voter was bound to anybody.
    term: Term
    signature: Signature


class Certificate(msgspec.Struct, frozen=True):
    """A candidacy with the votes that make it a host.

    A host that asks for votes for itself may count those who have left it in peace.
    """

    candidacy: Candidacy
    votes: Annotated[tuple[Vote, ...], Meta(max_length=MAX_SEATS * 2)]
    resignations: Annotated[tuple[Resignation, ...], Meta(max_length=MAX_SEATS * 2)] = ()


# From the host.


class Entrust(ToPeer, frozen=True, tag="entrust"):
    """Tell a player of a new epoch, and give a holder its share."""

    config: Config
    bases: Bases
    members: Annotated[tuple[Member, ...], Meta(max_length=MAX_SEATS)]
    host_key: SeatKey
    share: Share | None
    #: What made this host one; None in a table's first term.
    certificate: Certificate | None = None


class Deposit(ToPeer, frozen=True, tag="deposit"):
    """Give a holder the newest state, sealed."""

    state: SealedState


class Alive(ToPeer, frozen=True, tag="alive"):
    """Show that the host lives."""

    term: Term
    #: The newest epoch in which something may have been shown; what came before it decides nothing any more.
    active: Epoch | None
    #: Whether the host waits for holders it cannot reach.
    is_waiting: bool
    #: How many players the host reaches, and how many more it needs to go on.
    here: Count = 0
    lacking: Count = 0


class Counted(ToPeer, frozen=True, tag="counted"):
    """Confirm every move of this seat up to a number: each has been judged once, for good."""

    number: Count


class Call(ToPeer, frozen=True, tag="call"):
    """As the host of an earlier term: ask for votes to go on in a new one."""

    candidacy: Candidacy


# To the host.


class Listening(ToHost, frozen=True, tag="listening"):
    """Tell where this player's program can be reached by the others; whoever cannot be gets no share."""

    where: Where | None


class Kept(ToHost, frozen=True, tag="kept"):
    """Confirm an epoch, and the newest state of it that is held; None is no state."""

    epoch: Epoch
    sequence: Count | None


class Superseded(ToHost, frozen=True, tag="superseded"):
    """Tell a host of a later term; whether somebody holds the table in it is not said."""

    term: Term
    #: The term of the newest epoch known: one above the host's own ends its time for good.
    newest: Term


class Answered(ToHost, frozen=True, tag="answered"):
    """Vote for the host that called."""

    vote: Vote


class Resigned(ToHost, frozen=True, tag="resigned"):
    """Give up every share and every vote: whoever leaves in peace holds nobody up."""

    #: None from whoever never held anything.
    resignation: Resignation | None = None


class Restarted(ToHost, frozen=True, tag="restarted"):
    """Tell a host that comes back that its only other player has begun the round anew in a later term."""

    certificate: Certificate


# Between players.


class BetweenPlayers(msgspec.Struct, frozen=True, tag_field="say"):
    """Anything one player tells another."""


class Sound(BetweenPlayers, frozen=True, tag="sound"):
    """Ask whether a candidacy would find votes; nobody is bound by it."""

    table: TableId
    candidate: SeatKey
    epoch: Epoch
    sequence: Count
    bases: Annotated[tuple[Epoch, ...], Meta(max_length=MAX_BASES)]
    round: Count
    signature: Signature


class Echo(BetweenPlayers, frozen=True, tag="echo"):
    """Answer a sounding."""

    table: TableId
    voter: SeatKey
    round: Count
    would_vote: bool
    has_share: bool
    #: The last term this voter is bound by.
    promised: Count
    signature: Signature


class Stand(BetweenPlayers, frozen=True, tag="stand"):
    """Ask for a vote."""

    candidacy: Candidacy
    signature: Signature


class Grant(BetweenPlayers, frozen=True, tag="grant"):
    """Give a vote."""

    vote: Vote


class Claim(BetweenPlayers, frozen=True, tag="claim"):
    """Ask for a share, with the certificate that allows it."""

    certificate: Certificate


class Yield(BetweenPlayers, frozen=True, tag="yield"):
    """Give a share to the process named in the certificate; nobody else can read it."""

    term: Term
    holder: SeatKey
    box: BoxedShare
    signature: Signature


class Seek(BetweenPlayers, frozen=True, tag="seek"):
    """Ask whether the table is held in a later term than the one we know."""

    table: TableId
    seeker: SeatKey
    term: Count


class Serving(BetweenPlayers, frozen=True, tag="serving"):
    """Tell where the table is now, with the certificate that proves it."""

    certificate: Certificate


AnyBetweenPlayers: TypeAlias = Sound | Echo | Stand | Grant | Claim | Yield | Seek | Serving
