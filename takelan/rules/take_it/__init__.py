"""Take It!: grab the row at the right moment. For 2 to 5 players."""

from takelan.rules.game import Game
from takelan.rules.take_it import types
from takelan.rules.take_it.cards import lay_open
from takelan.rules.take_it.play import apply, legal_moves, moves_behind, waiting_for
from takelan.rules.take_it.seeing import hear, moves_in, objection_in, view
from takelan.rules.take_it.state import (
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
from takelan.rules.take_it.telling import tell
from takelan.rules.take_it.types import Flip, Grab, Options, View

GAME: Game[Options, State, types.AnyMove, types.Event, types.Hearing, View] = Game(
    name="take-it",
    title="Take It!",
    fewest=FEWEST,
    most=MOST,
    options_type=Options,
    move_type=types.AnyMove,
    event_type=types.Event,
    hearing_type=types.Hearing,
    view_type=View,
    lowest_wins=False,
    is_race=True,
    deck=lambda options: lay_open(options.cards),
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
    "Flip",
    "Grab",
    "Options",
    "State",
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
