"""The three levels: what they are called, and how they play, in a line per game."""

from collections.abc import Mapping
from typing import NamedTuple

from takelan.language import translate as _

LEVELS: tuple[str, ...] = ("easy", "normal", "hard")
#: Every kind of bot there is: the levels, and two yardsticks. Named here, so that nobody has to load all
#: bots to offer them.
KINDS: tuple[str, ...] = ("random", "greedy", *LEVELS)


class Portrait(NamedTuple):
    """How a level is introduced to people."""

    name: str
    line: str


def portrait(level: str, game: str) -> Portrait:
    """Introduce a level of one game."""
    name, lines = _portraits()[level]
    return Portrait(name, lines[game])


def _portraits() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    # Made when asked, so that the language may be chosen after this module is imported.
    return {
        "easy": (
            _("Easy"),
            {
                "take-that": _("Overlooks twins, lays what is near, and loses patience with long lines."),
                "take-it": _("Likes big numbers, forgets the piles, and hesitates."),
                "take-a-number": _("Lays the smallest step, even into a full row."),
            },
        ),
        "normal": (
            _("Normal"),
            {
                "take-that": _("Twists what can be twisted and keeps ways on, but forgets what was taken."),
                "take-it": _("Knows most of its own piles and grabs once a row is worth a take."),
                "take-a-number": _("Places where there is room and keeps its own row ascending."),
            },
        ),
        "hard": (
            _("Hard"),
            {
                "take-that": _("Remembers every card, thinks through many deals, and solves the last line."),
                "take-it": _("Remembers nearly all piles and weighs every row against waiting."),
                "take-a-number": _("Knows what you picked up and plays the round to its end in its head."),
            },
        ),
    }
