"""What is said about a game of Take A Number: options, moves, events, hearings, views."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from takelan.rules.game import GameEnded, RoundEnded, Seat
from takelan.rules.take_a_number.cards import Card

Cards: TypeAlias = tuple[Card, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays Take A Number."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 2  # TN11
    #: TN3: whether every #-Row begins with one dealt card.
    number_row: Literal["empty", "dealt"] = "empty"


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="move"):
    """One decision of a seat."""


class ChooseCard(Move, frozen=True, gc=False, tag="choose_card"):
    """Put a card face down; it may be changed until the last player has chosen."""

    card: Card


class ChooseRow(Move, frozen=True, gc=False, tag="choose_row"):
    """Choose the row that a low card takes (0, 1, 2 for the rows of 3, 4, 5)."""

    row: int


class KeepCard(Move, frozen=True, gc=False, tag="keep_card"):
    """Choose the taken card that goes to the #-Row."""

    card: Card


class RoundStarted(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="round_started"):
    """The cards were dealt."""

    round: int
    dealer: Seat
    hands: tuple[Cards, ...]
    rows: tuple[Cards, Cards, Cards]
    number_rows: tuple[Cards, ...]


class Revealed(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="revealed"):
    """All chosen cards were turned over, in seat order."""

    cards: Cards


class Placed(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="placed"):
    """A card joined a row."""

    seat: Seat
    card: Card
    row: int


class RowTaken(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="took_row"):
    """A card took a row and started it anew; one of the taken cards was kept for the #-Row."""

    seat: Seat
    card: Card
    row: int
    cards: Cards
    reason: Literal["full", "low"]
    kept: Card


class Dealt(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="dealt"):
    """What one seat hears of a deal; an onlooker's hand is empty."""

    round: int
    dealer: Seat
    hand: Cards
    rows: tuple[Cards, Cards, Cards]
    number_rows: tuple[Cards, ...]


class Decision(msgspec.Struct, frozen=True):
    """What everybody waits for while one player decides (TN12)."""

    seat: Seat
    card: Card
    #: Choosing a row (TN7), or the card to keep (TN8) of the row named.
    about: Literal["row", "keep"]
    row: int | None


class View(msgspec.Struct, frozen=True, tag_field="game", tag="take-a-number"):
    """What one seat (None: an onlooker) may know."""

    seat: Seat | None
    options: Options
    round: int
    dealer: Seat
    hand: Cards
    hand_sizes: tuple[int, ...]
    #: The seat's own face-down card; None when it has not chosen.
    chosen: Card | None
    has_chosen: tuple[bool, ...]
    rows: tuple[Cards, Cards, Cards]
    number_rows: tuple[Cards, ...]
    number_pile_sizes: tuple[int, ...]
    #: Revealed cards still to be placed, lowest first, each with its seat.
    to_place: tuple[tuple[Card, Seat], ...]
    decision: Decision | None
    is_round_over: bool
    #: The scores of every finished round.
    round_scores: tuple[tuple[int, ...], ...]
    #: Hands and #-Piles, turned over for scoring once the round is over, empty before.
    scored_hands: tuple[Cards, ...]
    scored_piles: tuple[Cards, ...]


AnyMove: TypeAlias = ChooseCard | ChooseRow | KeepCard
Event: TypeAlias = RoundStarted | Revealed | Placed | RowTaken | RoundEnded | GameEnded
Hearing: TypeAlias = Dealt | Revealed | Placed | RowTaken | RoundEnded | GameEnded
