"""One deal: what binds everybody, and the deck that follows when it is opened."""

import os
from collections.abc import Callable
from hashlib import shake_256
from typing import Any

from tests.docs.stranger.wire import Said, check, hashed, join


def numbers(seed: bytes) -> Callable[[int], int]:
    """Open a stream of numbers: the function draws one below a bound of at most 256."""
    stream = iter(shake_256(seed).digest(65536))

    def below(bound: int) -> int:
        return next(byte for byte in stream if byte < 256 - 256 % bound) % bound

    return below


def shuffled(cards: list[int], seed: bytes) -> list[int]:
    """Shuffle from the last place down to the second."""
    below = numbers(seed)
    for place in range(len(cards) - 1, 0, -1):
        other = below(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


class Deal:
    """One deal this player took part in."""

    def __init__(self, table: str, shuffle: Said, key: bytes) -> None:
        self.terms = terms = shuffle["terms"]
        self.number = terms["number"]
        counts = (self.number["game"], self.number["round"], self.number["attempt"])
        self.text = join(table, *counts, terms["game"], terms["seats"], terms["dealer"])
        self.host = shuffle["host"]
        self.key = key
        self.nonce = os.urandom(32)
        self.signed = b""
        self.keys: set[bytes] = set()
        self.bound = b""
        self.hearings: list[Said] = []

    def commitment(self, who: bytes | str, nonce: bytes) -> bytes:
        """Bind somebody to a nonce."""
        return hashed("takelan nonce 1", self.text, who, nonce)

    def list_text(self, host: bytes, players: list[Said]) -> bytes:
        """Write the list that everybody signs."""
        parts = [part for one in players for part in (one["seat"], one["key"], one["commitment"])]
        return join("takelan deal 1", self.text, host, *parts)

    def accept(self, players: list[Said]) -> bytes:
        """Find one's own promise in the list, and return the text to sign."""
        own = [one["commitment"] for one in players if one["key"] == self.key]
        check(own == [self.commitment(self.key, self.nonce)], "the list lacks my promise")
        self.signed = self.list_text(self.host, players)
        self.keys = {one["key"] for one in players}
        return self.signed

    def prove(self, proof: Said) -> Any:
        """Check that a card lies where the host is bound to."""
        place = proof["place"]
        commitment = hashed("takelan card 1", proof["salt"], place, proof["card"])
        check(self.bound[32 * place : 32 * place + 32] == commitment, "a card that is not in the deck")
        return proof["card"]

    def seed(self, opened: Said) -> bytes:
        """Check that the opened deal is the one that was signed, and work out its seed."""
        check(opened["terms"] == self.terms, "another deal was opened")
        players = [
            {**one, "commitment": self.commitment(one["key"], one["nonce"])} for one in opened["players"]
        ]
        signed = self.list_text(self.commitment("host", opened["host"]), players)
        check(signed == self.signed, "the opened deal is not the signed one")
        return hashed("takelan seed 1", signed, opened["host"], *(one["nonce"] for one in opened["players"]))

    def deck(self, cards: list[int], seed: bytes) -> list[int]:
        """Shuffle the deck and check that the host was bound to exactly this order."""
        order = shuffled(cards, seed)
        bound = b"".join(
            hashed("takelan card 1", hashed("takelan salt 1", seed, place)[:16], place, card)
            for place, card in enumerate(order)
        )
        check(bound == self.bound, "the deck is not the one the host was bound to")
        return order

    def dealer(self, before: int | None, seed: bytes) -> int:
        """Tell who deals: the next seat, in a first round the marked one or one drawn."""
        seats: int = self.terms["seats"]
        if before is not None:
            return (before + 1) % seats
        marked: int | None = self.terms["dealer"]
        return numbers(hashed(seed, "dealer"))(seats) if marked is None else marked % seats
