"""The rules of Take It!: what a seat may do, and what follows."""

from collections.abc import Sequence

from takelan.language import translate as _
from takelan.rules.game import NOBODY, GameEnded, RoundEnded, Seat, illegal
from takelan.rules.take_it.cards import Card
from takelan.rules.take_it.scoring import score
from takelan.rules.take_it.state import PILES_TO_DEAL_FOR_GOOD, State, holdings, outcome, take_limit
from takelan.rules.take_it.types import (
    AnyMove,
    Event,
    Flip,
    Flipped,
    Grab,
    Grabbed,
    Missed,
    RestTaken,
)

_FLIP = Flip()


def waiting_for(state: State) -> list[Seat]:
    """Name the dealer: a grab may come from anybody, but nobody has to."""
    return [] if state.dealer == NOBODY else [state.dealer]


def legal_moves(state: State, seat: Seat) -> list[AnyMove]:
    """List every move the seat may make now."""
    takes_left = take_limit(state.seats) - state.takes[seat]
    return moves_with(state.dealer, seat, state.row, state.row_number, takes_left)


def moves_with(
    dealer: Seat | None, seat: Seat, row: Sequence[Card], row_number: int, takes_left: int
) -> list[AnyMove]:
    """List every move for a seat beside this row."""
    moves: list[AnyMove] = []
    if seat == dealer:  # TI3
        moves.append(_FLIP)
    if row and takes_left > 0 and dealer is not None and dealer != NOBODY:  # TI4
        moves.append(Grab(row_number))
    return moves


def apply(state: State, seat: Seat, move: AnyMove) -> list[Event]:
    """Make a move in place and tell what happened; an illegal one raises and changes nothing."""
    if isinstance(move, Grab) and is_late(state, move):
        return [Missed(seat, move.row)]  # TI5: too late costs no take and never takes the next row.
    takes_left = take_limit(state.seats) - state.takes[seat]
    reason = objection(
        None if state.dealer == NOBODY else state.dealer, seat, state.row, state.row_number, takes_left, move
    )
    if reason is not None:
        raise illegal(reason)
    return _flip(state, seat) if isinstance(move, Flip) else _grab(state, seat)


def is_late(state: State, grab: Grab) -> bool:
    """Tell whether the row a grab was aimed at is gone."""
    is_past = 0 < grab.row < state.row_number
    return is_past or (state.dealer == NOBODY and grab.row == state.row_number)


def objection(
    dealer: Seat | None, seat: Seat, row: Sequence[Card], row_number: int, takes_left: int, move: AnyMove
) -> str | None:
    """Say why a seat cannot make a move beside this row; None when it can."""
    if dealer is None:
        return _("The round is over: wait for the next deal.")
    if type(move) is Flip:
        return None if seat == dealer else _("Only the dealer turns cards over: grab when you like the row.")
    if type(move) is Grab:
        return _objection_to_grab(row, row_number, takes_left, move)
    return _("That is not a move of Take It!: flip or grab.")


def _objection_to_grab(row: Sequence[Card], row_number: int, takes_left: int, grab: Grab) -> str | None:
    if takes_left <= 0:  # TI6
        return _("You have made all your takes: watch the others.")
    if grab.row != row_number:
        return _("Row {row} is not on the table: grab row {row_number}.").format(
            row=grab.row, row_number=row_number
        )
    return None if row else _("The row is empty: wait until a card is turned over.")


def _flip(state: State, seat: Seat) -> list[Event]:
    card = state.stack.pop()
    state.row.append(card)
    events: list[Event] = [Flipped(seat, card)]
    if not state.stack:  # TI8a: over at once; what lies in the row goes to nobody.
        _end_round(state, events)
    return events


def _grab(state: State, seat: Seat) -> list[Event]:
    cards = tuple(state.row)
    state.row.clear()
    state.row_number += 1
    state.piles[seat].append(cards)
    state.takes[seat] += 1
    _pass_the_deal(state, seat)
    events: list[Event] = [Grabbed(seat, cards)]
    limit = take_limit(state.seats)
    under_limit = [other for other in range(state.seats) if state.takes[other] < limit]
    if len(under_limit) == 1:  # TI8b
        _hand_out_the_rest(state, under_limit[0], events)
    return events


def _pass_the_deal(state: State, seat: Seat) -> None:
    if state.is_dealer_for_good:  # TI7
        return
    state.dealer = seat  # TI4
    state.is_dealer_for_good = state.takes[seat] == PILES_TO_DEAL_FOR_GOOD


def _hand_out_the_rest(state: State, seat: Seat, events: list[Event]) -> None:
    # The stack is never empty here: turning its last card over would have ended the round.
    rest = tuple(reversed(state.stack))
    state.stack.clear()
    state.piles[seat].append(rest)
    events.append(RestTaken(seat, rest))
    _end_round(state, events)


def _end_round(state: State, events: list[Event]) -> None:
    scores = tuple(worth.total for worth in score(holdings(state)))
    state.dealer = NOBODY
    state.round_scores.append(scores)
    events.append(RoundEnded(scores))
    result = outcome(state)
    if result is not None:
        events.append(GameEnded(result.totals, result.winners))


def moves_behind(state: State, event: Event) -> list[tuple[Seat, AnyMove]]:
    """Name the move that leads to a recorded event; the rest and the scores follow by themselves."""
    if isinstance(event, Flipped):
        return [(event.seat, _FLIP)]
    if isinstance(event, Grabbed):
        return [(event.seat, Grab(state.row_number))]
    return []
