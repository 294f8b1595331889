"""What is running here, what time it is, and where keys are kept."""

import datetime
import platform
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import takelan
from takelan.net.doctor.findings import Clock, Folder, Versions
from takelan.store.condition import state_condition
from takelan.wire.terms import PROTOCOL

_LIBRARIES = ("textual", "zeroconf", "cryptography")
# A clock that is a day behind the files of the program was never set.
_TOLERANCE = datetime.timedelta(days=1)


def own_versions() -> Versions:
    """Name what is installed."""
    libraries = {}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    return Versions(
        takelan=takelan.__version__,
        protocol=PROTOCOL,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()} {platform.machine()} ({sys.platform})",
        libraries=libraries,
    )


def own_clock(now: datetime.datetime | None = None) -> Clock:
    """Read the clock, and compare it with the only date there is to compare with: our own files'."""
    now = now or datetime.datetime.now(datetime.UTC).astimezone()
    installed = datetime.datetime.fromtimestamp(Path(takelan.__file__).stat().st_mtime, datetime.UTC)
    return Clock(now=now.isoformat(timespec="seconds"), is_plausible=now > installed - _TOLERANCE)


def own_folder() -> Folder:
    """Examine the folder for keys and journals."""
    found = state_condition()
    return Folder(path=found.path, fault=found.fault, mode=found.mode, spare=found.spare)
