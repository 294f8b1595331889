"""What a seat may know of Take It!.

Rule 1: a view is built field by field from what lies open; a pile shows only its size (TI11).
Rule 2: no hearing names a card once it is taken.
"""

from takelan.rules.game import NOBODY, Seat, only_watching
from takelan.rules.take_it.play import moves_with, objection
from takelan.rules.take_it.state import State, holdings, take_limit
from takelan.rules.take_it.types import (
    AnyMove,
    Dealt,
    Event,
    Grabbed,
    Hearing,
    RestGone,
    RestTaken,
    RoundStarted,
    RowGone,
    View,
)


def view(state: State, seat: Seat | None) -> View:
    """Build what one seat (or, with None, an onlooker) may know."""
    is_over = state.dealer == NOBODY
    limit = take_limit(state.seats)
    return View(
        seat=seat,
        options=state.options,
        round=state.round,
        dealer=None if is_over else state.dealer,
        is_dealer_for_good=state.is_dealer_for_good,
        stack_size=len(state.stack),
        row=tuple(state.row),
        row_number=state.row_number,
        takes_left=tuple(limit - takes for takes in state.takes),
        pile_sizes=tuple(tuple(map(len, piles)) for piles in state.piles),
        round_scores=tuple(state.round_scores),
        scored_cards=tuple(map(tuple, holdings(state))) if is_over else (),
    )


def hear(event: Event, seat: Seat | None) -> Hearing:
    """Tell one seat (or, with None, an onlooker) what it may hear of an event."""
    if isinstance(event, Grabbed):
        return RowGone(event.seat, len(event.cards))
    if isinstance(event, RestTaken):
        return RestGone(event.seat, len(event.cards))
    if isinstance(event, RoundStarted):
        return Dealt(event.round, event.dealer, len(event.pile))
    return event


def moves_in(view: View) -> list[AnyMove]:
    """List the moves open to the seat that was given this view."""
    if view.seat is None:
        return []
    return moves_with(view.dealer, view.seat, view.row, view.row_number, view.takes_left[view.seat])


def objection_in(view: View, move: AnyMove) -> str | None:
    """Say why the seat that was given this view may not make a move; None when it may."""
    if view.seat is None:
        return only_watching()
    left = view.takes_left[view.seat]
    return objection(view.dealer, view.seat, view.row, view.row_number, left, move)
