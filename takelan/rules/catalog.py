"""The games by name, and their options by words a person types."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from takelan.errors import BadOptionError, MalformedOptionError, UnknownGameError, UnknownOptionError
from takelan.language import translate as _
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import AnyGame

GAMES: Mapping[str, AnyGame] = {
    game.name: game for game in (take_that.GAME, take_it.GAME, take_a_number.GAME)
}


def find_game(name: str) -> AnyGame:
    """Look a game up by its name."""
    if name not in GAMES:
        raise UnknownGameError(game=name, choices=_any_of(GAMES))
    return GAMES[name]


def game_of(view: Any) -> AnyGame:
    """Tell which game a view is of."""
    return next(game for game in GAMES.values() if game.view_type is type(view))


def read_options(game: AnyGame, words: Mapping[str, Any]) -> Any:
    """Turn typed words into a game's options, or say which one is wrong."""
    fields = {field.name: field for field in msgspec.structs.fields(game.options_type)}
    for key in words:
        if key not in fields:
            raise UnknownOptionError(game=game.title, option=key, choices=_any_of(fields))
    return game.options_type(**{key: _read_one(fields[key], word) for key, word in words.items()})


def split_words(pairs: Iterable[str]) -> dict[str, str]:
    """Split ``key=value`` texts; the last word on a key counts, and a hyphen is as good as a bar below."""
    words = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise MalformedOptionError(text=pair)
        words[key.strip().replace("-", "_")] = value.strip()
    return words


def _read_one(field: msgspec.structs.FieldInfo, word: Any) -> Any:
    try:
        return msgspec.convert(word, field.type, strict=not isinstance(word, str))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadOptionError(option=field.name, expected=describe(field.type), value=word) from error


def describe(kind: Any) -> str:
    """Say in words what values an option takes."""
    shape = msgspec.inspect.type_info(kind)
    if isinstance(shape, msgspec.inspect.BoolType):
        return _("true or false")
    if isinstance(shape, msgspec.inspect.IntType):
        return _("a whole number from {lowest} to {highest}").format(lowest=shape.ge, highest=shape.le)
    if isinstance(shape, msgspec.inspect.FloatType):
        return _("a number from {lowest} to {highest}").format(lowest=shape.ge, highest=shape.le)
    if isinstance(shape, msgspec.inspect.LiteralType):
        return _any_of(str(value) for value in shape.values)
    return _("the name of a deck file")


def _any_of(choices: Iterable[str]) -> str:
    words = list(choices)
    if len(words) == 1:
        return words[0]
    return _("{most} or {last}").format(most=", ".join(words[:-1]), last=words[-1])
