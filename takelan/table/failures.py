"""Wishes that a table cannot grant."""

from takelan.errors import TakelanError


class ArrangementError(TakelanError):
    """The table cannot do that now."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason=reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason
