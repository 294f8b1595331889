"""A sensible player of Take A Number: place safely, and keep the own row ascending."""

from collections.abc import Sequence
from typing import Any

from takelan.bots.player import PlayerOf
from takelan.rules.take_a_number.cards import BULLHEADS, ROW_LENGTHS, Card
from takelan.rules.take_a_number.types import AnyMove, ChooseCard, ChooseRow, Hearing, KeepCard, View


class GreedyPlacer(PlayerOf[View, AnyMove, Hearing]):
    """Weigh every decision by the bullheads it is likely to cost."""

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove | None:
        """Pick the move with the lowest cost."""
        return min(moves, key=lambda move: self._cost(view, move))

    def _cost(self, view: View, move: Any) -> tuple[float, int]:
        if isinstance(move, ChooseCard):
            return self._card_cost(view, move.card), -move.card
        if isinstance(move, ChooseRow):
            return self._taking_cost(view, view.rows[move.row]), move.row
        return self._keeping_cost(view, move), move.card

    def _card_cost(self, view: View, card: Card) -> float:
        below = [row for row in range(3) if view.rows[row][-1] < card]
        if not below:
            return min(self._taking_cost(view, row) for row in view.rows)
        row = max(below, key=lambda row: view.rows[row][-1])
        cards = view.rows[row]
        room = ROW_LENGTHS[row] - 1 - len(cards)
        rivals = len(view.hand_sizes) - 1
        # Any of the cards in between may be laid before ours by each rival.
        crowd = rivals * (card - cards[-1] - 1) / 100
        risk = 1.0 if room == 0 else min(1.0, crowd / room)
        return risk * self._taking_cost(view, cards)

    def _taking_cost(self, view: View, cards: Sequence[Card]) -> float:
        if not cards:
            return 0.0
        return min(self._cost_of_keeping(view, cards, card) for card in cards)

    def _keeping_cost(self, view: View, move: KeepCard) -> float:
        decision = view.decision
        row = 0 if decision is None or decision.row is None else decision.row
        return self._cost_of_keeping(view, view.rows[row], move.card)

    def _cost_of_keeping(self, view: View, cards: Sequence[Card], kept: Card) -> float:
        own_row = view.number_rows[view.seat or 0]
        in_hand = sum(BULLHEADS[card] for card in cards if card != kept)
        # Every step up leaves less room for the next; a fall costs the whole row twice.
        if own_row and kept < own_row[-1]:
            return in_hand * 0.5 + 2 * sum(BULLHEADS[card] for card in own_row) + kept / 50
        return in_hand * 0.5 + (kept - (own_row[-1] if own_row else 0)) / 25
