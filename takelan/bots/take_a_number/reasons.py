"""Why a decision of Take A Number is good, in half a sentence."""

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.take_a_number.cards import BULLHEADS, ROW_LENGTHS
from takelan.rules.take_a_number.types import AnyMove, ChooseCard, ChooseRow, KeepCard, View


def name(move: AnyMove, view: View) -> str:
    """Say what the move is."""
    if isinstance(move, ChooseCard):
        return _("choose {card}").format(card=move.card)
    if isinstance(move, ChooseRow):
        return _("take the row of {length}").format(length=ROW_LENGTHS[move.row])
    return _("keep {card}").format(card=move.card)


def reason(move: AnyMove, view: View) -> str:
    """Say what speaks for the move."""
    if isinstance(move, ChooseCard):
        return _card_reason(move, view)
    if isinstance(move, ChooseRow):
        cost = sum(BULLHEADS[card] for card in view.rows[move.row])
        return _n("it holds only {cost} bullhead", "it holds only {cost} bullheads", cost).format(cost=cost)
    return _keep_reason(move, view)


def _card_reason(move: ChooseCard, view: View) -> str:
    below = [row for row in range(3) if view.rows[row][-1] < move.card]
    if not below:
        return _("it is lower than every row's end, and you take the row that costs you least")
    row = max(below, key=lambda one: view.rows[one][-1])
    room = ROW_LENGTHS[row] - 1 - len(view.rows[row])
    if room == 0:
        return _("it takes the row of {length} now, while that costs little").format(length=ROW_LENGTHS[row])
    sentence = _n(
        "the row of {length} has room for {room} more card before somebody takes it",
        "the row of {length} has room for {room} more cards before somebody takes it",
        room,
    )
    return sentence.format(length=ROW_LENGTHS[row], room=room)


def _keep_reason(move: KeepCard, view: View) -> str:
    own_row = view.number_rows[view.seat or 0]
    if not own_row:
        return _("your #-Row begins with it and has room to ascend")
    if move.card > own_row[-1]:
        return _("your #-Row goes on ascending")
    return _("your #-Row has to begin anew, and this costs you least")
