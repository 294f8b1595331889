"""How often, and how soon after one another, a table is called."""

from collections.abc import Iterator
from itertools import chain, repeat

#: How long to wait before each try to come back; the last one is repeated.
BACKOFF = (0.1, 0.2, 0.5, 1.0)

#: A host lets in a few from one address at a time; ten that start at once are all in after these.
FIRST_TRIES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0)


def pauses(*, has_moved: bool) -> Iterator[float]:
    """List how long to wait before each try to come back, without end."""
    return chain([0.0] if has_moved else [], BACKOFF, repeat(BACKOFF[-1]))
