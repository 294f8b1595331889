"""Handing a table over when its host leaves: one attempt, with one successor.

Rule 1: from the moment the table is written down until everybody has moved, nothing is judged here, so that
no move is lost between the two hosts: it was judged before, or its maker sends it again to the new host.
Rule 2: what is handed over is the table as it is at that very moment, with the count of every seat's moves.
Rule 3: a table that was given away without anybody's vote is never taken back: two hosts could go on with it.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec

from takelan.table.letters import Letter, PeerId
from takelan.table.snapshot import restore, take
from takelan.table.succession.craft import Craft
from takelan.table.succession.estate import Legacy
from takelan.table.succession.keeper import Keeper
from takelan.table.succession.rebuild import Rebuilt
from takelan.wire.succession import Offer
from takelan.wire.to_host import AnyToHost, Leave, Serving, Standby
from takelan.wire.to_peer import Inherit, Moved, TakeOver

#: How long a successor may take to start a host of its own, the others to vote, and it to open the table.
STAND_BY_WITHIN = 8.0
VOTE_WITHIN = 2.0
SERVE_WITHIN = 5.0

_PURPOSE = b"takelan hand-over 1"


@dataclass(frozen=True)
class Bequest:
    """A table as its host hands it over in peace."""

    snapshot: bytes
    legacy: Legacy


def open_bequest(sealed: bytes, owner: bytes, private: bytes, craft: Craft, at: float) -> Rebuilt:
    """Set the table up that was sealed for this process."""
    bequest = msgspec.msgpack.decode(craft.unbox(private, sealed, _PURPOSE), type=Bequest)
    return Rebuilt(restore(bequest.snapshot, at, owner, craft.verify), bequest.legacy)


class Passing:
    """One attempt to hand a table to a successor; it is told what the host hears, and returns letters."""

    def __init__(self, keeper: Keeper, craft: Craft, heir: PeerId, key: bytes, at: float) -> None:
        self._keeper = keeper
        self._craft = craft
        self._heir = heir
        self._key = key
        self._offer: Offer | None = None
        self._stage: Literal["preparing", "voting", "opening", "done", "failed"] = "preparing"
        #: When this stage has taken too long.
        self.ends_at = at + STAND_BY_WITHIN
        #: Whether nothing may come of this table here any more, whatever became of it there.
        self.is_given_away = False

    @property
    def is_over(self) -> bool:
        """Whether it has come about, or will not."""
        return self._stage in ("done", "failed")

    @property
    def is_frozen(self) -> bool:
        """Whether the table is being moved, and nothing may be judged here any more."""
        return self._stage in ("opening", "done") or self.is_given_away

    @property
    def moved(self) -> Moved | None:
        """What to tell everybody once it has come about."""
        where = self._offer.where if self._offer is not None and self._stage == "done" else None
        if where is None:
            return None
        return Moved(self._keeper.term + 1, where.addresses, where.port, where.fingerprint)

    def begin(self) -> list[Letter]:
        """Ask the successor for a host of its own."""
        return [Letter(self._heir, TakeOver(self._keeper.term + 1))]

    def hear(self, peer: PeerId, message: AnyToHost, at: float) -> list[Letter]:
        """Take what the successor answers."""
        if peer != self._heir:
            return []
        match message:
            case Standby() if self._stage == "preparing" and message.offer.where is not None:
                self._offer = message.offer
                self._stage, self.ends_at = "voting", at + VOTE_WITHIN
                return [*self._keeper.bequeath(self._key, message.offer, at), *self.look(at)]
            case Serving() if self._stage == "opening":
                self._stage = "done"
            case Leave():
                self._fail(at)
        return []

    def lose(self, peer: PeerId, at: float) -> None:
        """Learn that a connection is gone."""
        if peer == self._heir:
            self._fail(at)

    def due(self, now: float) -> None:
        """Give up what has taken too long."""
        if now >= self.ends_at:
            self._fail(now)

    def look(self, at: float) -> list[Letter]:
        """Hand the table over as soon as enough have voted for it; ask whenever the keeper has heard."""
        bequest = self._keeper.bequest
        if self._stage != "voting" or bequest is None or self._offer is None:
            return []
        self._stage, self.ends_at = "opening", at + SERVE_WITHIN
        plain = msgspec.msgpack.encode(Bequest(take(self._keeper.table), bequest))
        sealed = self._craft.box(self._offer.sealing_key, plain, _PURPOSE)
        return [Letter(self._heir, Inherit(sealed))]

    def _fail(self, at: float) -> None:
        if self.is_over:
            return
        self.is_given_away = self._stage == "opening" and not self._keeper.is_shared
        self._stage = "failed"
        if not self.is_given_away:
            self._keeper.withdraw(at)
