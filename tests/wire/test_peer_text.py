"""Text from peers is harmless whatever they send."""

import sys
import unicodedata
from collections.abc import Iterator
from itertools import groupby

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from takelan.wire.failures import UnusableTextError
from takelan.wire.peer_text import (
    MAX_RAW_LENGTH,
    PeerText,
    PlayerName,
    TableName,
    Talk,
    cells,
    decode_peer_text,
    encode_peer_text,
)

KINDS = st.sampled_from([PlayerName, TableName, Talk])
NASTY = (
    "\x00\x07\x08\x1b\x7f\x85\x9b\xa0\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200d\u200e\u200f\u2028\u2029"
    "\u202a\u202e\u2060\u2066\u2069\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufff9\ud800\ue000\U000e0001\U000e0041"
    "\U000e0100\U0001f1e9\U0001f3fb\U0001f600\u20e3\u0301\u0308\u0323\u0e33\u0903\u09c7\u09be\u1100\u1161\u11a8"
    "\ufb2c\u0f73\u2126\u231a\u2630\U0001d15e [/]"
)
TEXTS = st.text() | st.text(st.sampled_from(NASTY + "aÅ李ह")) | st.text(st.sampled_from(NASTY), min_size=50)


def cleaned(kind: type[PeerText], raw: str) -> str:
    """Clean, reading a refusal as nothing."""
    try:
        return kind.clean(raw)
    except UnusableTextError:
        return ""


def assigned() -> Iterator[str]:
    """Go through every character that is neither control, separator nor unassigned."""
    characters = map(chr, range(sys.maxunicode + 1))
    return (character for character in characters if unicodedata.category(character)[0] in "LMNPS")


@given(KINDS, TEXTS)
def test_nothing_dangerous_survives(kind: type[PeerText], raw: str) -> None:
    """Only letters, marks, numbers, punctuation, symbols and plain spaces are left, on one line."""
    text = cleaned(kind, raw)
    assert all(character == " " or unicodedata.category(character)[0] in "LMNPS" for character in text)
    assert not {"\x1b", "\u202e", "\u200b", "\u200d", "\ufe0f", "\n"} & set(text)
    assert "  " not in text
    assert text == text.strip()


@given(KINDS, TEXTS)
def test_cleaning_twice_changes_nothing(kind: type[PeerText], raw: str) -> None:
    """Clean text stays as it is, and is in the one normal form."""
    text = cleaned(kind, raw)
    assert cleaned(kind, text) == text
    assert unicodedata.is_normalized("NFC", text)


@given(KINDS, TEXTS | st.text(min_size=150))
def test_no_text_is_wider_than_its_kind_allows(kind: type[PeerText], raw: str) -> None:
    """The limit holds by our own count, which is never below that of wcwidth."""
    text = cleaned(kind, raw)
    assert 0 <= wcswidth(text) <= cells(text) <= kind.MAX_CELLS


@given(KINDS, TEXTS)
def test_marks_never_pile_up(kind: type[PeerText], raw: str) -> None:
    """A character carries two stacked marks at most, and a space or the start carries none."""
    text = cleaned(kind, raw)
    for is_mark, run in groupby(text, lambda character: unicodedata.category(character)[0] == "M"):
        if is_mark:
            marks = list(run)
            assert len(marks) <= 4
            assert sum(unicodedata.category(mark) == "Mn" for mark in marks) <= 2
    assert not text or unicodedata.category(text[0])[0] != "M"


def test_every_character_that_stays_is_as_wide_for_rich_as_for_wcwidth() -> None:
    """Of all of Unicode no character is kept whose width Rich and wcwidth dispute."""
    cell_len = pytest.importorskip("rich.cells").cell_len
    disputed = [
        kept
        for character in assigned()
        if (kept := cleaned(PlayerName, character)) and cell_len(kept) != wcswidth(kept)
    ]
    assert disputed == []


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "李雷",
        "Åsa",
        "Ann-Marie O'Hara",
        "محمد",
        "עִבְרִית",
        "हिन्दी",
        "தமிழ்",
        "ကျော်",
        "สมชาย",
        "한국",
        "Nguyễn",
        "山田 太郎",
    ],
)
def test_ordinary_names_survive(name: str) -> None:
    """What people are called stays as they write it."""
    assert PlayerName.clean(name) == name


@pytest.mark.parametrize("name", ["Zoë", "Åsa", "한국", "Nguyễn"])
def test_decomposed_names_come_back_composed(name: str) -> None:
    """Macs send letters and accents apart; it is the same name."""
    assert PlayerName.clean(unicodedata.normalize("NFD", name)) == name


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("\x1b[31mAnn\x1b[0m", "[31mAnn[0m"),
        ("Ann\u202e\u2066neB", "AnnneB"),
        ("  Ann\t\r\n Ben\u3000\xa0C ", "Ann Ben C"),
        ("A\u200bnn\ufe0f", "Ann"),
        ("Ann \U0001f600\U0001f44d\U0001f3fb\U0001f1e9\U0001f1ea 1\ufe0f\u20e3", "Ann 1"),
        ("\u0301Ann \u0301Ben", "Ann Ben"),
        ("e\u200b\u0301", "é"),
        ("[@click=app.quit]", "[@click=app.quit"),
    ],
)
def test_the_known_tricks_come_to_nothing(raw: str, text: str) -> None:
    """Escapes, overrides, invisible and wide characters lose what makes them work."""
    assert PlayerName.clean(raw) == text


@pytest.mark.parametrize("raw", ["", "  ", "\x1b", "\u200b\u2800\u3164", "\U0001f600", "\u0301", "\ud800"])
def test_text_with_nothing_to_show_is_refused(raw: str) -> None:
    """A name nobody could see is no name, and the refusal is a sentence."""
    with pytest.raises(UnusableTextError, match=r"use letters, digits or punctuation\.$"):
        PlayerName.clean(raw)


def test_a_cut_never_parts_a_character_from_its_marks() -> None:
    """A wide or accented character that does not fit whole goes whole."""
    assert PlayerName.clean("a" * 15 + "李") == "a" * 15
    assert PlayerName.clean("a" * 15 + "q\u0323\u0307" + "b") == "a" * 15 + "q\u0323\u0307"
    assert PlayerName.clean("a" * 15 + "हि") == "a" * 15


@pytest.mark.parametrize("tail", ["a", "a\u0301", "\u0301", "\u0f73", "\ufb2c", "\u1100\u1161", "\u200b"])
def test_what_follows_the_raw_limit_is_never_looked_at(tail: str) -> None:
    """A megabyte costs what the first thousand characters cost."""
    raw = "x" + tail * 1_000_000
    assert cleaned(Talk, raw) == cleaned(Talk, raw[:MAX_RAW_LENGTH])


class Said(msgspec.Struct):
    """A message with text in it."""

    by: PlayerName
    talk: Talk


def test_msgspec_cleans_text_while_it_decodes() -> None:
    """A decoded field holds its own kind of clean text."""
    said = msgspec.convert({"by": "Ann\x1b", "talk": "hi\nyou"}, Said, dec_hook=decode_peer_text)
    assert (said.by, said.talk) == ("Ann", "hi you")
    assert (type(said.by), type(said.talk)) == (PlayerName, Talk)


@pytest.mark.parametrize("talk", [1, None, b"hi", ["hi"], "", "\x1b"])
def test_msgspec_refuses_what_is_no_text(talk: object) -> None:
    """Anything but showable text is malformed, and the refusal names the field."""
    with pytest.raises(msgspec.ValidationError, match=r"\$\.talk"):
        msgspec.convert({"by": "Ann", "talk": talk}, Said, dec_hook=decode_peer_text)


def test_msgspec_encodes_text_as_plain_strings() -> None:
    """With the hook a message turns into builtins that any packer takes."""
    plain = msgspec.to_builtins(Said(by=PlayerName("Ann"), talk=Talk("hi")), enc_hook=encode_peer_text)
    assert plain == {"by": "Ann", "talk": "hi"}
    assert {type(value) for value in plain.values()} == {str}


def test_the_hooks_leave_other_types_alone() -> None:
    """A type that is no peer text is somebody else's business."""
    with pytest.raises(NotImplementedError):
        decode_peer_text(complex, "1")
    with pytest.raises(NotImplementedError):
        encode_peer_text(1j)
