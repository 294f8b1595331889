"""What a seat may know of Take That.

Rule 1: a view is built field by field from what lies open and the seat's own hand (TT11).
Rule 2: a hearing is made for the seat that hears it.
"""

from takelan.rules.game import NOBODY, Seat, only_watching
from takelan.rules.take_that.play import moves_with, objection, out_of_turn
from takelan.rules.take_that.state import State
from takelan.rules.take_that.types import (
    AnyMove,
    Dealt,
    Drew,
    DrewUnseen,
    Event,
    Hearing,
    LineGone,
    LineTaken,
    RoundStarted,
    View,
)


def view(state: State, seat: Seat | None) -> View:
    """Build what one seat (or, with None, an onlooker) may know."""
    is_over = state.turn == NOBODY
    return View(
        seat=seat,
        options=state.options,
        round=state.round,
        dealer=state.dealer,
        turn=None if is_over else state.turn,
        hand=() if seat is None else tuple(sorted(state.hands[seat])),
        hand_sizes=tuple(map(len, state.hands)),
        pile_size=len(state.pile),
        line=tuple(state.line),
        twisted=tuple(map(tuple, state.twisted)),
        taken_sizes=tuple(map(len, state.taken)),
        round_scores=tuple(state.round_scores),
        scored_cards=tuple(map(tuple, state.taken)) if is_over else (),
    )


def hear(event: Event, seat: Seat | None) -> Hearing:
    """Tell one seat (or, with None, an onlooker) what it may hear of an event."""
    if isinstance(event, Drew):
        return event if event.seat == seat else DrewUnseen(event.seat)
    if isinstance(event, LineTaken):
        return LineGone(event.seat, len(event.cards), event.extra is not None)
    if isinstance(event, RoundStarted):
        hand = () if seat is None else tuple(sorted(event.hands[seat]))
        return Dealt(event.round, event.dealer, hand, len(event.pile))
    return event


def moves_in(view: View) -> list[AnyMove]:
    """List the moves open to the seat that was given this view."""
    if view.seat is None or view.seat != view.turn:
        return []
    return moves_with(view.hand, view.line)


def objection_in(view: View, move: AnyMove) -> str | None:
    """Say why the seat that was given this view may not make a move; None when it may."""
    if view.seat is None:
        return only_watching()
    if view.seat != view.turn:
        return out_of_turn()
    return objection(view.hand, view.line, move)
