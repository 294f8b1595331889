"""What a player has chosen once and for all, kept in a small TOML file.

Rule 1: a file that is missing, damaged or from another version is never fatal: what can be read counts.
Rule 2: the file is capped and typed when read, and written whole or not at all.
"""

import json
import os
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta

from takelan.store.files import write_whole

_MAX_BYTES = 16 * 1024

Word = Annotated[str, Meta(pattern=r"\A[a-z0-9_.-]{1,24}\Z")]


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be set; the defaults suit most people."""

    #: What the player is called; empty is the login name.
    name: Annotated[str, Meta(max_length=64)] = ""
    theme: Annotated[str, Meta(max_length=64)] = "felt"
    motion: Literal["auto", "full", "reduced", "off"] = "auto"
    ascii: bool = False
    bell: bool = True
    title: bool = True
    coach: bool = True
    #: How well a bot plays for the player while they are away.
    stand_in: Literal["easy", "normal", "hard"] = "normal"
    #: The games that are not new any more.
    met: tuple[Word, ...] = ()
    last_game: Word = "take-that"
    #: The options last played with, by game.
    last_options: dict[Word, dict[Word, Word]] = {}


def settings_file() -> Path:
    """Tell where the settings are kept."""
    named = os.environ.get("TAKELAN_CONFIG_DIR")
    folder = Path(named) if named else platformdirs.user_config_path("takelan")
    return folder / "settings.toml"


def load(path: Path | None = None) -> Settings:
    """Read the settings; whatever cannot be read keeps its default."""
    raw = _read(settings_file() if path is None else path)
    good = {field.name: raw[field.name] for field in _FIELDS if _fits(field, raw)}
    return msgspec.convert(good, Settings)


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings; without a place to write to they last until the end of the program."""
    target = settings_file() if path is None else path
    with suppress(OSError):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with write_whole(target) as stream:
            stream.write("\n".join([*_to_toml(settings), ""]).encode())


_FIELDS = msgspec.structs.fields(Settings)


def _read(path: Path) -> dict[str, Any]:
    with suppress(OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        if len(content) <= _MAX_BYTES:
            return tomllib.loads(content.decode())
    return {}


def _fits(field: msgspec.structs.FieldInfo, raw: dict[str, Any]) -> bool:
    if field.name not in raw:
        return False
    try:
        msgspec.convert(raw[field.name], field.type)
    except msgspec.ValidationError:
        return False
    return True


def _to_toml(settings: Settings) -> Iterable[str]:
    values = msgspec.to_builtins(settings)
    tables = values.pop("last_options")
    # A JSON string, number, boolean or list of them is written the same way in TOML.
    yield from (f"{key} = {json.dumps(value)}" for key, value in values.items())
    for game, words in tables.items():
        yield f"\n[last_options.{json.dumps(game)}]"
        yield from (f"{json.dumps(key)} = {json.dumps(word)}" for key, word in words.items())
