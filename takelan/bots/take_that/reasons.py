"""Why a move of Take That is good, in half a sentence."""

from takelan.bots.take_that.judgement import Judgement, price
from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.take_that.cards import TOADS, TWIN
from takelan.rules.take_that.types import AnyMove, Lay, TakeLine, Twist, View

#: From here on the danger that the next player is stuck is worth a word, in percent.
_WORTH_A_WORD = 10


def name(move: AnyMove, view: View) -> str:
    """Say what the move is."""
    if isinstance(move, Twist):
        return _("twist {target} with {card}").format(target=TWIN[move.card], card=move.card)
    if isinstance(move, Lay):
        return _("lay {card}").format(card=move.card)
    return _("take the line")


def reason(move: AnyMove, view: View, judgement: Judgement) -> str:
    """Say what speaks for the move."""
    if isinstance(move, Twist):
        return _("a twist is two points at once")
    if isinstance(move, TakeLine):
        cost = price(view.line)
        return _n(
            "it costs {cost} point now and would probably cost more later",
            "it costs {cost} points now and would probably cost more later",
            cost,
        ).format(cost=cost)
    return _lay_reason(move, view, judgement)


def _lay_reason(move: Lay, view: View, judgement: Judgement) -> str:
    line = (*view.line, move.card)
    percent = round(100 * judgement.is_next_stuck(line))
    if percent >= _WORTH_A_WORD:
        cost = price(line)
        sentence = _n(
            "the next player is stuck in {percent} of 100 cases and loses {cost} point",
            "the next player is stuck in {percent} of 100 cases and loses {cost} points",
            cost,
        )
        return sentence.format(percent=percent, cost=cost)
    if TWIN.get(move.card) in view.hand:
        return _("you hold its twin {twin} and may twist it back").format(twin=TWIN[move.card])
    if move.card in TOADS:
        return _("nobody can twist a toad, and the line gets dear for whoever takes it")
    return _("it leaves you the most ways to go on")
