"""The condition of the folder for keys and journals, told without changing anything but making it."""

import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

from takelan.store.whereabouts import state_folder, state_path

#: Why a folder cannot be used.
Fault = Literal[
    "missing",  # there is none, and none can be made
    "no_folder",  # something else is there: a file, or a link
    "foreign",  # it belongs to another user
    "open",  # others may write to it
    "locked",  # it is ours, and its mode keeps us out
    "read_only",  # its mode lets us write, and nothing can be written
]


class Condition(NamedTuple):
    """How a folder is."""

    path: str
    #: None where it can be used.
    fault: Fault | None
    #: As chmod writes it; empty where there is no folder.
    mode: str
    #: Where there would be room for another.
    spare: str


def state_condition() -> Condition:
    """Examine the state folder."""
    is_usable, path = state_folder() is not None, state_path()
    try:
        status = path.lstat()
    except OSError:
        return Condition(str(path), "missing", "", _spare_path())
    fault = None if is_usable else _fault_of(status)
    return Condition(str(path), fault, f"{stat.S_IMODE(status.st_mode):04o}", _spare_path())


def _fault_of(status: os.stat_result) -> Fault:
    if not stat.S_ISDIR(status.st_mode):
        return "no_folder"
    if sys.platform == "win32":
        return "read_only"  # Owners and modes say nothing there.
    if status.st_uid != os.geteuid():
        return "foreign"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "open"
    return "read_only" if status.st_mode & stat.S_IRWXU == stat.S_IRWXU else "locked"


def _spare_path() -> str:
    """Name a folder that takelan can make for itself: at home, or where anybody may make one."""
    home = Path(os.path.expanduser("~")) / ".takelan"  # noqa: PTH111 (Path.home raises where there is no home)
    if os.access(home.parent, os.W_OK | os.X_OK) and not home.exists():
        return str(home)
    owner = "" if sys.platform == "win32" else f"-{os.geteuid()}"
    return str(Path(tempfile.gettempdir()) / f"takelan{owner}")
