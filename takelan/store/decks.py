"""Deck files for Take It!: a TOML file that says how many there are of each card."""

import re
import tomllib
from pathlib import Path
from typing import Any

from takelan.language import translate as _
from takelan.rules.take_it.cards import FEWEST_CARDS, MOST_ALIKE, MOST_CARDS, is_card
from takelan.store.failures import DeckFileError, EmptyDeckFileError, NoSuchFileError

_MOST_BYTES = 64 * 1024
_LONGEST_LINE = 800
_LONGEST_TOLD = 30
_ERROR_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_deck(path: Path) -> dict[str, int]:
    """Read a deck file, or say which line of it is wrong."""
    text = _read_text(path)
    if not text.strip():
        raise EmptyDeckFileError(file=path, line=1)
    _check_lines(path, text)
    document = _parse(path, text)
    cards = _cards_table(path, text, document)
    for card, count in cards.items():
        _check_entry(path, text, card, count)
    _check_size(path, text, sum(cards.values()))
    return cards


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise NoSuchFileError(file=path, why=error.strerror or error) from error
    if len(content) > _MOST_BYTES:
        raise DeckFileError(file=path, line=1, what=_("the file is too large to be a deck"))
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DeckFileError(file=path, line=line, what=_("this is not UTF-8 text")) from error


def _check_lines(path: Path, text: str) -> None:
    # Python refuses numbers of thousands of digits without saying where they stand.
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > _LONGEST_LINE:
            raise DeckFileError(file=path, line=number, what=_("the line is too long for a deck"))


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _ERROR_PLACE.search(message)
        what = message[: place.start()] if place else message
        line = place.group(1) if place and place.group(1) else len(text.splitlines())
        raise DeckFileError(file=path, line=line, what=what[:1].lower() + what[1:]) from error
    except RecursionError as error:
        # Lists in lists in lists: the parser gives up without naming a place.
        raise DeckFileError(file=path, line=1, what=_("this is far more than a deck needs")) from error


def _cards_table(path: Path, text: str, document: dict[str, Any]) -> dict[str, int]:
    for key in document:
        if key not in ("name", "cards"):
            what = _("'{key}' is not known here: a deck has a name and [cards]").format(key=_short(key))
            raise DeckFileError(file=path, line=_line_of(text, key), what=what)
    if not isinstance(document.get("name", ""), str):
        raise DeckFileError(file=path, line=_line_of(text, "name"), what=_("the name must be a text"))
    cards = document.get("cards", {})
    if not isinstance(cards, dict):
        what = _('cards must be a table: write [cards] and below it lines like "+7" = 2')
        raise DeckFileError(file=path, line=_line_of(text, "cards"), what=what)
    if not cards:
        raise EmptyDeckFileError(file=path, line=_line_of(text, "cards") + 1)
    return cards


def _check_entry(path: Path, text: str, card: str, count: object) -> None:
    if not is_card(card):
        what = _("'{card}' is not a card: write +7, -3, 2x+6, 2x-2, joker or 10").format(card=_short(card))
        raise DeckFileError(file=path, line=_line_of(text, card), what=what)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_ALIKE:
        what = _("how many there are of {card} must be a whole number from 1 to {most}").format(
            card=card, most=MOST_ALIKE
        )
        raise DeckFileError(file=path, line=_line_of(text, card), what=what)


def _check_size(path: Path, text: str, total: int) -> None:
    if not FEWEST_CARDS <= total <= MOST_CARDS:
        what = _("a deck has {fewest} to {most} cards, this one {total}").format(
            fewest=FEWEST_CARDS, most=MOST_CARDS, total=total
        )
        raise DeckFileError(file=path, line=_line_of(text, "cards"), what=what)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_TOLD else text[:_LONGEST_TOLD] + "…"


def _line_of(text: str, key: str) -> int:
    """Find the line a key stands on; TOML names every key once, but keeps no places."""
    is_key = re.compile(rf"""(?:^|[\s\[{{,."'])({re.escape(key)})["']?\s*[\]=.]""")
    for number, line in enumerate(text.splitlines(), start=1):
        if is_key.search(line):
            return number
    return 1
