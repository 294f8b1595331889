"""Chance follows its documented construction, so that any language can redo a shuffle."""

import hashlib
import math
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules.chance import Chance

SEED = b"takelan"

# Computed with the functions below, which share no code with takelan.rules.chance.
GOLDEN_NUMBERS = [61, 39, 22, 3, 51, 49, 17, 52, 86, 14, 98, 85]
GOLDEN_WIDE_NUMBERS = [843093171, 958272424, 530209166, 98773820]
GOLDEN_SHUFFLE = [5, 2, 7, 8, 10, 3, 11, 0, 4, 1, 6, 9]
GOLDEN_LETTERS = list("cbaehfdg")
GOLDEN_CHILD = 557


def stream_of(seed: bytes) -> Iterator[int]:
    """Yield the documented stream byte by byte, from a digest longer than any test reads."""
    yield from hashlib.shake_256(seed).digest(1 << 16)


def number_below(stream: Iterator[int], bound: int) -> int:
    """Draw a number as the documentation says, one base-256 digit after the other."""
    digits = 1
    while 256**digits < bound:
        digits += 1
    complete = 256**digits // bound * bound
    while True:
        value = 0
        for _ in range(digits):
            value = 256 * value + next(stream)
        if value < complete:
            return value % bound


def shuffle_of(stream: Iterator[int], count: int) -> list[int]:
    """Shuffle 0 … count - 1 as the documentation says: Fisher–Yates, from the last place down."""
    deck = list(range(count))
    place = count
    while place > 1:
        other = number_below(stream, place)
        place -= 1
        held = deck[place]
        deck[place] = deck[other]
        deck[other] = held
    return deck


def child_seed(seed: bytes, *labels: str) -> bytes:
    """Derive a child seed as the documentation says: length-prefixed parts under SHA-256."""
    message = hashlib.sha256()
    for part in (seed, *(label.encode("utf-8") for label in labels)):
        message.update(bytes([len(part) >> 24, len(part) >> 16 & 255, len(part) >> 8 & 255, len(part) & 255]))
        message.update(part)
    return message.digest()


BOUNDS = st.one_of(
    st.integers(1, 256),
    st.integers(257, 70_000),
    st.integers(1, 2**80),
    st.sampled_from([1, 2, 128, 255, 256, 257, 65_535, 65_536, 65_537, 2**24, 2**24 + 1]),
)


@given(st.binary(max_size=80), st.lists(BOUNDS, min_size=1, max_size=60))
def test_numbers_come_from_shake_256_by_rejection(seed: bytes, bounds: list[int]) -> None:
    """Numbers of any bound, narrow and wide mixed, read one and the same stream."""
    chance, stream = Chance(seed), stream_of(seed)
    assert [chance.below(bound) for bound in bounds] == [number_below(stream, bound) for bound in bounds]


@given(st.binary(max_size=80), st.integers(0, 400))
def test_a_shuffle_is_fisher_yates(seed: bytes, count: int) -> None:
    """A shuffle draws its swaps from the same stream, from the last place down, also beyond 256 cards."""
    chance, stream = Chance(seed), stream_of(seed)
    assert chance.shuffled(range(count)) == shuffle_of(stream, count)
    assert chance.below(1000) == number_below(stream, 1000), "both have read equally far"


@given(st.binary(max_size=40), st.lists(st.text(max_size=12), max_size=4))
def test_a_child_is_sha_256_over_length_prefixed_parts(seed: bytes, labels: list[str]) -> None:
    """A child's stream is the stream of its derived seed, and leaves the parent's stream alone."""
    chance, stream = Chance(seed), stream_of(child_seed(seed, *labels))
    child = chance.child(*labels)
    assert [child.below(10**6) for _ in range(8)] == [number_below(stream, 10**6) for _ in range(8)]
    assert chance.below(10**6) == number_below(stream_of(seed), 10**6)


def test_the_stream_goes_on_past_every_stretch() -> None:
    """Thousands of numbers come from one stream, without a repeat or a gap where it grows."""
    chance, stream = Chance(SEED), stream_of(SEED)
    assert [chance.below(251) for _ in range(20_000)] == [number_below(stream, 251) for _ in range(20_000)]


def test_golden_values() -> None:
    """These values never change: old games are replayed from their seeds."""
    chance = Chance(SEED)
    assert [chance.below(100) for _ in range(12)] == GOLDEN_NUMBERS
    assert [chance.below(10**9) for _ in range(4)] == GOLDEN_WIDE_NUMBERS
    assert Chance(SEED).shuffled(range(12)) == GOLDEN_SHUFFLE
    assert Chance(b"").shuffled("abcdefgh") == GOLDEN_LETTERS
    assert Chance(SEED).child("round", 2).below(1000) == GOLDEN_CHILD


def test_numbers_are_uniform() -> None:
    """Every number below a bound that does not divide 256 comes equally often."""
    chance = Chance(b"uniform")
    for bound in (3, 7, 79, 100, 200, 300):
        drawn = Counter(chance.below(bound) for _ in range(200 * bound))
        assert chi_square(drawn.values(), bound, 200) < bound + 5 * math.sqrt(2 * bound)


def test_shuffles_are_uniform() -> None:
    """Every order of four cards comes equally often."""
    chance = Chance(b"orders")
    drawn = Counter(tuple(chance.shuffled("abcd")) for _ in range(24 * 400))
    assert set(drawn) == set(permutations("abcd"))
    assert chi_square(drawn.values(), 24, 400) < 24 + 5 * math.sqrt(48)


def chi_square(counts: Collection[int], kinds: int, expected: int) -> float:
    """Measure how far counts are from equal; about ``kinds``, give or take its root, when they are."""
    missing = kinds - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts) + missing * expected


def test_children_are_independent() -> None:
    """Children of different labels, parents or label boundaries agree only by accident."""
    parents = [Chance(SEED), Chance(b"other")]
    labels: list[tuple[object, ...]] = [(), ("a",), ("b",), ("a", "b"), ("ab",), ("a", "b", ""), (1,), (2,)]
    streams = [tuple(read(parent.child(*label))) for parent, label in product(parents, labels)]
    assert len(set(streams)) == len(streams)
    pairs = Counter(
        zip(read(parents[0].child("a"), 25_600), read(parents[0].child("b"), 25_600), strict=True)
    )
    assert max(pairs.values()) < 12, "two children do not move together"


def read(chance: Chance, count: int = 16) -> list[int]:
    """Read bytes from a stream."""
    return [chance.below(256) for _ in range(count)]


def test_a_child_does_not_depend_on_how_far_the_parent_was_read() -> None:
    """The labels alone lead to a child, so that drawing a dealer never shifts a deal."""
    fresh, used = Chance(SEED), Chance(SEED)
    read(used, 1000)
    assert read(fresh.child("dealer")) == read(used.child("dealer"))


def test_a_label_is_taken_as_its_text() -> None:
    """A number and its digits are the same label."""
    assert read(Chance(SEED).child(2)) == read(Chance(SEED).child("2"))


@pytest.mark.parametrize("cards", [[], ["only"]])
def test_nothing_and_one_card_need_no_chance(cards: list[str]) -> None:
    """Shuffling fewer than two cards reads nothing from the stream."""
    chance = Chance(SEED)
    assert chance.shuffled(cards) == cards
    assert read(chance) == read(Chance(SEED))


def test_a_shuffle_leaves_the_original_order_alone() -> None:
    """The cards given are not moved themselves."""
    cards = list(range(20))
    assert sorted(Chance(SEED).shuffled(cards)) == cards == list(range(20))
