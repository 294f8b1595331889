"""The screen of a table, from sitting down to leaving: one screen, used differently in each stage.

Rule 1: nothing is drawn before the table said so; a key sends, the answer draws.
Rule 2: a lost host, a lost seat and a lost connection are states of this screen.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from takelan.language import translate as _
from takelan.net.link_state import LinkState
from takelan.rules.catalog import game_of
from takelan.rules.game import only_watching
from takelan.ui import rescue
from takelan.ui.dialogs.leave import LeaveDialog
from takelan.ui.dialogs.options import OptionsDialog
from takelan.ui.leaving import consequences
from takelan.ui.screens.acts.act import Act
from takelan.ui.screens.acts.game import GameAct
from takelan.ui.screens.acts.lobby import LobbyAct
from takelan.ui.screens.acts.results import ResultsAct
from takelan.ui.screens.help import HelpScreen
from takelan.ui.screens.pressing import PressScreen, bind
from takelan.ui.sitting import Sitting
from takelan.ui.widgets.banner import Banner
from takelan.ui.widgets.boards.board import Board
from takelan.ui.widgets.boards.take_a_number import TakeANumberBoard
from takelan.ui.widgets.boards.take_it import TakeItBoard
from takelan.ui.widgets.boards.take_that import TakeThatBoard
from takelan.ui.widgets.chronicle import Chronicle
from takelan.ui.widgets.hand import Hand
from takelan.ui.widgets.keys import Keys, Offer
from takelan.ui.widgets.lobby import Lobby
from takelan.ui.widgets.notice import NoticeSheet
from takelan.ui.widgets.players import Players
from takelan.ui.widgets.results import Results
from takelan.ui.widgets.status import Hint, Status
from takelan.wire import to_host
from takelan.wire.failures import UnusableTextError
from takelan.wire.peer_text import Talk
from takelan.wire.to_peer import AnyToPeer, PhotoFinish, Ping, Refused, Step

#: How wide log and talk are beside the table.
_SIDE = 42
_DIGITS = tuple("0123456789")
_KEYS = (
    *("left", "right", "up", "down", "enter", "space", "escape", *_DIGITS),
    *("b", "B", "c", "C", "d", "i", "j", "k", "l", "n", "o", "q", "r", "s", "t", "v", "w", "x"),
    *("full_stop", "comma", "question_mark"),
)


class TableScreen(PressScreen):
    """One stay at one table."""

    BINDINGS: ClassVar[list[BindingType]] = [*bind("table", _KEYS)]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.banner = Banner(id="banner")
        self.lobby_act = LobbyAct(self)
        self.game_act = GameAct(self)
        self.results_act = ResultsAct(self)
        self._status = Status(id="status")
        self._hint = Hint(id="hint")
        self._keys = Keys(id="keys")
        self._log = Chronicle(id="log")
        self._act: Act = self.lobby_act
        self._countdown: Timer | None = None
        self._seconds = 0.0
        #: What is said instead of how the host stands, while the round is begun anew or when that failed.
        self._restart_words = ""

    def parts(self) -> ComposeResult:
        """Lay out everything once; classes decide what is seen."""
        with Horizontal(id="stage"):
            with Vertical(id="main"):
                yield self.banner
                yield NoticeSheet(id="notice")
                yield Lobby(id="lobby")
                yield Results(id="results")
                yield Players(id="players")
                yield TakeThatBoard()
                yield TakeItBoard()
                yield TakeANumberBoard()
                yield self._status
                yield self._hint
                yield Hand(id="hand")
            with Vertical(id="side"):
                yield self._log
                talk = Input(placeholder=_("t: say something"), max_length=200, id="talk")
                talk.can_focus = False
                talk.cursor_blink = False
                yield talk
        yield self._keys

    def on_mount(self) -> None:
        """Fill everything before the first frame."""
        self.show()

    def hear(self, message: AnyToPeer) -> None:
        """Take in what the table says."""
        trips = self.sitting.trips
        self.sitting.projector.is_brief = self.takelan.motion == "reduced"
        lines = self.sitting.hear(message)
        if isinstance(message, Ping) and self.sitting.trips == trips:
            return  # Once a second: an idle table costs nothing.
        if not isinstance(message, Ping):
            # How far away somebody is changes every second: too soon to have read a sentence.
            self._act.objection = ""
        if isinstance(message, Step):
            self._restart_clock(message.left)
            self._pick_act()
            self.game_act.heard_step()
        elif isinstance(message, Refused):
            self._refuse(str(message.text))
        elif isinstance(message, PhotoFinish) and lines:
            self.query_one(TakeItBoard).show_photo(lines[-1].text, message.row)
        self._note()
        self.show()
        if isinstance(self.app.screen, OptionsDialog):
            self.app.screen.hear()

    def hear_link(self, link: LinkState) -> None:
        """Take in how the connection stands."""
        if link == self.sitting.link or (link.kind == "connecting" and self.sitting.link.kind == "lost"):
            # One more try to come back: what is to be read stays until it has worked.
            return
        self.sitting.hear_link(link)
        if link.kind == "seated":
            self._restart_words = ""
        if link.kind == "lost" or link.rescue is not None:
            self._count_until_rescue(link)
        self.show()

    def show(self) -> None:
        """Draw what is known now."""
        if not self.is_mounted:
            return
        self._pick_act()
        self._size_players()
        self._show_notice()
        self._act.show()
        self.banner.warn(self.sitting.alarm)
        self._log.show(self.sitting.outlook.log)
        self._keys.show(self.offers())

    def say(self, happened: str, now: str, *, objection: str = "", advice: str = "", hint: str = "") -> None:
        """Say what just happened and what may be done now; a lost line comes before everything."""
        self._status.show(happened, now, objection=objection, advice=advice, alert=self._alert())
        self.set_class(bool(hint), "-hinting")
        side = _SIDE if self.has_class("-wide") else 0
        self._hint.styles.height = Hint.height_for(hint, self.size.width - side) if hint else 1
        self._hint.show(hint)

    def clock_words(self) -> str:
        """Tell how long the decision may still take."""
        if self._seconds <= 0 or self.sitting.link.kind == "lost":
            return ""
        return _("{seconds} s left").format(seconds=round(self._seconds))

    def offers(self) -> Sequence[Offer]:
        """Offer what the act offers, and what is always there."""
        kind = self.sitting.link.kind
        if kind == "ended":
            return [Offer("Enter", _("home"), "enter"), Offer("q", _("quit"), "q")]
        always = [Offer("?", _("help"), "question_mark"), Offer("q", _("leave"), "q")]
        covers = self.has_class("-pane") and not self.has_class("-wide")
        # Not l, which is a letter where one talks; and near the front, for it must fit.
        close = [Offer("Esc", _("close"), "escape")] if covers else []
        if kind != "seated":
            anew = (
                [Offer("r", _("begin the round anew"), "r")] if rescue.can_restart(self.sitting.link) else []
            )
            return [*close, *anew, *always]
        log = [] if self.has_class("-wide") or covers else [Offer("l", _("log"), "l")]
        if self.sitting.outlook.is_onlooker:
            return [*close, *self._onlooker_offers(), *log, *always]
        acts = self._act.offers()
        return [*acts[:1], *close, *acts[1:], Offer("t", _("talk"), "t"), *log, *always]

    def _onlooker_offers(self) -> Sequence[Offer]:
        watching = self.sitting.outlook.watching
        is_waiting = watching is not None and watching.wants_seat
        seat = Offer("j", _("stay an onlooker") if is_waiting else _("take a seat"), "j")
        if self._act is self.game_act:
            return [seat, *self._act.offers()]
        return [seat, *([Offer("s", _("save"), "s")] if self.sitting.can_save else [])]

    def press(self, key: str) -> None:
        """React to a key that means the same in every stage, or hand it to the act."""
        if self.sitting.link.kind == "ended" and key in ("enter", "q"):
            self.takelan.leave_table(quits=key == "q")
        elif key == "q":
            self.ask_to_leave(quits=self.takelan.came_for_table)
        elif key == "question_mark":
            self.app.push_screen(HelpScreen(self.sitting.outlook.game, self.offers()))
        elif key == "l" and self.has_class("-pane"):
            self._close_pane()
        elif key == "l":
            self.add_class("-pane")
            self.show()
        elif self.sitting.outlook.is_onlooker and (key in "jt" or self._act is not self.game_act):
            self._press_as_onlooker(key)
        elif key == "t":
            self._open_talk()
        elif key == "escape":
            self._close_pane()
        elif self.has_class("-pane") and key in ("up", "down"):
            self._log.scroll_back(3 if key == "up" else -3)
        else:
            self._press_at_table(key)

    def _press_as_onlooker(self, key: str) -> None:
        watching = self.sitting.outlook.watching
        if key == "j" and watching is not None:
            self.sitting.send(to_host.Sit(not watching.wants_seat))
        elif key == "s" and self.sitting.can_save:
            self.sitting.save()
            self.show()
        elif key in ("t", "enter", "space"):
            self._act.object(only_watching())

    def _press_at_table(self, key: str) -> None:
        if self.sitting.link.kind == "seated":
            self._act.press(key)
        elif key == "r" and rescue.can_restart(self.sitting.link):
            self._begin_anew()

    def measured(self) -> None:
        """Follow a new size."""
        self.show()

    def on_hand_picked(self, message: Hand.Picked) -> None:
        """Play the card that was clicked."""
        self.game_act.objection = ""
        self.game_act.pick(message.card)
        self.show()

    def on_hand_moved(self, message: Hand.Moved) -> None:
        """Offer what can be done with the card under the cursor."""
        self._keys.show(self.offers())

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Make the move that was clicked on the board."""
        self.game_act.objection = ""
        self.game_act.try_move(message.move)
        self.show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say to the table what was typed."""
        event.stop()
        with suppress(UnusableTextError):  # nothing but blanks
            self.sitting.send(to_host.Say(Talk(event.value)))
        event.input.value = ""
        self._close_pane()

    def _pick_act(self) -> None:
        table = self.sitting.outlook.table
        stage = "lobby" if table is None else table.stage
        if self.sitting.outlook.waits_for_round:
            # What can be shown meanwhile is the round before, or who sits there.
            self._act = self.lobby_act if self.sitting.outlook.view is None else self.results_act
        elif stage == "lobby" or (stage != "playing" and self.sitting.frame is None and not self._has_step()):
            self._act = self.lobby_act
        elif stage == "playing" or (self._act is self.game_act and self.game_act.is_showing):
            self._act = self.game_act
        else:
            self._act = self.results_act
        is_ended = self.sitting.link.kind == "ended"
        for act in (self.lobby_act, self.game_act, self.results_act):
            self.set_class(act is self._act and not is_ended, f"-{act.NAME}")
        self.set_class(is_ended, "-ended")
        self.set_class(self.sitting.outlook.is_onlooker, "-onlooker")

    def _has_step(self) -> bool:
        return self.sitting.outlook.step is not None

    def _size_players(self) -> None:
        height = Players.height_for(len(self.sitting.outlook.seats_in_game), self.size.height)
        self.query_one(Players).styles.height = height

    def _show_notice(self) -> None:
        link = self.sitting.link
        if link.kind == "ended":
            way_on = _("Enter: look for another table   q: quit")
            self.query_one(NoticeSheet).show(_("The table is gone"), link.text, way_on)

    def _alert(self) -> str:
        link, seconds = self.sitting.link, math.ceil(self._seconds)
        if self._restart_words and link.kind == "lost":
            return self._restart_words
        if told := rescue.tell(link, self.sitting.outlook, seconds):
            return told
        if link.kind != "lost":
            return ""
        again = _("Trying again …")
        if seconds > 1:
            again = _("Trying again in {seconds} s …").format(seconds=seconds)
        return f"{link.text} {again}"

    def _count_until_rescue(self, link: LinkState) -> None:
        """Count the seconds until somebody takes over, or until the next try if there are some to count."""
        seconds = link.retry_in or 0.0 if link.rescue is None else link.rescue.seconds
        self._start_countdown(seconds if seconds > 1 or link.rescue is not None else 0.0)

    def _begin_anew(self) -> None:
        if self._restart_words != rescue.beginning_anew():
            self.run_worker(self._restart(), group="restart")

    async def _restart(self) -> None:
        """Begin the round anew here, because its host does not come back."""
        line, self._restart_words = self.sitting.line, rescue.beginning_anew()
        self.show()
        has_begun = line is not None and await line.restart()
        self._restart_words = "" if has_begun else rescue.cannot_begin_anew()
        self.show()

    def _refuse(self, sentence: str) -> None:
        self._act.objection = sentence
        if isinstance(self.app.screen, OptionsDialog):
            self.app.screen.object(sentence)

    def _note(self) -> None:
        """Remember what was played, for next time: its hints are known, its options are wanted again."""
        table = self.sitting.outlook.table
        is_played = table is not None and table.stage == "over" and self._has_step()
        if is_played and not self.sitting.outlook.is_onlooker:
            self.takelan.has_played(game_of(self.sitting.outlook.view).name)
        if table is not None and table.stage == "playing" and self.sitting.outlook.is_owner:
            is_solo = self.sitting.chair.is_solo
            self.takelan.remember_table(table.game, table.options, is_solo=is_solo)

    def ask_to_leave(self, *, quits: bool) -> None:
        """Leave for home or for good, and ask first while a game is on."""

        def leave_if(leaves: bool | None) -> None:  # noqa: FBT001 (Textual passes the answer by position)
            if leaves:
                self.takelan.leave_table(quits=quits)

        if self.sitting.outlook.holds_seat and self.sitting.link.kind != "ended":
            self.app.push_screen(LeaveDialog(consequences(self.sitting)), leave_if)
        else:
            self.takelan.leave_table(quits=quits)

    def _open_talk(self) -> None:
        self.add_class("-pane")
        talk = self.query_one("#talk", Input)
        talk.can_focus = True
        talk.focus()
        self.show()

    def _close_pane(self) -> None:
        self.remove_class("-pane")
        talk = self.query_one("#talk", Input)
        self.set_focus(None)
        talk.can_focus = False
        self.show()

    def _restart_clock(self, left: int | None) -> None:
        if left is None:
            self._seconds = 0
        else:
            self._start_countdown(left / 1000)

    def _start_countdown(self, seconds: float) -> None:
        self._seconds = seconds
        if self._countdown is None and seconds > 0:
            self._countdown = self.set_interval(1, self._count_down)

    def _count_down(self) -> None:
        self._seconds = max(0.0, self._seconds - 1)
        if self._seconds == 0 and self._countdown is not None:
            self._countdown.stop()
            self._countdown = None
        self.show()
