"""Who becomes the host among those who want to play, decided by each of them alone and alike.

Rule 1: an id begins with the moment its owner started, so the smallest id is whoever started first.
Rule 2: ids count as they were announced; nobody's clock is asked twice.
Rule 3: nothing here awaits or reads a clock.
"""

import re

#: How long it must have been quiet before anybody is elected.
QUIET = 1.0
#: How long whoever is elected may take to open the table.
PATIENCE = 5.0

_ID = re.compile(r"[0-9a-f]{16}")
_STAMP_DIGITS = 11
_CHANCE_DIGITS = 5


def make_id(milliseconds: int, chance: int) -> str:
    """Make the id of somebody who wants to play, which will be the id of their table."""
    stamp = f"{milliseconds:0{_STAMP_DIGITS}x}"[-_STAMP_DIGITS:]
    return stamp + f"{chance % 16**_CHANCE_DIGITS:0{_CHANCE_DIGITS}x}"


def is_id(text: str) -> bool:
    """Tell whether a text can be such an id."""
    return _ID.fullmatch(text) is not None


class Ballot:
    """What one peer knows of who else wants to play."""

    def __init__(self, own: str, at: float) -> None:
        self._own = own
        self._willing = {own}
        self._given_up: set[str] = set()
        self._quiet_since = at
        #: Since when the others wait for the table of whoever is elected.
        self._elected_at: float | None = None

    def hear(self, peer: str, at: float) -> None:
        """Learn of somebody who wants to play."""
        if peer not in self._willing and peer not in self._given_up:
            self._willing.add(peer)
            self._quiet_since = at
            self._elected_at = None

    def miss(self, peer: str) -> None:
        """Learn that somebody has stopped wishing.

        Whoever does so has most likely been elected and is opening the table, so their place in the order
        is kept until patience ends; only those who were never elected are forgotten at once.
        """
        if peer != self._own and peer != min(self._willing):
            self._willing.discard(peer)

    def elected(self, now: float) -> str | None:
        """Name whoever is to open the table; None while it is not quiet yet."""
        if now < self._quiet_since + QUIET:
            return None
        if self._elected_at is None:
            self._elected_at = now
        elif now >= self._elected_at + PATIENCE and min(self._willing) != self._own:
            self._give_up(min(self._willing), now)
        return min(self._willing)

    def _give_up(self, peer: str, now: float) -> None:
        """Stop waiting for somebody who was announced and never opened a table."""
        self._willing.discard(peer)
        self._given_up.add(peer)
        self._elected_at = now
