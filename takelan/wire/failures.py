"""Failures of what peers say."""

from takelan.errors import TakelanError


class UnusableTextError(TakelanError):
    """Nothing in that text can be shown on every terminal: use letters, digits or punctuation."""


class MalformedError(TakelanError):
    """The other side does not speak takelan's language: {what}."""
