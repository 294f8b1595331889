"""Those who look on at a table: who they are, and when they may hear something.

Rule 1: they are connections. Nothing of them is written down, and nobody ever waits for them.
Rule 2: where a round is shown only when it is over, they hear nothing that depends on it before.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from takelan.table.letters import PeerId
from takelan.wire.peer_text import PlayerName
from takelan.wire.terms import MAX_ONLOOKERS, Onlooking
from takelan.wire.to_peer import TableState


@dataclass(eq=False, slots=True)
class Onlooker:
    """Somebody without a seat."""

    peer: PeerId
    name: PlayerName
    key: bytes
    #: How well they want to be stood in for once they have a seat.
    stand_in: str | None = None
    #: Whether they sit down at the next deal, if there is a seat for them.
    wants_seat: bool = False


class Gallery:
    """All onlookers of one table, those who came first before the others."""

    def __init__(self, shows: Callable[[], Onlooking], is_round_on: Callable[[], bool]) -> None:
        self._shows = shows
        self._is_round_on = is_round_on
        self._all: list[Onlooker] = []
        #: What they were last told of the table, and shown of the game.
        self.told: TableState | None = None
        self.last_view: Any = None
        self.revision = 0
        #: Who decided, ran the table and was next to do so before the round that they are not shown.
        self._offices: dict[str, int | None] = {}

    def __iter__(self) -> Iterator[Onlooker]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)

    @property
    def shows(self) -> Onlooking:
        """What they are shown of a round."""
        return self._shows()

    @property
    def is_full(self) -> bool:
        """Whether nobody else may look on."""
        return len(self._all) >= MAX_ONLOOKERS

    @property
    def is_kept_waiting(self) -> bool:
        """Whether a round is on that is shown only when it is over."""
        return self.shows == "delayed" and self._is_round_on()

    @property
    def waiting(self) -> list[Onlooker]:
        """Those who want a seat, in the order they came."""
        return [one for one in self._all if one.wants_seat]

    def by_peer(self, peer: PeerId) -> Onlooker | None:
        """Find whoever a connection belongs to."""
        return next((one for one in self._all if one.peer == peer), None)

    def by_key(self, key: bytes) -> Onlooker | None:
        """Find somebody by key."""
        return next((one for one in self._all if one.key == key), None)

    def add(self, onlooker: Onlooker) -> None:
        """Let somebody look on; the table is told to all of them anew."""
        if not self._all:
            # What nobody was there to be told may be long out of date.
            self._offices = {"owner": None, "host": None, "successor": None}
        self._all.append(onlooker)
        self.told = None

    def remove(self, onlooker: Onlooker) -> None:
        """Forget somebody."""
        self._all.remove(onlooker)

    def as_seen(self, state: TableState) -> TableState:
        """Leave out of the table's state what a round that is not shown may have brought about."""
        if not self.is_kept_waiting:
            self._offices = {"owner": state.owner, "host": state.host, "successor": state.successor}
            return state
        # T1: a stand-in may play because somebody took too long over what the round brought them. Whoever is
        # away holds no office, and whoever has left has no key.
        seats = tuple(replace(seat, is_away=False, stand_in=None, key=None) for seat in state.seats)
        return replace(state, seats=seats, **self._offices)
