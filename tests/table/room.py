"""A table under a virtual clock, with everything every peer was told."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha512
from typing import Any, TypeVar
from unittest.mock import patch

from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.table.fairness.eyes import Eyes
from takelan.table.fairness.onlooking import OnlookerEyes
from takelan.table.fairness.witness import Witness
from takelan.table.letters import Letter, PeerId
from takelan.table.options import read_words
from takelan.table.setup import Setup
from takelan.table.table import Table
from takelan.wire import to_host, to_peer
from takelan.wire.fairness import OpenedDeal
from takelan.wire.peer_text import PlayerName, TableName

Told = TypeVar("Told", bound=to_peer.ToPeer)

TABLE = "0123456789abcdef"
UNSIGNED = bytes(64)


def sign_as(key: bytes, text: bytes) -> bytes:
    """Sign in the manner of this room: whoever knows a key can."""
    return sha512(key + text).digest()


def is_signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Tell whether a text was signed in the manner of this room."""
    return sign_as(key, text) == signature


@contextmanager
def stacked(chance: Chance) -> Iterator[None]:
    """Let every deck follow from a chance known before, whatever the players add; nobody notices."""

    def seed_of(table: str, deal: OpenedDeal) -> bytes:
        number = deal.terms.number
        return chance.child("game", number.game).child("round", number.round).seed

    with (
        patch("takelan.table.fairness.decks.seed_of", seed_of),
        patch("takelan.table.fairness.eyes.seed_of", seed_of),
    ):
        yield


def witness(key: bytes, seed: bytes = b"") -> Witness:
    """Make a player's own eyes, whose nonces follow from a seed."""
    chance = Chance(key + seed)
    return Witness(
        TABLE,
        key,
        lambda text: sign_as(key, text),
        is_signed,
        lambda count: bytes(chance.below(256) for _ in range(count)),
    )


def key_of(name: str) -> bytes:
    """Make a key that only this name has."""
    return name.encode().ljust(32, b".")


class Room:
    """A table, its peers and its time."""

    is_signed = staticmethod(is_signed)
    key_of = staticmethod(key_of)

    def __init__(
        self,
        game: str = "take-that",
        *,
        seed: bytes = b"room",
        words: dict[str, str] | None = None,
        **details: Any,
    ) -> None:
        options, pace = read_words(GAMES[game], words or {})
        setup = Setup(
            table=TABLE,
            name=TableName("Kitchen"),
            host_name=PlayerName("Ann"),
            game=GAMES[game],
            options=options,
            pace=pace,
            **details,
        )
        self.table = Table(setup, Chance(seed), self.is_signed)
        self.now = 0.0
        self.told: dict[PeerId, list[Any]] = defaultdict(list)
        self.closed: set[PeerId] = set()
        self._peers = 0
        self._unread: list[Letter] = []
        #: Everybody's own eyes, by key, and whose connection is whose.
        self.witnesses: dict[bytes, Witness] = {}
        self.keys: dict[PeerId, bytes] = {}
        #: The eyes of those who look on, by connection.
        self.gallery: dict[PeerId, OnlookerEyes] = {}
        #: Those whose programs say nothing about deals.
        self.silent: set[PeerId] = set()

    def witness_of(self, name: str) -> Witness:
        """Make somebody's own eyes."""
        return witness(self.key_of(name))

    def join(self, name: str, *, seen: int | None = None, stand_in: str | None = None) -> PeerId:
        """Let somebody come in, or come back, on a new connection."""
        self._peers += 1
        peer = self._peers
        key = self.keys[peer] = self.key_of(name)
        self.witnesses.setdefault(key, self.witness_of(name)).arrive()
        self.say(peer, to_host.Join(PlayerName(name), key, UNSIGNED, seen, stand_in))
        return peer

    def watch(self, name: str) -> PeerId:
        """Let somebody come to look on, on a new connection."""
        self._peers += 1
        key = self.keys[self._peers] = self.key_of(name)
        before = (eyes for peer, eyes in self.gallery.items() if self.keys[peer] == key)
        self.gallery[self._peers] = next(before, OnlookerEyes(TABLE, self.is_signed))
        self.gallery[self._peers].arrive()
        self.witnesses.setdefault(key, self.witness_of(name))
        self.say(self._peers, to_host.Watch(PlayerName(name), key, UNSIGNED))
        return self._peers

    def say(self, peer: PeerId, message: to_host.AnyToHost) -> None:
        """Let a message arrive."""
        self._carry(self.table.receive(peer, message, self.now))

    def play(self, peer: PeerId, move: Any, revision: int | None = None) -> None:
        """Let a move arrive."""
        self.say(peer, to_host.Play(move, revision))

    def lose(self, peer: PeerId) -> None:
        """Cut a connection."""
        self._carry(self.table.lose(peer, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, and do at its moment whatever falls due."""
        until = self.now + seconds
        while (due := self.table.next_due()) is not None and due <= until:
            self.now = max(self.now, due)
            self._carry(self.table.due(self.now))
        self.now = until

    def heard(self, peer: PeerId, kind: type[Told]) -> list[Told]:
        """List everything of one kind that a peer was told."""
        return [message for message in self.told[peer] if isinstance(message, kind)]

    def last(self, peer: PeerId, kind: type[Told]) -> Told:
        """Return the last of one kind that a peer was told."""
        return self.heard(peer, kind)[-1]

    def state(self, peer: PeerId) -> to_peer.TableState:
        """Return how the table stands, as a peer was told."""
        return self.last(peer, to_peer.TableState)

    def view(self, peer: PeerId) -> Any:
        """Return the view a peer was shown last."""
        return self.step(peer).view

    def step(self, peer: PeerId) -> Any:
        """Return the last step a peer was told."""
        return self.last(peer, to_peer.Step)

    def notices(self, peer: PeerId) -> list[tuple[str, str]]:
        """List what a peer was told of comings and goings."""
        return [(notice.kind, str(notice.name)) for notice in self.heard(peer, to_peer.Notice)]

    def refusal(self, peer: PeerId) -> tuple[str, str]:
        """Return the last refusal a peer was told."""
        refused = self.last(peer, to_peer.Refused)
        return refused.code, str(refused.text)

    def let_bots_move(self) -> bool:
        """Let every bot that can move make its first legal move; tell whether one did."""
        for peer, seat in self.table.bots().items():
            if self.told[peer] and (moves := GAMES[seat.game].moves_in(self.view(peer))):
                before = self._steps()
                self.play(peer, moves[0])
                if self._steps() > before:
                    return True
        return False

    def _steps(self) -> int:
        return sum(len(self.heard(peer, to_peer.Step)) for peer in list(self.told))

    def _carry(self, letters: list[Letter]) -> None:
        for letter in letters:
            assert letter.to not in self.closed, "a letter to a closed connection"
            self.told[letter.to].append(letter.message)
            if letter.is_last:
                self.closed.add(letter.to)
        is_reading, self._unread = bool(self._unread), [*self._unread, *letters]
        # Everybody reads in the order in which things were said, whoever answers meanwhile.
        while self._unread and not is_reading:
            self._answer(self._unread[0])
            del self._unread[0]

    def _answer(self, letter: Letter) -> None:
        """Let somebody's program watch, and add to the deal by itself, as every client does."""
        if letter.to not in self.keys or letter.to in self.silent:
            return
        if isinstance(letter.message, to_peer.Welcome):
            self.gallery.pop(letter.to, None)
        eyes: Eyes = self.gallery.get(letter.to) or self.witnesses[self.keys[letter.to]]
        for answer in eyes.hear(letter.message):
            if letter.to not in self.closed:
                self.say(letter.to, answer)
