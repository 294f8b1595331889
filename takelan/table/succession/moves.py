"""A seat's moves on their way to the table: numbered, and sent again until they are confirmed."""

from collections import deque

import msgspec

from takelan.wire.to_host import Play

# Whoever makes more moves than this without an answer is not heard; the oldest would be stale anyway.
_MOST = 32


class Outbox:
    """The moves of one seat that no host has confirmed."""

    def __init__(self) -> None:
        self._next: int | None = None
        self._waiting: deque[Play] = deque(maxlen=_MOST)

    @property
    def waiting(self) -> tuple[Play, ...]:
        """The moves that were sent and not confirmed."""
        return tuple(self._waiting)

    def number(self, play: Play) -> Play:
        """Give a number to a move about to be sent; before the first confirmation it goes without."""
        if self._next is None:
            return play
        numbered = msgspec.structs.replace(play, number=self._next)
        self._next += 1
        self._waiting.append(numbered)
        return numbered

    def confirm(self, number: int) -> None:
        """Note up to where the table has judged."""
        self._next = max(number + 1, self._next or 0)
        while self._waiting and (self._waiting[0].number or 0) <= number:
            self._waiting.popleft()

    def come_back(self, number: int) -> list[Play]:
        """Tell, after a return, what has to be sent again: all that the table has not judged."""
        self.confirm(number)
        return list(self._waiting)
