"""The code of a private table: three words, as people say and type them.

Rule 1: the code itself is never sent and never hashed into anything that is. What the advert tells of it is
one of a few tags, taken from its first word alone, so that a code finds its table; all the rest is secret.
"""

import re
from typing import Annotated, TypeAlias

from msgspec import Meta

from takelan.wire.failures import NotThreeWordsError, UnknownWordError
from takelan.wire.words import WORD_COUNT, WordNumber, beginning_with, nearest, number_of, write_words

CODE_WORDS = 3
#: How many tags there are: enough that two tables rarely share one, few enough to leave 10 million codes.
TAGS = 216

Code: TypeAlias = tuple[WordNumber, WordNumber, WordNumber]
Tag = Annotated[int, Meta(ge=0, lt=TAGS)]

_BETWEEN = re.compile(r"[\s.,_-]+")
_PART = re.compile(r"[a-z]{2,12}\Z")


def tag_of(code: Code) -> int:
    """Tell what everybody may know of a code."""
    return code[0] * TAGS // WORD_COUNT


def write_code(code: Code) -> str:
    """Write a code the way it is typed."""
    return write_words(code, "-")


def read_code(text: str) -> Code | None:
    """Read a code; None when a word is missing or not in the list."""
    first, *others = [number_of(part) for part in _parts(text)] or [None]
    if len(others) != CODE_WORDS - 1:
        return None
    second, third = others
    return None if first is None or second is None or third is None else (first, second, third)


def check_code(text: str) -> Code:
    """Read what can only be meant as a code, or say which word is wrong."""
    code, parts = read_code(text), _parts(text)
    if code is not None:
        return code
    unknown = [part for part in parts if number_of(part) is None]
    if unknown:
        raise UnknownWordError(word=unknown[0], near=nearest(unknown[0]))
    raise NotThreeWordsError(text=text)


def looks_like_code(text: str) -> bool:
    """Tell whether a text has the form of a code and at least two of its words."""
    parts = _parts(text)
    known = sum(number_of(part) is not None for part in parts)
    return len(parts) == CODE_WORDS and all(map(_PART.match, parts)) and known >= CODE_WORDS - 1


def complete(text: str) -> list[str]:
    """List what a code begun so may be up to the end of its next word."""
    *whole, begun = text.lower().split("-")
    if len(whole) >= CODE_WORDS or any(number_of(word) is None for word in whole):
        return []
    return ["-".join([*whole, word]) for word in beginning_with(begun)]


def _parts(text: str) -> list[str]:
    return [part for part in _BETWEEN.split(text.strip().lower()) if part]
