"""The host's side: a table whose steps are shown only once they can no longer be lost.

Rule 1: letters leave in the order the table wrote them, each after the state it belongs to is kept.
Rule 2: nothing is shown in an epoch that has not replaced the ones before it.
Rule 3: time decides nothing at the table while a step waits for its holders; nobody sees the clock then.

It is long and yet one thing: what may be shown follows from epochs, holders, terms and votes together.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any

from takelan.table.letters import Letter, PeerId
from takelan.table.snapshot import take
from takelan.table.succession.calls import BEQUEST_TIME, CALL_AGAIN, CallForVotes
from takelan.table.succession.estate import MOST_BYTES, Legacy, Payload, pack
from takelan.table.succession.house import House as House
from takelan.table.succession.house import sends_away, tells_a_deal
from takelan.table.succession.people import People, Person
from takelan.table.succession.quorums import (
    SuccessionMode,
    is_elected,
    is_kept,
    is_within_reach,
    threshold,
)
from takelan.table.succession.resignations import accept
from takelan.table.succession.vault import Vault, head_count
from takelan.table.table import Table
from takelan.wire import succession as words
from takelan.wire.to_host import AnyToHost, Leave, Play
from takelan.wire.to_peer import AnyToPeer, Farewell, Welcome

#: How often a host shows that it lives.
BEAT = 0.4
#: How long a new host waits for those it knows before it goes on with those who came.
SETTLE = 1.2
#: How long a step may wait before everybody is told that the table waits.
PATIENCE = 1.0
#: How long somebody who is heard may take to confirm an epoch; whoever is not heard is let go before that.
CONFIRM_WITHIN = 6.0

# Whoever has left may come back and must not be taken for somebody new; so many friends never sit together.
_MANY = 64

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
        counts: Iterable[tuple[bytes, int]] = (),
    ) -> None:
        self.table = table
        self.term = legacy.term if legacy else 1
        self.certificate = legacy.certificate if legacy else None
        #: The later term in which somebody else holds the table; this host is to stop then.
        self.deposed_by: int | None = None
        #: The later term in which somebody says to obey another host, whether or not there can be one.
        self._rumoured = 0
        self._house = house
        #: How much the table trusts its players with a share; another one counts from the next key on.
        self.mode: SuccessionMode = mode
        self._people = People(legacy.members if legacy else ())
        self.counts = dict(legacy.counts if legacy else counts)
        self._sequence = legacy.sequence if legacy else 0
        self._number = 0
        self._vault: Vault | None = None
        self._is_active = legacy is None
        #: When the newest key was drawn.
        self._renewed_at = at
        self._legacy_bases = legacy.bases if legacy else ()
        #: Until the next deal whoever begins to listen gets a share: after a take-over, or a hasty deal.
        self._is_settling = legacy is not None
        self._settles_at = at + SETTLE if legacy else None
        self._last_plain = b""
        self._held: deque[tuple[int, list[Letter]]] = deque()
        self._held_since: float | None = None
        #: Whether a step waits for holders who cannot be reached.
        self.is_waiting = False
        self._next_beat = at
        self._call: CallForVotes | None = None
        #: Who has voted a successor in, and how, once it may go on.
        self._bequeathed: tuple[tuple[words.Config, ...], words.Certificate] | None = None
        self._calls_at = at
        self._out: list[Letter] = []

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
        if (person := self._people.by_peer(peer)) is None:
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
        self._believe_if_so()
        if self._vault is not None and not self._is_active and now >= self._renewed_at + CONFIRM_WITHIN:
            self._let_go_of_the_mute(self._vault, now)
        self._call_if_contested(now)
        if now >= self._next_beat:
            self._next_beat = now + BEAT
            self.is_waiting = self._held_since is not None and now - self._held_since >= PATIENCE
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
        self._ask_if_enough(candidate, offer, at)
        return self._carry(at)

    @property
    def bequest(self) -> Legacy | None:
        """What a successor needs to go on from this very moment, once enough have voted for it."""
        if self._bequeathed is None:
            return None
        electorates, certificate = self._bequeathed
        members = self._people.members(self.table.keys())
        return Legacy(electorates, members, dict(self.counts), self._sequence, certificate)

    def withdraw(self, at: float) -> None:
        """Go on here after all: win those back who have voted for a successor."""
        self._call, self._bequeathed, self._calls_at = None, None, at

    def note(self, letters: list[Letter], at: float) -> list[Letter]:
        """Keep what was done at the table past this keeper, and return what may be said now."""
        self._keep(letters, at)
        return self._carry(at)

    def _admit(self, peer: PeerId) -> Letter:
        """Note whose seat a connection leads to, and tell which of their moves were judged."""
        key = self.table.key_of(peer) or b""
        self._people.arrive(key, peer)
        if len(self._people) > _MANY:
            self._forget_passers_by()
        return Letter(peer, words.Counted(self.counts.get(key, 0)))

    def _forget_passers_by(self) -> None:
        """Keep nothing of those who came and went: any number may, and what is kept has to fit a message."""
        deciding = [key for config in self._electorates() for key in (*config.holders, *config.witnesses)]
        self._people.forget_all_but(self.table.keys().union(deciding))
        kept = {one.key for one in self._people}
        self.counts = {key: count for key, count in self.counts.items() if key in kept}

    def _judge(self, person: Person, peer: PeerId, message: AnyToHost, at: float) -> None:
        if isinstance(message, Play) and message.number is not None:
            if message.number <= self.counts.get(person.key, 0):
                self._keep([Letter(peer, words.Counted(self.counts[person.key]))], at)
                return
            self.counts[person.key] = message.number
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
                accept(person, message.resignation, self.table.setup.table, self._house)

    def _meet(self, person: Person, where: words.Where | None, at: float) -> None:
        is_news = where != person.where
        person.where, person.is_listening = where, True
        if is_news and self._vault is not None:
            # Without knowing where, nobody could ask them for a vote.
            for other in self._people.reachable():
                self._entrust(self._vault, other)
        is_left_out = self._vault is None or person.key not in self._vault.config.witnesses
        if self._is_settling and self._settles_at is None and is_left_out:
            self._renew(at)
        elif self._vault is not None:
            self._entrust(self._vault, person)
            self._deposit(self._vault, [person])
        elif self._settles_at is not None and self._is_everybody_here():
            self._settle(at)

    def _is_everybody_here(self) -> bool:
        here = self._people.here()
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
        letters += [self._admit(letter.to) for letter in letters if isinstance(letter.message, Welcome)]
        if any(tells_a_deal(letter.message) for letter in letters):
            self._is_settling = any(one.peer and not one.is_listening for one in self._people)
            self._renew(at)
        if self._vault is not None and self._vault.config.holders:
            self._replicate(self._vault)
        # Whoever has to go must not wait for holders: they may themselves be one who is waited for.
        self._out += [letter for letter in letters if sends_away(letter)]
        if held := [letter for letter in letters if not sends_away(letter)]:
            self._held.append((self._sequence, held))

    def _replicate(self, vault: Vault) -> None:
        plain = self._plain()
        if plain != self._last_plain:
            self._sequence += 1
            self._last_plain = plain
            self._deposit(vault, self._people.reachable())

    def _plain(self) -> bytes:
        return pack(Payload(take(self.table), tuple(sorted(self.counts.items()))))

    def _deposit(self, vault: Vault, people: list[Person]) -> None:
        deposit = None
        for person in people:
            if person.key in vault.config.holders:
                deposit = deposit or vault.seal(self._last_plain, self._sequence)
                self._write(person, deposit)

    def _renew(self, at: float) -> None:
        """Draw a new key and share it among those who are here."""
        here = [one for one in self._people.reachable() if one.promised <= self.term and not one.has_resigned]
        # Whoever cannot be asked for a vote would be missing when it counts.
        others = [one.key for one in here if one.key != self._house.owner and one.where is not None]
        plain = self._plain()
        needed = threshold(len(others), self.mode) if len(plain) <= MOST_BYTES else 0
        bases = self._deciding()
        if not needed and not any(base.holders for base in bases):
            self._vault, self._is_active, self._legacy_bases = None, True, ()
            return
        self._number += 1
        self._renewed_at = at
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
        self._write(person, vault.entrust(person.key, members, host_key, self.certificate))

    def _carry(self, at: float) -> list[Letter]:
        """Hand over what may be said now."""
        self._activate_if_known()
        while self._held and self._may_show(self._held[0][0]):
            self._out += self._held.popleft()[1]
        if not self._held or self._held_since is None:
            self._held_since = at if self._held else None
        for letter in [one for one in self._out if one.is_last]:
            # The table is not told of the end of a connection that it ends itself.
            self._part_with(letter.to, at)
        letters, self._out = self._out, []
        return letters

    def _part_with(self, peer: PeerId, at: float) -> None:
        person = self._people.lose(peer)
        if person is not None:
            self._go_on_without(person, at)

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

    def _let_go_of_the_mute(self, vault: Vault, at: float) -> None:
        """Hang up on those who talk and never confirm: nobody can be shown anything for as long as they stay.

        What they hold is no danger: they are like others whose connection is lost.
        """
        for person in [one for one in self._people.reachable() if _is_missing(one, vault.config)]:
            if person.peer is not None:
                self._out.append(Letter(person.peer, Farewell("silent"), is_last=True))
                self._keep(self.table.lose(person.peer, at), at)

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
        alive = words.Alive(self.term, self.active, self.is_waiting, *head_count(self._vault, self._people))
        for person in self._people.reachable():
            self._write(person, alive)

    def _face(self, person: Person, message: words.Superseded, at: float) -> None:
        """Learn that somebody has voted in a later term."""
        if not is_within_reach(max(message.term, message.newest), self.term):
            return
        person.promised = max(person.promised, message.term, message.newest)
        self._rumoured = max(self._rumoured, message.newest)
        self._believe_if_so()
        if person.promised > self.term:
            person.sequence = None
            self._go_on_without(person, at)

    def _believe_if_so(self) -> None:
        """Give way to a later host that may be there; a single player could make one up."""
        if self._rumoured > self.term and self._may_be_succeeded():
            self.deposed_by = self._rumoured

    def _may_be_succeeded(self) -> bool:
        """Tell whether those who do not obey here are enough to have elected somebody."""
        obeying = {one.key for one in self._people.reachable() if one.promised <= self.term}
        deciding = [config for config in self._deciding() if config.holders]
        return not deciding or any(is_elected(one, set(one.holders) - obeying) for one in deciding)

    def _is_lost(self) -> bool:
        """Tell whether this host can neither go on nor win votes: its silence lets others elect."""
        return self._people.promised > self.term and not self._can_win() and bool(self._held)

    def _can_win(self) -> bool:
        return self._are_enough(self._people.here() | {one.voter for one in self._people.resignations()})

    def _are_enough(self, voters: set[bytes]) -> bool:
        return all(is_elected(config, voters) for config in self._electorates())

    def _electorates(self) -> tuple[words.Config, ...]:
        if self._vault is None or self._is_active:
            return self._deciding()
        return (self._vault.config, *self._vault.bases)

    def _call_if_contested(self, now: float) -> None:
        if now >= self._calls_at and self._people.promised > self.term and self._can_win():
            house = self._house
            self._ask_for(house.owner or house.offer.host_key, house.offer, now)

    def _ask_if_enough(self, candidate: bytes, offer: words.Offer, at: float) -> None:
        """Ask nobody in vain: whoever has voted obeys this host no more."""
        if self._are_enough(self._people.here()):
            self._ask_for(candidate, offer, at)

    def _ask_for(self, candidate: bytes, offer: words.Offer, at: float) -> None:
        self._calls_at = at + CALL_AGAIN
        candidacy = words.Candidacy(
            table=self.table.setup.table,
            term=1 + max(self.term, self._people.promised),
            candidate=candidate,
            epoch=self._epochs()[0],
            sequence=self._sequence,
            bases=self._epochs()[1:],
            offer=offer,
        )
        self._call = CallForVotes(candidacy)
        for person in self._people.reachable():
            self._write(person, words.Call(candidacy))
        self._end_call_if_won(at)

    def _epochs(self) -> tuple[words.Epoch, ...]:
        """Name the epochs whose holders decide: the newest first, then those it has not replaced yet."""
        deciding = tuple(config.epoch for config in self._electorates())
        return deciding or (words.Epoch(self.term, self._number),)

    def _count_vote(self, person: Person, vote: words.Vote, at: float) -> None:
        if is_within_reach(vote.term, self.term):
            person.promised = max(person.promised, vote.term)
        if self._call is not None:
            self._call.take(person.key, vote, self._house.craft)
            self._end_call_if_won(at)

    def _end_call_if_won(self, at: float) -> None:
        call, electorates = self._call, self._electorates()
        if call is None:
            return
        if not call.names(self._epochs()):
            # Others decide now than those who were asked: their votes would prove nothing.
            self._call = None
            self._ask_if_enough(call.candidacy.candidate, call.candidacy.offer, at)
            return
        is_ours = call.candidacy.offer == self._house.offer
        left = self._people.resignations() if is_ours else []
        if not call.is_won(electorates, left):
            return
        self._call = None
        if is_ours:
            self._begin_term(call.certificate(left), at)
            return
        # Whoever has voted is lost to this host: it wins them back only if the successor never comes.
        self._calls_at = at + BEQUEST_TIME
        self._bequeathed = (electorates, call.certificate())

    def _begin_term(self, certificate: words.Certificate, at: float) -> None:
        """Go on in a new term: those who voted in between obey again."""
        bases = self._electorates()
        self.certificate = certificate
        self.term, self._number = certificate.candidacy.term, 0
        self._vault, self._is_active, self._legacy_bases = None, not bases, bases
        self._renew(at)

    def _write(self, person: Person, message: AnyToPeer) -> None:
        if person.peer is not None:
            self._out.append(Letter(person.peer, message))


def _is_missing(person: Person, config: words.Config) -> bool:
    """Tell whether an epoch cannot come into force for want of what somebody has not confirmed."""
    if person.key in config.witnesses and not person.knows(config.epoch):
        return True
    return person.key in config.holders and person.sequence is None and not person.has_resigned
