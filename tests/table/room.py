"""A table under a virtual clock, with everything every peer was told."""

from collections import defaultdict
from typing import Any, TypeVar

from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.table.letters import Letter, PeerId
from takelan.table.options import read_words
from takelan.table.setup import Setup
from takelan.table.table import Table
from takelan.wire import to_host, to_peer
from takelan.wire.peer_text import PlayerName, TableName

Told = TypeVar("Told", bound=to_peer.ToPeer)

UNSIGNED = bytes(64)


def key_of(name: str) -> bytes:
    """Make a key that only this name has."""
    return name.encode().ljust(32, b".")


class Room:
    """A table, its peers and its time."""

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
            table="0123456789abcdef",
            name=TableName("Kitchen"),
            host_name=PlayerName("Ann"),
            game=GAMES[game],
            options=options,
            pace=pace,
            **details,
        )
        self.table = Table(setup, Chance(seed))
        self.now = 0.0
        self.told: dict[PeerId, list[Any]] = defaultdict(list)
        self.closed: set[PeerId] = set()
        self._peers = 0

    def join(self, name: str, *, seen: int | None = None) -> PeerId:
        """Let somebody come in, or come back, on a new connection."""
        self._peers += 1
        peer = self._peers
        self.say(peer, to_host.Join(PlayerName(name), key_of(name), UNSIGNED, seen))
        return peer

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
