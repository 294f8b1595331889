"""Mistakes of takelan's own: each is one sentence, and a report in a file.

Rule 1: what an exception says is told to nobody: it might tell cards.
Rule 2: of a command line only the command is told: the rest may be a code.
"""

import errno
import logging
import os
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from takelan.errors import TakelanError
from takelan.store.crash_reports import save_report

#: What the machine of whoever runs takelan can do to it; every other failure of the system's is our mistake.
_OUT_OF_OUR_HANDS = frozenset(
    {errno.EIO, errno.ENOSPC, errno.EPIPE, errno.EFBIG, errno.EACCES, errno.EROFS, errno.ECONNRESET}
    | ({errno.EDQUOT} if hasattr(errno, "EDQUOT") else set())
)


class CrashedError(TakelanError):
    """takelan failed: try the same command again, and please report it with {path} (no secrets in it)."""


class CrashedWithoutReportError(TakelanError):
    """takelan failed: try the same command again. No report of it could be written."""


class CaughtError(TakelanError):
    """takelan made a mistake, and the table goes on: please report it with {path} (no secrets in it)."""


class CaughtWithoutReportError(TakelanError):
    """takelan made a mistake, and the table goes on. No report of it could be written."""


class Complaints(logging.Handler):
    """Tells on stderr what a table complains of, and every kind of mistake that it caught once."""

    def __init__(self, command: str) -> None:
        super().__init__(logging.ERROR)
        self._command = command
        self._reported: set[tuple[object, ...]] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Tell one complaint; a reader who is gone must not be the end of the table."""
        error = record.exc_info[1] if record.exc_info else None
        with suppress(OSError):
            if error is None:
                _tell(record.getMessage())
            elif (kind := _kind(error)) not in self._reported:
                self._reported.add(kind)
                self._report(error)

    def _report(self, error: BaseException) -> None:
        if wants_traceback():
            traceback.print_exception(error)
            return
        _tell(_caught(error, self._command))


class Mishaps:
    """Writes reports of mistakes, one for each kind, and tells of them when asked to."""

    def __init__(self) -> None:
        context = click.get_current_context(silent=True)
        self._command = (context and context.info_name) or "takelan"
        self._kinds: set[tuple[object, ...]] = set()
        self._sentences: list[str] = []

    def note(self, error: BaseException | None) -> None:
        """Write a report of a mistake."""
        if not isinstance(error, Exception) or is_out_of_our_hands(error):
            return
        if wants_traceback():
            traceback.print_exception(error)
        elif (kind := _kind(error)) not in self._kinds:
            self._kinds.add(kind)
            self._sentences.append(_caught(error, self._command))

    def tell(self) -> None:
        """Tell all of it; a reader who is gone has had enough."""
        with suppress(OSError):
            for sentence in self._sentences:
                _tell(sentence)


def is_out_of_our_hands(error: BaseException) -> bool:
    """Tell whether it is the machine that failed, and not takelan."""
    return isinstance(error, OSError) and error.errno in _OUT_OF_OUR_HANDS


def wants_traceback() -> bool:
    """Whether whoever mends takelan wants to see it fail."""
    return bool(os.environ.get("TAKELAN_DEBUG"))


def crash(error: BaseException, command: str) -> TakelanError:
    """Write a report of what ends a command, and make the sentence that says where it is."""
    path = _save(error, command)
    return CrashedError(path=path) if path else CrashedWithoutReportError()


def _save(error: BaseException, command: str) -> Path | None:
    return save_report(error, command, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def _caught(error: BaseException, command: str) -> str:
    path = _save(error, command)
    return str(CaughtError(path=path) if path else CaughtWithoutReportError())


def _kind(error: BaseException) -> tuple[object, ...]:
    """Tell one mistake from another: by what it is and where it was made."""
    frames = traceback.extract_tb(error.__traceback__)
    return (type(error), *((frames[-1].filename, frames[-1].lineno) if frames else ()))


def _tell(sentence: str) -> None:
    click.echo(f"takelan: {sentence}", err=True)
