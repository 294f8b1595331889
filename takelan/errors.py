"""Failures a player reads.

Rule 1: an error's docstring is the sentence that is shown, and it says what to do next.
Rule 2: ``{names}`` in it are filled from the keyword arguments the error was raised with.
"""

import inspect

from takelan.language import translate


class TakelanError(Exception):
    """Something went wrong. Try the command again with --help."""

    def __init__(self, **details: object) -> None:
        self.details = details
        super().__init__(type(self).__name__)

    def __str__(self) -> str:
        template = inspect.cleandoc(type(self).__doc__ or type(self).__name__)
        return translate(" ".join(template.split())).format(**self.details)

    def __reduce__(self) -> tuple[object, ...]:
        """Survive the trip between processes with the details intact."""
        return (_rebuild, (type(self), self.details))


def _rebuild(kind: type[TakelanError], details: dict[str, object]) -> TakelanError:
    return kind(**details)


class IllegalMoveError(TakelanError):
    """That move is not allowed now."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason=reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class OutputError(TakelanError):
    """This cannot be written or read any further: {why}."""


class SeatCountError(TakelanError):
    """{game} is for {fewest} to {most} players, not {seats}."""


class UnknownGameError(TakelanError):
    """There is no game called '{game}': choose {choices}."""


class UnknownOptionError(TakelanError):
    """{game} has no option '{option}': choose from {choices}."""


class BadOptionError(TakelanError):
    """Option '{option}' must be {expected}, not '{value}'."""


class MalformedOptionError(TakelanError):
    """'{text}' is not an option: write key=value, for example rounds=3."""
