"""Making a deck with everybody who is there: calls, answers, and beginning anew when one is missing.

Rule 1: an attempt ends in a deal or in fresh commitments by all who are there; nobody is left out unsaid.
Rule 2: every attempt that fails costs somebody a strike, and whoever has too many counts as gone for this
deal; so no player can hold a table up for ever.
"""

from collections import Counter
from dataclasses import dataclass

from takelan.rules.chance import Chance
from takelan.rules.game import Seat
from takelan.table.fairness.dealing import Dealing, Human, IsSigned
from takelan.table.letters import PeerId
from takelan.table.occupants import Occupant, Occupants
from takelan.table.post import Post
from takelan.wire.advert import GameName
from takelan.wire.fairness import Contribute, DealNumber, OpenedDeal, Pledge, Pledges, Shuffle, Terms
from takelan.wire.to_peer import Notice

#: How long the answers to one call may take.
PATIENCE = 3.0
#: How many failed attempts somebody may cause before the deal is made without them.
STRIKES = 3
#: How long a table that was set up again waits for its players before it shuffles.
GATHERING = 2.0


@dataclass(frozen=True)
class Wanted:
    """The deal that is to be made."""

    game: GameName
    number: int
    round: int
    #: The seat marked to deal first.
    dealer: Seat | None


class Shuffling:
    """The deals of one evening, while they are being made."""

    def __init__(
        self, table: str, occupants: Occupants, post: Post, chance: Chance, is_signed: IsSigned
    ) -> None:
        self._table = table
        self._occupants = occupants
        self._post = post
        self._chance = chance
        self._is_signed = is_signed
        self._wanted: Wanted | None = None
        #: How often the deal now wanted was begun; None when none is.
        self.attempts: int | None = None
        self._dealing: Dealing | None = None
        self._peers: dict[bytes, PeerId | None] = {}
        self._strikes: Counter[bytes] = Counter()
        self._deadline = 0.0

    @property
    def is_on(self) -> bool:
        """Whether a deal is being made."""
        return self._wanted is not None

    def want(self, wanted: Wanted, at: float, attempts: int | None = None) -> None:
        """Begin to make a deal; one that was begun elsewhere first waits for everybody to come."""
        self._wanted, self.attempts = wanted, attempts or 0
        self._dealing = None
        self._strikes.clear()
        self._deadline = at if attempts is None else at + GATHERING

    def hear(self, occupant: Occupant, message: Pledge | Contribute) -> None:
        """Take somebody's part."""
        if self._dealing is None or occupant.key is None:
            return
        if isinstance(message, Contribute):
            self._dealing.contribute(occupant.key, message)
        elif self._dealing.pledge(occupant.key, message):
            self._tell(self._dealing, self._dealing.pledges)

    def settle(self, now: float) -> OpenedDeal | None:
        """Go on with whoever is there, and hand over the deal when it is whole."""
        if self._wanted is None:
            return None
        if self._dealing is None:
            self._begin_if_due(self._wanted, now)
        elif lost := self._lost():
            self._begin_anew(self._wanted, lost, now)
        elif now >= self._deadline and self._dealing.opened is None:
            self._begin_anew(self._wanted, self._dealing.missing, now)
        opened = None if self._dealing is None else self._dealing.opened
        if opened is not None:
            self._wanted = self._dealing = self.attempts = None
        return opened

    def next_due(self) -> float | None:
        """Tell when settle() has to be called next."""
        is_waiting = self._dealing is not None or self._occupants.present
        return self._deadline if self._wanted is not None and is_waiting else None

    def _begin_if_due(self, wanted: Wanted, now: float) -> None:
        staying = [one for one in self._occupants.humans if not one.has_left]
        is_full = all(one.is_present for one in staying)
        # While everybody is away nothing is dealt; when everybody has left, the bots play on.
        if is_full or (now >= self._deadline and self._occupants.present):
            self._begin(wanted, now)

    def _lost(self) -> list[bytes]:
        """Name those whose connection is not the one they were called on."""
        here = {one.key: one.peer for one in self._occupants.present}
        return [key for key, peer in self._peers.items() if here.get(key) != peer]

    def _begin_anew(self, wanted: Wanted, missing: list[bytes], now: float) -> None:
        for key in missing:
            self._strikes[key] += 1
            if (occupant := self._occupants.by_key(key)) is not None:
                is_out = self._strikes[key] >= STRIKES
                self._post.to_all(Notice("apart" if is_out else "redeal", occupant.name))
        self._dealing = None
        if self._occupants.present or all(one.has_left for one in self._occupants.humans):
            self._begin(wanted, now)

    def _begin(self, wanted: Wanted, now: float) -> None:
        self.attempts = (self.attempts or 0) + 1
        number = DealNumber(wanted.number, wanted.round, self.attempts)
        terms = Terms(number, wanted.game, len(self._occupants), wanted.dealer)
        nonce = self._chance.child("deal", wanted.number, wanted.round, self.attempts).seed
        humans = [
            Human(seat, one.key)
            for seat, one in enumerate(self._occupants)
            if one.is_present and one.key is not None and self._strikes[one.key] < STRIKES
        ]
        self._dealing = Dealing(self._table, terms, nonce, humans, self._is_signed)
        self._peers = {one.key: one.peer for one in self._takers(self._dealing) if one.key is not None}
        self._deadline = now + PATIENCE
        self._tell(self._dealing, self._dealing.call)

    def _takers(self, dealing: Dealing) -> list[Occupant]:
        return [one for one in self._occupants.present if one.key is not None and dealing.names(one.key)]

    def _tell(self, dealing: Dealing, message: Shuffle | Pledges | None) -> None:
        if message is not None:
            for occupant in self._takers(dealing):
                self._post.to(occupant, message)
