"""Take That: lay close, twist twins, and do not take the line. For 2 to 4 players."""

from takelan.rules.game import Game
from takelan.rules.take_that import types
from takelan.rules.take_that.cards import DECK
from takelan.rules.take_that.play import apply, legal_moves, moves_behind, waiting_for
from takelan.rules.take_that.seeing import hear, moves_in, objection_in, view
from takelan.rules.take_that.state import (
    FEWEST,
    MOST,
    State,
    all_cards,
    deal,
    deal_next,
    is_round_over,
    outcome,
    round_started,
    set_up,
)
from takelan.rules.take_that.telling import tell
from takelan.rules.take_that.types import Lay, Options, TakeLine, Twist, View

GAME: Game[Options, State, types.AnyMove, types.Event, types.Hearing, View] = Game(
    name="take-that",
    title="Take That",
    fewest=FEWEST,
    most=MOST,
    options_type=Options,
    move_type=types.AnyMove,
    event_type=types.Event,
    hearing_type=types.Hearing,
    view_type=View,
    lowest_wins=False,
    is_race=False,
    deck=lambda options: DECK,
    deal=deal,
    deal_next=deal_next,
    round_started=round_started,
    set_up=set_up,
    waiting_for=waiting_for,
    legal_moves=legal_moves,
    apply=apply,
    moves_behind=moves_behind,
    view=view,
    hear=hear,
    moves_in=moves_in,
    objection_in=objection_in,
    all_cards=all_cards,
    is_round_over=is_round_over,
    outcome=outcome,
    tell=tell,
)

__all__ = [
    "GAME",
    "Lay",
    "Options",
    "State",
    "TakeLine",
    "Twist",
    "View",
    "apply",
    "deal",
    "deal_next",
    "hear",
    "legal_moves",
    "outcome",
    "types",
    "view",
]
