"""What somebody typed, understood: as a move, a message, a question to the client, or a goodbye."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from takelan.language import translate as _
from takelan.rules import take_it
from takelan.rules.game import only_watching
from takelan.ui import sentences
from takelan.ui.checks import Checks
from takelan.ui.outlook import Outlook
from takelan.ui.plain import boards, door, lobby
from takelan.ui.plain.choices import UnclearError, pick
from takelan.ui.plain.help import help_lines
from takelan.ui.rules_pages import rules_text
from takelan.wire import to_host
from takelan.wire.failures import UnusableTextError
from takelan.wire.peer_text import PlayerName, Talk

_LOG_SHOWN = 20
_FOR_ONLOOKERS = frozenset(("b", "s", "w", "l", "r", "j", "?", "save"))


@dataclass(frozen=True)
class Send:
    """Say something to the host."""

    message: to_host.AnyToHost


@dataclass(frozen=True)
class Move:
    """Make a move."""

    move: Any


@dataclass(frozen=True)
class Tell:
    """Show something that is already known."""

    lines: list[str]


@dataclass(frozen=True)
class Repeat:
    """Show again what there is to decide."""


@dataclass(frozen=True)
class Save:
    """Write the game that is over to a file."""


@dataclass(frozen=True)
class GetUp:
    """Leave the table."""


Answer: TypeAlias = Send | Move | Tell | Repeat | Save | GetUp


class Answers:
    """Understands lines in the light of what the seat knows."""

    def __init__(self, outlook: Outlook, checks: Checks | None = None) -> None:
        self._outlook = outlook
        self._checks = checks or Checks(outlook)
        self._is_leaving = False

    def read(self, line: str) -> Answer:
        """Understand one line."""
        was_leaving, self._is_leaving = self._is_leaving, False
        word, _blank, rest = line.strip().partition(" ")
        try:
            if word.casefold() == "q":
                return self._leave(was_asked=was_leaving)
            if was_leaving and word.casefold() in ("y", "yes"):
                return GetUp()
            if self._outlook.is_onlooker and word.casefold() not in _FOR_ONLOOKERS:
                return Repeat() if not word else Tell([only_watching()])
            if not word:
                return self._grab() if line and self._outlook.is_racing else self._enter()
            if (command := _COMMANDS.get(word.casefold())) is not None:
                return command(self, rest)
            return self._decide(line.strip())
        except UnclearError as unclear:
            return Tell([str(unclear)])
        except UnusableTextError as error:
            return Tell([str(error)])

    @property
    def _is_playing(self) -> bool:
        return self._outlook.table is not None and self._outlook.table.stage == "playing"

    def _leave(self, *, was_asked: bool) -> Answer:
        table = self._outlook.table
        if was_asked or table is None or table.stage in ("lobby", "over") or self._outlook.is_onlooker:
            return GetUp()
        self._is_leaving = True
        return Tell([_("The game is still on, and a stand-in would play for you. q again leaves.")])

    def _enter(self) -> Answer:
        table = self._outlook.table
        if table is None:
            return Tell([sentences.what_now(self._outlook)])
        if table.stage == "resting":
            return Send(to_host.Ready())
        if table.stage != "playing":
            return Send(to_host.Start() if self._outlook.is_owner else self._ready_or_not())
        return self._flip() if self._outlook.is_racing else Repeat()

    def _ready_or_not(self) -> to_host.Ready:
        return to_host.Ready(is_ready=not self._outlook.is_ready)

    def _flip(self) -> Answer:
        return self._play(take_it.Flip())

    def _grab(self, rest: str = "") -> Answer:
        if not self._outlook.is_racing:
            raise UnclearError(_("There is nothing to grab now."))
        return self._play(take_it.Grab(self._outlook.view.row_number))

    def _play(self, move: Any) -> Answer:
        objection = self._outlook.objection(move)
        return Move(move) if objection is None else Tell([objection])

    def _decide(self, typed: str) -> Answer:
        if self._is_playing and self._outlook.view is not None:
            return Move(pick(self._outlook.view, typed))
        if typed in ("1", "2", "3"):
            return Send(lobby.wish(self._outlook, "game", typed))
        if typed[0] in "+-":
            return Send(lobby.wish(self._outlook, typed[0], typed[1:]))
        raise UnclearError(_("That means nothing here: '?' says what can be typed."))

    def _want_seat(self, rest: str) -> Answer:
        watching = self._outlook.watching
        if watching is None:
            raise UnclearError(_("You have a seat already."))
        return Send(to_host.Sit(not watching.wants_seat))

    def _board(self, rest: str) -> Answer:
        view = self._outlook.view
        if view is None:
            return Tell(lobby.describe(self._outlook))
        return Tell(boards.board(view, self._outlook.names_in_game))

    def _hand(self, rest: str) -> Answer:
        view = self._outlook.view
        return Tell([sentences.no_game() if view is None else boards.hand(view)])

    def _scores(self, rest: str) -> Answer:
        view = self._outlook.view
        lines = [] if view is None else boards.scores(view, self._outlook.names_in_game)
        return Tell([*lines, *sentences.night(self._outlook)] or [sentences.no_game()])

    def _waiting(self, rest: str) -> Answer:
        return Tell([sentences.waiting_for(self._outlook)])

    def _log(self, rest: str) -> Answer:
        lines = [line.text for line in list(self._outlook.log)[-_LOG_SHOWN:]]
        return Tell(lines or [_("Nothing has happened yet.")])

    def _help(self, rest: str) -> Answer:
        return Tell(help_lines(self._outlook))

    def _rules(self, rest: str) -> Answer:
        game = self._outlook.game
        if game is None:
            return Tell([sentences.no_game()])
        return Tell(rules_text(game).splitlines())

    def _save(self, rest: str) -> Answer:
        return Save()

    def _talk(self, rest: str) -> Answer:
        return Send(to_host.Say(Talk(rest)))

    def _rename(self, rest: str) -> Answer:
        return Send(to_host.Rename(PlayerName(rest)))

    def _compare(self, rest: str) -> Answer:
        table = self._outlook.table
        if table is None:
            raise UnclearError(_("You are not seated yet."))
        return Tell([door.compare(self._checks, table, rest)])

    def _wish(self, key: str) -> "Callable[[str], Answer]":
        return lambda rest: Send(lobby.wish(self._outlook, key, rest))


def _owners(key: str) -> Callable[[Answers, str], Answer]:
    return lambda answers, rest: answers._wish(key)(rest)


_COMMANDS: dict[str, Callable[[Answers, str], Answer]] = {
    "b": Answers._board,
    "h": Answers._hand,
    "s": Answers._scores,
    "w": Answers._waiting,
    "l": Answers._log,
    "t": Answers._talk,
    "r": Answers._rules,
    "n": Answers._rename,
    "save": Answers._save,
    "?": Answers._help,
    "g": Answers._grab,
    "j": Answers._want_seat,
    "v": Answers._compare,
    **{key: _owners(key) for key in ("+", "-", "o", "k", "m", "d", "c")},
}
