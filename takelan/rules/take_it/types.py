"""What is said about a game of Take It!: options, moves, events, hearings, views."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from takelan.rules.game import GameEnded, RoundEnded, Seat
from takelan.rules.take_it.cards import FEWEST_CARDS, MOST_ALIKE, MOST_CARDS, STANDARD_DECK, Card, is_card

Deck: TypeAlias = dict[Card, Annotated[int, msgspec.Meta(ge=1, le=MOST_ALIKE)]]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays Take It!."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1  # TI10
    #: TI1: takelan's own deck, or how many there are of each card of another.
    deck: Literal["takelan"] | Deck = "takelan"

    def __post_init__(self) -> None:
        if isinstance(self.deck, str):
            return
        stranger = next((card for card in self.deck if not is_card(card)), None)
        if stranger is not None:
            raise ValueError(f"'{stranger}' is not a card")
        if not FEWEST_CARDS <= sum(self.deck.values()) <= MOST_CARDS:
            raise ValueError(f"a deck has {FEWEST_CARDS} to {MOST_CARDS} cards")

    @property
    def cards(self) -> dict[Card, int]:
        """How many there are of each card."""
        return dict(STANDARD_DECK) if isinstance(self.deck, str) else self.deck


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="move"):
    """One action at the table."""


class Flip(Move, frozen=True, gc=False, tag="flip"):
    """Turn the top card of the stack over."""


class Grab(Move, frozen=True, gc=False, tag="grab"):
    """Take the row with this number."""

    row: int


class RoundStarted(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="round_started"):
    """The stack was shuffled; its top card comes first."""

    round: int
    dealer: Seat
    pile: tuple[Card, ...]


class Flipped(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="flipped"):
    """A card was turned over into the row."""

    seat: Seat
    card: Card


class Grabbed(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="grabbed"):
    """A row was taken."""

    seat: Seat
    cards: tuple[Card, ...]


class RestTaken(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="remainder"):
    """The last player under the limit got the rest of the stack, top card first."""

    seat: Seat
    cards: tuple[Card, ...]


class Missed(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="missed"):
    """A grab came after its row was gone; it costs nothing and no transcript tells it (TI5)."""

    seat: Seat
    row: int


class Dealt(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="dealt"):
    """What everybody hears of a deal."""

    round: int
    dealer: Seat
    stack_size: int


class RowGone(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="row_gone"):
    """What everybody hears of a grab: the cards are hidden from now on (TI11)."""

    seat: Seat
    count: int


class RestGone(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag="rest_gone"):
    """What everybody hears of the rest of the stack."""

    seat: Seat
    count: int


class View(msgspec.Struct, frozen=True, tag_field="game", tag="take-it"):
    """What one seat (None: an onlooker) may know; a seat knows no more than the others."""

    seat: Seat | None
    options: Options
    round: int
    #: Who turns the cards over now; None when the round is over.
    dealer: Seat | None
    is_dealer_for_good: bool
    stack_size: int
    row: tuple[Card, ...]
    row_number: int
    #: How many takes each player may still make.
    takes_left: tuple[int, ...]
    #: How many cards lie in each pile of each player: hidden piles show nothing else (TI11).
    pile_sizes: tuple[tuple[int, ...], ...]
    #: The scores of every finished round.
    round_scores: tuple[tuple[int, ...], ...]
    #: Turned over for scoring once the round is over, empty before.
    scored_cards: tuple[tuple[Card, ...], ...]


AnyMove: TypeAlias = Flip | Grab
Event: TypeAlias = RoundStarted | Flipped | Grabbed | RestTaken | Missed | RoundEnded | GameEnded
Hearing: TypeAlias = Dealt | Flipped | RowGone | RestGone | Missed | RoundEnded | GameEnded
