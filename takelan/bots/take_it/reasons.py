"""Why it is good to grab or to wait in Take It!, in half a sentence.

Rule 1: a reason speaks only of what lies open. No hint brings the piles back (TI11).
"""

from collections import Counter

from takelan.bots.take_it.judgement import PROMISE, bar, hold_worth
from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.take_it.cards import is_double
from takelan.rules.take_it.types import AnyMove, Flip, View

#: With more cards than these in the stack there may still be better rows.
_LAST_CARDS = 15


def name(move: AnyMove | None, view: View) -> str:
    """Say what the move is."""
    if move is not None and not isinstance(move, Flip):
        return _("grab the row")
    return _("turn a card over") if view.dealer == view.seat else _("wait")


def reason(move: AnyMove | None, view: View) -> str:
    """Say what speaks for the move."""
    worth, usual = _worth_by_itself(view), bar(view.stack_size, view.takes_left)
    if move is None or isinstance(move, Flip):
        return _wait_reason(view, worth, usual)
    if worth >= usual:
        return _("it is worth about {worth} points by itself, more than a take usually brings").format(
            worth=round(worth)
        )
    if view.stack_size > _LAST_CARDS:
        return _("somebody else will probably take it before it gets much better")
    return _n(
        "with {cards} card left in the stack a better row is unlikely",
        "with {cards} cards left in the stack a better row is unlikely",
        view.stack_size,
    ).format(cards=view.stack_size)


def _wait_reason(view: View, worth: float, usual: float) -> str:
    if any(is_double(card) and count % 2 for card, count in Counter(view.row).items()) and worth > 0:
        return _("half a pair lies there, and the row may still get better")
    return _("the row is worth about {worth} points, and a take should bring about {usual}").format(
        worth=round(worth), usual=round(usual)
    )


def _worth_by_itself(view: View) -> float:
    # The race for the 10s depends on the piles; one of them counts like half a pair of them.
    return hold_worth(Counter(view.row), [10 * PROMISE * tens / 2 for tens in range(4)])
