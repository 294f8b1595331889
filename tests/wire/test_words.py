"""The list of words: easy to say, to spell and to tell apart; and codes made of them."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.wire.code import TAGS, check_code, complete, looks_like_code, read_code, tag_of, write_code
from takelan.wire.failures import NotThreeWordsError, UnknownWordError
from takelan.wire.words import WORD_COUNT, all_words, nearest, number_of
from tests.wire.sounds import is_near, sounds

codes = st.tuples(*[st.integers(0, WORD_COUNT - 1)] * 3)

ALIKE = ("pair pear", "mail male", "steel steal", "night knight", "cell sell", "bare bear", "plane plain",
         "peace piece", "meet meat", "whale wail", "knot not", "tail tale")  # fmt: skip
APART = ("cat dog", "river rocket", "lamp cable", "otter oyster")


def test_there_are_1296_short_plain_words_in_order() -> None:
    """Three to six letters each, every one once."""
    words = all_words()
    assert len(words) == len(set(words)) == WORD_COUNT
    assert list(words) == sorted(words)
    assert all(re.fullmatch(r"[a-z]{3,6}", word) for word in words)


def test_four_letters_tell_every_word() -> None:
    """Whoever has typed four letters has said which word it is; no word begins another."""
    words = all_words()
    assert len({word[:4] for word in words}) == len(words)
    assert not [pair for pair in pairwise(words) if pair[1].startswith(pair[0])]


def test_no_two_words_are_one_slip_apart_or_sound_alike() -> None:
    """A mistyped word is no other word, and a spoken one is not heard as another."""
    heard = {word: sounds(word) for word in all_words()}
    pairs = combinations(all_words(), 2)
    assert not [pair for pair in pairs if is_near(*pair) or heard[pair[0]] & heard[pair[1]]]


@pytest.mark.parametrize("pair", ALIKE)
def test_the_ear_hears_what_sounds_alike(pair: str) -> None:
    """The test above can fail."""
    one, other = map(sounds, pair.split())
    assert one & other


@pytest.mark.parametrize("pair", APART)
def test_the_ear_tells_different_words_apart(pair: str) -> None:
    """And it does not hear the same in everything."""
    one, other = map(sounds, pair.split())
    assert not one & other


@pytest.mark.parametrize(
    "pair", ["lamp lamb", "lamp clamp", "otter oter", "cable cabel"], ids=lambda pair: pair.replace(" ", "-")
)
def test_a_slip_is_noticed(pair: str) -> None:
    """A letter changed, added, left out, or two exchanged."""
    one, other = pair.split()
    assert is_near(one, other)
    assert is_near(other, one)


@given(codes)
def test_a_code_is_read_as_it_was_written(code: tuple[int, int, int]) -> None:
    """With hyphens, blanks, dots or capitals."""
    written = write_code(code)
    for text in (written, written.upper(), written.replace("-", " "), f" {written.replace('-', '.')} "):
        assert read_code(text) == check_code(text) == code


@given(codes)
def test_a_tag_tells_the_sixth_part_of_the_first_word_and_nothing_else(code: tuple[int, int, int]) -> None:
    """Whatever the other words are, the tag is the same; six first words share each tag."""
    assert 0 <= tag_of(code) < TAGS
    assert tag_of(code) == tag_of((code[0], 0, 0))
    assert len([first for first in range(WORD_COUNT) if tag_of((first, 0, 0)) == tag_of(code)]) == 6


@pytest.mark.parametrize(
    "text", ["", "otter", "otter-lamp", "otter-lamp-cable-river", "10.0.0.1", "a-b-c", "--"]
)
def test_what_is_no_code_is_not_read_as_one(text: str) -> None:
    """Names of tables and addresses stay what they are."""
    assert read_code(text) is None
    assert not looks_like_code(text)
    with pytest.raises((UnknownWordError, NotThreeWordsError)):
        check_code(text)


def test_a_misspelt_word_is_named_with_the_one_that_is_meant() -> None:
    """The sentence says which word is wrong."""
    assert looks_like_code("otter-lamp-cabel")
    with pytest.raises(UnknownWordError, match=r"'cabel'.*'cable'"):
        check_code("otter-lamp-cabel")
    assert nearest("rivver") == "river"


def test_the_next_word_is_completed() -> None:
    """With what was typed before it, and only within a code."""
    assert complete("ott") == ["otter"]
    assert complete("otter-lam") == ["otter-lamp"]
    assert complete("Otter-lamp-cab") == ["otter-lamp-cabin", "otter-lamp-cable"]
    assert complete("oter-la") == complete("otter-lamp-cable-") == complete("10.0") == []
    assert number_of("otter") is not None
