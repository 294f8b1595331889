"""A table's options in plain words: what they are called, what they mean, which values they take."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.catalog import GAMES, describe
from takelan.rules.game import AnyGame
from takelan.table.pace import Pace

#: Only a game in which cards are turned over has a use for these.
RACE_KEYS = ("flip_gap", "idle_flip")


class Field(NamedTuple):
    """One option that can be changed."""

    key: str
    label: str
    meaning: str
    #: What may be typed, in words.
    bounds: str
    lowest: float
    highest: float
    step: float
    #: The words it takes, when it is no number.
    words: tuple[str, ...] = ()


def fields_of(game: AnyGame) -> list[Field]:
    """List the options of a game and of the table's pace."""
    own = msgspec.structs.fields(game.options_type)
    pace = [field for field in msgspec.structs.fields(Pace) if game.is_race or field.name not in RACE_KEYS]
    # A deck comes from a file and is named when the table is opened.
    return [_field(field) for field in (*own, *pace) if field.name != "deck"]


def stepped(field: Field, word: str, by: int) -> str:
    """Tell the next value up or down, within the bounds."""
    if field.words:
        index = field.words.index(word) if word in field.words else 0
        return field.words[(index + by) % len(field.words)]
    value = float(word) + by * field.step
    return f"{min(field.highest, max(field.lowest, round(value, 2))):g}"


def in_words(game: str, options: Mapping[str, str]) -> list[str]:
    """Tell the options in force, one phrase each; the usual ones are left out."""
    words = [(field.key, options[field.key]) for field in fields_of(GAMES[game]) if field.key in options]
    phrases = [phrase for key, word in words if (phrase := _phrase(key, word))]
    if options.get("deck", "takelan") != "takelan":
        phrases.append(_("a deck of your own"))
    return phrases


def _phrase(key: str, word: str) -> str:
    if key == "rounds":
        return _n("{count} round", "{count} rounds", int(word)).format(count=word)
    if key == "clock":
        return _("no clock") if float(word) == 0 else _("{seconds} s for each decision").format(seconds=word)
    if key == "grace":
        return _("a lost player's seat waits {seconds} s").format(seconds=word)
    if key == "flip_gap":
        return _("at least {seconds} s between two cards").format(seconds=word)
    if key == "idle_flip":
        return _("an idle dealer's card turns after {seconds} s").format(seconds=word)
    if key == "round_pause" and float(word) == 0:
        return _("the next round waits for everybody")
    if key == "round_pause":
        return _("{seconds} s between rounds").format(seconds=word)
    return _SPECIAL.get((key, word), "")


_SPECIAL = {
    ("advanced", "true"): _("advanced: a line of one costs a card of the pile too"),
    ("advanced", "false"): _("plain rules"),
    ("number_row", "dealt"): _("every #-Row starts with a dealt card"),
    ("number_row", "empty"): _("every #-Row starts empty"),
    ("succession", "off"): _("the table ends with its host"),
    ("succession", "strict"): _("only all others together survive a lost host"),
    ("onlookers", "off"): _("no onlookers"),
    ("onlookers", "delayed"): _("onlookers see a round when it is over"),
    ("hints", "on"): _("i gives hints to everybody"),
}

_LABELS = {
    "rounds": _("Rounds"),
    "advanced": _("Advanced"),
    "number_row": _("#-Rows start"),
    "clock": _("Clock"),
    "grace": _("Waiting for the lost"),
    "flip_gap": _("Between two cards"),
    "idle_flip": _("Idle dealer"),
    "round_pause": _("Between rounds"),
    "succession": _("If the host dies"),
    "onlookers": _("Onlookers"),
    "hints": _("Hints"),
}

_MEANINGS = {
    "rounds": _("How many rounds make a game; the totals decide."),
    "advanced": _(
        "Whoever takes a line of exactly one card also takes the top card of the pile. Suggested for two."
    ),
    "number_row": _("Whether every #-Row is empty at first or begins with one dealt card."),
    "clock": _("Seconds for a decision, then one is made for you. 0 is no clock; 30 is suggested with bots."),
    "grace": _("Seconds a lost player's seat waits before a stand-in plays it."),
    "flip_gap": _("The fewest seconds between two cards turned over, so that all can see."),
    "idle_flip": _("Seconds after which a card is turned over for a dealer who idles."),
    "round_pause": _("Seconds the result of a round stays; 0 waits for everybody."),
    "succession": _("Who can play on without the host: most of the others, only all of them, or nobody."),
    "onlookers": _(
        "What others may watch without a seat: all but hands at once (live), each round once it is "
        "over (delayed), or nothing (off)."
    ),
    "hints": _("Whether i says what a strong player would do, also where others play; alone it always does."),
}

_STEPS = {"clock": 5, "grace": 5, "flip_gap": 0.1, "idle_flip": 0.5, "round_pause": 5}


def _field(field: msgspec.structs.FieldInfo) -> Field:
    shape: Any = msgspec.inspect.type_info(field.type)
    words: tuple[str, ...] = ()
    if isinstance(shape, msgspec.inspect.BoolType):
        words = ("false", "true")
    elif isinstance(shape, msgspec.inspect.LiteralType):
        words = tuple(str(value) for value in shape.values)
    lowest, highest = (0, 0) if words else (float(shape.ge), float(shape.le))
    return Field(
        field.name,
        _LABELS.get(field.name, field.name),
        _MEANINGS.get(field.name, ""),
        describe(field.type),
        lowest,
        highest,
        _STEPS.get(field.name, 1),
        words,
    )
