"""An onlooker's own eyes: bound to nothing and asked for nothing, they check what everybody may see.

Rule 1: nothing is signed and nothing is said: only players vouch for a game.
Rule 2: of a round that was on when they came they have not seen everything (TI11), and do not judge the game.
"""

from typing import Any

from takelan.table.fairness.eyes import Eyes
from takelan.wire import fairness


class OnlookerEyes(Eyes):
    """What an onlooker's program knows of its own about one table."""

    def arrive(self) -> None:
        """Note that a connection is new; the first step tells whether a round was on."""

    def _bind(self, bound: fairness.Bound) -> bool:
        is_new = super()._bind(bound)
        # No card is shown to an onlooker alone: all are checked when everything is open.
        self._rounds[-1].needs_proofs = False
        return is_new

    def _watch(self, step: Any) -> None:
        if step.hearings:
            self._bound_round().watch(step, (), 0, is_catch_up=False)
        elif step.is_catch_up and self._rounds and not self._rounds[-1].is_over:
            self._rounds[-1].is_whole = False
