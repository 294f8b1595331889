"""A finished game that somebody has written down, checked without its host: the decks and the signatures.

That its events follow from each other by the rules is checked by whoever reads the file.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from takelan.language import translate as _
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, first_dealer, is_deal
from takelan.table.fairness.dealing import IsSigned
from takelan.table.fairness.hashing import game_text, list_of, seed_of
from takelan.table.fairness.signers import parts_in
from takelan.wire.fairness import Attestation, OpenedDeal


class Flaw(NamedTuple):
    """What is wrong, and at which deal, counted from 0; None is the end of the game."""

    deal: int | None
    what: str


class WrittenGame(NamedTuple):
    """A game as it was written down."""

    table: str
    game: AnyGame
    options: Any
    names: Sequence[str]
    events: Sequence[Any]
    deals: Sequence[OpenedDeal]
    signed: Sequence[Attestation]


def first_flaw(written: WrittenGame, is_signed: IsSigned) -> Flaw | None:
    """Find the first thing that does not hold; None when everything does."""
    dealt = list(filter(is_deal, written.events))
    for place, (deal, event) in enumerate(zip(written.deals, dealt, strict=True)):
        what = _flaw_of_deal(written, deal, event, is_signed)
        if what is not None:
            return Flaw(place, what)
    what = _flaw_of_signatures(written, is_signed)
    return None if what is None else Flaw(None, what)


def players_of(written: WrittenGame) -> set[bytes]:
    """Name by their keys all who added to a deck."""
    return {one.key for deal in written.deals for one in deal.players}


def _flaw_of_deal(written: WrittenGame, deal: OpenedDeal, event: Any, is_signed: IsSigned) -> str | None:
    first = written.deals[0]
    if deal.terms.number.game != first.terms.number.game:
        return _("this deck was made for another game")
    seats = [one.seat for one in deal.players]
    if seats != sorted(set(seats)) or any(seat >= len(written.names) for seat in seats):
        return _("the players of this deal are not those of the game")
    text = list_of(written.table, deal)
    for one in deal.players:
        if not is_signed(one.key, text, one.signature):
            return _("seat {seat} has not signed what this deck is said to be made of").format(seat=one.seat)
    if not _follows(written, deal, event):
        return _("these cards do not follow from what everybody added to the deck")
    return None


def _follows(written: WrittenGame, deal: OpenedDeal, event: Any) -> bool:
    """Tell whether the rules deal these cards when they are given the seed."""
    seed, seats = seed_of(written.table, deal), len(written.names)
    if event.round == 1 and event.dealer != first_dealer(seats, Chance(seed), deal.terms.dealer):
        return False
    state = written.game.deal(written.options, seats, Chance(seed), event.dealer)
    expected = msgspec.structs.replace(written.game.round_started(state), round=event.round)
    return bool(expected == event)


def _flaw_of_signatures(written: WrittenGame, is_signed: IsSigned) -> str | None:
    number = written.deals[0].terms.number.game
    text = game_text(written.table, number, written.game.name, written.names, written.options, written.events)
    parts, counted = parts_in(written.deals), set[bytes]()
    for one in written.signed:
        if (one.seat, one.key) not in parts:
            return _("seat {seat} has signed, but added to no deck").format(seat=one.seat)
        if one.key in counted:
            return _("seat {seat} has signed twice").format(seat=one.seat)
        counted.add(one.key)
        if not is_signed(one.key, text, one.signature):
            return _("seat {seat} has signed another game than this").format(seat=one.seat)
    return None
