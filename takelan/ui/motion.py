"""How fast things are shown, and the queue of pictures that are still to be shown.

Rule 1: nothing is lost by skipping: the last picture of the queue is the view to believe.
Rule 2: looking back never shows what has been hidden since (TT11, TI11).
"""

import os
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from takelan.rules import take_it, take_that
from takelan.rules.game import is_deal
from takelan.rules.take_a_number.types import Revealed
from takelan.ui.frames import Frame

Motion: TypeAlias = Literal["full", "reduced", "off"]

#: Seconds a picture stays before the next is shown; with fewer of them there is more to see in each.
PACE: dict[Motion, float] = {"full": 0.9, "reduced": 1.8, "off": 0.0}
#: Seconds the last picture of a round stays before the results.
LAST_LOOK = 1.8

_LONGEST_TURN = 24


def choose_motion(wanted: str, environ: Mapping[str, str] = os.environ) -> Motion:
    """Take what the player wants; by default less moves over SSH."""
    if wanted in PACE:
        return wanted
    return "reduced" if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY") else "full"


def in_short(frames: Sequence[Frame]) -> list[Frame]:
    """Show a step in two pictures at most: how it begins, and all that comes of it."""
    if len(frames) < 3:
        return list(frames)
    told = " ".join(frame.told for frame in frames[-2:] if frame.told)
    fresh = frozenset().union(*(frame.fresh for frame in frames[1:]))
    return [frames[0], frames[-1]._replace(told=told, fresh=fresh)]


class Projector:
    """Shows frames one after the other, and the last turn again on demand."""

    def __init__(self) -> None:
        self.current: Frame | None = None
        self.is_looking_back = False
        #: Whether steps are shown in few pictures.
        self.is_brief = False
        self._coming: deque[Frame] = deque()
        self._turn: list[Frame] = []
        self._was_quiet = False

    @property
    def is_busy(self) -> bool:
        """Whether pictures wait to be shown."""
        return bool(self._coming)

    @property
    def can_look_back(self) -> bool:
        """Whether there is a turn to be shown again; a race has none."""
        is_race = self.current is not None and isinstance(self.current.view, take_it.View)
        return len(self._turn) > 1 and not self.is_busy and not is_race

    def feed(self, frames: Sequence[Frame], hearings: Iterable[Any] = ()) -> None:
        """Take in the pictures of one step."""
        if self.is_looking_back:
            self.skip()
        if self.is_brief:
            frames = in_short(frames)
        self._remember(frames, list(hearings))
        self._coming.extend(frames)

    def advance(self) -> Frame | None:
        """Show the next picture, if there is one."""
        if self._coming:
            self.current = self._coming.popleft()
            self.is_looking_back = self.is_looking_back and bool(self._coming)
        return self.current

    def skip(self) -> None:
        """Show the last picture at once."""
        while self._coming:
            self.advance()

    def look_back(self) -> None:
        """Show the last turn again, from its beginning."""
        if self.can_look_back:
            self.is_looking_back = True
            self._coming.extend(self._turn)

    def forget(self) -> None:
        """Begin with an empty table."""
        self.current = None
        self.is_looking_back = False
        self._coming.clear()
        self._turn.clear()

    def _remember(self, frames: Sequence[Frame], hearings: Sequence[Any]) -> None:
        is_new_turn = any(isinstance(hearing, Revealed) for hearing in hearings)
        hides = any(isinstance(hearing, _HIDING) for hearing in hearings)
        if is_new_turn or hides or any(map(is_deal, hearings)):
            self._turn.clear()
        # That somebody has chosen is one picture of who has, not one more for each of ten.
        is_quiet = not hearings
        if is_quiet and self._turn and (self._was_quiet or len(self._turn) == 1):
            self._turn.pop()
        self._was_quiet = is_quiet
        self._turn.extend(frames)
        del self._turn[:-_LONGEST_TURN]


# Once a line or a row is taken, nobody may see again what lay in it.
_HIDING = (take_that.types.LineGone, take_it.types.RowGone, take_it.types.RestGone)
