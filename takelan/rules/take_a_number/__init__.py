"""Take A Number: place all at once, and keep your own row ascending. For 2 to 10 players."""

from takelan.rules.game import Game
from takelan.rules.take_a_number import types
from takelan.rules.take_a_number.cards import DECK
from takelan.rules.take_a_number.play import apply, legal_moves, moves_behind, waiting_for
from takelan.rules.take_a_number.seeing import hear, moves_in, objection_in, view
from takelan.rules.take_a_number.state import (
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
from takelan.rules.take_a_number.telling import tell
from takelan.rules.take_a_number.types import ChooseCard, ChooseRow, KeepCard, Options, View

GAME: Game[Options, State, types.AnyMove, types.Event, types.Hearing, View] = Game(
    name="take-a-number",
    title="Take A Number",
    fewest=FEWEST,
    most=MOST,
    options_type=Options,
    move_type=types.AnyMove,
    event_type=types.Event,
    hearing_type=types.Hearing,
    view_type=View,
    lowest_wins=True,
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
    "ChooseCard",
    "ChooseRow",
    "KeepCard",
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
