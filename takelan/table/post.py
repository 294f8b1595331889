"""The table's post: who is told what, as letters waiting to be carried out.

Rule 1: a step is made for one seat and goes to that seat and its stand-in alone.
Rule 2: what did not change is not told again.
"""

from typing import Any

import msgspec

from takelan.rules import take_it
from takelan.rules.game import AnyGame, Seat
from takelan.table.letters import Letter, PeerId
from takelan.table.match import Match
from takelan.table.occupants import Occupant, Occupants
from takelan.wire.terms import Mover, RefusalCode, Sentence
from takelan.wire.to_peer import STEP_TYPES, AnyStep, AnyToPeer, Refused, TableState


class Post:
    """Letters in the order they are to arrive."""

    def __init__(self, occupants: Occupants) -> None:
        self._occupants = occupants
        self._letters: list[Letter] = []
        self._told: TableState | None = None

    def empty(self) -> list[Letter]:
        """Hand all letters over."""
        letters, self._letters = self._letters, []
        return letters

    def to(self, occupant: Occupant, message: AnyToPeer, *, is_last: bool = False) -> None:
        """Write to a human, if they are there."""
        if occupant.is_human and occupant.peer is not None:
            self._letters.append(Letter(occupant.peer, message, is_last))

    def to_all(self, message: AnyToPeer) -> None:
        """Write to every human."""
        for occupant in self._occupants:
            self.to(occupant, message)

    def to_others(self, occupant: Occupant, message: AnyToPeer) -> None:
        """Write to every human but one."""
        for other in self._occupants:
            if other is not occupant:
                self.to(other, message)

    def refuse(self, peer: PeerId, code: RefusalCode, text: str, *, is_last: bool = False) -> None:
        """Turn down what a connection, which may have no seat, has said."""
        self._letters.append(Letter(peer, Refused(code, Sentence(text)), is_last))

    def refuse_one(self, occupant: Occupant, code: RefusalCode, text: str) -> None:
        """Turn down what somebody at the table has said."""
        if occupant.peer is not None:
            self.refuse(occupant.peer, code, text)

    def step(
        self, match: Match, seat: Seat, occupant: Occupant, events: list[Any], by: Mover, left: int | None
    ) -> None:
        """Tell a seat what it may hear of events and what it may know now."""
        hearings = match.hear(events, seat)
        view = match.view(seat)
        if not hearings and view == occupant.last_view:
            return
        occupant.revision += 1
        occupant.last_view = view
        end = len(match.record)
        occupant.recent.extend((occupant.revision, place) for place in range(end - len(events), end))
        step = _make_step(match.game, occupant, hearings, by=by, left=left)
        self._letters += [Letter(peer, step) for peer in occupant.listeners]

    def show(self, match: Match, occupant: Occupant, left: int | None) -> None:
        """Show a bot that begins to play a seat what the seat knows and has heard."""
        if occupant.last_view is None:
            return
        hearings = self._meanwhile(match, occupant, None)
        step = _make_step(match.game, occupant, hearings, by="player", left=left, is_catch_up=True)
        self._letters += [Letter(peer, step) for peer in occupant.listeners if peer < 0]

    def catch_up(self, match: Match, occupant: Occupant, seen: int | None, left: int | None) -> None:
        """Tell somebody who returns what happened meanwhile."""
        if occupant.last_view is None:
            return
        hearings = self._meanwhile(match, occupant, seen)
        self.to(
            occupant, _make_step(match.game, occupant, hearings, by="player", left=left, is_catch_up=True)
        )

    def _meanwhile(self, match: Match, occupant: Occupant, seen: int | None) -> list[Any]:
        """List what a seat has heard in this round since a revision."""
        places = [place for number, place in occupant.recent if seen is None or number > seen]
        missed = [match.record[place][0] for place in places]
        return recall(match.hear(missed, occupant.place))

    def tell_table(self, state: TableState, newcomer: Occupant | None = None) -> None:
        """Tell everybody how the table stands if that has changed; tell a newcomer anyway."""
        plain = msgspec.structs.replace(state, deals_in=None)
        has_changed = plain != self._told
        self._told = plain
        for seat, occupant in enumerate(self._occupants):
            if has_changed or occupant is newcomer:
                self.to(occupant, msgspec.structs.replace(state, you=seat))


def recall(hearings: list[Any]) -> list[Any]:
    """Leave out what nobody may look up any more: the cards of rows that were taken (TI11)."""
    gone = [
        place
        for place, hearing in enumerate(hearings)
        if isinstance(hearing, take_it.types.RowGone | take_it.types.RestGone)
    ]
    last = gone[-1] if gone else -1
    return [
        hearing
        for place, hearing in enumerate(hearings)
        if place > last or not isinstance(hearing, take_it.types.Flipped)
    ]


def _make_step(
    game: AnyGame,
    occupant: Occupant,
    hearings: list[Any],
    *,
    by: Mover,
    left: int | None,
    is_catch_up: bool = False,
) -> AnyStep:
    kind: Any = STEP_TYPES[game.name]
    step: AnyStep = kind(
        revision=occupant.revision,
        by=by,
        is_catch_up=is_catch_up,
        left=left,
        hearings=tuple(hearings),
        view=occupant.last_view,
    )
    return step
