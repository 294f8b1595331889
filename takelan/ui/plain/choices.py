"""A decision as a numbered list, and what somebody typed as an answer to it.

Rule 1: a number has one meaning. Where it could be a card as well, the card is meant, and no other
choice carries that number.
"""

import re
from collections.abc import Iterable, Sequence
from functools import singledispatch
from itertools import count
from typing import Any, NamedTuple

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import game_of
from takelan.rules.take_a_number.cards import BULLHEADS, ROW_LENGTHS
from takelan.rules.take_that.cards import TOADS, TWIN, penalty

_NUMBER = re.compile(r"\d{1,3}")


class Choice(NamedTuple):
    """One line of the list."""

    number: int
    text: str
    move: Any


class UnclearError(Exception):
    """What was typed cannot be played; the text says why."""


@singledispatch
def choices(view: Any) -> list[Choice]:
    """List what the seat that was given this view may decide now."""
    return []


@choices.register
def _take_that(view: take_that.View) -> list[Choice]:
    moves = take_that.GAME.moves_in(view)
    return _numbered([(_tell_turn(move, view.line), move) for move in moves], view.hand)


@choices.register
def _take_it(view: take_it.View) -> list[Choice]:
    legal = take_it.GAME.moves_in(view)
    return [choice for choice in role_choices(view) if choice.move in legal]


def role_choices(view: take_it.View) -> list[Choice]:
    """List what a seat's role in a race lets it do, also while the row is still empty.

    Grabbing keeps its number whether or not one may also flip: there is no time to look.
    """
    if view.seat is None or view.dealer is None:
        return []
    flip = [Choice(1, _("flip (Enter)"), take_it.Flip())] if view.dealer == view.seat else []
    grab = Choice(2, _("grab the row (Space or g)"), take_it.Grab(view.row_number))
    return [*flip, grab] if view.takes_left[view.seat] else flip


@choices.register
def _take_a_number(view: take_a_number.View) -> list[Choice]:
    moves: list[Any] = list(take_a_number.GAME.moves_in(view))
    if view.decision is not None and view.decision.about == "row":
        # A row is called by its length, so that "3" is the row of 3 and not the third one.
        return [Choice(ROW_LENGTHS[move.row], _tell_row(view, move.row), move) for move in moves]
    return _numbered([(tell_number(move.card), move) for move in moves], [move.card for move in moves])


def pick(view: Any, typed: str) -> Any:
    """Find the move somebody means, or raise UnclearError with the sentence that says why there is none."""
    words = typed.casefold().split()
    number = next((int(word) for word in words if _NUMBER.fullmatch(word)), None)
    offered = choices(view)
    for choice in offered:
        if words == [str(choice.number)]:
            return choice.move
    meant = [move for move in _meant(view, words, number) if move in [choice.move for choice in offered]]
    if len(meant) == 1:
        return meant[0]
    if len(meant) > 1:
        both = tell_choices([choice for choice in offered if choice.move in meant])
        raise UnclearError(_("Which of these: {choices}?").format(choices=", ".join(both)))
    raise UnclearError(_objection(view, words, number))


def tell_choices(offered: Iterable[Choice]) -> list[str]:
    """Write the list, one text a choice."""
    return [f"{choice.number}) {choice.text}" for choice in offered]


def tell_number(card: int) -> str:
    """Write a card of Take A Number with its bullheads, unless there is just one."""
    return str(card) if BULLHEADS[card] == 1 else f"{card} ({BULLHEADS[card]})"


def tell_toad(card: int) -> str:
    """Write a card of Take That, marked if it is a toad."""
    return _("{card} toad").format(card=card) if card in TOADS else str(card)


def _numbered(texts: Sequence[tuple[str, Any]], cards: Iterable[int]) -> list[Choice]:
    """Count the choices from 1 on, but with no number that is a card in this decision."""
    taken = set(cards)
    free = (number for number in count(1) if number not in taken)
    return [Choice(number, text, move) for number, (text, move) in zip(free, texts, strict=False)]


def _tell_turn(move: Any, line: Sequence[int]) -> str:
    if isinstance(move, take_that.Lay):
        return _("lay {card}").format(card=tell_toad(move.card))
    if isinstance(move, take_that.Twist):
        return _("twist {target} with {card}").format(target=TWIN[move.card], card=move.card)
    take = _n("take {count} card ({points})", "take {count} cards ({points})", len(line))
    return take.format(count=len(line), points=-sum(map(penalty, line)))


def _tell_row(view: take_a_number.View, row: int) -> str:
    cards = ", ".join(map(tell_number, view.rows[row]))
    return _("row of {length}: {cards}").format(length=ROW_LENGTHS[row], cards=cards)


@singledispatch
def _meant(view: Any, words: Sequence[str], number: int | None) -> list[Any]:
    """List the moves the words could mean, legal or not."""
    return []


@_meant.register
def _meant_turn(view: take_that.View, words: Sequence[str], number: int | None) -> list[Any]:
    if words[:1] == ["take"]:
        return [take_that.TakeLine()]
    if number is None:
        return []
    ways: dict[str, list[Any]] = {"lay": [take_that.Lay(number)], "twist": [take_that.Twist(number)]}
    if words[0] in ways:
        return ways[words[0]]
    return [*ways["lay"], *ways["twist"]]


@_meant.register
def _meant_action(view: take_it.View, words: Sequence[str], number: int | None) -> list[Any]:
    flip, grab = take_it.Flip(), take_it.Grab(view.row_number)
    actions: dict[str, Any] = {"flip": flip, "1": flip, "grab": grab, "g": grab, "2": grab}
    return [actions[words[0]]] if words and words[0] in actions else []


@_meant.register
def _meant_number(view: take_a_number.View, words: Sequence[str], number: int | None) -> list[Any]:
    if number is None:
        return []
    if view.decision is not None and view.decision.about == "keep":
        return [take_a_number.KeepCard(number)]
    if view.decision is not None and view.decision.seat == view.seat:
        return [take_a_number.ChooseRow(ROW_LENGTHS.index(number))] if number in ROW_LENGTHS else []
    return [take_a_number.ChooseCard(number)]


def _objection(view: Any, words: Sequence[str], number: int | None) -> str:
    """Say why nothing of what was typed can be played."""
    meant = _meant(view, words, number)
    objection = game_of(view).objection_in(view, meant[0]) if meant else None
    if objection is not None:
        return objection
    if number is not None and choices(view):
        return _("There is no {number} to choose: 'b' shows the board, '?' helps.").format(number=number)
    return _("That means nothing here: '?' says what can be typed.")
