"""What each game prints on its cards.

Rule 1: kinds differ by shape and letter; colour only repeats it.
"""

from takelan.rules.take_a_number.cards import BULLHEADS
from takelan.rules.take_it.cards import JOKER, TEN, is_double, value
from takelan.rules.take_that.cards import TOADS
from takelan.ui.widgets.cards import Face

_PIPS_ON_EDGE = 5


def take_that_face(card: int) -> Face:
    """Print a number, and a toad's eyes and name on a toad."""
    if card in TOADS:
        return Face(str(card), "toad", "◉ ◉", "toad")
    return Face(str(card))


def twin_face(card: int) -> Face:
    """Print a number that can be twisted away."""
    return take_that_face(card)._replace(bottom="twin")


def take_a_number_face(card: int) -> Face:
    """Print a number and its bullheads, on the upper edge what the lower one cannot hold."""
    pips = BULLHEADS[card]
    above = max(0, pips - _PIPS_ON_EDGE)
    return Face(str(card), "plain", "•" * above, "•" * (pips - above))


def take_it_face(card: str) -> Face:
    """Print a value with the shape and the letter of its kind."""
    if card == JOKER:
        return Face("JOKER", "joker", "★ J")
    if card == TEN:
        return Face("10", "ten", "▲ T", "or 0")
    if is_double(card):
        return Face(f"{value(card):+d}", "double", "◆◆ D", "pair")
    return Face(f"{value(card):+d}", "plain" if value(card) > 0 else "minus", "● F")


def take_it_chip(card: str) -> Face:
    """Print a value with the letter of its kind, in one line."""
    face = take_it_face(card)
    return face if card == JOKER else face._replace(label=f"{face.label:>3} {face.top[-1]}")
