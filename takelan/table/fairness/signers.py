"""Whose signature counts under a game: that of whoever added to one of its decks, from their seat, and once.

Seats may change hands between two rounds: one seat may have had several players, and a player several seats.
"""

from collections.abc import Iterable

from takelan.rules.game import Seat
from takelan.wire.fairness import Attestation, OpenedDeal


def parts_in(deals: Iterable[OpenedDeal]) -> set[tuple[Seat, bytes]]:
    """Name all who added to a deck, by the seats they had and their keys."""
    return {(one.seat, one.key) for deal in deals for one in deal.players}


def those_that_count(signed: Iterable[Attestation], deals: Iterable[OpenedDeal]) -> list[Attestation]:
    """Leave out whoever took no part, or not from that seat, and every repetition."""
    parts = parts_in(deals)
    return list({one.key: one for one in signed if (one.seat, one.key) in parts}.values())
