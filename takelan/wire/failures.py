"""Failures of what peers say."""

from takelan.errors import TakelanError


class UnusableTextError(TakelanError):
    """Nothing in that text can be shown on every terminal: use letters, digits or punctuation."""


class MalformedError(TakelanError):
    """The other side does not speak takelan's language: {what}."""


class UnknownWordError(TakelanError):
    """'{word}' is none of the words that codes are made of; perhaps '{near}' is meant."""


class NotThreeWordsError(TakelanError):
    """'{text}' is no code: type all three words, like otter-lamp-cable."""
