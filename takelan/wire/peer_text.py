"""Text that came from a peer, made harmless to every terminal.

Rule 1: a ``PeerText`` is clean from the moment it exists; there is no other way to make one.
Rule 2: what may stay is listed, what is not listed goes.
Rule 3: cleaning twice changes nothing, so text may be cleaned again wherever it is drawn.
Rule 4: a character stays only if its width is beyond dispute, for a name must not shift the columns
beside it. Python's own table and wcwidth's (two Unicode versions, as Rich's is a third) have to agree,
and what the versions and terminals are known to fight over goes altogether: emoji, flags, skin tones,
keycaps, wide symbols, half-assembled Hangul. Only spacing vowel signs (Devanagari, Tamil, Burmese)
are disputed and stay, as names cannot be written without them; they count as the wider reading.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import chain, pairwise
from typing import ClassVar, Self

from wcwidth import wcswidth, wcwidth

from takelan.wire.failures import UnusableTextError

# Cleaning costs time in proportion to its input, whatever is cut off afterwards.
MAX_RAW_LENGTH = 1024

# Two suffice for Vietnamese and pointed Hebrew; more is a tower that reaches into other lines.
_MAX_STACKED = 2
# A Burmese syllable carries up to four signs, most of them beside the letter, not above it.
_MAX_MARKS = 4
# Normalising sorts each run of marks in quadratic time, so runs are shortened before it.
_MAX_RAW_MARKS = 16

_BLANKS = re.compile(r"[\t\n\v\f\r ]+")
# Visible ASCII with single spaces inside: nothing in it is ever scrubbed, and each character takes a cell.
_PLAIN = re.compile(r"[!-~]+(?: [!-~]+)*")

# Visible by category, invisible on the screen: fillers, joiners, variation selectors, blank Braille.
_INVISIBLE = frozenset(
    chain(
        [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F],
        [0x2800, 0x3164, 0xFFA0, 0x16FE4],
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
    )
)


class PeerText(str):
    """Text from a peer that is safe to draw and at most ``MAX_CELLS`` wide."""

    __slots__ = ()

    MAX_CELLS: ClassVar[int] = 200

    def __new__(cls, raw: str) -> Self:
        """Clean the text, or raise UnusableTextError if nothing is left of it."""
        cleaned = _settle(raw[:MAX_RAW_LENGTH], cls.MAX_CELLS)
        if not cleaned:
            raise UnusableTextError
        return super().__new__(cls, cleaned)

    @classmethod
    def clean(cls, raw: str) -> Self:
        """Clean the text, or raise UnusableTextError if nothing is left of it."""
        return cls(raw)


class PlayerName(PeerText):
    """What a player is called at the table."""

    __slots__ = ()

    MAX_CELLS = 16


class TableName(PeerText):
    """What a table is called in the list."""

    __slots__ = ()

    MAX_CELLS = 24


class Talk(PeerText):
    """One line said at the table."""

    __slots__ = ()

    MAX_CELLS = 200


def decode_peer_text(kind: type, value: object) -> object:
    """Serve msgspec as ``dec_hook``: turn a plain string into the kind of peer text a field asks for."""
    if not issubclass(kind, PeerText):
        raise NotImplementedError(f"No way to decode {kind.__name__}")
    if not isinstance(value, str):
        raise ValueError(f"Expected `str`, got `{type(value).__name__}`")
    return _decode(kind, value)


@lru_cache(maxsize=256)
def _decode(kind: type[PeerText], value: str) -> PeerText:
    """Clean a text once, however often the same few names are sent."""
    try:
        return kind(value)
    except UnusableTextError as error:
        raise ValueError("Expected text that can be shown") from error


def encode_peer_text(value: object) -> object:
    """Serve msgspec as ``enc_hook``, which knows no subclasses of str."""
    if isinstance(value, PeerText):
        return str(value)
    raise NotImplementedError(f"No way to encode {type(value).__name__}")


def cells(text: str) -> int:
    """Count the terminal cells a clean text takes at most."""
    return sum(_cells(character) for character in text)


def _settle(text: str, limit: int) -> str:
    """Scrub until nothing changes: dropping a character may let its neighbours compose."""
    # Nearly every name is such a text, and each message with the table's seats names everybody.
    if len(text) <= limit and _PLAIN.fullmatch(text):
        return text
    while (scrubbed := _scrub(text, limit)) != text:
        text = scrubbed
    return text


def _scrub(text: str, limit: int) -> str:
    sortable = _thin_marks(_BLANKS.sub(" ", text), _MAX_RAW_MARKS, _MAX_RAW_MARKS)
    shown = "".join(map(_harmless, unicodedata.normalize("NFC", sortable)))
    tidy = _thin_marks(_BLANKS.sub(" ", shown).strip(), _MAX_MARKS, _MAX_STACKED)
    return _cut(tidy, limit).rstrip()


@lru_cache(maxsize=4096)
def _harmless(character: str) -> str:
    """Return the character if it may be shown, a plain space for any other space, else nothing."""
    if character == " " or unicodedata.category(character) == "Zs":
        return " "
    return character if ord(character) not in _INVISIBLE and _is_undisputed(character) else ""


def _is_undisputed(character: str) -> bool:
    match tuple(unicodedata.category(character)):
        case "M", kind:
            # Enclosing marks (Me) turn what they enclose into an emoji on some terminals.
            return kind in "nc" and wcwidth(character) in (0, 1)
        case "S", _:
            return _has_sure_width(character) and _is_plain_symbol(character)
        case "L" | "N" | "P", _:
            return _has_sure_width(character) and not _is_newly_wide(character)
        case _:
            return False


def _has_sure_width(character: str) -> bool:
    """Say whether Python's Unicode table and wcwidth's see the same width."""
    return wcwidth(character) == (2 if _is_wide(character) else 1)


def _is_plain_symbol(character: str) -> bool:
    """Say whether a symbol is no emoji: those are wide, or lie beyond the basic plane."""
    return ord(character) <= 0xFFFF and unicodedata.east_asian_width(character) != "W"


def _is_newly_wide(character: str) -> bool:
    """Say whether a letter lies where recent Unicode versions still turn narrow into wide."""
    return _is_wide(character) and 0xFFFF < ord(character) < 0x20000


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _thin_marks(text: str, most: int, most_stacked: int) -> str:
    """Keep a few marks on each character and none on a space or on nothing."""
    kept: list[str] = []
    marks = stacked = 0
    for character in text:
        if not _is_mark(character):
            marks = stacked = 0
            kept.append(character)
            continue
        is_stacked = unicodedata.category(character) == "Mn"
        has_base = bool(kept) and kept[-1] != " "
        if has_base and marks < most and stacked + is_stacked <= most_stacked:
            marks += 1
            stacked += is_stacked
            kept.append(character)
    return "".join(kept)


def _cut(text: str, limit: int) -> str:
    """Cut before the first character that, with all its marks, would pass the limit."""
    end = width = 0
    for start, following in _clusters(text):
        width += cells(text[start:following])
        if width > limit:
            break
        end = following
    return text[:end]


def _clusters(text: str) -> list[tuple[int, int]]:
    """Split into characters with the marks they carry."""
    starts = [index for index, character in enumerate(text) if not _is_mark(character)]
    return list(pairwise([*starts, len(text)]))


@lru_cache(maxsize=4096)
def _cells(character: str) -> int:
    if not _is_mark(character):
        return max(0, wcwidth(character))
    # Alone a mark measures nothing; whether it needs a cell beside its letter depends on whom one asks.
    return max(unicodedata.category(character) == "Mc", wcswidth("a" + character) - 1)
