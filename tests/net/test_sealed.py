"""A sealed letter is read by one process and by nobody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.net.sealed import Letterbox, seal

BOX = Letterbox()


@given(st.binary(max_size=5000))
def test_a_letter_is_opened_by_its_box(letter: bytes) -> None:
    """Whatever is sealed for a box comes out of it unchanged."""
    assert BOX.open(seal(letter, BOX.key)) == letter


@given(st.binary(min_size=1, max_size=200), st.data())
def test_a_letter_that_was_touched_stays_closed(letter: bytes, data: st.DataObject) -> None:
    """One flipped bit anywhere, and nothing comes out."""
    sealed = bytearray(seal(letter, BOX.key))
    sealed[data.draw(st.integers(0, len(sealed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(ValueError, match="letter"):
        BOX.open(bytes(sealed))


def test_a_letter_for_somebody_else_stays_closed() -> None:
    """Another box, an empty letter and noise are all refused alike."""
    for letter in (seal(b"table", Letterbox().key), b"", b"x" * 100):
        with pytest.raises(ValueError):
            BOX.open(letter)


def test_a_letter_that_unpacks_to_too_much_is_refused() -> None:
    """A few bytes cannot fill the memory."""
    with pytest.raises(ValueError, match="too long"):
        BOX.open(seal(bytes(2 * 1024 * 1024), BOX.key))
