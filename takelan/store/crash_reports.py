"""What is written down of a crash, for whoever mends it.

Rule 1: no value of the game is in it: no locals, no messages of exceptions, no arguments of the command.
Rule 2: no name of a folder is in it either; a file is named from its package on.
Rule 3: only the newest reports are kept.
"""

import os
import platform
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path, PurePath

from takelan import __version__
from takelan.store.whereabouts import folder_for

_KEPT = 10
_MOST_CHAINED = 20
_SUFFIX = ".txt"
_LIBRARIES = ("click", "cryptography", "msgpack", "msgspec", "textual", "zeroconf")
# What a terminal is like; none of these ever holds a secret.
_VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL")

_SURROUNDINGS = {"over ssh": "SSH_CONNECTION", "in tmux": "TMUX", "in screen": "STY"}


def save_report(error: BaseException, command: str, moment: str) -> Path | None:
    """Write a report and tell where it is; None if there is no place for it."""
    crashes = folder_for("crashes")
    if crashes is None:
        return None
    with suppress(OSError):
        path = _path_for(crashes, moment)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(describe(error, command, moment, os.environ))
        _clear_away(crashes)
        return path
    return None


def describe(error: BaseException, command: str, moment: str, environment: Mapping[str, str]) -> str:
    """Write what happened where, and on what machine."""
    lines = [
        f"takelan {__version__} crashed at {moment} in: {command}",
        f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}",
        ", ".join(_versions()),
        ", ".join(f"{name}={environment[name]}" for name in _VARIABLES if name in environment),
        ", ".join(name for name, sign in _SURROUNDINGS.items() if sign in environment),
        "",
        "What the exceptions said is left out: it might tell cards.",
        *_chain(error),
    ]
    return "\n".join(lines) + "\n"


def _versions() -> Iterator[str]:
    for name in _LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            yield f"{name} {metadata.version(name)}"


def _chain(error: BaseException) -> Iterator[str]:
    """Tell an exception and all that led to it, the newest first."""
    waiting = [("", error)]
    for _ in range(_MOST_CHAINED):
        if not waiting:
            return
        how, one = waiting.pop(0)
        yield f"\n{how}{type(one).__qualname__}"
        for frame in traceback.extract_tb(one.__traceback__):
            yield f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}"
            yield f"    {frame.line}"
        waiting += [("a part of it: ", part) for part in _parts(one)]
        if one.__cause__ is not None:
            waiting.append(("caused by ", one.__cause__))
        elif one.__context__ is not None and not one.__suppress_context__:
            waiting.append(("while handling ", one.__context__))


def _parts(error: BaseException) -> Sequence[BaseException]:
    return error.exceptions if isinstance(error, BaseExceptionGroup) else ()


def _short(filename: str) -> str:
    """Name a file from its package on."""
    parts = PurePath(filename).parts
    for anchor in ("site-packages", "takelan"):
        if anchor in parts[:-1]:
            start = len(parts) - 1 - parts[::-1].index(anchor)
            return "/".join(parts[start + (anchor == "site-packages") :])
    return parts[-1] if parts else filename


def _path_for(crashes: Path, moment: str) -> Path:
    """Name a report; a process may write more than one within a moment."""
    name = f"{moment.replace(':', '')}-{os.getpid()}"
    others = len(list(crashes.glob(name + "*")))
    return crashes / f"{name}{f'-{others}' if others else ''}{_SUFFIX}"


def _clear_away(crashes: Path) -> None:
    for old in sorted(crashes.glob("*" + _SUFFIX))[:-_KEPT]:
        old.unlink(missing_ok=True)
