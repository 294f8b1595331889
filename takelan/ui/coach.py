"""A few hints for somebody's first game of a kind, each at the moment it helps."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from takelan.language import translate as _
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.take_that.cards import TOADS


class Hint(NamedTuple):
    """One sentence, and when it helps."""

    fits: Callable[[Any, Sequence[Any]], bool]
    text: str


_TAKE_THAT = (
    Hint(
        lambda view, moves: any(isinstance(move, take_that.Twist) for move in moves),
        _("w twists a card marked twin away with yours: that is worth 2."),
    ),
    Hint(
        lambda view, moves: bool(moves) and not any(isinstance(move, take_that.Lay) for move in moves),
        _("Nothing fits, so k takes the line: each card costs 1, a toad 5."),
    ),
    Hint(
        lambda view, moves: any(card in TOADS for card in view.line),
        _("A toad has no twin: it stays until somebody takes it, and costs 5."),
    ),
    Hint(
        lambda view, moves: bool(moves) and not view.line,
        _("Any card opens a new line. Arrows or digits choose it, Enter lays it."),
    ),
    Hint(
        lambda view, moves: bool(moves),
        _("Bright cards fit: at most 10 from the last one. Arrows choose, Enter lays."),
    ),
)

_TAKE_IT = (
    Hint(
        lambda view, moves: any(isinstance(move, take_it.Flip) for move in moves),
        _("You are the dealer: Enter turns the next card over. You may grab, too."),
    ),
    Hint(
        lambda view, moves: sum(card == "10" for card in view.row) >= 2,
        _("Whoever has the most 10s (T) gets 10 points; the others' count nothing."),
    ),
    Hint(
        lambda view, moves: any(card.startswith("2x") for card in view.row),
        _("D cards count only in equal pairs; a joker (J) completes a single one."),
    ),
    Hint(
        lambda view, moves: len(view.row) >= 2,
        _("Space grabs the whole row, hidden until the end. Your grabs are few."),
    ),
)

_TAKE_A_NUMBER = (
    Hint(
        lambda view, moves: any(isinstance(move, take_a_number.ChooseRow) for move in moves),
        _("Choose a row: arrows and Enter, or two clicks. Few bullheads hurt least."),
    ),
    Hint(
        lambda view, moves: any(isinstance(move, take_a_number.KeepCard) for move in moves),
        _("One card goes to your #-Row, harmless while it rises; the rest to your hand."),
    ),
    Hint(
        lambda view, moves: bool(view.to_place),
        _("Lowest first: each card goes behind the highest row end below it."),
    ),
    Hint(
        lambda view, moves: bool(moves),
        _("All choose at once: arrows or digits, then Enter. You may change it later."),
    ),
)

_HINTS: dict[type, tuple[Hint, ...]] = {
    take_that.View: _TAKE_THAT,
    take_it.View: _TAKE_IT,
    take_a_number.View: _TAKE_A_NUMBER,
}

# A hint that was read a few times is known.
_OFTEN_ENOUGH = 3


class Coach:
    """Counts what was said, and falls silent when all was said."""

    def __init__(self, met: Sequence[str], *, is_wanted: bool) -> None:
        self.met = set(met)
        self.is_wanted = is_wanted
        self._said: dict[str, int] = {}
        self._last = ""

    def hint(self, game: str, view: Any, moves: Sequence[Any]) -> str:
        """Say what helps now, in somebody's first game of this kind."""
        if not self.is_wanted or game in self.met:
            return ""
        fitting = [hint.text for hint in _HINTS.get(type(view), ()) if hint.fits(view, moves)]
        fresh = [text for text in fitting if text == self._last or self._said.get(text, 0) < _OFTEN_ENOUGH]
        text = fresh[0] if fresh else ""
        if text and text != self._last:
            self._said[text] = self._said.get(text, 0) + 1
        self._last = text
        return text

    def has_played(self, game: str) -> None:
        """Know that a game is not new any more."""
        self.met.add(game)
