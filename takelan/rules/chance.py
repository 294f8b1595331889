"""Chance from a seed: the same shuffles and draws on every Python, in every language.

Rule 1: the stream of a seed is the output of SHAKE-256 over the seed, read byte by byte from its start.
Rule 2: a number below ``bound`` takes as many bytes as ``bound - 1`` needs (one for bound 1), big-endian;
a value in the last, incomplete multiple of ``bound`` is thrown away and the next bytes are read.
Rule 3: a shuffle is Fisher–Yates from the last place down to the second, each place swapped with one
at or below it.
Rule 4: a child seed is SHA-256 over the parent seed and its labels, each as text and length-prefixed.
"""

from collections.abc import Iterable
from hashlib import sha256, shake_256
from typing import TypeVar

Card = TypeVar("Card")

_FIRST_STRETCH = 256


class Chance:
    """One stream of unbiased numbers."""

    __slots__ = ("_at", "_seed", "_stream")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._stream = b""
        self._at = 0

    @property
    def seed(self) -> bytes:
        """Everything this stream will ever say follows from this."""
        return self._seed

    def below(self, bound: int) -> int:
        """Draw a number from 0 to ``bound - 1``, each equally likely."""
        if bound > 256:
            return self._wide_below(bound)
        limit = 256 - 256 % bound
        while True:
            try:
                byte = self._stream[self._at]
            except IndexError:
                self._stretch()
                continue
            self._at += 1
            if byte < limit:
                return byte % bound

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards in a new order, every order equally likely."""
        deck = list(cards)
        for place in range(len(deck) - 1, 0, -1):
            other = self.below(place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return deck

    def child(self, *labels: object) -> "Chance":
        """Start an independent stream that only this seed and these labels lead to."""
        parts = [self._seed, *(str(label).encode() for label in labels)]
        return Chance(sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest())

    def _wide_below(self, bound: int) -> int:
        width = ((bound - 1).bit_length() + 7) // 8
        span: int = 256**width
        while True:
            while len(self._stream) < self._at + width:
                self._stretch()
            value = int.from_bytes(self._stream[self._at : self._at + width], "big")
            self._at += width
            if value < span - span % bound:
                return value % bound

    def _stretch(self) -> None:
        # A longer digest begins with the shorter one, so the stream only ever grows at its end.
        length = max(_FIRST_STRETCH, 2 * len(self._stream))
        self._stream = shake_256(self._seed).digest(length)
