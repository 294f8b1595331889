"""Everything one seat has been told, kept for whatever draws it: the app, the line client, a script.

Rule 1: it changes only by what the host says, and by where it says it.
Rule 2: it knows views, never states.
Rule 3: a game that is over keeps its names: who comes or leaves before the next one had no part in it.
"""

from collections import deque
from typing import Any, Literal, TypeAlias

import msgspec

from takelan.net.link_state import LinkState
from takelan.referees.watching import Watch
from takelan.rules import take_it
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame, Seat
from takelan.ui import sentences
from takelan.wire import to_peer
from takelan.wire.admission import Doorway
from takelan.wire.failures import MalformedError
from takelan.wire.terms import Mover
from takelan.wire.to_peer import (
    STEP_TYPES,
    AnyStep,
    AnyToPeer,
    NightGame,
    SeatInfo,
    TableState,
    Watching,
    Welcome,
)

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

    def __init__(self, guest_command: str = "") -> None:
        #: What others type to get to the table, as far as this player knows.
        self.guest_command = guest_command
        self.table: TableState | None = None
        #: Who sits in the seats of the game that is shown, or sat in them when it ended.
        self.seats_in_game: tuple[SeatInfo, ...] = ()
        self._is_about_to_deal = False
        #: How looking on stands; None is somebody with a seat.
        self.watching: Watching | None = None
        self.step: AnyStep | None = None
        self.night: tuple[NightGame, ...] = ()
        #: How the table's door stands; only its owner is told.
        self.doorway: Doorway | None = None
        #: Everybody's round trips in milliseconds, by seat.
        self.trips: tuple[int | None, ...] = ()
        #: Who was last said to decide here: they run the table as well when it moves to them.
        self._decides: str | None = None
        self.log: deque[LogLine] = deque(maxlen=_LONGEST_LOG)
        #: Our own referee, who judges what the host tells by the rules.
        self._watch = Watch()

    @property
    def game(self) -> AnyGame | None:
        """The game being played, or chosen to be."""
        return None if self.table is None else GAMES[self.table.game]

    @property
    def view(self) -> Any:
        """What this seat may know of the running game; None while there is none."""
        if self.step is None or self.is_gathering or self._is_about_to_deal:
            return None
        return self.step.view

    @property
    def _game_shown(self) -> AnyGame | None:
        """The game of the view: after its end the table may have chosen another one for next time."""
        if self.step is None or self.view is None:
            return None
        return GAMES[_GAME_OF[type(self.step)]]

    @property
    def is_same_game(self) -> bool:
        """Whether the game that was chosen for next time is the one that is shown."""
        return self._game_shown is not None and self._game_shown is self.game

    @property
    def is_gathering(self) -> bool:
        """Whether nothing has been dealt yet."""
        return self.table is None or self.table.stage == "lobby"

    @property
    def you(self) -> Seat | None:
        """The seat this is."""
        return None if self.table is None else self.table.you

    @property
    def is_onlooker(self) -> bool:
        """Whether this is somebody without a seat."""
        return self.watching is not None

    @property
    def waits_for_round(self) -> bool:
        """Whether a round is on that an onlooker is shown only when it is over."""
        if self.watching is None or self.table is None:
            return False
        return self.watching.shows == "delayed" and self.table.stage == "playing"

    @property
    def holds_seat(self) -> bool:
        """Whether this is somebody with a seat in a game that is being played."""
        is_on = self.table is not None and self.table.stage in ("playing", "resting")
        return is_on and not self.is_onlooker

    @property
    def is_racing(self) -> bool:
        """Whether this is somebody with a seat in a race that is on."""
        is_on = self.table is not None and self.table.stage == "playing"
        return is_on and not self.is_onlooker and isinstance(self.view, take_it.View)

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
        """The names of all who sit at the table now, by seat."""
        return () if self.table is None else tuple(seat.name for seat in self.table.seats)

    @property
    def names_in_game(self) -> tuple[str, ...]:
        """The names of those whose game is shown, by seat."""
        if self.table is not None and self.table.stage == "over" and self.night:
            return self.night[-1].names
        return self.names

    @property
    def moves(self) -> list[Any]:
        """The moves open to this seat now."""
        game = self._game_shown
        return [] if game is None else game.moves_in(self.view)

    def objection(self, move: Any) -> str | None:
        """Say why this seat may not make a move now; None when it may."""
        game = self._game_shown
        return sentences.no_game() if game is None else game.objection_in(self.view, move)

    def follow(self, link: LinkState) -> None:
        """Note where the table is now."""
        self.guest_command = link.guest_command or self.guest_command

    def hear(self, message: AnyToPeer) -> list[LogLine]:
        """Take in what the host says, and return the sentences it adds to the log."""
        if isinstance(message, to_peer.Step):
            return self._take_step(message)
        if isinstance(message, Doorway):
            self.doorway = message
        lines = [LogLine(kind, text) for kind, text in self._take_in(message)]
        self.log.extend(lines)
        return lines

    @property
    def foul(self) -> str:
        """Say what the host told that does not follow from the rules; empty while all is well."""
        foul, game = self._watch.foul, self.game
        if foul is None:
            return ""
        told = (
            "" if foul.hearing is None or game is None else sentences.retold(foul.hearing, self.names_in_game)
        )
        return sentences.foul(told, foul.why)

    def _take_in(self, message: AnyToPeer) -> list[tuple[LogKind, str]]:
        match message:
            case TableState():
                return self._take_table(message)
            case Watching() | Welcome():
                self._take_place(message)
            case to_peer.Night():
                self.night = message.games
            case to_peer.Ping():
                self.trips = message.trips
            case to_peer.PhotoFinish():
                return [("photo", sentences.photo_finish(message, self.names))]
            case to_peer.Said():
                return [("talk", sentences.said(message))]
            case to_peer.Notice():
                return self._take_notice(message)
            case to_peer.Refused():
                return [("refusal", str(message.text))]
        return []

    def _take_place(self, message: Watching | Welcome) -> None:
        """Learn that one looks on, or has a seat, perhaps after looking on."""
        if isinstance(message, Welcome) and self.watching is not None:
            self._watch.arrive()
        self.watching = message if isinstance(message, Watching) else None

    def _take_table(self, table: TableState) -> list[tuple[LogKind, str]]:
        before, self.table = self.table, table
        begins = before is not None and before.stage in ("lobby", "over")
        # The first step of a new game is still on its way: what was seen last is of another one.
        self._is_about_to_deal = table.stage == "playing" and (begins or self._is_about_to_deal)
        if table.stage != "over":
            self.seats_in_game = table.seats
        if before is None or not sentences.has_new_host(before, table):
            return []
        if table.host is not None and str(table.seats[table.host].name) == self._decides:
            return []
        return [("notice", sentences.runs_the_table(table))]

    def _take_notice(self, notice: to_peer.Notice) -> list[tuple[LogKind, str]]:
        if notice.kind == "restarted":
            self._watch.restart()
        if notice.kind == "owner":
            self._decides = str(notice.name)
        return [("notice", sentences.notice(notice))]

    def _take_step(self, step: AnyStep) -> list[LogLine]:
        if len(step.by) != len(step.hearings):
            raise MalformedError(what="a step does not say who made each of its moves")
        self.step, self._is_about_to_deal = step, False
        self._watch.hear(step)
        lines = [self._tell(step, *told) for told in zip(step.hearings, step.by, strict=True)]
        for line, hearing in zip(lines, step.hearings, strict=True):
            if isinstance(hearing, take_it.types.RowGone | take_it.types.RestGone):
                self._forget_the_row()
            self.log.append(line)
        return lines

    def _tell(self, step: AnyStep, hearing: Any, by: Mover) -> LogLine:
        game = GAMES[_GAME_OF[type(step)]]
        try:
            text = game.tell(hearing, self.names_in_game)
        except IndexError as error:
            raise MalformedError(what="a step tells of a seat that is not there") from error
        fades = isinstance(hearing, take_it.types.Flipped)
        return LogLine("event", sentences.marked(text, by), fades)

    def _forget_the_row(self) -> None:
        # TI11: what lies in whose pile is for memory alone; a log that listed it would play the game.
        kept = [line for line in self.log if not line.fades]
        self.log.clear()
        self.log.extend(kept)
