"""What can be wrong with a file, in sentences."""

from takelan.errors import TakelanError


class NoSuchFileError(TakelanError):
    """{file} cannot be read: {why}."""


class CannotWriteError(TakelanError):
    """{file} cannot be written: {why}."""


class DeckFileError(TakelanError):
    """Deck file {file}, line {line}: {what}."""


class EmptyDeckFileError(TakelanError):
    """Deck file {file} holds no cards: list them under [cards], for example "+7" = 2 on line {line}."""


class TranscriptError(TakelanError):
    """{file}, line {line}: {what}."""


class NoDealsError(TakelanError):
    """{file}, line {line}: by the rules, but how the deck was made is not told. Save a game at its table."""


class EmptyTranscriptError(TakelanError):
    """{file} holds no game: a transcript begins with a line like {example}."""
