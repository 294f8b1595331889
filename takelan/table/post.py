"""The table's post: who is told what, as letters waiting to be carried out.

Rule 1: a step is made for one seat and goes to that seat and its stand-in alone.
Rule 2: what did not change is not told again.
Rule 3: onlookers hear what everybody hears, unless the round is shown to them only when it is over; whoever
comes in its middle sees how the table stands, not what happened before (TI11).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from takelan.rules import take_it
from takelan.rules.game import AnyGame, Seat
from takelan.table.gallery import Gallery, Onlooker
from takelan.table.letters import Letter, PeerId
from takelan.table.match import Match
from takelan.table.occupants import LONGEST_MEMORY, Occupant, Occupants
from takelan.wire.terms import Mover, RefusalCode, Sentence
from takelan.wire.to_peer import (
    STEP_TYPES,
    AnyStep,
    AnyToPeer,
    Night,
    NightGame,
    Notice,
    Refused,
    TableState,
    Welcome,
)


class Post:
    """Letters in the order they are to arrive."""

    def __init__(self, occupants: Occupants, gallery: Gallery) -> None:
        self._occupants = occupants
        self._gallery = gallery
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

    def to_seats(self, message: AnyToPeer) -> None:
        """Write to every human with a seat, and not to the onlookers."""
        for occupant in self._occupants:
            self.to(occupant, message)

    def to_all(self, message: AnyToPeer) -> None:
        """Write to every human, and to the onlookers."""
        self.to_seats(message)
        self._to_gallery(message)

    def to_all_even_now(self, message: AnyToPeer) -> None:
        """Write to every human and every onlooker something from which nobody learns anything of a round."""
        self.to_seats(message)
        for onlooker in self._gallery:
            self.to_peer(onlooker.peer, message)

    def to_others(self, occupant: Occupant, message: AnyToPeer) -> None:
        """Write to every human but one, and to the onlookers."""
        for other in self._occupants:
            if other is not occupant:
                self.to(other, message)
        self._to_gallery(message)

    def to_peer(self, peer: PeerId, message: AnyToPeer, *, is_last: bool = False) -> None:
        """Write to a connection, which may have no seat."""
        self._letters.append(Letter(peer, message, is_last))

    def welcome(self, occupant: Occupant, night: list[NightGame]) -> None:
        """Greet whoever has just sat down, and tell the others."""
        self.to(occupant, Welcome(occupant.name, occupant.id, is_return=False))
        self.to_others(occupant, Notice("joined", occupant.name))
        self.to(occupant, Night(tuple(night)))

    def refuse(self, peer: PeerId, code: RefusalCode, text: str, *, is_last: bool = False) -> None:
        """Turn down what a connection, which may have no seat, has said."""
        self.to_peer(peer, Refused(code, Sentence(text)), is_last=is_last)

    def refuse_one(self, occupant: Occupant, code: RefusalCode, text: str) -> None:
        """Turn down what somebody at the table has said."""
        if occupant.peer is not None:
            self.refuse(occupant.peer, code, text)

    def step(self, match: Match, seat: Seat, occupant: Occupant, count: int, left: int | None) -> None:
        """Tell a seat what it may hear of the last events and what it may know now."""
        places = _last(match, count)
        told = _hear(match, places, seat)
        view = match.view(seat)
        if not told.hearings and view == occupant.last_view:
            return
        occupant.revision += 1
        occupant.last_view = view
        occupant.recent.extend((occupant.revision, place) for place in places)
        self._prove(match, occupant, places)
        step = _make_step(match.game, occupant, told, left=left)
        self._letters += [Letter(peer, step) for peer in occupant.listeners]

    def step_for_gallery(self, match: Match, count: int, left: int | None) -> None:
        """Tell the onlookers what they may hear of the last events, or of the whole round once it is over."""
        gallery = self._gallery
        is_late = gallery.is_kept_waiting
        if not len(gallery) or (is_late and not match.is_round_over()):
            return
        view = match.view(None)
        told = _hear(match, match.round_places() if is_late else _last(match, count), None)
        if not told.hearings and view == gallery.last_view:
            return
        gallery.revision += 1
        gallery.last_view = view
        told = _recalled(told).newest(LONGEST_MEMORY) if is_late else told
        step = _make_step(match.game, gallery, told, left=left, is_catch_up=is_late)
        self._letters += [Letter(onlooker.peer, step) for onlooker in gallery]

    def show_onlooker(self, match: Match, onlooker: Onlooker, left: int | None) -> None:
        """Show somebody who comes to look on how the game stands."""
        self.to_peer(onlooker.peer, match.deck.bound)
        if not self._gallery.is_kept_waiting:
            self._gallery.last_view = match.view(None)
            step = _make_step(match.game, self._gallery, Told(), left=left, is_catch_up=True)
            self.to_peer(onlooker.peer, step)

    def show(self, match: Match, occupant: Occupant, left: int | None) -> None:
        """Show a bot that begins to play a seat what the seat knows and has heard."""
        if occupant.last_view is None:
            return
        told = self._meanwhile(match, occupant, None)
        step = _make_step(match.game, occupant, told, left=left, is_catch_up=True)
        self._letters += [Letter(peer, step) for peer in occupant.listeners if peer < 0]

    def catch_up(self, match: Match, occupant: Occupant, seen: int | None, left: int | None) -> None:
        """Tell somebody who returns what happened meanwhile."""
        if occupant.last_view is None:
            return
        told = self._meanwhile(match, occupant, seen)
        self.to(occupant, match.deck.bound)
        self._prove(match, occupant, told.places)
        self.to(occupant, _make_step(match.game, occupant, told, left=left, is_catch_up=True))

    def _meanwhile(self, match: Match, occupant: Occupant, seen: int | None) -> "Told":
        """List what a seat has heard in this round since a revision."""
        places = [place for number, place in occupant.recent if seen is None or number > seen]
        return _recalled(_hear(match, places, occupant.place))

    def _prove(self, match: Match, occupant: Occupant, places: Sequence[int]) -> None:
        """Prove the cards that the next step shows; bots take the host's word for it."""
        if occupant.is_human and occupant.peer is not None and occupant.place is not None:
            for proofs in match.proofs(places, occupant.place):
                self.to(occupant, proofs)

    def tell_table(self, state: TableState, newcomer: Occupant | None = None) -> None:
        """Tell everybody how the table stands if that has changed; tell a newcomer anyway."""
        plain = msgspec.structs.replace(state, deals_in=None)
        has_changed = plain != self._told
        self._told = plain
        for seat, occupant in enumerate(self._occupants):
            if has_changed or occupant is newcomer:
                self.to(occupant, msgspec.structs.replace(state, you=seat))
        if len(self._gallery):
            self._tell_gallery(self._gallery.as_seen(state))

    def _tell_gallery(self, state: TableState) -> None:
        plain = msgspec.structs.replace(state, deals_in=None)
        if plain != self._gallery.told:
            self._gallery.told = plain
            for onlooker in self._gallery:
                self.to_peer(onlooker.peer, state)

    def _to_gallery(self, message: AnyToPeer) -> None:
        if not self._gallery.is_kept_waiting:
            for onlooker in self._gallery:
                self.to_peer(onlooker.peer, message)


class Told(NamedTuple):
    """What is told of events: their places in the record, what one may hear of them, and who moved."""

    places: tuple[int, ...] = ()
    hearings: tuple[Any, ...] = ()
    by: tuple[Mover, ...] = ()

    def only(self, numbers: Sequence[int]) -> "Told":
        """Pick some of it."""
        return Told(
            tuple(self.places[number] for number in numbers),
            tuple(self.hearings[number] for number in numbers),
            tuple(self.by[number] for number in numbers),
        )

    def newest(self, most: int) -> "Told":
        """Leave out what came first if it is too much."""
        return Told(self.places[-most:], self.hearings[-most:], self.by[-most:])


def _last(match: Match, count: int) -> range:
    """Name the places of the last events in the record."""
    return range(len(match.record) - count, len(match.record))


def _hear(match: Match, places: Sequence[int], seat: Seat | None) -> Told:
    heard = {place: hearing for place in places if (hearing := match.hear(place, seat)) is not None}
    return Told(tuple(heard), tuple(heard.values()), tuple(map(match.mover, heard)))


def _recalled(told: Told) -> Told:
    """Leave out what nobody may look up any more: the cards of rows that were taken (TI11)."""
    gone = [
        number
        for number, hearing in enumerate(told.hearings)
        if isinstance(hearing, take_it.types.RowGone | take_it.types.RestGone)
    ]
    last = gone[-1] if gone else -1
    return told.only(
        [
            number
            for number, hearing in enumerate(told.hearings)
            if number > last or not isinstance(hearing, take_it.types.Flipped)
        ]
    )


def _make_step(
    game: AnyGame,
    audience: Occupant | Gallery,
    told: Told,
    *,
    left: int | None,
    is_catch_up: bool = False,
) -> AnyStep:
    kind: Any = STEP_TYPES[game.name]
    step: AnyStep = kind(
        revision=audience.revision,
        by=told.by,
        is_catch_up=is_catch_up,
        left=left,
        hearings=told.hearings,
        view=audience.last_view,
    )
    return step
