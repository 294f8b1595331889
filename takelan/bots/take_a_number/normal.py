"""A sound player of Take A Number: weighs every decision by the bullheads it is likely to cost."""

from collections.abc import Sequence

from takelan.bots.player import PlayerOf
from takelan.bots.take_a_number.judgement import Board, Layout, best_keep, keep_cost
from takelan.rules.take_a_number.types import AnyMove, ChooseCard, ChooseRow, Hearing, View


class NormalPlacer(PlayerOf[View, AnyMove, Hearing]):
    """Place where there is room, and keep the own row ascending."""

    def choose(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """Pick the move with the lowest cost; of equal ones the highest card."""
        own_row = view.number_rows[view.seat or 0]
        board = Board(Layout(view.rows, len(view.hand_sizes) - 1), own_row)

        def cost(move: AnyMove) -> tuple[float, int]:
            if isinstance(move, ChooseCard):
                return board.cost(move.card), -move.card
            if isinstance(move, ChooseRow):
                return best_keep(view.rows[move.row], own_row)[0], move.row
            return keep_cost(_taken(view), move.card, own_row), move.card

        return min(moves, key=cost)


def _taken(view: View) -> tuple[int, ...]:
    decision = view.decision
    return view.rows[0 if decision is None or decision.row is None else decision.row]
