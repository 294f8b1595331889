"""One stay at a table: the line to the host, what it said, and what of it is being shown.

Rule 1: what is shown changes only by what the host says.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from takelan.net.link_state import LinkState
from takelan.table.fairness.eyes import Eyes
from takelan.ui import fair_words
from takelan.ui.checks import Checks
from takelan.ui.counsel import Counsel
from takelan.ui.frames import Frame, frames_of
from takelan.ui.line import Line, OpenLine
from takelan.ui.motion import Projector
from takelan.ui.outlook import LogLine, Outlook
from takelan.ui.trips import steady
from takelan.wire.admission import Doorway
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer, Notice, Ping, Refused, Step, TableState


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
        self.outlook = Outlook(chair.guest_command)
        self.checks = Checks(self.outlook)
        self.projector = Projector()
        self.link = LinkState("connecting")
        #: The latest thing that is worth a line on the screen and is not on the board.
        self.news = ""
        # Cards that were dealt anew follow the word about it at once: whoever comes back would never read it.
        self._outlives_a_step = False
        # That the door is locked is no news any more once it is not.
        self._is_news_of_lock = False
        #: The first thing found wrong with the host; it stays, whatever is found after it.
        self.alarm = ""
        self.line: Line | None = None
        #: Everybody's round trips as they are shown, by seat.
        self.trips: tuple[int | None, ...] = ()
        #: The same by the seats of the game that is shown, in which others may sit by now.
        self.trips_in_game: tuple[int | None, ...] = ()
        self._counsel = Counsel()

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
        self.alarm = self.alarm or fair_words.alarm(self._witness(), self.outlook.foul)
        self._take_counsel(message)
        if isinstance(message, Step):
            self._take_step(before, message, lines)
        elif isinstance(message, Ping):
            self.trips = steady(self.trips, message.trips)
            self.trips_in_game = self.trips_in_game if self._stage() == "over" else self.trips
        elif isinstance(message, TableState):
            self._take_stage(before_stage, message.stage)
        if lines and not isinstance(message, Step):
            self.news = lines[-1].text
            self._outlives_a_step = isinstance(message, Notice) and message.kind == "restarted"
            self._is_news_of_lock = isinstance(message, Notice) and message.kind == "locked"
        elif isinstance(message, Doorway) and not message.is_locked and self._is_news_of_lock:
            self.news = ""
        return lines

    def hear_link(self, link: LinkState) -> None:
        """Take in how the connection stands."""
        self.link = link
        self.outlook.follow(link)
        # Between a player and a host on one machine there is nobody to find.
        if link.check_words is not None and self.chair.keeps_seat:
            self.checks.meet(link.check_words)

    @property
    def counsel(self) -> Counsel | None:
        """Whom to ask for advice; nobody where others have not allowed it to all."""
        table = self.outlook.table
        is_allowed = table is not None and table.options.get("hints") == "on" and not self.outlook.is_onlooker
        return self._counsel if self.chair.is_solo or is_allowed else None

    @property
    def verdict(self) -> str:
        """Say who has verified the game that is over; empty while nobody has."""
        return fair_words.verdict(self._witness(), self.outlook.names_in_game)

    def save(self) -> None:
        """Write the game that is over to a file, and say where it is."""
        self.news = fair_words.save(self._witness())

    @property
    def can_save(self) -> bool:
        """Whether there is a whole game to write down."""
        witness = self._witness()
        return witness is not None and witness.checked is not None

    def _witness(self) -> Eyes | None:
        return None if self.line is None else self.line.witness

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
        if not self._outlives_a_step:
            self.news = ""
        self._outlives_a_step = False
        told = [line.text for line in lines]
        self.projector.feed(frames_of(before, step, told), step.hearings)
