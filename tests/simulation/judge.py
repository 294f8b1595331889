"""The invariants, watched from outside.

One host a term; shown history never changes; confirmed moves survive, each once; one vote a term, on disk
before it is sent; nobody gets a share without a certificate, nor while the host is heard.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from takelan.table.succession.charges import Promise
from takelan.table.succession.statements import candidacy_digest
from takelan.table.succession.voter import SILENCE
from takelan.wire import succession as words
from takelan.wire.to_peer import Step, Welcome

if TYPE_CHECKING:
    from takelan.table.succession.estate import Estate
    from tests.simulation.house import HostProcess
    from tests.simulation.screen import Screen
    from tests.simulation.world import World

Move = tuple[bytes, int]
#: A key, and how often it has sat down.
Sitting = tuple[bytes, int]


class Judge:
    """Everything that must hold at every moment."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.violations: list[str] = []
        self._hosts: dict[int, HostProcess] = {}
        #: The view each seat was shown with each revision, and the last revision shown.
        self._views: dict[tuple[Sitting, int], Any] = {}
        self._last: dict[Sitting, int] = defaultdict(int)
        self._sittings: dict[bytes, int] = defaultdict(int)
        self._confirmed: set[Move] = set()
        #: The moves behind each sealed state.
        self._histories: dict[tuple[words.Epoch, int], list[Move]] = {}
        self._configs: dict[words.Epoch, words.Config] = {}
        self._votes: dict[tuple[bytes, int], bytes] = {}
        self._voters: dict[bytes, set[bytes]] = defaultdict(set)
        self._certified: set[int] = set()
        self._heard_at: dict[bytes, float] = {}
        self._shares: dict[tuple[words.Epoch, bytes], set[int]] = defaultdict(set)
        #: How many steps each seat has seen since the faults were over.
        self.seen_steps: dict[bytes, int] = defaultdict(int)

    def blame(self, what: str) -> None:
        """Note a violation."""
        self.violations.append(f"{self._world.clock.now:.3f}: {what}")

    @property
    def calls(self) -> int:
        """Count how often a host went on in a later term."""
        return len(self._hosts) - len(set(self._hosts.values()))

    def host_began(self, host: HostProcess, term: int) -> None:
        """Watch that a term has one host."""
        known = self._hosts.setdefault(term, host)
        if known is not host:
            self.blame(f"two hosts in term {term}")

    def said(self, host: HostProcess, key: bytes, message: Any) -> None:
        """Watch what a host lets out."""
        match message:
            case words.Entrust():
                self._entrusted(key, message)
            case words.Deposit():
                header = message.state.header
                self._histories[header.epoch, header.sequence] = list(host.moves)
            case Welcome(is_return=False):
                # Whoever sits down anew has a history of their own.
                self._sittings[key] += 1
            case Step():
                self._shown((key, self._sittings[key]), message)

    def _entrusted(self, key: bytes, entrust: words.Entrust) -> None:
        self._configs[entrust.config.epoch] = entrust.config
        if entrust.config.epoch.term > 1:
            self._check(entrust.certificate)
        if entrust.share is not None:
            numbers = self._shares[entrust.config.epoch, key]
            numbers.add(entrust.share.number)
            if len(numbers) > 1:
                self.blame("one holder was given two shares")

    def _shown(self, seat: Sitting, step: Any) -> None:
        view = self._views.setdefault((seat, step.revision), step.view)
        if view != step.view:
            self.blame(f"shown history changed: seat {seat[0][0]} revision {step.revision}")

    def seen(self, screen: Screen, step: Any) -> None:
        """Watch that nobody sees the game go back, and count what they see."""
        self.seen_steps[screen.key] += 1
        seat = (screen.key, self._sittings[screen.key])
        if step.revision < self._last[seat]:
            self.blame(f"a shown step was lost: seat {screen.key[0]} {self._last[seat]} -> {step.revision}")
        self._last[seat] = max(self._last[seat], step.revision)

    def move_judged(self, host: HostProcess, key: bytes, number: int) -> None:
        """Watch that a table is given each move once."""
        if (key, number) in host.moves:
            self.blame(f"move {number} of seat {key[0]} was made twice")
        host.moves.append((key, number))

    def move_confirmed(self, key: bytes, number: int) -> None:
        """Remember what was confirmed."""
        self._confirmed.add((key, number))

    def history(self, epoch: words.Epoch, sequence: int) -> list[Move]:
        """Tell the moves behind a sealed state, and watch that all confirmed ones are among them."""
        moves = self._histories.get((epoch, sequence), [])
        lost = self._confirmed.difference(moves)
        if lost:
            self.blame(f"confirmed moves were lost: {sorted((key[0], number) for key, number in lost)}")
        return list(moves)

    def heard(self, screen: Screen, message: Any) -> None:
        """Remember when a player heard the host."""
        if isinstance(message, words.Alive | words.Entrust | words.Deposit):
            self._heard_at[screen.key] = self._world.clock.now

    def told(self, screen: Screen, message: Any) -> None:
        """Watch what a player tells a host."""
        if isinstance(message, words.Answered):
            self._voted(screen, message.vote)

    def sent(self, screen: Screen, message: Any) -> None:
        """Watch what a player tells another."""
        match message:
            case words.Grant():
                self._voted(screen, message.vote)
            case words.Stand():
                digest = candidacy_digest(message.candidacy)
                self._cast(screen, message.candidacy.term, digest)
            case words.Yield():
                self._yielded(screen, message)
            case words.Claim():
                self._check(message.certificate)

    def _voted(self, screen: Screen, vote: words.Vote) -> None:
        self._cast(screen, vote.term, vote.candidacy)

    def _cast(self, screen: Screen, term: int, digest: bytes) -> None:
        if self._votes.setdefault((screen.key, term), digest) != digest:
            self.blame(f"seat {screen.key[0]} voted twice in term {term}")
        promise = msgspec.msgpack.decode(screen.disk, type=Promise) if screen.disk else Promise()
        if promise.term < term or (promise.term == term and promise.vote != digest):
            self.blame("a vote was sent before it was on disk")
        self._voters[digest].add(screen.key)

    def _check(self, certificate: words.Certificate | None) -> None:
        """Check a certificate against the votes that were really cast."""
        if certificate is None:
            self.blame("a host in a later term without a certificate")
            return
        config = self._configs.get(certificate.candidacy.epoch)
        cast = self._voters[candidacy_digest(certificate.candidacy)]
        if config is not None and len(cast.intersection(config.holders)) < self._least(config):
            self.blame("a certificate without its votes")
        self._certified.add(certificate.candidacy.term)

    def _least(self, config: words.Config) -> int:
        """Tell how many make a host, by our own reckoning."""
        count = len(config.holders)
        if not count:
            return 0
        return count if self._world.mode == "strict" else count // 2 + 1

    def _yielded(self, screen: Screen, message: words.Yield) -> None:
        if self._world.clock.now - self._heard_at.get(screen.key, -SILENCE) < SILENCE - 1e-9:
            self.blame("a share left while the host was heard")
        if message.term not in self._certified:
            self.blame("a share left without a certificate")

    def took_over(self, screen: Screen, estate: Estate) -> None:
        """Watch that whoever reads a state was elected."""
        self._check(estate.certificate)
        if len(estate.boxes) < self._least(estate.config):
            self.blame("a state was read with too few shares")
