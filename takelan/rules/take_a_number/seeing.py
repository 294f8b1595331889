"""What a seat may know of Take A Number.

Rule 1: a view is built field by field from what lies open and the seat's own hand and choice (TN12).
Rule 2: of other hands and of every #-Pile a view holds only the size.
"""

from takelan.rules.game import NOBODY, Seat, only_watching
from takelan.rules.take_a_number.cards import Card
from takelan.rules.take_a_number.play import (
    choices,
    decisions,
    not_in_hand,
    objection_out_of_turn,
    objection_to_decision,
)
from takelan.rules.take_a_number.state import NO_CARD, NO_ROW, State
from takelan.rules.take_a_number.types import (
    AnyMove,
    ChooseCard,
    Dealt,
    Decision,
    Event,
    Hearing,
    RoundStarted,
    View,
)


def view(state: State, seat: Seat | None) -> View:
    """Build what one seat (or, with None, an onlooker) may know."""
    first, second, third = (tuple(row) for row in state.rows)
    return View(
        seat=seat,
        options=state.options,
        round=state.round,
        dealer=state.dealer,
        hand=() if seat is None else tuple(sorted(state.hands[seat])),
        hand_sizes=tuple(map(len, state.hands)),
        chosen=None if seat is None else _own_choice(state.chosen[seat]),
        has_chosen=tuple(card != NO_CARD for card in state.chosen),
        rows=(first, second, third),
        number_rows=tuple(map(tuple, state.number_rows)),
        number_pile_sizes=tuple(map(len, state.number_piles)),
        to_place=tuple(reversed(state.to_place)),
        decision=_decision(state),
        is_round_over=state.is_over,
        round_scores=tuple(state.round_scores),
        scored_hands=tuple(tuple(sorted(hand)) for hand in state.hands) if state.is_over else (),
        scored_piles=tuple(map(tuple, state.number_piles)) if state.is_over else (),
    )


def _own_choice(card: Card) -> Card | None:
    return None if card == NO_CARD else card


def _decision(state: State) -> Decision | None:
    if state.deciding == NOBODY:
        return None
    card = state.to_place[-1][0]
    if state.row_to_take == NO_ROW:
        return Decision(state.deciding, card, "row", None)
    return Decision(state.deciding, card, "keep", state.row_to_take)


def hear(event: Event, seat: Seat | None) -> Hearing:
    """Tell one seat (or, with None, an onlooker) what it may hear of an event."""
    if isinstance(event, RoundStarted):
        hand = () if seat is None else tuple(sorted(event.hands[seat]))
        return Dealt(event.round, event.dealer, hand, event.rows, event.number_rows)
    return event


def moves_in(view: View) -> list[AnyMove]:
    """List the moves open to the seat that was given this view."""
    if view.seat is None or view.is_round_over:
        return []
    if view.decision is None:
        return choices(view.hand)
    if view.decision.seat != view.seat:
        return []
    return decisions(view.rows, _row_to_take(view.decision))


def objection_in(view: View, move: AnyMove) -> str | None:
    """Say why the seat that was given this view may not make a move; None when it may."""
    if view.seat is None:
        return only_watching()
    decision = view.decision
    if decision is not None and decision.seat == view.seat:
        return objection_to_decision(view.rows, _row_to_take(decision), move)
    if isinstance(move, ChooseCard) and decision is None and not view.is_round_over:
        return None if move.card in view.hand else not_in_hand(move.card)
    return objection_out_of_turn(is_over=view.is_round_over, is_placing=decision is not None)


def _row_to_take(decision: Decision) -> int:
    return NO_ROW if decision.row is None else decision.row
