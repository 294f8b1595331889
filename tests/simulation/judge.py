"""The invariants, watched from outside.

One host a term; shown history never changes; confirmed moves survive, each once; one vote a term, on disk
before it is sent; nobody gets a share without a certificate, nor while the host is heard.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from takelan.table.succession.charges import Promise
from takelan.table.succession.failures import SealBrokenError
from takelan.table.succession.statements import box_purpose, candidacy_digest
from takelan.table.succession.voter import SILENCE
from takelan.wire import succession as words
from takelan.wire.to_host import Leave
from takelan.wire.to_peer import Inherit, Step, Welcome

if TYPE_CHECKING:
    from takelan.table.succession.estate import Estate, Legacy
    from takelan.table.succession.vault import Vault
    from tests.simulation.house import HostProcess
    from tests.simulation.screen import Screen
    from tests.simulation.world import World

Move = tuple[bytes, int]
_SIGNS_OF_LIFE = (words.Alive, words.Entrust, words.Deposit)
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
        self._occupants: dict[bytes, int] = {}
        #: The term in which each count of moves was first told, and the one in which each move was confirmed.
        self._told_in: dict[Move, int] = {}
        self._confirmed: dict[Move, int] = {}
        #: The moves behind each table that was handed over.
        self._bequests: dict[bytes, frozenset[Move]] = {}
        #: The moves behind each sealed state.
        self._histories: dict[tuple[words.Epoch, int], frozenset[Move]] = {}
        self._configs: dict[words.Epoch, words.Config] = {}
        #: Beside whom the holders of an epoch decide until it is in force, and which ones are.
        self._bases: dict[words.Epoch, tuple[words.Config, ...]] = {}
        self._in_force: set[words.Epoch] = set()
        #: Who made a host one that did not open the table, and who has told it that they leave for good.
        self._elected: dict[int, list[words.Config]] = {}
        self._left: dict[HostProcess, set[bytes]] = defaultdict(set)
        self._votes: dict[tuple[bytes, int], bytes] = {}
        self._promised: dict[bytes, int] = defaultdict(int)
        self._voters: dict[bytes, set[bytes]] = defaultdict(set)
        #: Who has left in peace, and from which term on that counts as a vote.
        self._resigned: dict[bytes, int] = {}
        #: What was elected, by its digest; and the shares that reached whoever was, by holder.
        self._certified: dict[bytes, words.Candidacy] = {}
        self._gathered: dict[bytes, set[bytes]] = defaultdict(set)
        self._heard_at: dict[bytes, float] = {}
        self._shares: dict[tuple[words.Epoch, bytes], set[int]] = defaultdict(set)
        #: How many steps each seat has seen since the faults were over.
        self.seen_steps: dict[bytes, int] = defaultdict(int)

    def deciding(self, term: int) -> list[words.Config]:
        """Tell who could still elect somebody else than the host of a term."""
        newest = max((epoch for epoch in self._configs if epoch.term == term), default=None)
        if newest is None:
            return self._elected.get(term, [])
        bases = () if newest in self._in_force else self._bases[newest]
        return [self._configs[newest], *bases]

    def has_left(self, host: HostProcess, term: int) -> set[bytes]:
        """Tell who has told a host that they leave for good, and has voted for no later one."""
        return {key for key in self._left[host] if self._promised[key] <= term}

    def heard_by_host(self, host: HostProcess, key: bytes, message: Any) -> None:
        """Remember who has told a host that they leave for good."""
        if isinstance(message, Leave | words.Resigned):
            self._left[host].add(key)

    def blame(self, what: str) -> None:
        """Note a violation: there is no need to see more."""
        self._world.clock.is_stopped = True
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
        if isinstance(message, Step):
            self._shown((key, self._sittings[key]), message)
        elif isinstance(message, words.Deposit):
            place = message.state.header.epoch, message.state.header.sequence
            if place not in self._histories:
                self._histories[place] = frozenset(host.moves)
        elif isinstance(message, words.Entrust):
            self._entrusted(key, message)
        elif isinstance(message, words.Alive) and message.active is not None:
            self._in_force.add(message.active)
        elif isinstance(message, words.Counted) and host.keeper is not None:
            self._told_in.setdefault((key, message.number), host.keeper.term)
        elif isinstance(message, Inherit):
            self._bequests[message.sealed] = frozenset(host.moves)
        elif isinstance(message, Welcome):
            # Whoever sits down anew has a history of their own, even if that welcome never reached them.
            is_known = message.is_return and self._occupants.get(key) == message.occupant
            self._sittings[key] += not is_known
            self._occupants[key] = message.occupant

    def drew(self, vault: Vault | None) -> None:
        """Know of an epoch that a host has drawn with nobody there to be told of it."""
        if vault is not None and not vault.config.witnesses:
            self._configs[vault.config.epoch] = vault.config
            self._bases[vault.config.epoch] = vault.bases

    def _entrusted(self, key: bytes, entrust: words.Entrust) -> None:
        self._configs[entrust.config.epoch] = entrust.config
        self._bases[entrust.config.epoch] = entrust.bases
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
        host.moves.add((key, number))

    def move_confirmed(self, key: bytes, number: int, by: int) -> None:
        """Remember a move that was confirmed by telling that so many were made."""
        self._confirmed.setdefault((key, number), self._told_in[key, by])

    def history(self, epoch: words.Epoch, sequence: int, term: int) -> set[Move]:
        """Tell the moves behind a sealed state, and watch that all confirmed ones are among them."""
        return self._watch_confirmed(self._histories.get((epoch, sequence), frozenset()), term)

    def inherited(self, host: HostProcess, sealed: bytes, legacy: Legacy) -> set[Move]:
        """Tell the moves behind a table that was handed over, and watch that its new host was elected."""
        self._check(legacy.certificate)
        if legacy.certificate.candidacy.offer != host.offer:
            self.blame("a host with a certificate for another")
        moves = self._bequests.get(sealed, frozenset())
        return self._watch_confirmed(moves, legacy.certificate.candidacy.term)

    def _watch_confirmed(self, moves: frozenset[Move], term: int) -> set[Move]:
        """Watch that nothing is missing that was confirmed before a term.

        Whoever wakes after others have gone on in a later term opens a table that nobody obeys any more: it
        cannot know their moves, and if it could show anything, shown history would change.
        """
        confirmed = {move for move, told_in in self._confirmed.items() if told_in < term}
        lost = confirmed.difference(moves)
        if lost:
            self.blame(f"confirmed moves were lost: {sorted((key[0], number) for key, number in lost)}")
        return set(moves)

    def heard(self, screen: Screen, message: Any) -> None:
        """Remember when a player heard the host."""
        if isinstance(message, _SIGNS_OF_LIFE):
            self._heard_at[screen.key] = self._world.clock.now

    def told(self, screen: Screen, message: Any) -> None:
        """Watch what a player tells a host."""
        if isinstance(message, words.Answered):
            self._voted(screen, message.vote)
        elif isinstance(message, words.Resigned) and message.resignation is not None:
            self._resigned[screen.key] = message.resignation.term + 1

    def sent(self, screen: Screen, to: bytes, message: Any) -> None:
        """Watch what a player tells another."""
        match message:
            case words.Grant():
                self._voted(screen, message.vote)
            case words.Stand():
                digest = candidacy_digest(message.candidacy)
                self._cast(screen, message.candidacy.term, digest)
            case words.Yield():
                self._yielded(screen, to, message)
            case words.Claim():
                self._check(message.certificate)

    def _voted(self, screen: Screen, vote: words.Vote) -> None:
        self._cast(screen, vote.term, vote.candidacy)

    def _cast(self, screen: Screen, term: int, digest: bytes) -> None:
        if self._votes.setdefault((screen.key, term), digest) != digest:
            self.blame(f"seat {screen.key[0]} voted twice in term {term}")
        if screen.key in self._resigned:
            self.blame(f"seat {screen.key[0]} voted after it had resigned")
        promise = msgspec.msgpack.decode(screen.disk, type=Promise) if screen.disk else Promise()
        self._promised[screen.key] = promise.term
        if promise.term < term or (promise.term == term and promise.vote != digest):
            self.blame("a vote was sent before it was on disk")
        self._voters[digest].add(screen.key)

    def _check(self, certificate: words.Certificate | None) -> None:
        """Check a certificate against the votes that were really cast."""
        if certificate is None:
            self.blame("a host in a later term without a certificate")
            return
        candidacy, term = certificate.candidacy, certificate.candidacy.term
        left = {one.voter for one in certificate.resignations}
        if any(self._resigned.get(key, term + 1) > term for key in left):
            self.blame("a certificate with a resignation that was never given")
        digest = candidacy_digest(candidacy)
        cast = self._voters[digest] | left
        for config in self._electorates(candidacy):
            if len(cast.intersection(config.holders)) < self._least(config):
                self.blame("a certificate without its votes")
        self._certified[digest] = candidacy
        self._elected[term] = self._electorates(candidacy)

    def _electorates(self, candidacy: words.Candidacy) -> list[words.Config]:
        """List those whose holders have to vote; before the first epoch of a term nobody has to."""
        epochs = [epoch for epoch in (candidacy.epoch, *candidacy.bases) if epoch.number]
        if any(epoch not in self._configs for epoch in epochs):
            self.blame("a certificate for an epoch that nobody was told of")
        return [self._configs[epoch] for epoch in epochs if epoch in self._configs]

    def _least(self, config: words.Config) -> int:
        """Tell how many make a host, by our own reckoning."""
        count = len(config.holders)
        if not count:
            return 0
        return count if self._world.mode == "strict" else count // 2 + 1

    def _yielded(self, screen: Screen, to: bytes, message: words.Yield) -> None:
        if self._world.clock.now - self._heard_at.get(screen.key, -SILENCE) < SILENCE - 1e-9:
            self.blame("a share left while the host was heard")
        won = [one for one in self._certified.values() if one.term == message.term]
        if not won:
            self.blame("a share left without a certificate")
        elif not any(one.candidate == to and self._opens(one, message) for one in won):
            self.blame("a share left for another than the certificate names")

    def arrived(self, screen: Screen, message: Any) -> None:
        """Count the shares that somebody gathers who was elected."""
        if isinstance(message, words.Yield):
            for digest, won in self._certified.items():
                if won.candidate == screen.key and self._opens(won, message):
                    self._gathered[digest].add(message.holder)

    def _opens(self, won: words.Candidacy, given: words.Yield) -> bool:
        """Tell whether a box opens for the very process that was elected; here a key opens what it seals."""
        purpose = box_purpose(candidacy_digest(won), given.holder)
        try:
            self._world.craft.unbox(won.offer.sealing_key, given.box, purpose)
        except SealBrokenError:
            return False
        return True

    def took_over(self, screen: Screen, estate: Estate) -> None:
        """Watch that whoever reads a state was elected, by those whose shares have reached it."""
        self._check(estate.certificate)
        gathered = self._gathered[candidacy_digest(estate.certificate.candidacy)] | {screen.key}
        if len(gathered.intersection(estate.config.holders)) < self._least(estate.config):
            self.blame("a state was read with too few shares")
