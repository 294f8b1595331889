"""What a peer says to a host.

Rule 1: no message carries the seat of whoever says it; that belongs to the connection.
Rule 2: nothing here holds a float.
"""

from typing import TypeAlias

from takelan.rules import take_a_number, take_it, take_that
from takelan.wire.admission import Introduce, Proof
from takelan.wire.admission import SetCode as SetCode
from takelan.wire.advert import GameName
from takelan.wire.fairness import Attest, Contribute, Pledge
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.saying import ToHost as ToHost
from takelan.wire.succession import Answered, Kept, Listening, Offer, Resigned, Restarted, Superseded
from takelan.wire.terms import (
    BotLevel,
    Count,
    OccupantId,
    OptionKey,
    OptionWord,
    Protocol,
    SeatKey,
    SeatNumber,
    Signature,
    Version,
)

Move: TypeAlias = take_that.types.AnyMove | take_it.types.AnyMove | take_a_number.types.AnyMove


class Ask(ToHost, frozen=True, tag="ask"):
    """Ask a table what it is, and want nothing else."""


class Hello(ToHost, frozen=True, tag="hello"):
    """Open the conversation. These two fields stay in every version, so that a mismatch can be told."""

    protocol: Protocol
    version: Version


class Join(ToHost, frozen=True, tag="join"):
    """Sit down, or come back, as the owner of a key; the signature answers the host's challenge."""

    name: PlayerName
    key: SeatKey
    signature: Signature
    #: The revision of the last step that reached whoever comes back; the host tells what came after it.
    seen: Count | None = None
    #: How well a bot shall play while whoever says this is away; None leaves it to the table.
    stand_in: BotLevel | None = None


class Watch(ToHost, frozen=True, tag="watch"):
    """Look on without a seat; whoever does proves a key like everybody, for a seat may follow."""

    name: PlayerName
    key: SeatKey
    signature: Signature
    #: How well a bot shall play while whoever says this has a seat and is away.
    stand_in: BotLevel | None = None


class Sit(ToHost, frozen=True, tag="sit"):
    """As an onlooker: want a seat at the next deal, or not any more."""

    wants_seat: bool = True


class Play(ToHost, frozen=True, tag="play"):
    """Make a move; in a game of turns it names the revision of the view it answers."""

    move: Move
    revision: Count | None = None
    #: Counts this seat's moves, so that one sent again after a reconnection is judged once.
    number: Count | None = None


class Say(ToHost, frozen=True, tag="say"):
    """Talk to the whole table."""

    text: Talk


class Ready(ToHost, frozen=True, tag="ready"):
    """Want the next game or round to begin, or not any more."""

    is_ready: bool = True


class Rename(ToHost, frozen=True, tag="rename"):
    """Be called otherwise."""

    name: PlayerName


class Pong(ToHost, frozen=True, tag="pong"):
    """Answer a ping."""

    number: Count


class Leave(ToHost, frozen=True, tag="leave"):
    """Get up for good."""


class StepOut(ToHost, frozen=True, tag="step_out"):
    """Go for now, on purpose: the seat is kept as after a lost connection."""


class ChooseGame(ToHost, frozen=True, tag="choose_game"):
    """As the owner: play another game."""

    game: GameName


class SetOption(ToHost, frozen=True, tag="set_option"):
    """As the owner: change one option of the game or of the table's pace."""

    key: OptionKey
    word: OptionWord


class AddBot(ToHost, frozen=True, tag="add_bot"):
    """As the owner: seat a bot."""

    level: BotLevel | None = None


class Unseat(ToHost, frozen=True, tag="unseat"):
    """As the owner: send a bot or a player away."""

    occupant: OccupantId


class MoveTo(ToHost, frozen=True, tag="move_to"):
    """As the owner: move somebody to another seat; those in between move up."""

    occupant: OccupantId
    seat: SeatNumber


class MarkDealer(ToHost, frozen=True, tag="mark_dealer"):
    """As the owner: say who deals first (TI2); None leaves it to chance."""

    occupant: OccupantId | None


class Start(ToHost, frozen=True, tag="start"):
    """As the owner: begin now."""


class Standby(ToHost, frozen=True, tag="standby"):
    """Offer a host of one's own, already listening, to take the table over."""

    offer: Offer


class Serving(ToHost, frozen=True, tag="serving"):
    """Tell that the new host holds the table and can be joined."""


AnyToHost: TypeAlias = (
    Ask
    | Hello
    | Introduce
    | Proof
    | Join
    | Watch
    | Sit
    | Play
    | Say
    | Ready
    | Rename
    | Pong
    | Leave
    | StepOut
    | ChooseGame
    | SetOption
    | AddBot
    | Unseat
    | MoveTo
    | MarkDealer
    | Start
    | SetCode
    | Standby
    | Serving
    | Listening
    | Kept
    | Superseded
    | Answered
    | Resigned
    | Pledge
    | Contribute
    | Attest
    | Restarted
)
