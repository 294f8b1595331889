"""What a strong player says over the shoulder of somebody who plays alone, or where all may ask.

Rule 1: it is told what this seat hears and decides, and nothing else.
Rule 2: the bots are imported and asked in another process (`takelan.net.mind`), and think about a decision no
longer than those of a host.
"""

from typing import Any, NamedTuple, TypeAlias

from takelan.language import translate as _
from takelan.rules.catalog import game_of
from takelan.rules.game import is_deal
from takelan.rules.take_a_number import ChooseCard
from takelan.rules.take_it import Grab
from takelan.rules.take_it import View as TakeItView
from takelan.rules.take_it.types import RowGone
from takelan.wire.to_peer import AnyStep

# The same question gets the same answer; what it knows comes from the seat alone.
_SEED = b"counsel"


class Heard(NamedTuple):
    """What the seat heard, and the view that followed."""

    hearings: tuple[Any, ...]
    view: Any


class Decided(NamedTuple):
    """What the seat played, and what it saw when it did."""

    view: Any
    moves: tuple[Any, ...]
    played: Any


Page: TypeAlias = Heard | Decided


class Counsel:
    """Keeps what happened since the cards were dealt, for whoever is asked about it."""

    def __init__(self) -> None:
        #: How many deals were seen: a review belongs to one of them.
        self.deal = 0
        self._pages: list[Page] = []
        self._plan: Decided | None = None

    @property
    def pages(self) -> tuple[Page, ...]:
        """This round so far."""
        return tuple(self._pages)

    def plan(self, view: Any, moves: list[Any], move: Any) -> None:
        """Note a move that was sent; it counts once the table has accepted it."""
        self._plan = Decided(view, tuple(moves), move)

    def drop_plan(self) -> None:
        """Forget a move that was refused."""
        self._plan = None

    def hear(self, step: AnyStep) -> None:
        """Note a step of the game."""
        if any(map(is_deal, step.hearings)):
            self.deal += 1
            self._pages, self._plan = [], None
        self._settle(step)
        self._pages.append(Heard(step.hearings, step.view))

    def _settle(self, step: AnyStep) -> None:
        plan = self._plan
        if plan is None or _is_open(plan.played, step):
            return
        self._plan = None
        if not _is_lost(plan, step):
            self._pages.append(plan)


def _is_open(move: Any, step: AnyStep) -> bool:
    if isinstance(move, ChooseCard):
        # TN4: a card may be changed until all have chosen.
        return getattr(step.view, "chosen", None) is not None
    # A card that is turned over while a grab is on its way says nothing about the grab.
    return isinstance(move, Grab) and not _takers(step)


def _is_lost(plan: Decided, step: AnyStep) -> bool:
    return isinstance(plan.played, Grab) and plan.view.seat not in _takers(step)


def _takers(step: AnyStep) -> list[int]:
    return [hearing.seat for hearing in step.hearings if isinstance(hearing, RowGone)]


def think(pages: tuple[Page, ...], view: Any, moves: list[Any]) -> str:
    """Say what a strong player would do now, and why; this takes a moment."""
    from takelan.bots.advice import Adviser
    from takelan.net.minds import timed_budget
    from takelan.rules.chance import Chance

    adviser = Adviser(game_of(view).name, Chance(_SEED), timed_budget())
    for page in pages:
        if isinstance(page, Heard):
            adviser.hear(page.hearings, page.view)
    advice = adviser.advise(view, moves)
    return "" if advice is None else advice.sentence


class Remark(NamedTuple):
    """One thing that is said about a round, and why, if there is room for that."""

    what: str
    why: str = ""

    def __str__(self) -> str:
        return _("{what}, for {why}.").format(what=self.what, why=self.why) if self.why else self.what


def look_back(pages: tuple[Page, ...]) -> list[Remark]:
    """Name the costliest decisions of a round, the worst first; this takes a moment."""
    from takelan.bots.advice import name_move
    from takelan.bots.reviewing import REVIEW_SAMPLES, Notebook, review_notes
    from takelan.bots.reviewing import Decided as Noted
    from takelan.net.minds import timed_budget
    from takelan.rules.chance import Chance

    notebook = Notebook()
    for page in pages:
        if isinstance(page, Heard):
            notebook.hear(page.hearings, page.view)
        else:
            notebook.decide(*page)
    decided = [note for note in notebook.notes if isinstance(note, Noted)]
    if not decided:
        return []
    game = game_of(decided[0].view).name
    costly = review_notes(game, notebook.notes, Chance(_SEED), timed_budget(REVIEW_SAMPLES))
    if not costly:
        return [Remark(_("No decision of yours cost much in this round."))]
    remarks = [Remark(_("Your costliest decisions in this round, by estimate:"))]
    for one in costly:
        words = {
            "when": _when(one),
            "better": name_move(game, one.better, one.view),
            "played": name_move(game, one.played, one.view),
        }
        what = _("{when}, {cost:.1f} points: better to {better} than to {played}")
        remarks.append(Remark(what.format(cost=one.cost, **words), one.why))
    return remarks


def _when(costly: Any) -> str:
    if isinstance(costly.view, TakeItView):
        return _("Row {number}").format(number=costly.turn)
    return _("Turn {number}").format(number=costly.turn)
