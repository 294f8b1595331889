"""One stay at a table: the line to the host, what it said, and what of it is being shown.

Rule 1: what is shown changes only by what the host says.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from takelan.net.link_state import LinkState
from takelan.ui.counsel import Counsel
from takelan.ui.frames import Frame, frames_of
from takelan.ui.motion import Projector
from takelan.ui.outlook import LogLine, Outlook
from takelan.ui.trips import steady
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer, Ping, Refused, Step, TableState


class Line(Protocol):
    """A connection to a table, as net's TableClient offers it."""

    async def run(self) -> None:
        """Stay until it is over."""

    def send(self, message: AnyToHost) -> bool:
        """Say something, or tell that nobody listens."""

    def play(self, move: Any) -> bool:
        """Make a move, or tell that nobody listens."""

    async def leave(self) -> None:
        """Get up for good."""

    async def close(self) -> None:
        """Hang up, and keep the seat."""


OpenLine = Callable[[Callable[[AnyToPeer], None], Callable[[LinkState], None]], Line]


@dataclass(frozen=True)
class Chair:
    """A way to one table: how to call it, and how others get there."""

    open_line: OpenLine
    #: What a guest types.
    guest_command: str = ""
    #: Whether bots are the only company, so that nobody has to be invited.
    is_solo: bool = False
    #: Whether the seat can be come back to; a table of one's own may close when one leaves it.
    keeps_seat: bool = True
    #: What is to be done once one has left, for example to let go of a host of one's own.
    release: Callable[[], Awaitable[object]] | None = None


class Sitting:
    """What happens while somebody sits at one table."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.outlook = Outlook()
        self.projector = Projector()
        self.link = LinkState("connecting")
        #: The latest thing that is worth a line on the screen and is not on the board.
        self.news = ""
        self.line: Line | None = None
        #: Everybody's round trips as they are shown, by seat.
        self.trips: tuple[int | None, ...] = ()
        #: Whom to ask for advice; nobody where others could be harmed by it.
        self.counsel = Counsel() if chair.is_solo else None

    def send(self, message: AnyToHost) -> None:
        """Say something to the table, if it listens."""
        if self.line is not None:
            self.line.send(message)

    def play(self, move: Any) -> None:
        """Make a move."""
        if self.counsel is not None:
            self.counsel.plan(self.outlook.view, self.outlook.moves, move)
        if self.line is not None:
            self.line.play(move)

    def hear(self, message: AnyToPeer) -> list[LogLine]:
        """Take in what the host says."""
        before, before_stage = self._latest_view(), self._stage()
        lines = self.outlook.hear(message)
        self._take_counsel(message)
        if isinstance(message, Step):
            self._take_step(before, message, lines)
        elif isinstance(message, Ping):
            self.trips = steady(self.trips, message.trips)
        elif isinstance(message, TableState):
            self._take_stage(before_stage, message.stage)
        elif lines:
            self.news = lines[-1].text
        return lines

    @property
    def is_on(self) -> bool:
        """Whether a game is being played."""
        table = self.outlook.table
        return table is not None and table.stage in ("playing", "resting")

    @property
    def frame(self) -> Frame | None:
        """The picture to be shown now."""
        return self.projector.current

    @property
    def is_watching(self) -> bool:
        """Whether what is shown lags behind what is known, so that nothing can be decided yet."""
        return self.projector.is_busy

    def _stage(self) -> str:
        return "lobby" if self.outlook.table is None else self.outlook.table.stage

    def _take_stage(self, before: str, now: str) -> None:
        """Clear the table for a new game; what was seen of the last one is over."""
        if now == "lobby" or (now == "playing" and before in ("lobby", "over")):
            self.projector.forget()

    def _take_counsel(self, message: AnyToPeer) -> None:
        if self.counsel is None:
            return
        if isinstance(message, Step):
            self.counsel.hear(message)
        elif isinstance(message, Refused):
            self.counsel.drop_plan()

    def _latest_view(self) -> Any | None:
        return None if self.outlook.step is None else self.outlook.step.view

    def _take_step(self, before: Any | None, step: Any, lines: list[LogLine]) -> None:
        self.news = ""
        told = [line.text for line in lines]
        self.projector.feed(frames_of(before, step, told), step.hearings)
