"""What a host says to a peer.

Rule 1: what is said to a seat is made for that seat; no type here could hold another seat's hand.
Rule 2: times are whole milliseconds.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import Seat
from takelan.wire.admission import Doorway, Prompt, Vouch
from takelan.wire.advert import MAX_SEATS, Advert, GameName, TableId
from takelan.wire.fairness import Attested, Bound, Opened, Pledges, Proofs, Shuffle
from takelan.wire.peer_text import PlayerName, TableName, Talk
from takelan.wire.saying import ToPeer as ToPeer
from takelan.wire.succession import Alive, Call, Certificate, Counted, Deposit, Entrust
from takelan.wire.terms import (
    MAX_ADDRESSES,
    Address,
    BotLevel,
    Count,
    FarewellCode,
    Fingerprint,
    Milliseconds,
    Mover,
    Nonce,
    NoticeKind,
    OccupantId,
    OnlookerCount,
    Onlooking,
    OptionKey,
    OptionWord,
    Port,
    Protocol,
    RefusalCode,
    Sealed,
    SeatKey,
    SeatNumber,
    Sentence,
    Stage,
    Term,
    Version,
)

#: An evening longer than this forgets its first games.
MAX_NIGHT = 60


class Answer(ToPeer, frozen=True, tag="answer"):
    """Tell whoever asked what table this is."""

    advert: Advert
    #: What made this host one; None in a table's first term.
    proof: Certificate | None = None


class Challenge(ToPeer, frozen=True, tag="challenge"):
    """Answer a hello: prove who you are by signing this nonce."""

    protocol: Protocol
    version: Version
    table: TableId
    term: Term
    nonce: Nonce


class Welcome(ToPeer, frozen=True, tag="welcome"):
    """Admit somebody to a seat, new or their own."""

    name: PlayerName
    occupant: OccupantId
    is_return: bool


class Watching(ToPeer, frozen=True, tag="watching"):
    """Admit an onlooker, or tell one how its wish for a seat stands."""

    name: PlayerName
    shows: Onlooking
    wants_seat: bool


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in one seat, as everybody sees it."""

    occupant: OccupantId
    name: PlayerName
    #: The level of a bot; None is a human.
    bot: BotLevel | None
    is_ready: bool
    is_away: bool
    #: The level of the bot that plays for a human now; None is nobody.
    stand_in: BotLevel | None
    #: Who a human is, so that whoever comes to hold the table knows them again; None for bots and leavers.
    key: SeatKey | None = None

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for the human who sits here."""
        return self.stand_in is not None


class TableState(ToPeer, frozen=True, tag="table"):
    """The gathering as it is now: who sits where, what is played, what it waits for."""

    stage: Stage
    table: TableId
    name: TableName
    game: GameName
    options: dict[OptionKey, OptionWord]
    seats: Annotated[tuple[SeatInfo, ...], Meta(max_length=MAX_SEATS)]
    seat_limit: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    #: The seat this is said to; None is an onlooker.
    you: SeatNumber | None
    owner: SeatNumber | None
    first_dealer: SeatNumber | None
    #: What keeps the next game or round from beginning, in the owner's words; None when nothing does.
    missing: Sentence | None
    #: When the next round is dealt even if somebody is not ready.
    deals_in: Milliseconds | None = None
    #: Who takes the table over when its host leaves; None when nobody can.
    successor: SeatNumber | None = None
    #: How many look on without a seat.
    onlookers: OnlookerCount = 0
    #: Whose machine the table is on; None when nobody at the table runs it.
    host: SeatNumber | None = None
    #: Whether only this machine can reach the table; whoever takes it over keeps it so.
    is_local: bool = False

    def __post_init__(self) -> None:
        for seat in (self.you, self.owner, self.first_dealer, self.successor, self.host):
            if seat is not None and seat >= len(self.seats):
                raise ValueError("A seat is named that is not there")


class NightGame(msgspec.Struct, frozen=True):
    """One finished game of the evening."""

    game: GameName
    names: tuple[PlayerName, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


class Night(ToPeer, frozen=True, tag="night"):
    """The evening so far."""

    games: Annotated[tuple[NightGame, ...], Meta(max_length=MAX_NIGHT)]


class Step(ToPeer, frozen=True):
    """What happened, made for one seat, and what that seat may know now."""

    revision: Count
    #: For each of the hearings who made the move behind it: a bot may stand in for one seat of several.
    by: tuple[Mover, ...]
    #: Whether this tells a returning player what happened meanwhile.
    is_catch_up: bool
    #: How long the decision now awaited may still take; None without a clock.
    left: Milliseconds | None


class TakeThatStep(Step, frozen=True, tag="take-that"):
    """A step of Take That."""

    hearings: tuple[take_that.types.Hearing, ...]
    view: take_that.View


class TakeItStep(Step, frozen=True, tag="take-it"):
    """A step of Take It!."""

    hearings: tuple[take_it.types.Hearing, ...]
    view: take_it.View


class TakeANumberStep(Step, frozen=True, tag="take-a-number"):
    """A step of Take A Number."""

    hearings: tuple[take_a_number.types.Hearing, ...]
    view: take_a_number.View


AnyStep: TypeAlias = TakeThatStep | TakeItStep | TakeANumberStep

#: The step of each game, by the game's name.
STEP_TYPES: dict[str, type[TakeThatStep] | type[TakeItStep] | type[TakeANumberStep]] = {
    "take-that": TakeThatStep,
    "take-it": TakeItStep,
    "take-a-number": TakeANumberStep,
}


class PhotoFinish(ToPeer, frozen=True, tag="photo_finish"):
    """Tell by how much a grab came too late (TI5)."""

    winner: SeatNumber
    loser: SeatNumber
    row: Count
    margin: Milliseconds


class Said(ToPeer, frozen=True, tag="said"):
    """Pass on what somebody said."""

    name: PlayerName
    text: Talk


class Notice(ToPeer, frozen=True, tag="notice"):
    """Tell what happened around the table rather than on it."""

    kind: NoticeKind
    name: PlayerName
    #: How well the bot plays that now plays for them.
    level: BotLevel | None = None


class Refused(ToPeer, frozen=True, tag="refused"):
    """Turn down what was just said, with one sentence for the person who said it."""

    code: RefusalCode
    text: Sentence


class Farewell(ToPeer, frozen=True, tag="farewell"):
    """Say why the conversation ends; nothing follows."""

    code: FarewellCode


class Ping(ToPeer, frozen=True, tag="ping"):
    """Ask for a sign of life, and tell everybody's round trips by seat; None is not known."""

    number: Count
    trips: tuple[Milliseconds | None, ...]


class TakeOver(ToPeer, frozen=True, tag="take_over"):
    """Ask for a standby: the host is about to leave."""

    term: Term


class Inherit(ToPeer, frozen=True, tag="inherit"):
    """Hand the table over, sealed for the standby alone."""

    sealed: Sealed


class Moved(ToPeer, frozen=True, tag="moved"):
    """Tell where the table is from now on; nothing follows."""

    term: Term
    addresses: Annotated[tuple[Address, ...], Meta(min_length=1, max_length=MAX_ADDRESSES)]
    port: Port
    fingerprint: Fingerprint | None
    #: Another table's id when two tables have become one; None when this one has only changed hosts.
    table: TableId | None = None
    #: Whether a player has begun the round anew there, because this host was thought to be gone.
    is_restart: bool = False


AnyToPeer: TypeAlias = (
    Answer
    | Challenge
    | Prompt
    | Vouch
    | Doorway
    | Welcome
    | Watching
    | TableState
    | Night
    | TakeThatStep
    | TakeItStep
    | TakeANumberStep
    | PhotoFinish
    | Said
    | Notice
    | Refused
    | Farewell
    | Ping
    | TakeOver
    | Inherit
    | Moved
    | Entrust
    | Deposit
    | Alive
    | Counted
    | Call
    | Shuffle
    | Pledges
    | Bound
    | Proofs
    | Opened
    | Attested
)
