"""The host's side: a table whose steps are shown only once they can no longer be lost.

Rule 1: letters leave in the order the table wrote them, each after the state it belongs to is kept.
Rule 2: nothing is shown in an epoch that has not replaced the ones before it.
Rule 3: time decides nothing at the table while a step waits for its holders; nobody sees the clock then.
"""

from collections import deque
from typing import Any

import msgspec

from takelan.table.letters import Letter, PeerId
from takelan.table.snapshot import take
from takelan.table.succession.calls import CallForVotes, stand_for
from takelan.table.succession.estate import MOST_BYTES, Legacy, Payload, pack
from takelan.table.succession.house import House as House
from takelan.table.succession.house import parts_with_a_double, tells_a_deal
from takelan.table.succession.people import People, Person
from takelan.table.succession.quorums import SuccessionMode, is_elected, is_kept, threshold
from takelan.table.succession.vault import Vault
from takelan.table.table import Table
from takelan.wire import succession as words
from takelan.wire.to_host import AnyToHost, Join, Leave, Play
from takelan.wire.to_peer import AnyToPeer

#: How often a host shows that it lives.
BEAT = 0.4
#: How long a new host waits for those it knows before it goes on with those who came.
SETTLE = 1.2
#: How long a host asks for votes before it asks anew, in a later term.
CALL_AGAIN = 1.0
#: How long a successor in peace has to come before this host goes on instead.
BEQUEST_TIME = 10.0
#: How long a step may wait before everybody is told that the table waits.
PATIENCE = 1.0

_TO_KEEPER = (words.Listening, words.Kept, words.Superseded, words.Answered, words.Resigned)


class Keeper:
    """A table with everything that lets it outlive this process.

    It is told what a table is told and returns letters like it; succession messages are among them.
    """

    def __init__(
        self,
        table: Table,
        house: House,
        at: float,
        *,
        mode: SuccessionMode = "quorum",
        legacy: Legacy | None = None,
    ) -> None:
        self.table = table
        self.term = legacy.term if legacy else 1
        self._certificate = legacy.certificate if legacy else None
        #: The later term in which somebody else holds the table; this host is to stop then.
        self.deposed_by: int | None = None
        self._house = house
        self._mode: SuccessionMode = mode
        self._people = People(legacy.members if legacy else ())
        self._counts = dict(legacy.counts) if legacy else {}
        self._sequence = legacy.sequence if legacy else 0
        self._number = 0
        self._vault: Vault | None = None
        self._is_active = legacy is None
        self._legacy_bases = legacy.bases if legacy else ()
        #: Until the first deal of a term that was taken over, whoever returns gets a share.
        self._is_settling = legacy is not None
        self._settles_at = at + SETTLE if legacy else None
        self._last_plain = b""
        self._held: deque[tuple[int, list[Letter]]] = deque()
        self._held_since: float | None = None
        self._is_waiting = False
        self._next_beat = at
        self._call: CallForVotes | None = None
        #: What a successor needs to go on, once so many have voted for it that it may.
        self.bequest: Legacy | None = None
        self._calls_at = at
        self._out: list[Letter] = []

    @property
    def is_waiting(self) -> bool:
        """Whether a step waits for holders who cannot be reached."""
        return self._is_waiting

    @property
    def is_holding(self) -> bool:
        """Whether something has happened at the table that was not told yet."""
        return bool(self._held)

    @property
    def is_shared(self) -> bool:
        """Whether others hold shares of this table's state."""
        return self._vault is not None and bool(self._vault.config.holders)

    @property
    def active(self) -> words.Epoch | None:
        """The newest epoch in which something may have been shown."""
        return self._vault.config.epoch if self._vault and self._is_active else None

    def receive(self, peer: PeerId, message: AnyToHost, at: float) -> list[Letter]:
        """Judge one arrival and return everything that may be said now."""
        if isinstance(message, Join):
            self._admit(peer, message, at)
        elif (person := self._people.by_peer(peer)) is None:
            self._keep(self.table.receive(peer, message, at), at)
        elif isinstance(message, _TO_KEEPER):
            self._hear(person, message, at)
        else:
            self._judge(person, peer, message, at)
        return self._carry(at)

    def lose(self, peer: PeerId, at: float) -> list[Letter]:
        """Note that a connection is gone; the seat is kept."""
        person = self._people.lose(peer)
        self._keep(self.table.lose(peer, at), at)
        if person is not None:
            self._go_on_without(person, at)
        return self._carry(at)

    def due(self, now: float) -> list[Letter]:
        """Do what time alone has made due."""
        due = self.table.next_due() if not self._held and self._is_active else None
        if due is not None and now >= due:
            self._keep(self.table.due(now), now)
        if self._settles_at is not None and now >= self._settles_at:
            self._settle(now)
        self._call_if_contested(now)
        if now >= self._next_beat:
            self._next_beat = now + BEAT
            self._is_waiting = self._held_since is not None and now - self._held_since >= PATIENCE
            self._beat()
        return self._carry(now)

    def next_due(self) -> float:
        """Tell when due() has to be called next, if nothing arrives before."""
        moments = [self._next_beat]
        if not self._held and self._is_active and (due := self.table.next_due()) is not None:
            moments.append(due)
        if self._settles_at is not None:
            moments.append(self._settles_at)
        return min(moments)

    def resume(self, now: float) -> list[Letter]:
        """Let the bots of a table that was taken over go on."""
        self._keep(self.table.resume(now), now)
        return self._carry(now)

    def bequeath(self, candidate: bytes, offer: words.Offer, at: float) -> list[Letter]:
        """Ask for votes for the host of a successor to whom this one hands its table in peace."""
        candidacy = self._candidacy(1 + max([self.term, *(one.promised for one in self._people)]))
        self._ask_for(msgspec.structs.replace(candidacy, candidate=candidate, offer=offer), at)
        return self._carry(at)

    def note(self, letters: list[Letter], at: float) -> list[Letter]:
        """Keep what was done at the table past this keeper, and return what may be said now."""
        self._keep(letters, at)
        return self._carry(at)

    def _admit(self, peer: PeerId, message: Join, at: float) -> None:
        letters = self.table.receive(peer, message, at)
        if peer in self.table.peers():
            self._people.arrive(message.key, peer)
            letters.append(Letter(peer, words.Counted(self._counts.get(message.key, 0))))
        self._keep(letters, at)

    def _judge(self, person: Person, peer: PeerId, message: AnyToHost, at: float) -> None:
        if isinstance(message, Play) and message.number is not None:
            if message.number <= self._counts.get(person.key, 0):
                self._keep([Letter(peer, words.Counted(self._counts[person.key]))], at)
                return
            self._counts[person.key] = message.number
            letters = self.table.receive(peer, message, at)
            self._keep([*letters, Letter(peer, words.Counted(message.number))], at)
            return
        if isinstance(message, Leave):
            person.has_resigned = True
        self._keep(self.table.receive(peer, message, at), at)

    def _hear(self, person: Person, message: Any, at: float) -> None:
        match message:
            case words.Listening():
                self._meet(person, message.where, at)
            case words.Kept() if person.epoch is None or message.epoch >= person.epoch:
                person.epoch, person.sequence = message.epoch, message.sequence
            case words.Superseded():
                self._face(person, message, at)
            case words.Answered():
                self._count_vote(person, message.vote, at)
            case words.Resigned():
                person.has_resigned = True

    def _meet(self, person: Person, where: words.Where | None, at: float) -> None:
        is_news = where != person.where
        person.where, person.is_listening = where, True
        if is_news and self._vault is not None:
            # Without knowing where, nobody could ask them for a vote.
            for other in self._people.reachable():
                self._entrust(self._vault, other)
        if self._is_settling and self._vault is not None and person.key not in self._vault.config.witnesses:
            self._renew(at)
        elif self._vault is not None:
            self._entrust(self._vault, person)
            self._deposit(self._vault, [person])
        elif self._settles_at is not None and self._is_everybody_here():
            self._settle(at)

    def _is_everybody_here(self) -> bool:
        here = {person.key for person in self._people.reachable()}
        return all(key in here for base in self._legacy_bases for key in base.holders)

    def _settle(self, at: float) -> None:
        self._settles_at = None
        self._renew(at)

    def _go_on_without(self, person: Person, at: float) -> None:
        """Draw a new key if somebody is gone without whom the last one cannot come into force."""
        if self._vault is not None and not self._is_active and person.key in self._vault.config.witnesses:
            self._renew(at)

    def _keep(self, letters: list[Letter], at: float) -> None:
        """Hold letters back until the state behind them is kept."""
        if any(tells_a_deal(letter.message) for letter in letters):
            self._is_settling = False
            self._renew(at)
        if self._vault is not None and self._vault.config.holders:
            self._replicate(self._vault)
        # Whoever is replaced must not wait for holders: they may themselves be one who is waited for.
        self._out += [letter for letter in letters if parts_with_a_double(letter)]
        if held := [letter for letter in letters if not parts_with_a_double(letter)]:
            self._held.append((self._sequence, held))

    def _replicate(self, vault: Vault) -> None:
        plain = self._plain()
        if plain != self._last_plain:
            self._sequence += 1
            self._last_plain = plain
            self._deposit(vault, self._people.reachable())

    def _plain(self) -> bytes:
        return pack(Payload(take(self.table), tuple(sorted(self._counts.items()))))

    def _deposit(self, vault: Vault, people: list[Person]) -> None:
        deposit = None
        for person in people:
            if person.key in vault.config.holders:
                deposit = deposit or vault.seal(self._last_plain, self._sequence)
                self._write(person, deposit)

    def _renew(self, at: float) -> None:
        """Draw a new key and share it among those who are here."""
        here = [one for one in self._people.reachable() if one.promised <= self.term and not one.has_resigned]
        others = [one.key for one in here if one.key != self._house.owner]
        plain = self._plain()
        needed = threshold(len(others), self._mode) if len(plain) <= MOST_BYTES else 0
        bases = self._deciding()
        if not needed and not any(base.holders for base in bases):
            self._vault, self._is_active, self._legacy_bases = None, True, ()
            return
        self._number += 1
        epoch = words.Epoch(self.term, self._number)
        holders = tuple(others) if needed else ()
        config = words.Config(epoch, holders, needed, tuple(one.key for one in here))
        self._vault = Vault(self.table.setup.table, config, bases, self._house)
        self._is_active, self._settles_at = False, None
        self._sequence += 1
        self._last_plain = plain
        for person in self._people.reachable():
            self._entrust(self._vault, person)
        self._deposit(self._vault, self._people.reachable())

    def _deciding(self) -> tuple[words.Config, ...]:
        """List the configurations that could still elect somebody else."""
        if self._vault is None:
            return self._legacy_bases
        if self._is_active or not any(base.holders for base in self._vault.bases):
            # Without holders before them, those of an epoch not yet in force could elect all by themselves.
            return (self._vault.config,)
        return self._vault.bases

    def _entrust(self, vault: Vault, person: Person) -> None:
        members = self._people.members(self.table.keys())
        host_key = self._house.offer.host_key
        self._write(person, vault.entrust(person.key, members, host_key, self._certificate))

    def _carry(self, at: float) -> list[Letter]:
        """Hand over what may be said now."""
        self._activate_if_known()
        while self._held and self._may_show(self._held[0][0]):
            self._out += self._held.popleft()[1]
        if not self._held:
            self._held_since = None
        elif self._held_since is None:
            self._held_since = at
        letters, self._out = self._out, []
        return letters

    def _activate_if_known(self) -> None:
        vault = self._vault
        if vault is None or self._is_active:
            return
        epoch = vault.config.epoch
        known = {one.key for one in self._people if one.knows(epoch)}
        ready = {one.key for one in self._people if one.has_resigned or one.sequence is not None}
        if not known.issuperset(vault.config.witnesses) or not ready.issuperset(vault.config.holders):
            return
        if all(is_kept(base, known) for base in vault.bases):
            self._is_active = True
            self._beat()

    def _may_show(self, sequence: int) -> bool:
        if not self._is_active:
            return False
        if self._vault is None:
            return True
        config = self._vault.config
        keepers = {one.key for one in self._people if one.keeps(config.epoch, sequence)}
        return is_kept(config, keepers)

    def _beat(self) -> None:
        if self._is_lost():
            return
        for person in self._people.reachable():
            self._write(person, words.Alive(self.term, self.active, self.is_waiting))

    def _face(self, person: Person, message: words.Superseded, at: float) -> None:
        """Learn that somebody has voted in a later term."""
        if message.newest > self.term:
            self.deposed_by = max(message.newest, self.deposed_by or 0)
            return
        person.promised = max(person.promised, message.term)
        if person.promised > self.term:
            person.sequence = None
            self._go_on_without(person, at)

    def _is_contested(self) -> bool:
        return any(one.promised > self.term for one in self._people)

    def _is_lost(self) -> bool:
        """Tell whether this host can neither go on nor win votes: its silence lets others elect."""
        return self._is_contested() and not self._can_win() and bool(self._held)

    def _can_win(self) -> bool:
        here = {one.key for one in self._people.reachable()}
        return all(is_elected(config, here) for config in self._electorates())

    def _electorates(self) -> tuple[words.Config, ...]:
        if self._vault is None or self._is_active:
            return self._deciding()
        return (self._vault.config, *self._vault.bases)

    def _call_if_contested(self, now: float) -> None:
        if now < self._calls_at or not self._is_contested() or not self._can_win():
            return
        self._ask_for(self._candidacy(1 + max(one.promised for one in self._people)), now)

    def _ask_for(self, candidacy: words.Candidacy, at: float) -> None:
        self._calls_at = at + CALL_AGAIN
        self._call = CallForVotes(candidacy)
        for person in self._people.reachable():
            self._write(person, words.Call(candidacy))
        self._end_call_if_won(at)

    def _candidacy(self, term: int) -> words.Candidacy:
        epochs = [config.epoch for config in self._electorates()] or [words.Epoch(self.term, self._number)]
        return stand_for(self.table.setup.table, term, self._house, epochs, self._sequence)

    def _count_vote(self, person: Person, vote: words.Vote, at: float) -> None:
        person.promised = max(person.promised, vote.term)
        if self._call is not None:
            self._call.take(person.key, vote, self._house.craft)
            self._end_call_if_won(at)

    def _end_call_if_won(self, at: float) -> None:
        call, electorates = self._call, self._electorates()
        if call is None or not call.is_won(electorates):
            return
        self._call = None
        if call.candidacy.offer == self._house.offer:
            self._begin_term(call.certificate(), at)
            return
        # Whoever has voted is lost to this host: it wins them back only if the successor never comes.
        self._calls_at = at + BEQUEST_TIME
        members = self._people.members(self.table.keys())
        self.bequest = Legacy(electorates, members, dict(self._counts), self._sequence, call.certificate())

    def _begin_term(self, certificate: words.Certificate, at: float) -> None:
        """Go on in a new term: those who voted in between obey again."""
        bases = self._electorates()
        self._certificate = certificate
        self.term, self._number = certificate.candidacy.term, 0
        self._vault, self._is_active, self._legacy_bases = None, not bases, bases
        self._renew(at)

    def _write(self, person: Person, message: AnyToPeer) -> None:
        if person.peer is not None:
            self._out.append(Letter(person.peer, message))
