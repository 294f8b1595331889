"""The humans at a table, as its keeper knows them."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from takelan.table.letters import PeerId
from takelan.wire.succession import Epoch, Member, Resignation, Where


@dataclass(eq=False, slots=True)
class Person:
    """One human and what they have confirmed."""

    key: bytes
    peer: PeerId | None = None
    where: Where | None = None
    #: Whether their program takes part in a succession.
    is_listening: bool = False
    #: The newest epoch they know of, and the newest state of it they hold.
    epoch: Epoch | None = None
    sequence: int | None = None
    #: The last term they have voted in.
    promised: int = 0
    #: Whether they have given up every share and vote.
    has_resigned: bool = False
    #: What makes that worth a vote.
    resignation: Resignation | None = None

    @property
    def is_reachable(self) -> bool:
        """Whether they can be told of an epoch now."""
        return self.peer is not None and self.is_listening

    def knows(self, epoch: Epoch) -> bool:
        """Tell whether they will elect nobody from before an epoch."""
        return self._is_out(epoch.term) or (self.epoch is not None and self.epoch >= epoch)

    def keeps(self, epoch: Epoch, sequence: int) -> bool:
        """Tell whether they hold a state, or will never vote."""
        held = self.sequence if self.epoch == epoch else None
        return self._is_out(epoch.term) or (held is not None and held >= sequence)

    def _is_out(self, term: int) -> bool:
        """Tell whether they help nobody to a later term: who has voted for one and left still does."""
        return self.has_resigned and self.promised <= term


class People:
    """All humans ever heard of at a table, those who came first before the others."""

    def __init__(self, members: Iterable[Member] = ()) -> None:
        self._all = {member.key: Person(member.key, where=member.where) for member in members}
        self._by_peer: dict[PeerId, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)

    @property
    def promised(self) -> int:
        """The last term anybody has voted in."""
        return max((person.promised for person in self), default=0)

    def arrive(self, key: bytes, peer: PeerId) -> Person:
        """Note a connection; what was confirmed on an earlier one has to be confirmed again."""
        person = self._all.setdefault(key, Person(key))
        if person.peer is not None:
            self._by_peer.pop(person.peer, None)
        person.peer, person.is_listening = peer, False
        person.sequence, person.has_resigned, person.resignation = None, False, None
        self._by_peer[peer] = person
        return person

    def forget_all_but(self, keys: Container[bytes]) -> None:
        """Keep those with some keys, and whoever is connected."""
        self._all = {key: one for key, one in self._all.items() if one.peer is not None or key in keys}

    def by_peer(self, peer: PeerId) -> Person | None:
        """Find whoever speaks over a connection."""
        return self._by_peer.get(peer)

    def lose(self, peer: PeerId) -> Person | None:
        """Note that a connection is gone."""
        person = self._by_peer.pop(peer, None)
        if person is not None:
            person.peer, person.is_listening = None, False
        return person

    def reachable(self) -> list[Person]:
        """List those who can be told of an epoch now."""
        return [person for person in self if person.is_reachable]

    def here(self) -> set[bytes]:
        """Tell the keys of those who can be told of an epoch now."""
        return {person.key for person in self.reachable()}

    def resignations(self) -> list[Resignation]:
        """List what those have left behind who are gone for good."""
        return [person.resignation for person in self if person.resignation is not None]

    def members(self, keys: Iterable[bytes]) -> tuple[Member, ...]:
        """Write the roster of those who have a seat."""
        seated = frozenset(keys)
        return tuple(Member(person.key, person.where) for person in self if person.key in seated)
