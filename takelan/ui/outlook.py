"""Everything one seat has been told, kept for whatever draws it: the app, the line client, a script.

Rule 1: it changes only by what the host says.
Rule 2: it knows views, never states.
"""

from collections import deque
from typing import Any, Literal, TypeAlias

import msgspec

from takelan.rules import take_it
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame, Seat
from takelan.ui import sentences
from takelan.wire import to_peer
from takelan.wire.failures import MalformedError
from takelan.wire.to_peer import STEP_TYPES, AnyStep, AnyToPeer, NightGame, TableState

_LONGEST_LOG = 1000
_GAME_OF: dict[type, str] = {kind: name for name, kind in STEP_TYPES.items()}

LogKind: TypeAlias = Literal["event", "notice", "talk", "photo", "refusal"]


class LogLine(msgspec.Struct, frozen=True):
    """One sentence of the evening."""

    kind: LogKind
    text: str
    #: Whether it names a card that nobody may look up once its row is taken (TI11).
    fades: bool = False


class Outlook:
    """What a seat knows of the gathering, of the game and of the evening."""

    def __init__(self) -> None:
        self.table: TableState | None = None
        self.step: AnyStep | None = None
        self.night: tuple[NightGame, ...] = ()
        #: Everybody's round trips in milliseconds, by seat.
        self.trips: tuple[int | None, ...] = ()
        self.log: deque[LogLine] = deque(maxlen=_LONGEST_LOG)

    @property
    def game(self) -> AnyGame | None:
        """The game being played, or chosen to be."""
        return None if self.table is None else GAMES[self.table.game]

    @property
    def view(self) -> Any:
        """What this seat may know of the running game; None while there is none."""
        if self.step is None or self.is_gathering or self._is_about_to_deal():
            return None
        return self.step.view

    @property
    def is_gathering(self) -> bool:
        """Whether nothing has been dealt yet."""
        return self.table is None or self.table.stage == "lobby"

    @property
    def you(self) -> Seat | None:
        """The seat this is."""
        return None if self.table is None else self.table.you

    @property
    def is_owner(self) -> bool:
        """Whether this seat decides what is played, and when."""
        return self.table is not None and self.table.you is not None and self.table.you == self.table.owner

    @property
    def is_ready(self) -> bool:
        """Whether this seat has said that it wants to go on."""
        return self.table is not None and self.you is not None and self.table.seats[self.you].is_ready

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return () if self.table is None else tuple(seat.name for seat in self.table.seats)

    @property
    def moves(self) -> list[Any]:
        """The moves open to this seat now."""
        if self.game is None or self.view is None:
            return []
        return self.game.moves_in(self.view)

    def objection(self, move: Any) -> str | None:
        """Say why this seat may not make a move now; None when it may."""
        if self.game is None or self.view is None:
            return sentences.no_game()
        return self.game.objection_in(self.view, move)

    def hear(self, message: AnyToPeer) -> list[LogLine]:
        """Take in what the host says, and return the sentences it adds to the log."""
        if isinstance(message, to_peer.Step):
            return self._take_step(message)
        lines = [LogLine(kind, text) for kind, text in self._take_in(message)]
        self.log.extend(lines)
        return lines

    def _is_about_to_deal(self) -> bool:
        """Whether another game has begun whose first step is still on its way."""
        if self.table is None or self.game is None or self.step is None:
            return False
        return self.table.stage == "playing" and not isinstance(self.step.view, self.game.view_type)

    def _take_in(self, message: AnyToPeer) -> list[tuple[LogKind, str]]:
        match message:
            case TableState():
                self.table = message
            case to_peer.Night():
                self.night = message.games
            case to_peer.Ping():
                self.trips = message.trips
            case to_peer.PhotoFinish():
                return [("photo", sentences.photo_finish(message, self.names))]
            case to_peer.Said():
                return [("talk", sentences.said(message))]
            case to_peer.Notice():
                return [("notice", sentences.notice(message))]
            case to_peer.Refused():
                return [("refusal", str(message.text))]
        return []

    def _take_step(self, step: AnyStep) -> list[LogLine]:
        self.step = step
        lines = [self._tell(step, hearing) for hearing in step.hearings]
        for line, hearing in zip(lines, step.hearings, strict=True):
            if isinstance(hearing, take_it.types.RowGone | take_it.types.RestGone):
                self._forget_the_row()
            self.log.append(line)
        return lines

    def _tell(self, step: AnyStep, hearing: Any) -> LogLine:
        game = GAMES[_GAME_OF[type(step)]]
        try:
            text = game.tell(hearing, self.names)
        except IndexError as error:
            raise MalformedError(what="a step tells of a seat that is not there") from error
        fades = isinstance(hearing, take_it.types.Flipped)
        return LogLine("event", sentences.marked(text, step.by), fades)

    def _forget_the_row(self) -> None:
        # TI11: what lies in whose pile is for memory alone; a log that listed it would play the game.
        kept = [line for line in self.log if not line.fades]
        self.log.clear()
        self.log.extend(kept)
