"""An advert survives its trip through a TXT record, and nothing else does."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.wire.advert import Advert, from_txt, to_txt
from takelan.wire.peer_text import PlayerName, TableName

ADVERT = Advert(
    table="0123456789abcdef",
    name=TableName("Ann's table"),
    host=PlayerName("Ann"),
    game="take-it",
    taken=2,
    seats=5,
    phase="lobby",
    protocol=1,
)


@pytest.mark.parametrize("advert", [ADVERT, msgspec.structs.replace(ADVERT, private=True, phase="playing")])
def test_an_advert_survives_a_txt_record(advert: Advert) -> None:
    """What is written is what is read."""
    assert from_txt(to_txt(advert)) == advert


def test_a_record_with_fields_of_a_later_version_is_still_read() -> None:
    """Unknown keys, such as the fingerprint beside the advert, do no harm."""
    assert from_txt(to_txt(ADVERT) | {"fp": "00", "later": None}) == ADVERT


def test_every_txt_string_fits_into_255_bytes() -> None:
    """The longest name with all its marks is cut rather than refused."""
    advert = msgspec.structs.replace(ADVERT, name=TableName("\U00016f00\u1dc4\u1dc5" * 24))
    txt = to_txt(advert)
    assert max(len(f"{key}={value}".encode()) for key, value in txt.items()) <= 255
    assert from_txt(txt) is not None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", "0123456789abcdef\n"),
        ("table", "../../etc/passwd"),
        ("table", "0123456789ABCDEF"),
        ("name", "\x1b\x07"),
        ("host", ""),
        ("game", "chess"),
        ("taken", "-1"),
        ("taken", "6"),
        ("taken", "many"),
        ("taken", "9" * 5000),
        ("seats", "11"),
        ("phase", "over"),
        ("protocol", "0"),
        ("private", "perhaps"),
        ("name", None),
    ],
)
def test_a_malformed_record_holds_no_advert(key: str, value: str | None) -> None:
    """One bad field is enough."""
    assert from_txt(to_txt(ADVERT) | {key: value}) is None


@pytest.mark.parametrize("key", ["table", "name", "host", "game", "taken", "seats", "phase", "protocol"])
def test_an_incomplete_record_holds_no_advert(key: str) -> None:
    """Nothing is guessed."""
    txt = to_txt(ADVERT)
    del txt[key]
    assert from_txt(txt) is None


def test_names_in_a_record_are_cleaned() -> None:
    """A record is a peer's text too."""
    advert = from_txt(to_txt(ADVERT) | {"name": "A\x1b[2Jn\u202en", "host": "B\ne"})
    assert advert is not None
    assert (advert.name, advert.host) == ("A[2Jnn", "B e")


KEYS = st.sampled_from(sorted(to_txt(ADVERT))) | st.text(max_size=4)


@given(st.dictionaries(KEYS, st.none() | st.text()))
def test_no_record_whatever_is_an_error(changes: dict[str, str | None]) -> None:
    """Hostile records are answered with None, never with an exception."""
    advert = from_txt(to_txt(ADVERT) | changes)
    assert advert is None or advert.taken <= advert.seats
    from_txt(changes)
