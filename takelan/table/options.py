"""Options as words: those of a game and those of the table's pace, told and changed in one breath."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

from takelan.errors import BadOptionError, UnknownOptionError
from takelan.rules.catalog import describe, read_options
from takelan.rules.game import AnyGame
from takelan.table.pace import Pace

#: Stands for a deck that was read from a file: its cards are too many for a word.
OWN_DECK = "own"

_PACE = {field.name: field.type for field in msgspec.structs.fields(Pace)}


def read_words(game: AnyGame, words: Mapping[str, Any]) -> tuple[Any, Pace]:
    """Read the options of a game and the pace of its table, or say which word is wrong."""
    for key in words:
        if key not in option_keys(game):
            raise UnknownOptionError(game=game.title, option=key, choices=", ".join(option_keys(game)))
    own = _own_keys(game)
    options = read_options(game, {key: word for key, word in words.items() if key in own})
    return options, Pace(**{key: _read_pace(key, word) for key, word in words.items() if key in _PACE})


def option_keys(game: AnyGame) -> list[str]:
    """Name every option of a game and of its table."""
    return [*_own_keys(game), *_PACE]


def choices(game: AnyGame, key: str) -> list[str]:
    """Name the words an option may have, where they can be counted."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(game.options_type)} | _PACE
    kind = kinds.get(key)
    if kind is bool:
        return ["true", "false"]
    return [str(word) for word in get_args(kind)] if get_origin(kind) is Literal else []


def change(game: AnyGame, options: Any, pace: Pace, key: str, word: str) -> tuple[Any, Pace]:
    """Change one option and keep the others."""
    new_options, new_pace = read_words(game, {key: word})
    if key in _PACE:
        return options, msgspec.structs.replace(pace, **{key: getattr(new_pace, key)})
    return msgspec.structs.replace(options, **{key: getattr(new_options, key)}), pace


def to_words(options: Any, pace: Pace) -> dict[str, str]:
    """Write every option in force as a word."""
    values = {**msgspec.structs.asdict(options), **msgspec.structs.asdict(pace)}
    return {key: _to_word(value) for key, value in values.items()}


def _own_keys(game: AnyGame) -> list[str]:
    return [field.name for field in msgspec.structs.fields(game.options_type)]


def _read_pace(key: str, word: Any) -> Any:
    try:
        return msgspec.convert(word, _PACE[key], strict=not isinstance(word, str))
    except msgspec.ValidationError as error:
        raise BadOptionError(option=key, expected=describe(_PACE[key]), value=word) from error


def _to_word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    return OWN_DECK if isinstance(value, dict) else str(value)
