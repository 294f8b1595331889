"""The rules of Take That: what a seat may do, and what follows."""

from collections.abc import Sequence

from takelan.language import translate as _
from takelan.rules.game import NOBODY, GameEnded, RoundEnded, Seat, illegal
from takelan.rules.take_that.cards import DECK, REACH, TOADS, TWIN, Card, lays_between, penalty
from takelan.rules.take_that.state import State, outcome
from takelan.rules.take_that.types import (
    AnyMove,
    Drew,
    Event,
    Laid,
    Lay,
    LineTaken,
    TakeLine,
    Twist,
    Twisted,
)

# Moves never change, so every one that can be is made once.
_LAY = {card: Lay(card) for card in DECK}
_TWIST = {card: Twist(card) for card in TWIN}
_TAKE_LINE = TakeLine()


def waiting_for(state: State) -> list[Seat]:
    """Name the seat whose turn it is."""
    return [] if state.turn == NOBODY else [state.turn]


def legal_moves(state: State, seat: Seat) -> list[AnyMove]:
    """List every move the seat may make now."""
    return moves_with(state.hands[seat], state.line) if seat == state.turn else []


def moves_with(hand: Sequence[Card], line: Sequence[Card]) -> list[AnyMove]:
    """List every move for this hand beside this line."""
    if not line:  # TT4, TT5: an empty line can only be opened.
        return [_LAY[card] for card in hand]
    end = line[-1]
    lowest, highest = end - REACH, end + REACH
    moves: list[AnyMove] = [_LAY[card] for card in hand if lowest <= card <= highest]
    # A toad has no twin; it is not its own, so it never finds one in the line.
    moves += [_TWIST[card] for card in hand if card in TWIN and TWIN[card] in line]
    moves.append(_TAKE_LINE)  # TT4: also when a lay or twist is possible; TT8: the way out of an empty hand.
    return moves


def out_of_turn() -> str:
    """Say why a seat cannot move while it is another's turn."""
    return _("It is not your turn: wait for the others.")


def objection(hand: Sequence[Card], line: Sequence[Card], move: AnyMove) -> str | None:
    """Say why a move cannot be made with this hand beside this line; None when it can."""
    if isinstance(move, Lay | Twist):
        if move.card not in hand:
            return _("{card} is not in your hand: choose one of your own cards.").format(card=move.card)
        judge = _objection_to_lay if type(move) is Lay else _objection_to_twist
        return judge(line, move.card)
    if type(move) is TakeLine:
        return None if line else _("There is no line to take: lay any card to open one.")
    return _("That is not a move of Take That: lay, twist or take.")


def _objection_to_lay(line: Sequence[Card], card: Card) -> str | None:
    if not line or abs(card - line[-1]) <= REACH:
        return None
    lowest, highest = lays_between(line[-1])
    return _("{card} is more than 10 away from {end}: lay {lowest}–{highest}").format(
        card=card, end=line[-1], lowest=lowest, highest=highest
    )


def _objection_to_twist(line: Sequence[Card], card: Card) -> str | None:
    if card in TOADS:
        return _("{card} is a toad and has no twin: lay it, or twist with another card.").format(card=card)
    if TWIN[card] in line:
        return None
    return _("{twin} is not in the line, so {card} cannot twist it.").format(twin=TWIN[card], card=card)


def apply(state: State, seat: Seat, move: AnyMove) -> list[Event]:
    """Make a move in place and tell what happened; an illegal one raises and changes nothing."""
    if seat != state.turn:
        raise illegal(out_of_turn())
    reason = objection(state.hands[seat], state.line, move)
    if reason is not None:
        raise illegal(reason)
    if isinstance(move, TakeLine):
        return _take(state, seat)
    act = _lay if type(move) is Lay else _twist
    return act(state, seat, move.card)


def _lay(state: State, seat: Seat, card: Card) -> list[Event]:
    state.hands[seat].remove(card)
    state.line.append(card)
    return _draw(state, seat, [Laid(seat, card)])


def _twist(state: State, seat: Seat, card: Card) -> list[Event]:
    target = TWIN[card]
    state.hands[seat].remove(card)
    state.line.remove(target)  # TT6: the card now rightmost is the one to measure from.
    state.twisted[seat] += (card, target)
    return _draw(state, seat, [Twisted(seat, card, target)])


def _take(state: State, seat: Seat) -> list[Event]:
    line, pile = state.line, state.pile
    # TT9: one lonely card brings the top of the pile along, unseen.
    extra = pile.pop() if state.options.advanced and len(line) == 1 and pile else None
    taken = state.taken[seat]
    taken += line
    if extra is not None:
        taken.append(extra)
    events: list[Event] = [LineTaken(seat, tuple(line), extra)]
    line.clear()
    if not pile:  # TT7: nothing is laid after the take that ends the round.
        _end_round(state, events)
    return events  # TT5: otherwise it stays this seat's turn, and the empty line can only be opened.


def _draw(state: State, seat: Seat, events: list[Event]) -> list[Event]:
    """Draw for the action just made, then pass the turn or end the round."""
    pile = state.pile
    if pile:  # TT4
        card = pile.pop()
        state.hands[seat].append(card)
        events.append(Drew(seat, card))
    if not pile and not state.line:  # TT7
        _end_round(state, events)
    else:
        state.turn = (seat + 1) % state.seats
    return events


def _end_round(state: State, events: list[Event]) -> None:
    scores = tuple(map(_score, state.twisted, state.taken))
    state.turn = NOBODY
    state.round_scores.append(scores)
    events.append(RoundEnded(scores))
    result = outcome(state)
    if result is not None:
        events.append(GameEnded(result.totals, result.winners))


def _score(twisted: Sequence[Card], taken: Sequence[Card]) -> int:
    return len(twisted) - sum(map(penalty, taken))  # TT10


def moves_behind(state: State, event: Event) -> list[tuple[Seat, AnyMove]]:
    """Name the move that leads to a recorded event; draws and scores follow by themselves."""
    if isinstance(event, Laid):
        return [(event.seat, Lay(event.card))]
    if isinstance(event, Twisted):
        return [(event.seat, Twist(event.card))]
    if isinstance(event, LineTaken):
        return [(event.seat, _TAKE_LINE)]
    return []
