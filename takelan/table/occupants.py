"""Who sits at a table, in seat order.

Rule 1: an occupant is named by an id of ours; where they sit may change while nothing is being played.
Rule 2: a human is their key. Connections come and go, names are only for reading.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from takelan.rules.game import Seat
from takelan.table.letters import PeerId
from takelan.table.records import SeatRecord
from takelan.wire.peer_text import PlayerName, cells
from takelan.wire.to_peer import SeatInfo

# What a player who returns is told of the meantime has to fit one message.
LONGEST_MEMORY = 200

_BOT_NAMES = ("Robin", "Sasha", "Toni", "Umi", "Viola", "Wim", "Xenia", "Yuri", "Zoe", "Quinn")


@dataclass(eq=False, slots=True)
class Occupant:
    """A human or a bot in a seat."""

    id: int
    name: PlayerName
    #: Who a human is; bots have none.
    key: bytes | None = None
    #: How well a bot plays; None is a human.
    level: str | None = None
    #: The connection; None while a human has none.
    peer: PeerId | None = None
    is_ready: bool = False
    #: Since when a human has been without a connection.
    lost_at: float | None = None
    #: Whether a human got up in mid-game; the seat is cleared when the game is over.
    has_left: bool = False
    #: The bot that plays for a human who is gone (T2), or whose time is up (T1).
    stand_in: PeerId | None = None
    #: How well that bot plays: as the human wishes, or as the table usually has it.
    stand_in_level: str = ""
    revision: int = 0
    last_view: Any = None
    #: The seat in the game last dealt: when it is over others may leave and move everybody up. None is
    #: somebody who came after it.
    place: Seat | None = None
    #: The revision that told each event of this round, by its place in the record, for a return.
    recent: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=LONGEST_MEMORY))

    def describe(self) -> SeatInfo:
        """Tell who sits here, as everybody sees it."""
        return SeatInfo(
            occupant=self.id,
            name=self.name,
            bot=self.level,
            is_ready=self.is_ready,
            is_away=self.is_human and self.peer is None,
            stand_in=None if self.stand_in is None else self.stand_in_level,
            key=None if self.has_left else self.key,
        )

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.level is None

    @property
    def is_present(self) -> bool:
        """Whether a person sits here and is connected."""
        return self.is_human and self.peer is not None

    @property
    def listeners(self) -> list[PeerId]:
        """Everybody who is told what this seat may know."""
        return [peer for peer in (self.peer, self.stand_in) if peer is not None]


class Occupants:
    """All who sit at the table; a seat is a place in this order."""

    def __init__(self, levels: Sequence[str]) -> None:
        #: The levels a bot may have, the usual one first.
        self._levels = levels
        self._all: list[Occupant] = []
        self._ids = 0
        self._bot_peers = 0

    def __iter__(self) -> Iterator[Occupant]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, seat: Seat) -> Occupant:
        return self._all[seat]

    @property
    def humans(self) -> list[Occupant]:
        """Everybody but the bots."""
        return [one for one in self._all if one.level is None]

    @property
    def present(self) -> list[Occupant]:
        """The humans who are connected."""
        return [one for one in self._all if one.level is None and one.peer is not None]

    def seat(self, occupant: Occupant) -> Seat:
        """Tell where somebody sits."""
        return self._all.index(occupant)

    def by_id(self, number: int) -> Occupant | None:
        """Find somebody by id."""
        return next((one for one in self._all if one.id == number), None)

    def by_key(self, key: bytes) -> Occupant | None:
        """Find a human by key."""
        return next((one for one in self._all if one.key == key), None)

    def seat_of_key(self, key: bytes | None) -> Seat | None:
        """Tell where the human with a key sits who has not left; None when there is none."""
        seats = (seat for seat, one in enumerate(self._all) if one.key == key and not one.has_left)
        return None if key is None else next(seats, None)

    def by_place(self, place: Seat) -> Occupant | None:
        """Find whoever had a seat in the game last dealt, if they are still here."""
        return next((one for one in self._all if one.place == place), None)

    def by_peer(self, peer: PeerId) -> Occupant | None:
        """Find whoever a connection or a stand-in speaks for."""
        return next((one for one in self._all if peer in (one.peer, one.stand_in)), None)

    def add_human(self, name: PlayerName, key: bytes, peer: PeerId) -> Occupant:
        """Give a human the next free seat."""
        return self._add(name, key=key, peer=peer)

    def wish_level(self, occupant: Occupant, level: str | None) -> None:
        """Note how well a human wants to be stood in for; the usual level stands for an unknown one."""
        occupant.stand_in_level = next((one for one in self._levels if one == level), self._levels[0])

    def bots(self) -> dict[PeerId, str]:
        """Tell which connections lead to bots, and how well each of them plays."""
        seated = {one.peer: one.level for one in self._all if not one.is_human}
        stand_ins = {one.stand_in: one.stand_in_level for one in self._all}
        wanted = (seated | stand_ins).items()
        return {peer: level for peer, level in wanted if peer is not None and level is not None}

    def succeed(self, former: Occupant, name: PlayerName, key: bytes, peer: PeerId) -> Occupant:
        """Give a human the very seat of somebody else."""
        seat = self.seat(former)
        self.remove(former)
        newcomer = self.add_human(name, key, peer)
        self.move(newcomer, seat)
        return newcomer

    def add_bot(self, level: str) -> Occupant:
        """Give a bot the next free seat."""
        taken = {one.name for one in self._all}
        name = next(name for name in (*_BOT_NAMES, "Bot") if name not in taken)
        return self._add(PlayerName(name), level=level, peer=self.next_bot_peer(), is_ready=True)

    def next_bot_peer(self) -> PeerId:
        """Name a connection that leads to a bot."""
        self._bot_peers -= 1
        return self._bot_peers

    def remove(self, occupant: Occupant) -> None:
        """Clear a seat; those behind it move up."""
        self._all.remove(occupant)

    def move(self, occupant: Occupant, seat: Seat) -> None:
        """Put somebody in another seat; those in between move up."""
        self._all.remove(occupant)
        self._all.insert(seat, occupant)

    def free_name(self, wanted: PlayerName, owner: Occupant | None = None) -> PlayerName:
        """Give a name nobody else has: the one wanted, or the same with a number."""
        taken = {one.name.casefold() for one in self._all if one is not owner}
        name, number = wanted, 1
        while name.casefold() in taken:
            number += 1
            name = _with_suffix(wanted, f" {number}")
        return name

    def save(self) -> list[SeatRecord]:
        """Write everybody down, in seat order."""
        return [
            SeatRecord(
                one.id,
                one.name,
                one.key,
                one.level,
                one.is_ready,
                one.has_left,
                one.revision,
                list(one.recent),
                one.place,
                one.stand_in_level,
            )
            for one in self._all
        ]

    @property
    def last_id(self) -> int:
        """The last id that was given to anybody."""
        return self._ids

    def load(self, records: list[SeatRecord], last_id: int, at: float) -> None:
        """Seat everybody again: the humans are gone for now, the bots have new connections."""
        for record in records:
            occupant = Occupant(record.id, record.name, record.key, record.level)
            occupant.is_ready, occupant.has_left = record.is_ready, record.has_left
            occupant.revision, occupant.place = record.revision, record.place
            if occupant.is_human:
                self.wish_level(occupant, record.stand_in_level)
            occupant.recent.extend(record.recent)
            if occupant.is_human:
                occupant.lost_at = at
            else:
                occupant.peer = self.next_bot_peer()
            self._all.append(occupant)
        self._ids = max([last_id, *(one.id for one in self._all)])

    def _add(self, name: PlayerName, **details: Any) -> Occupant:
        self._ids += 1
        occupant = Occupant(self._ids, self.free_name(name), **details)
        self._all.append(occupant)
        return occupant


def _with_suffix(name: PlayerName, suffix: str) -> PlayerName:
    base = str(name)
    while cells(base) + len(suffix) > PlayerName.MAX_CELLS:
        base = base[:-1]
    return PlayerName(base.rstrip() + suffix)
