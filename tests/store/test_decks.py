"""A deck file is read as it stands, or refused with a sentence that names the line (TI1)."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from takelan.errors import TakelanError
from takelan.rules.take_it import Options
from takelan.rules.take_it.cards import STANDARD_DECK
from takelan.store.decks import read_deck


def read(folder: Path, text: str | bytes) -> dict[str, int]:
    """Write a deck file and read it."""
    path = folder / "deck.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_deck(path)


def refused(folder: Path, text: str | bytes) -> str:
    """Return what is said about a deck file, without its path."""
    with pytest.raises(TakelanError) as caught:
        read(folder, text)
    return str(caught.value).removeprefix(f"Deck file {folder / 'deck.toml'}")


def test_a_deck_is_read(tmp_path: Path) -> None:
    """TI1: every kind of card, in the order of the file, with or without a name."""
    text = '[cards]\n"+7" = 2\n"-3" = 1 # one\n"2x+6" = 2\n\'2x-2\' = 2\njoker = 6\n"10" = 11\n'
    deck = {"+7": 2, "-3": 1, "2x+6": 2, "2x-2": 2, "joker": 6, "10": 11}
    for head in ("", 'name = "My box"\n', "# mine\r\n"):
        assert list(read(tmp_path, head + text).items()) == list(deck.items())


def test_a_deck_may_stand_on_one_line(tmp_path: Path) -> None:
    """TI1: any way that TOML allows."""
    assert read(tmp_path, 'cards = { "+7" = 2, joker = 1 }') == {"+7": 2, "joker": 1}
    assert read(tmp_path, 'cards."+7" = 2\ncards.joker = 1\n') == {"+7": 2, "joker": 1}


@given(st.dictionaries(st.sampled_from([*STANDARD_DECK, "+99", "2x-99"]), st.integers(1, 8), min_size=2))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_deck_can_be_typed_in(tmp_path: Path, deck: dict[str, int]) -> None:
    """TI1: what is written is what is played with."""
    text = "[cards]\n" + "".join(f'"{card}" = {count}\n' for card, count in deck.items())
    assert Options(deck=read(tmp_path, text)).cards == deck


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", ' holds no cards: list them under [cards], for example "+7" = 2 on line 1.'),
        (" \n\n", ' holds no cards: list them under [cards], for example "+7" = 2 on line 1.'),
        (
            'name = "x"\n\n[cards]\n',
            ' holds no cards: list them under [cards], for example "+7" = 2 on line 4.',
        ),
        (
            '[cards]\n"+7" = 2\n"7" = 1\n',
            ", line 3: '7' is not a card: write +7, -3, 2x+6, 2x-2, joker or 10.",
        ),
        ("[cards]\nJoker = 1\n", ", line 2: 'Joker' is not a card: write +7, -3, 2x+6, 2x-2, joker or 10."),
        ('[cards]\n"2x6" = 1\n', ", line 2: '2x6' is not a card: write +7, -3, 2x+6, 2x-2, joker or 10."),
        ('[cards]\n"+7" = 0\n', ", line 2: how many there are of +7 must be a whole number from 1 to 50."),
        ('[cards]\n"+7" = 51\n', ", line 2: how many there are of +7 must be a whole number from 1 to 50."),
        ('[cards]\n"+7" = 1.5\n', ", line 2: how many there are of +7 must be a whole number from 1 to 50."),
        ('[cards]\n"+7" = true\n', ", line 2: how many there are of +7 must be a whole number from 1 to 50."),
        ('[cards]\n"+7" = "2"\n', ", line 2: how many there are of +7 must be a whole number from 1 to 50."),
        ('[cards]\n"+7" = 1\n', ", line 1: a deck has 2 to 300 cards, this one 1."),
        (
            "[cards]\n" + "".join(f'"+{n}" = 50\n' for n in range(1, 8)),
            ", line 1: a deck has 2 to 300 cards, this one 350.",
        ),
        (
            '[cards]\n"+7" = 2\n[card]\n"+8" = 2\n',
            ", line 3: 'card' is not known here: a deck has a name and [cards].",
        ),
        ("cards = 3\n", ', line 1: cards must be a table: write [cards] and below it lines like "+7" = 2.'),
        ('name = 3\n[cards]\n"+7" = 2\n', ", line 1: the name must be a text."),
        (b'[cards]\n"+7" = 2\n# \xff\n', ", line 3: this is not UTF-8 text."),
        ('[cards]\n"+7" = ' + "9" * 5000, ", line 2: the line is too long for a deck."),
        ("a = " + "[" * 700, ", line 1: this is far more than a deck needs."),
        (
            '[cards]\n"' + "x" * 99 + '" = 2\n',
            f", line 2: '{'x' * 30}…' is not a card: write +7, -3, 2x+6, 2x-2, joker or 10.",
        ),
        ("# \n" * 50_000, ", line 1: the file is too large to be a deck."),
    ],
)
def test_a_deck_file_with_a_flaw_is_refused(text: str | bytes, what: str, tmp_path: Path) -> None:
    """TI1: the sentence says what is wrong and names the line."""
    assert refused(tmp_path, text) == what


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[cards]\n"+7" = 2\n+8 = 2\n', 3),
        ('[cards]\n"+7" = 2\n"+7" = 2\n', 3),
        ('[cards\n"+7" = 2\n', 1),
        ('[cards]\n"+7" = ', 2),
        ('[cards]\n"+7" = two\n', 2),
        ('[cards]\n"+7" = 2\n\n"', 4),
    ],
)
def test_what_is_no_toml_is_refused(text: str, line: int, tmp_path: Path) -> None:
    """TI1: the reason is the parser's, which differs from Python to Python; the line is named by all."""
    assert re.fullmatch(rf", line {line}: [a-z][^\n]*[^.]\.", refused(tmp_path, text))


@pytest.mark.parametrize(
    ("name", "why"), [("lost.toml", "No such file or directory"), (".", "Is a directory")]
)
def test_a_file_that_cannot_be_read_is_named(name: str, why: str, tmp_path: Path) -> None:
    """TI1: the sentence says which file and why."""
    with pytest.raises(TakelanError) as caught:
        read_deck(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name} cannot be read: {why}."


@given(st.binary(max_size=300) | st.text(alphabet='[cards]"+7-2xjoker10= \n', max_size=60).map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_content_does_more_than_be_refused(tmp_path: Path, content: bytes) -> None:
    """TI1: any file is a deck that can be played, or a sentence."""
    try:
        deck = read(tmp_path, content)
    except TakelanError as error:
        assert str(error)
    else:
        assert Options(deck=deck).cards == deck
