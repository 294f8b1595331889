"""The words that codes and check words are made of.

Rule 1: the list is part of the protocol, in alphabetical order: two programs with different lists understand
each other's numbers and not each other's players.
Rule 2: no two words begin with the same four letters, sound alike, or are one slip apart.
"""

from functools import cache
from importlib import resources
from typing import Annotated, TypeAlias

from msgspec import Meta

WORD_COUNT = 1296

#: A word by its place in the list.
WordNumber = Annotated[int, Meta(ge=0, lt=WORD_COUNT)]
#: What a player and the host's player compare: two words made from a connection.
CheckWords: TypeAlias = tuple[WordNumber, WordNumber]


@cache
def all_words() -> tuple[str, ...]:
    """List all words in order."""
    return tuple((resources.files("takelan.wire") / "words.txt").read_text(encoding="ascii").split())


def write_words(numbers: tuple[int, ...], between: str) -> str:
    """Write words by their numbers."""
    return between.join(all_words()[number] for number in numbers)


def number_of(word: str) -> int | None:
    """Find a word's place in the list; None for a word that is not in it."""
    return _numbers().get(word)


def beginning_with(letters: str) -> list[str]:
    """List the words that begin so."""
    return [word for word in all_words() if word.startswith(letters)]


def nearest(word: str) -> str:
    """Guess which word of the list was meant."""
    from difflib import SequenceMatcher  # needed only where something was mistyped

    def likeness(one: str) -> tuple[float, list[bool]]:
        # Of two that are as like, the one that begins alike was meant: slips come late in a word.
        alike = [letter == other for letter, other in zip(word, one, strict=False)]
        return SequenceMatcher(None, word, one).ratio(), alike

    return max(beginning_with(word[:1]) or all_words(), key=likeness)


@cache
def _numbers() -> dict[str, int]:
    return {word: number for number, word in enumerate(all_words())}
