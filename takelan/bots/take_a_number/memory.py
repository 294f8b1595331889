"""What an attentive player of Take A Number remembers of a round.

Rule 1: everything here comes from hearings and views; nothing else ever reaches it.
"""

from collections.abc import Sequence

from takelan.rules.game import Seat
from takelan.rules.take_a_number.cards import Card
from takelan.rules.take_a_number.types import Dealt, Hearing, Revealed, RowTaken, View


class HandMemory:
    """Which cards have been seen, and which of them went into whose hand."""

    def __init__(self) -> None:
        self.seen: set[Card] = set()
        #: TN12: taken cards were seen by all, so whoever pays attention knows these.
        self.picked_up: dict[Seat, set[Card]] = {}

    def hear(self, hearings: Sequence[Hearing], view: View) -> None:
        """Note what was heard."""
        for hearing in hearings:
            self._note(hearing)
        # Whoever came late sees at least what lies open now.
        for cards in (*view.rows, *view.number_rows):
            self.seen.update(cards)

    def known_hand(self, seat: Seat) -> set[Card]:
        """Name the cards a seat certainly holds."""
        return self.picked_up.get(seat, set())

    def _note(self, hearing: Hearing) -> None:
        if isinstance(hearing, Dealt):
            self.seen.clear()
            self.picked_up.clear()
            for row in hearing.rows:
                self.seen.update(row)
        elif isinstance(hearing, Revealed):
            self.seen.update(hearing.cards)
            for seat, card in enumerate(hearing.cards):
                self.known_hand(seat).discard(card)
        elif isinstance(hearing, RowTaken):
            self.seen.update(hearing.cards)
            cards = set(hearing.cards) - {hearing.kept}
            self.picked_up.setdefault(hearing.seat, set()).update(cards)
