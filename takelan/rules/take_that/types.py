"""What is said about a game of Take That: options, moves, events, hearings, views."""

from typing import Annotated, TypeAlias

import msgspec

from takelan.rules.game import GameEnded, RoundEnded, Seat
from takelan.rules.take_that.cards import Card


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays Take That."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 2
    #: TT9: a line of one card costs the top card of the pile as well.
    advanced: bool = False


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="move"):
    """One action of the seat whose turn it is."""


class Lay(Move, frozen=True, gc=False, tag="lay"):
    """Put a card at the right end of the line."""

    card: Card


class Twist(Move, frozen=True, gc=False, tag="twist"):
    """Show a card and remove its twin from the line."""

    card: Card


class TakeLine(Move, frozen=True, gc=False, tag="take_line"):
    """Take the whole line."""


class RoundStarted(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="round_started"):
    """The cards were dealt; the pile's top card comes first."""

    round: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]


class Laid(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="laid"):
    """A card joined the line."""

    seat: Seat
    card: Card


class Twisted(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="twisted"):
    """A card of the line left with its twin."""

    seat: Seat
    card: Card
    target: Card


class LineTaken(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="took_line"):
    """The whole line was taken, and with it perhaps the top card of the pile."""

    seat: Seat
    cards: tuple[Card, ...]
    extra: Card | None


class Drew(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="drew"):
    """A card came from the pile into a hand."""

    seat: Seat
    card: Card


class Dealt(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="dealt"):
    """What one seat hears of a deal; an onlooker's hand is empty."""

    round: int
    dealer: Seat
    hand: tuple[Card, ...]
    pile_size: int


class LineGone(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="line_gone"):
    """What everybody hears of a take: the cards lie face down from now on (TT11)."""

    seat: Seat
    count: int
    has_extra: bool


class DrewUnseen(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="drew_unseen"):
    """What the others hear of a draw."""

    seat: Seat


class View(msgspec.Struct, frozen=True, tag_field="game", tag="take-that"):
    """What one seat (None: an onlooker) may know."""

    seat: Seat | None
    options: Options
    round: int
    dealer: Seat
    #: Whose turn it is; None when the round is over.
    turn: Seat | None
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    pile_size: int
    line: tuple[Card, ...]
    #: Face up beside each player (TT11).
    twisted: tuple[tuple[Card, ...], ...]
    #: Face down beside each player: only how many (TT11).
    taken_sizes: tuple[int, ...]
    #: The scores of every finished round.
    round_scores: tuple[tuple[int, ...], ...]
    #: Turned over for scoring once the round is over, empty before.
    scored_cards: tuple[tuple[Card, ...], ...]


AnyMove: TypeAlias = Lay | Twist | TakeLine
Event: TypeAlias = RoundStarted | Laid | Twisted | LineTaken | Drew | RoundEnded | GameEnded
Hearing: TypeAlias = Dealt | Laid | Twisted | LineGone | Drew | DrewUnseen | RoundEnded | GameEnded
