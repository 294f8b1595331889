"""One pair of eyes on the deals and the game: they watch, check, and know how that came out.

Rule 1: the host's word is never enough: what is checked is what these eyes have seen and heard.
Rule 2: the first thing that does not hold stays; nothing the host says later takes it back.
Rule 3: whoever has not seen a whole game says nothing about it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from takelan.rules.catalog import game_of
from takelan.rules.game import AnyGame, Seat
from takelan.table.fairness.dealing import IsSigned
from takelan.table.fairness.findings import Finding, WrongError, find
from takelan.table.fairness.hashing import commit_deck, game_text, list_of, order_of, seed_of
from takelan.table.fairness.replaying import Replay
from takelan.table.fairness.seen import RoundSeen
from takelan.table.fairness.signers import those_that_count
from takelan.wire import fairness, to_peer
from takelan.wire.fairness import Attestation, DealNumber, OpenedDeal
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer


@dataclass(frozen=True)
class CheckedGame:
    """A finished game that these eyes have checked, from its first deal to its end."""

    table: str
    number: int
    game: AnyGame
    names: Sequence[str]
    options: Any
    events: Sequence[Any]
    deals: Sequence[OpenedDeal]
    signed: Sequence[Attestation] = ()


class Eyes(ABC):
    """What one program knows of its own about one table."""

    def __init__(self, table: str, is_signed: IsSigned) -> None:
        self._table = table
        self._is_signed = is_signed
        #: Who sits at the table, and who played the game last dealt.
        self._names: tuple[str, ...] = ()
        self._players: tuple[str, ...] = ()
        self._rounds: list[RoundSeen] = []
        self._opened: list[OpenedDeal] = []
        #: The first thing that does not hold; None while all is well.
        self.finding: Finding | None = None
        #: The game last finished, once it was checked here.
        self.checked: CheckedGame | None = None
        #: How many players have signed the same game, and how many took part.
        self.signers = 0
        self.players = 0
        #: The seats that say the last game does not hold.
        self.objecting: tuple[Seat, ...] = ()

    @property
    def redeals(self) -> int:
        """How many shuffles of this game were begun in vain."""
        return sum(seen.number.attempt - 1 for seen in self._rounds)

    @abstractmethod
    def arrive(self) -> None:
        """Note that a connection is new: what happened before it may have been missed."""

    def hear(self, message: AnyToPeer) -> list[AnyToHost]:
        """Take in what the host says, and return what there is to answer."""
        try:
            return self._hear(message)
        except WrongError as error:
            self.finding = self.finding or error.finding
            return []

    def _hear(self, message: AnyToPeer) -> list[AnyToHost]:
        match message:
            case fairness.Bound():
                self._bind(message)
            case to_peer.Step():
                self._watch(message)
            case fairness.Opened():
                return self._open(message)
            case fairness.Attested():
                self._count(message)
            case to_peer.TableState():
                self._names = tuple(str(seat.name) for seat in message.seats)
        return []

    @abstractmethod
    def _watch(self, step: Any) -> None:
        """Take in what happened; what cannot be raises WrongError."""

    def _bind(self, bound: fairness.Bound) -> bool:
        """Note what the host is bound to, and tell whether that is a new deck."""
        current = self._rounds[-1] if self._rounds else None
        if current is not None and current.number == bound.number:
            if current.commitments != bound.cards:
                raise WrongError(find("rebound", round=bound.number.round))
            return False
        if current is None or current.number.game != bound.number.game:
            self._rounds.clear()
            self.checked, self.signers, self.players, self.objecting = None, 0, 0, ()
        self._opened.clear()
        # Seats may change hands between rounds; a game is told with those who played its last one.
        self._players = self._names
        self._rounds.append(RoundSeen(bound.number, bound.cards))
        return True

    def _bound_round(self) -> RoundSeen:
        """Return the round that is on; cards before the host is bound raise WrongError."""
        if not self._rounds or self._rounds[-1].is_over:
            raise WrongError(find("unbound"))
        return self._rounds[-1]

    def _open(self, opened: fairness.Opened) -> list[AnyToHost]:
        """Take in what opens a deal, and check the game once all are open."""
        if not any(one.terms.number == opened.deal.terms.number for one in self._opened):
            self._opened.append(opened.deal)
        if not opened.is_last or not self._rounds:
            return []
        if self.checked is None and self.finding is None and self._has_seen_all():
            self.checked = self._check(self._opened)
        return self._report(self._rounds[-1].number.game)

    def _report(self, game: int) -> list[AnyToHost]:
        """Say how the check of a game came out, if that is ours to say."""
        return []

    def _has_seen_all(self) -> bool:
        return [seen.number.round for seen in self._rounds] == list(range(1, len(self._rounds) + 1)) and all(
            seen.is_whole and seen.is_over for seen in self._rounds
        )

    def _check(self, deals: list[OpenedDeal]) -> CheckedGame | None:
        """Check a whole game; the first thing that does not hold stays as the finding."""
        try:
            return self._check_all(deals)
        except WrongError as error:
            self.finding = error.finding
            return None

    def _check_all(self, deals: list[OpenedDeal]) -> CheckedGame:
        view = self._rounds[0].closing_view
        game = game_of(view)
        replay = Replay(game, view.options, view.seat, self._players)
        if [deal.terms.number for deal in deals] != [seen.number for seen in self._rounds]:
            raise WrongError(find("nonces", round=len(deals)))
        for deal, seen in zip(deals, self._rounds, strict=True):
            seed = self._check_deck(game, view.options, deal, seen)
            replay.follow(deal.terms, seed, seen.hearings, seen.closing_view)
        if not replay.is_over:
            raise WrongError(find("broken_off", round=len(deals) + 1))
        self.players = len({one.key for deal in deals for one in deal.players})
        number = self._rounds[-1].number.game
        return CheckedGame(
            self._table, number, game, self._players, view.options, replay.events, tuple(deals)
        )

    def _check_deck(self, game: AnyGame, options: Any, deal: OpenedDeal, seen: RoundSeen) -> bytes:
        """Check that a deck follows from what everybody was bound to, and return its seed."""
        number = deal.terms.number.round
        text, own = list_of(self._table, deal), self._signed_list(deal.terms.number)
        if deal.terms.game != game.name or (own is not None and own != text):
            raise WrongError(find("nonces", round=number))
        for one in deal.players:
            if not self._is_signed(one.key, text, one.signature):
                raise WrongError(find("signature", seat=one.seat, round=number))
        seed = seed_of(self._table, deal)
        if commit_deck(seed, order_of(game, options, seed)) != seen.commitments:
            raise WrongError(find("deck", round=number))
        return seed

    def _signed_list(self, number: DealNumber) -> bytes | None:
        """Return the list that we have signed for a deal; None when we had no part in it."""
        return None

    def _text_of(self, checked: CheckedGame) -> bytes:
        return game_text(
            self._table, checked.number, checked.game.name, checked.names, checked.options, checked.events
        )

    def _count(self, attested: fairness.Attested) -> None:
        if not self._rounds or attested.game != self._rounds[-1].number.game:
            return
        self.objecting = attested.objecting
        if self.checked is None:
            return
        text = self._text_of(self.checked)
        good = [one for one in attested.signed if self._is_signed(one.key, text, one.signature)]
        counted = those_that_count(good, self.checked.deals)
        self.signers = len(counted)
        self.checked = replace(self.checked, signed=tuple(counted))
