"""The rules of Take A Number: what a seat may do, and what follows."""

from collections.abc import Sequence
from typing import Literal

from takelan.language import translate as _
from takelan.rules.game import NOBODY, GameEnded, RoundEnded, Seat, illegal
from takelan.rules.take_a_number.cards import BULLHEADS, DECK, ROW_LENGTHS, Card
from takelan.rules.take_a_number.state import NO_CARD, NO_ROW, State, outcome
from takelan.rules.take_a_number.types import (
    AnyMove,
    ChooseCard,
    ChooseRow,
    Event,
    KeepCard,
    Placed,
    Revealed,
    RowTaken,
)

# Moves never change, so every one that can be is made once.
_CHOOSE: list[AnyMove] = [ChooseCard(card) for card in (NO_CARD, *DECK)]
_CHOICE_OF = _CHOOSE.__getitem__
_KEEP: list[AnyMove] = [KeepCard(card) for card in (NO_CARD, *DECK)]
_KEEPING_OF = _KEEP.__getitem__
_CHOOSE_ROW: list[AnyMove] = [ChooseRow(row) for row in range(len(ROW_LENGTHS))]

# TN6: how many cards lie in a row when the next one takes it.
_LAST_FREE = tuple(length - 1 for length in ROW_LENGTHS)


def waiting_for(state: State) -> list[Seat]:
    """Name the one who decides, or else all who have not chosen."""
    if state.deciding != NOBODY:
        return [state.deciding]
    if state.is_over:
        return []
    return [seat for seat, card in enumerate(state.chosen) if card == NO_CARD]


def legal_moves(state: State, seat: Seat) -> list[AnyMove]:
    """List every move the seat may make now."""
    deciding = state.deciding
    if deciding == NOBODY:
        return [] if state.is_over else [*map(_CHOICE_OF, state.hands[seat])]
    return decisions(state.rows, state.row_to_take) if deciding == seat else []


def choices(hand: Sequence[Card]) -> list[AnyMove]:
    """List the cards that may be chosen: any of the hand, also after choosing (TN4)."""
    return [*map(_CHOICE_OF, hand)]


def decisions(rows: Sequence[Sequence[Card]], row_to_take: int) -> list[AnyMove]:
    """List what may be decided: a row (TN7), or which of its cards to keep (TN8)."""
    if row_to_take == NO_ROW:
        return _CHOOSE_ROW[:]
    return [*map(_KEEPING_OF, rows[row_to_take])]


def apply(state: State, seat: Seat, move: AnyMove) -> list[Event]:
    """Make a move in place and tell what happened; an illegal one raises and changes nothing."""
    if type(move) is not ChooseCard or state.deciding != NOBODY or state.is_over:
        return _decide(state, seat, move)
    card = move.card
    if card not in state.hands[seat]:
        raise illegal(not_in_hand(card))
    chosen = state.chosen
    chosen[seat] = card
    return [] if NO_CARD in chosen else _reveal(state, chosen)  # TN4: until then it may be changed.


def _reveal(state: State, chosen: list[Card]) -> list[Event]:
    events: list[Event] = [Revealed(tuple(chosen))]
    to_place = []
    for seat, hand in enumerate(state.hands):
        card = chosen[seat]
        hand.remove(card)
        to_place.append((card, seat))
    to_place.sort(reverse=True)  # TN5: lowest card first.
    state.to_place = to_place
    state.chosen = [NO_CARD] * state.seats
    _place_all(state, events)
    return events


def _place_all(state: State, events: list[Event]) -> None:
    """Place cards, lowest first, until somebody has to decide or all are placed."""
    rows, to_place = state.rows, state.to_place
    while to_place:
        card, seat = to_place[-1]
        # TN5: the row whose end is the highest one below the card. A loop over the rows would cost
        # bots a tenth of their play-outs.
        target, best_end = (0, first) if (first := rows[0][-1]) < card else (NO_ROW, 0)
        if best_end < (end := rows[1][-1]) < card:
            target, best_end = 1, end
        if best_end < rows[2][-1] < card:
            target = 2
        row = rows[target]
        if target == NO_ROW or len(row) == _LAST_FREE[target]:
            # TN7: a low card's player chooses a row. TN6, TN8: a full row holds at least two
            # cards, so its taker always chooses the one to keep.
            state.deciding, state.row_to_take = seat, target
            return
        to_place.pop()
        row.append(card)
        events.append(Placed(seat, card, target))
    _end_turn(state, events)


def _decide(state: State, seat: Seat, move: AnyMove) -> list[Event]:
    if state.deciding != seat:
        is_placing = state.deciding != NOBODY
        raise illegal(objection_out_of_turn(is_over=state.is_over, is_placing=is_placing))
    row = state.row_to_take
    if row == NO_ROW:
        if type(move) is ChooseRow and 0 <= move.row < len(ROW_LENGTHS):
            return _choose_row(state, move.row)
    elif type(move) is KeepCard and move.card in state.rows[row]:
        return _take_row(state, move.card)
    raise illegal(_what_to_decide(state.rows, row))


def _choose_row(state: State, row: int) -> list[Event]:
    state.row_to_take = row
    lying = state.rows[row]
    return _take_row(state, lying[0]) if len(lying) == 1 else []  # TN8: a single card needs no question.


def _take_row(state: State, kept: Card) -> list[Event]:
    card, seat = state.to_place.pop()
    row = state.row_to_take
    lying = state.rows[row]
    reason: Literal["full", "low"] = "full" if lying[-1] < card else "low"
    events: list[Event] = [RowTaken(seat, card, row, tuple(lying), reason, kept)]
    state.rows[row] = [card]
    lying.remove(kept)
    state.hands[seat] += lying  # TN8
    _keep(state, seat, kept)
    state.deciding, state.row_to_take = NOBODY, NO_ROW
    _place_all(state, events)
    return events


def _keep(state: State, seat: Seat, kept: Card) -> None:
    own_row = state.number_rows[seat]
    if own_row and kept < own_row[-1]:  # TN9: it must ascend.
        state.number_piles[seat] += own_row
        own_row.clear()
    own_row.append(kept)


def _end_turn(state: State, events: list[Event]) -> None:
    if all(state.hands):  # TN10
        return
    scores = tuple(map(_score, state.hands, state.number_piles))
    state.is_over = True
    state.round_scores.append(scores)
    events.append(RoundEnded(scores))
    result = outcome(state)
    if result is not None:
        events.append(GameEnded(result.totals, result.winners))


def _score(hand: Sequence[Card], number_pile: Sequence[Card]) -> int:
    in_hand = sum(BULLHEADS[card] for card in hand)
    return in_hand + 2 * sum(BULLHEADS[card] for card in number_pile)  # TN11


def not_in_hand(card: Card) -> str:
    """Say why a card cannot be chosen."""
    return _("{card} is not in your hand: choose one of your own cards.").format(card=card)


def objection_to_decision(rows: Sequence[Sequence[Card]], row_to_take: int, move: AnyMove) -> str | None:
    """Say why a decision cannot be made so; None when it can."""
    return None if move in decisions(rows, row_to_take) else _what_to_decide(rows, row_to_take)


def _what_to_decide(rows: Sequence[Sequence[Card]], row_to_take: int) -> str:
    if row_to_take == NO_ROW:
        return _("Your card is lower than every row's end: choose the row of 3, 4 or 5 to take.")
    cards = ", ".join(map(str, rows[row_to_take]))
    return _("Choose the card to keep for your #-Row: {cards}.").format(cards=cards)


def objection_out_of_turn(*, is_over: bool, is_placing: bool) -> str:
    """Say why a seat that has nothing to decide cannot decide anything."""
    if is_over:
        return _("The round is over: wait for the next deal.")
    if is_placing:
        return _("The cards are being placed: choose your next card when all are down.")
    return _("There is nothing to decide yet: choose a card from your hand.")


def moves_behind(state: State, event: Event) -> list[tuple[Seat, AnyMove]]:
    """Name the moves that lead to a recorded event; placing and scores follow by themselves."""
    if isinstance(event, Revealed):
        return [(seat, ChooseCard(card)) for seat, card in enumerate(event.cards)]
    if not isinstance(event, RowTaken):
        return []
    row: list[tuple[Seat, AnyMove]] = [(event.seat, ChooseRow(event.row))] if event.reason == "low" else []
    keep: list[tuple[Seat, AnyMove]] = [(event.seat, KeepCard(event.kept))] if len(event.cards) > 1 else []
    return row + keep
