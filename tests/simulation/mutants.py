"""Planted bugs: each breaks one rule of the succession, and each has to be found.

A mutant is a list of patches on production code, in force only while it is planted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from takelan.table import snapshot
from takelan.table.letters import Letter
from takelan.table.succession import (
    candidate,
    election,
    estate,
    holder,
    keeper,
    passing,
    quorums,
    vault,
    voter,
)
from takelan.table.succession.charges import Charge, Charges, Promise
from takelan.table.succession.outcomes import Write
from takelan.wire import succession as words
from takelan.wire.to_host import Play

#: What is patched, under which name, with what.
Patch = tuple[object, str, Any]


def _show_at_once() -> list[Patch]:
    """Show a step before anybody keeps it."""
    return [(keeper.Keeper, "_may_show", lambda self, sequence: self._is_active)]


def _one_keeper_too_few() -> list[Patch]:
    """Show a step when one holder too few keeps it."""
    real = quorums.acknowledgements
    return [(quorums, "acknowledgements", lambda config: max(real(config) - 1, 0))]


def _half_is_enough() -> list[Patch]:
    """Make a host with half of the holders."""

    def threshold(count: int, mode: str) -> int:
        return 0 if count < 2 else count if mode == "strict" else max(1, count // 2)

    return [(keeper, "threshold", threshold)]


def _votes_in_memory() -> list[Patch]:
    """Send a vote without writing it down."""

    def grant(self: Any, stand: Any, at: float) -> None:
        real(self, stand, at)
        self._out = [outcome for outcome in self._out if not isinstance(outcome, Write)]

    real = holder.Holder._grant
    return [(holder.Holder, "_grant", grant)]


def _vote_twice() -> list[Patch]:
    """Vote for everybody who asks in a term."""

    def has_voted_for(self: Any, candidacy: Any) -> bool:
        if self.promise.term == candidacy.term:
            self.promise = Promise(candidacy.term - 1, None, self.promise.newest)
        return False

    return [(voter.Voter, "has_voted_for", has_voted_for)]


def _vote_from_an_old_copy() -> list[Patch]:
    """Restart with the share and the first state of the epoch, as if nothing had been confirmed since."""
    begin, take_state = holder.Holder.__init__, holder.Holder._take_state

    def init(self: Any, table: str, key: bytes, sign: Any, craft: Any, at: float, record: Any = None) -> None:
        begin(self, table, key, sign, craft, at, record)
        for charge in vars(craft).get("copies", {}).get(key, []) if record else []:
            self._voter.charges._all[charge.config.epoch] = charge

    def keep_a_copy(self: Any, state: Any, at: float) -> None:
        take_state(self, state, at)
        charge = self._voter.charges.get(state.header.epoch)
        copies = vars(self._voter.craft).setdefault("copies", {}).setdefault(self._voter.key, [])
        if charge is not None and all(copy.config != charge.config for copy in copies):
            copies.append(Charge(charge.entrust, charge.state, charge.is_active))

    return [(holder.Holder, "__init__", init), (holder.Holder, "_take_state", keep_a_copy)]


def _vote_for_older_states() -> list[Patch]:
    """Vote for somebody who holds an older state."""
    real = voter.Voter.would_vote
    newest = 2**50
    return [
        (
            voter.Voter,
            "would_vote",
            lambda self, who, epoch, sequence, at: real(self, who, epoch, newest, at),
        )
    ]


def _vote_while_the_host_lives() -> list[Patch]:
    """Vote, and give the share, though the host is heard."""
    return [(voter.Voter, "is_quiet", lambda self, at: at >= self.heard_at)]


def _shares_for_the_asking() -> list[Patch]:
    """Ask for shares, and give them, without a certificate."""
    return [
        (voter.Voter, "judge", lambda self, certificate: True),
        (election.Election, "has_won", lambda self: bool(self.votes)),
    ]


def _yield_to_losers_as_well() -> list[Patch]:
    """Give the share to everybody who stood before somebody else has won."""
    grant, give = holder.Holder._grant, holder.Holder._yield

    def remember(self: Any, stand: Any, at: float) -> None:
        grant(self, stand, at)
        vars(self).setdefault("stood", {})[stand.candidacy.candidate] = stand.candidacy

    def give_to_all(self: Any, certificate: Any, at: float) -> None:
        won, before = certificate.candidacy, len(self._out)
        give(self, certificate, at)
        stood = vars(self).get("stood", {}).values() if len(self._out) > before else ()
        for lost in [one for one in stood if one.candidate != won.candidate]:
            with patch.object(voter.Voter, "judge", lambda self, certificate: True):
                late = msgspec.structs.replace(lost, term=won.term)
                give(self, words.Certificate(late, ()), at)

    return [(holder.Holder, "_grant", remember), (holder.Holder, "_yield", give_to_all)]


def _obey_two_terms() -> list[Patch]:
    """Go on confirming states of a term that was left by voting."""

    def is_outdated(self: Any, term: int, at: float) -> bool:
        self._voter.heard_at = at
        newest = self._voter.promise.newest
        return newest is not None and term < newest.term

    return [(holder.Holder, "_is_outdated", is_outdated)]


def _make_every_move_that_comes() -> list[Patch]:
    """Judge a move again when it comes again."""

    def judge(self: Any, person: Any, peer: int, message: Any, at: float) -> None:
        number = message.number if isinstance(message, Play) else None
        letters = self.table.receive(peer, message, at)
        if number is not None:
            self.counts[person.key] = max(number, self.counts.get(person.key, 0))
            letters.append(Letter(peer, words.Counted(number)))
        self._keep(letters, at)

    return [(keeper.Keeper, "_judge", judge)]


def _forget_the_counts() -> list[Patch]:
    """Seal a state without the high-water marks of the seats."""
    real = estate.Payload
    return [(keeper, "Payload", lambda snapshot, counts: real(snapshot, ()))]


def _replace_an_epoch_unasked() -> list[Patch]:
    """Bring an epoch into force without those who could still elect from the one before."""

    def is_kept(config: Any, keepers: Any) -> bool:
        return True

    real = keeper.Keeper._activate_if_known

    def activate(self: Any) -> None:
        with patch.object(keeper, "is_kept", is_kept):
            real(self)

    return [(keeper.Keeper, "_activate_if_known", activate)]


def _bring_an_epoch_into_force_at_once() -> list[Patch]:
    """Show what happens in an epoch before its witnesses know of it."""

    def activate(self: Any) -> None:
        if self._vault is not None and not self._is_active:
            self._is_active = True
            self._beat()

    return [(keeper.Keeper, "_activate_if_known", activate)]


def _forget_an_epoch_not_in_force() -> list[Patch]:
    """Draw a new key as if the holders of one not yet in force could elect nobody."""

    def deciding(self: Any) -> Any:
        if self._vault is None:
            return self._legacy_bases
        return (self._vault.config,) if self._is_active else self._vault.bases

    return [(keeper.Keeper, "_deciding", deciding)]


def _ignore_the_bases() -> list[Patch]:
    """Win without the votes of those whom the epoch may not have replaced."""
    return [(Charge, "bases", property(lambda self: ()))]


def _elect_from_a_replaced_epoch() -> list[Patch]:
    """Keep the shares of an epoch that was replaced, and vote for candidates from it."""

    def activate(self: Any, epoch: Any) -> None:
        if epoch in self._all:
            self._all[epoch].is_active = True

    return [
        (voter.Voter, "_never_came_into_force", lambda self, mine, who: True),
        (Charges, "activate", activate),
    ]


def _go_on_in_a_term_without_votes() -> list[Patch]:
    """Let an old host go on in a later term without asking."""

    def call(self: Any, now: float) -> None:
        if self._people.promised > self.term:
            term = 1 + self._people.promised
            self._begin_term(words.Certificate(self._candidacy(term), ()), now)

    return [(keeper.Keeper, "_call_if_contested", call)]


def _never_call() -> list[Patch]:
    """Leave an old host without a way to win back those who voted."""
    return [(keeper.Keeper, "_call_if_contested", lambda self, now: None)]


def _try_once() -> list[Patch]:
    """Give up for good after the first failed attempt."""
    real = candidate.Candidate._abandon

    def abandon(self: Any, attempt: Any, now: float) -> None:
        real(self, attempt, now)
        self._waits_until = 1e9

    return [(candidate.Candidate, "_abandon", abandon)]


def _entrust_without_a_state() -> list[Patch]:
    """Entrust a returning holder without the newest state."""
    return [(keeper.Keeper, "_meet", _meet_without_state)]


def _meet_without_state(self: Any, person: Any, where: Any, at: float) -> None:
    person.where, person.is_listening = where, True
    if self._vault is not None:
        self._entrust(self._vault, person)
    elif self._settles_at is not None and self._is_everybody_here():
        self._settle(at)


def _two_shares_to_one() -> list[Patch]:
    """Give the last holder the first one's share as well, now and then the wrong one."""
    real = vault.Vault.entrust

    def entrust(self: Any, key: bytes, *rest: Any) -> Any:
        told = real(self, key, *rest)
        if told.share is None or key != self.config.holders[-1]:
            return told
        return msgspec.structs.replace(told, share=self._shares[self.config.holders[0]])

    return [(vault.Vault, "entrust", entrust)]


def _go_on_while_the_table_moves() -> list[Patch]:
    """Judge moves at the old host after the table was written down for the new one."""
    return [(passing.Passing, "is_frozen", property(lambda self: False))]


def _hand_over_an_older_state() -> list[Patch]:
    """Hand the table over as it was when the successor was asked."""
    begin = passing.Passing.begin

    def remember(self: Any) -> Any:
        self.early = snapshot.take(self._keeper.table)
        return begin(self)

    real = passing.Passing.look

    def look(self: Any, at: float) -> Any:
        with patch.object(passing, "take", lambda table: self.early):
            return real(self, at)

    return [(passing.Passing, "begin", remember), (passing.Passing, "look", look)]


def _count_moves_before_the_votes() -> list[Patch]:
    """Hand over the seats' high-water marks as they were when the votes were asked for."""
    bequeath, real = keeper.Keeper.bequeath, keeper.Keeper.bequest

    def ask(self: Any, *details: Any) -> Any:
        self.early = dict(self.counts)
        return bequeath(self, *details)

    def bequest(self: Any) -> Any:
        legacy = real.fget(self)  # type: ignore[attr-defined] # a property of the class
        return None if legacy is None else dataclasses.replace(legacy, counts=self.early)

    return [(keeper.Keeper, "bequeath", ask), (keeper.Keeper, "bequest", property(bequest))]


def _hand_over_in_the_same_term() -> list[Patch]:
    """Let the successor go on in the term of the host before it."""

    def bequeath(self: Any, candidate: bytes, offer: Any, at: float) -> Any:
        candidacy = self._candidacy(self.term)
        self._ask_for(msgspec.structs.replace(candidacy, candidate=candidate, offer=offer), at)
        return self._carry(at)

    return [(keeper.Keeper, "bequeath", bequeath)]


def _hand_over_without_votes() -> list[Patch]:
    """Hand the table over before anybody has voted for the successor."""
    real = keeper.Keeper.bequeath

    def bequeath(self: Any, *details: Any) -> Any:
        letters = real(self, *details)
        if self._call is not None:
            self._bequeathed = (self._electorates(), self._call.certificate())
        return letters

    return [(keeper.Keeper, "bequeath", bequeath)]


MUTANTS: dict[str, Callable[[], list[Patch]]] = {
    function.__name__.strip("_").replace("_", "-"): function
    for function in (
        _show_at_once,
        _one_keeper_too_few,
        _half_is_enough,
        _votes_in_memory,
        _vote_twice,
        _vote_from_an_old_copy,
        _vote_for_older_states,
        _vote_while_the_host_lives,
        _shares_for_the_asking,
        _yield_to_losers_as_well,
        _obey_two_terms,
        _make_every_move_that_comes,
        _forget_the_counts,
        _replace_an_epoch_unasked,
        _bring_an_epoch_into_force_at_once,
        _forget_an_epoch_not_in_force,
        _ignore_the_bases,
        _elect_from_a_replaced_epoch,
        _go_on_in_a_term_without_votes,
        _never_call,
        _try_once,
        _entrust_without_a_state,
        _two_shares_to_one,
        _go_on_while_the_table_moves,
        _hand_over_an_older_state,
        _count_moves_before_the_votes,
        _hand_over_in_the_same_term,
        _hand_over_without_votes,
    )
}


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """Plant a bug for a while; None plants none."""
    with ExitStack() as stack:
        for target, attribute, bug in MUTANTS[name]() if name else []:
            stack.enter_context(patch.object(target, attribute, bug))
        yield
