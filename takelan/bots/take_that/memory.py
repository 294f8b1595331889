"""What an attentive player of Take That remembers of a round.

Rule 1: everything here comes from hearings and views; nothing else ever reaches it.
Rule 2: a player who takes the line or lets a twist pass shows what they do not hold.
"""

from collections.abc import Sequence

from takelan.rules.game import Seat
from takelan.rules.take_that.cards import REACH, TWIN, Card
from takelan.rules.take_that.types import (
    Dealt,
    Drew,
    DrewUnseen,
    Hearing,
    Laid,
    LineGone,
    Twisted,
    View,
)


class Cohort:
    """Some cards of a foreign hand that have been there equally long, and what they cannot be."""

    __slots__ = ("count", "excluded")

    def __init__(self, count: int, excluded: frozenset[Card] = frozenset()) -> None:
        self.count = count
        self.excluded = excluded


class LineMemory:
    """Which cards are under the takers' piles, and what the others seem not to hold."""

    def __init__(self) -> None:
        self.taken: set[Card] = set()
        self.cohorts: dict[Seat, list[Cohort]] = {}
        self._line: list[Card] = []

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Note what was heard."""
        for hearing in hearings:
            self._note(hearing)
        # Whoever came late believes the view.
        self._line = list(view.line)

    def cohorts_of(self, seat: Seat, size: int) -> list[Cohort]:
        """Describe a hand of this size, the best-known cards first."""
        cohorts = [cohort for cohort in self.cohorts.get(seat, []) if cohort.count > 0]
        if sum(cohort.count for cohort in cohorts) != size:
            return [Cohort(size)]
        return sorted(cohorts, key=lambda cohort: -len(cohort.excluded))

    def _note(self, hearing: Hearing) -> None:
        if isinstance(hearing, Dealt):
            self._begin_round(hearing)
        elif isinstance(hearing, Laid):
            self._let_pass(hearing.seat, self._line)
            self._play(hearing.seat, hearing.card)
            self._line.append(hearing.card)
        elif isinstance(hearing, Twisted):
            self._play(hearing.seat, hearing.card)
            if hearing.target in self._line:
                self._line.remove(hearing.target)
        elif isinstance(hearing, LineGone):
            self._take(hearing)
        elif isinstance(hearing, Drew | DrewUnseen):
            self.cohorts.setdefault(hearing.seat, []).append(Cohort(1))

    def _begin_round(self, dealt: Dealt) -> None:
        self.taken, self._line = set(), []
        size = len(dealt.hand)
        # Everybody holds as many; seats that are not there stay unasked.
        self.cohorts = {seat: [Cohort(size)] for seat in range(4)}

    def _take(self, gone: LineGone) -> None:
        self._let_pass(gone.seat, self._line)
        if self._line:
            end = self._line[-1]
            self._exclude(gone.seat, frozenset(range(end - REACH, end + REACH + 1)))
        self.taken.update(self._line)
        self._line = []

    def _let_pass(self, seat: Seat, line: Sequence[Card]) -> None:
        """Note that a seat did not twist any card of the line."""
        self._exclude(seat, frozenset(TWIN[card] for card in line if card in TWIN))

    def _exclude(self, seat: Seat, cards: frozenset[Card]) -> None:
        if not cards:
            return
        merged: dict[frozenset[Card], Cohort] = {}
        for cohort in self.cohorts.get(seat, []):
            excluded = cohort.excluded | cards
            merged.setdefault(excluded, Cohort(0, excluded)).count += cohort.count
        self.cohorts[seat] = list(merged.values())

    def _play(self, seat: Seat, card: Card) -> None:
        """Take a shown card out of the cohort it most likely lay in."""
        cohorts = [cohort for cohort in self.cohorts.get(seat, []) if cohort.count > 0]
        if cohorts:
            likely = [cohort for cohort in cohorts if card not in cohort.excluded] or cohorts
            max(likely, key=lambda cohort: cohort.count).count -= 1
