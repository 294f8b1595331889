"""Cheap luck for play-outs: bytes that were shuffled once, read from a place that chance chooses."""

from collections.abc import Iterator
from hashlib import shake_256
from itertools import chain, cycle

from takelan.rules.chance import Chance

_TABLE = shake_256(b"the luck of play-outs").digest(1 << 15)


def noise_from(start: int) -> Iterator[int]:
    """Read bytes from a place in the table, and go on at its beginning."""
    return chain(_TABLE[start:], cycle(_TABLE))


def draw_start(chance: Chance) -> int:
    """Choose a place in the table."""
    return chance.below(len(_TABLE))
