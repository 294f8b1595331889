"""A takelan that cheats in one way as soon as it holds a table: ``cheating_host.py CHEAT host …``."""

import sys
from collections.abc import Callable
from typing import Any

import msgspec

from takelan.cli.main import main
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.chance import Chance
from takelan.rules.take_that import play as take_that_rules
from takelan.table import match, shuffling
from takelan.table.fairness import decks, hashing
from takelan.table.fairness.dealing import Dealing


def swap_a_card() -> None:
    """Prove another card than the one that lies at its place."""
    honest = decks.FairDeck.proofs

    def proofs(self: Any, *shown: Any) -> Any:
        swapped = []
        for one in honest(self, *shown):
            first = msgspec.structs.replace(one.proofs[0], card=12 if one.proofs[0].card != 12 else 13)
            swapped.append(msgspec.structs.replace(one, proofs=(first, *one.proofs[1:])))
        return swapped

    _put(decks.FairDeck, "proofs", proofs)


def tell_a_wrong_salt() -> None:
    """Give salts that open nothing."""
    _put(decks, "salt_of", lambda seed, place: bytes(16))


def tell_no_salt() -> None:
    """Show cards without their proof."""
    _put(decks.FairDeck, "proofs", lambda self, *shown: [])


def deal_another_deck() -> None:
    """Bind oneself to one deck and deal another."""
    _put(match, "Chance", lambda seed: Chance(seed + b"?"))


def ignore_a_nonce() -> None:
    """Make the deck without what the last player added."""

    def seed_of(table: str, deal: Any) -> bytes:
        return hashing.seed_of(table, msgspec.structs.replace(deal, players=deal.players[:-1]))

    _put(decks, "seed_of", seed_of)


def choose_the_nonce_late() -> None:
    """Use another nonce than the one that the host had promised."""
    honest: Any = vars(Dealing)["opened"]

    def opened(self: Dealing) -> Any:
        deal = honest.fget(self)
        return deal and msgspec.structs.replace(deal, host=bytes(32))

    _put(Dealing, "opened", property(opened))


def leave_somebody_out() -> None:
    """Make the deck with the first player alone."""

    def dealing(table: str, terms: Any, nonce: bytes, humans: Any, is_signed: Any) -> Any:
        return Dealing(table, terms, nonce, list(humans)[:1], is_signed)

    _put(shuffling, "Dealing", dealing)


def miscount() -> None:
    """Give everybody a thousand points."""
    _put(take_that_rules, "_score", lambda twisted, taken: 1000)


def tell_another_player() -> None:
    """Say that somebody else laid the card."""
    _distort(take_that.GAME, _by_the_other, take_that.types.Laid)


def tell_another_dealer() -> None:
    """Say that somebody else turned the card over."""
    _distort(take_it.GAME, _by_the_other, take_it.types.Flipped)


def tell_another_row() -> None:
    """Say that a card went to the next row."""
    _distort(
        take_a_number.GAME,
        lambda one: msgspec.structs.replace(one, row=(one.row + 1) % 3),
        take_a_number.types.Placed,
    )


def stay_honest() -> None:
    """Do nothing of the kind."""


CHEATS: dict[str, Callable[[], None]] = {
    cheat.__name__: cheat
    for cheat in (
        swap_a_card,
        tell_a_wrong_salt,
        tell_no_salt,
        deal_another_deck,
        ignore_a_nonce,
        choose_the_nonce_late,
        leave_somebody_out,
        miscount,
        tell_another_player,
        tell_another_dealer,
        tell_another_row,
        stay_honest,
    )
}


def _by_the_other(heard: Any) -> Any:
    return msgspec.structs.replace(heard, seat=1 - heard.seat)


def _distort(game: Any, lie: Callable[[Any], Any], kind: type) -> None:
    """Lie to everybody about events of one kind; the table itself keeps the truth."""
    honest = game.hear

    def hear(event: Any, seat: Any) -> Any:
        heard = honest(event, seat)
        return lie(heard) if isinstance(heard, kind) else heard

    _put(game, "hear", hear)


def _put(owner: Any, name: str, lie: Any) -> None:
    if isinstance(owner, msgspec.Struct) or hasattr(owner, "__dataclass_fields__"):
        # A game is frozen so that nobody does this by mistake.
        object.__setattr__(owner, name, lie)
    else:
        setattr(owner, name, lie)


if __name__ == "__main__":
    CHEATS[sys.argv[1]]()
    main(sys.argv[2:])
