"""Failures of a succession."""

from takelan.errors import TakelanError


class SealBrokenError(TakelanError):
    """The saved table cannot be read: the shares do not fit it. Another player will try."""


class TooFewSharesError(TakelanError):
    """Too few players gave their share of the key: wait for the others to return."""
