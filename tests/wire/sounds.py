"""How a word sounds, roughly: enough to find words that a listener could take for one another.

Rule 1: too strict is right here. A good word left out costs nothing, a confusable pair costs a wrong code.
"""

import re

# What is written differently and said alike, in this order.
_CONSONANTS = (
    (r"^(?:kn|gn|pn)", "n"),
    (r"^wr", "r"),
    (r"^wh", "w"),
    (r"^ps", "s"),
    (r"^x", "z"),
    (r"mb$", "m"),
    (r"mn$", "m"),
    (r"ce$", "s"),
    (r"dge$|ge$", "j"),
    (r"tch", "C"),
    (r"(?<=.)sch", "S"),
    (r"ch", "C"),
    (r"sh", "S"),
    (r"th", "T"),
    (r"ph", "f"),
    (r"dge|dg(?=[iy])|g(?=[eiy])", "j"),
    (r"gh", ""),
    (r"ck|q", "k"),
    (r"sc(?=[eiy])", "s"),
    (r"c(?=[eiy])", "s"),
    (r"c", "k"),
    (r"x", "ks"),
    (r"z", "s"),
    (r"l(?=[kmf])(?<=[ao]l)", ""),
    (r"([b-df-hj-np-tv-zCST])\1", r"\1"),
)

# Each way to write a vowel, and the sounds it may stand for.
_VOWELS = {
    "ai": "A", "ay": "A", "ei": "AE", "ey": "AE", "ea": "AE", "ee": "E", "ie": "EI",
    "oa": "O", "oe": "O", "ow": "OW", "ou": "OWU", "oo": "UO", "ue": "U", "ew": "U",
    "ui": "U", "au": "o", "aw": "o", "oi": "Y", "oy": "Y",
    "a": "a", "e": "e", "i": "i", "o": "o", "u": "u", "y": "i",
}  # fmt: skip
_LONG = {"a": "A", "e": "E", "i": "I", "o": "O", "u": "U", "y": "I"}
_SPLIT = re.compile("|".join(sorted(_VOWELS, key=len, reverse=True)))


def sounds(word: str) -> frozenset[str]:
    """List the ways a word may sound."""
    has_silent_e = bool(re.search(r"[aeiouy][b-df-hj-np-tv-z]e$", word))
    spoken = word.removesuffix("e") if re.search(r"..[^aeioucgy]e$", word) else word
    for pattern, sound in _CONSONANTS:
        spoken = re.sub(pattern, sound, spoken)
    heard, last = {""}, 0
    for vowel in (found := list(_SPLIT.finditer(spoken))):
        between = spoken[last : vowel.start()]
        ways = _VOWELS[vowel.group()]
        if has_silent_e and vowel is found[-1] and vowel.group() in _LONG:
            ways = _LONG[vowel.group()]
        elif vowel.end() == len(spoken) and vowel.group() in _LONG:
            # At the end of a word a single vowel is long, and y says ee.
            ways = {"y": "E", "i": "E"}.get(vowel.group(), _LONG[vowel.group()])
        # In an unstressed ending, before r or l, all vowels say the same.
        elif vowel is found[-1] and len(found) > 1 and re.fullmatch(r"[rln]", spoken[vowel.end() :]):
            ways = "@"
        heard = {so_far + between + way for so_far in heard for way in ways}
        last = vowel.end()
    return frozenset(so_far + spoken[last:] for so_far in heard)


def is_near(one: str, other: str) -> bool:
    """Tell whether one slip leads from word to word: a letter changed, left out, added or exchanged."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    rest, other_rest = one[start:], other[start:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[2:] == other_rest[2:] and rest[:2] == other_rest[1::-1])
    )
