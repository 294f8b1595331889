"""Bots of your own: a class in a Python file, named ``FILE.py:Class``.

Rule 1: whatever is wrong with the file is told in one sentence that names the file.
"""

import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from takelan.bots.conduct import reason_of
from takelan.bots.player import Player, PlayerOf
from takelan.errors import TakelanError
from takelan.rules.chance import Chance


class BotNameError(TakelanError):
    """'{name}' does not name a bot: write FILE.py:Class, for example mine.py:MyBot."""


class BotFileError(TakelanError):
    """{file} cannot be loaded as a bot: {why}."""


class BotClassError(TakelanError):
    """{file} has no class {cls}: its bots are {choices}."""


class NoBotError(TakelanError):
    """{file} holds no bot: write a class that inherits from takelan.bots.player.Player."""


class NotABotError(TakelanError):
    """{cls} in {file} is not a bot: let it inherit from takelan.bots.player.Player and define choose()."""


class BotMakingError(TakelanError):
    """{cls} in {file} cannot be made: {why}; it is called with one Chance, or with nothing."""


def is_bot_name(name: str) -> bool:
    """Tell whether a name means a file rather than a built-in player."""
    return ":" in name or name.endswith(".py")


def load_bot(name: str) -> type[Player]:
    """Find the class that ``FILE.py:Class`` names."""
    file, colon, cls = name.rpartition(":")
    if not (colon and cls and file.endswith(".py")):
        raise BotNameError(name=name)
    module = _load(file)
    found = getattr(module, cls, None)
    if found is None:
        raise _no_such_class(module, file, cls)
    if not (inspect.isclass(found) and issubclass(found, PlayerOf)) or inspect.isabstract(found):
        raise NotABotError(file=file, cls=cls)
    return found


def make_bot(name: str, chance: Chance) -> Player:
    """Make one player of the class that ``FILE.py:Class`` names."""
    # Whether a bot wants luck of its own is its own business.
    make: Callable[..., Player] = load_bot(name)
    try:
        return make(chance) if inspect.signature(make).parameters else make()
    except (Exception, SystemExit) as error:
        file, _, cls = name.rpartition(":")
        raise BotMakingError(file=file, cls=cls, why=reason_of(error)) from error


def _load(file: str) -> ModuleType:
    path = Path(file)
    module_name = f"takelan_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise BotNameError(name=file)
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickles look a class up by its module's name.
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise BotFileError(file=file, why=error.strerror or error) from error
    except (Exception, SystemExit) as error:
        raise BotFileError(file=file, why=reason_of(error)) from error
    return module


def _no_such_class(module: ModuleType, file: str, cls: str) -> TakelanError:
    bots = [
        name
        for name, one in vars(module).items()
        if inspect.isclass(one) and issubclass(one, PlayerOf) and one.__module__ == module.__name__
    ]
    return BotClassError(file=file, cls=cls, choices=", ".join(bots)) if bots else NoBotError(file=file)
