"""Where one begins: tables to sit down at, a table to open, bots to play with."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable
from takelan.rules.catalog import GAMES
from takelan.ui import rescue
from takelan.ui.dialogs.ask import AskDialog
from takelan.ui.dialogs.code import CodeDialog
from takelan.ui.dialogs.settings import SettingsDialog
from takelan.ui.doors import CutOff, Doors
from takelan.ui.screens.help import HelpScreen
from takelan.ui.screens.pressing import PressScreen, bind
from takelan.ui.shown import shown
from takelan.ui.sitting import Chair
from takelan.ui.widgets.home import Finding, HomeSheet
from takelan.ui.widgets.keys import Keys, Offer
from takelan.wire.code import Code, check_code

#: After so many seconds without a table it is time to say what was tried.
PATIENCE = 3.0

_DIGITS = tuple("123456789")


class HomeScreen(PressScreen):
    """Home."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bind("home", (*_DIGITS, "a", "d", "enter", "n", "p", "s", "e", "r", "w", "q", "question_mark"))
    ]

    def __init__(self, doors: Doors, remark: str = "", *, wants_to_watch: bool = False) -> None:
        super().__init__()
        self.doors = doors
        self._remark = _ask_which_to_watch() if wants_to_watch else remark
        #: A table keeps its digit for as long as this screen is open.
        self._digits: list[FoundTable | None] = []
        #: Those that found no digit.
        self._beyond: list[FoundTable] = []
        self._tried: Sequence[str] = ()
        #: A game that was cut off and that no open table goes on with, once that is known.
        self._cut_off: CutOff | None = None
        self._keys = Keys(id="keys")
        self._is_going = False
        #: Whether the next digit names a table to look on at.
        self._wants_to_watch = wants_to_watch

    def parts(self) -> ComposeResult:
        """Show the sheet and the keys."""
        yield HomeSheet(id="home")
        yield self._keys

    def on_mount(self) -> None:
        """Fill everything, and look for tables once the first frame is out."""
        self.show()
        self.call_after_refresh(self._begin_search)

    def show(self) -> None:
        """Draw what was found."""
        if not self.is_mounted:
            return
        rows = [None if table is None else (table.advert, table.address) for table in self._digits]
        unfinished = self._unfinished()
        advert = None if unfinished is None else unfinished.advert
        cut_off = rescue.about_cut_off(self._offered())
        finding = Finding(rows, advert, self._tried, cut_off=cut_off, more=len(self._beyond))
        self.query_one(HomeSheet).show(finding, self._remark)
        self._keys.show(self.offers())

    def offers(self) -> Sequence[Offer]:
        """Offer what can be done now."""
        offers = []
        if self._unfinished() is not None:
            offers.append(Offer("Enter", _("my seat"), "enter"))
        elif self._offered() is not None:
            offers.append(Offer("Enter", _("go on"), "enter"))
        if any(self._digits):
            offers.append(Offer("1-9", _("watch") if self._wants_to_watch else _("sit down"), "1"))
        if any(table is not None and table.advert.watchable for table in self._digits):
            offers.append(Offer("w", _("sit down") if self._wants_to_watch else _("watch"), "w"))
        offers += [Offer("n", _("new table"), "n"), Offer("p", _("private"), "p"), Offer("s", _("solo"), "s")]
        if self._tried or self._beyond or not any(self._digits):
            offers.append(Offer("a", _("address, code"), "a"))
        if self._tried:
            offers.append(Offer("d", _("doctor"), "d"))
        return [
            *offers,
            Offer("e", _("settings"), "e"),
            Offer("r", _("rules"), "r"),
            Offer("?", _("help"), "question_mark"),
            Offer("q", _("quit"), "q"),
        ]

    def press(self, key: str) -> None:
        """React to a key."""
        if self._is_going:
            return
        self._remark = ""
        wants_to_watch, self._wants_to_watch = self._wants_to_watch, False
        if key in _DIGITS:
            self._go_to(int(key) - 1, wants_to_watch=wants_to_watch)
        elif key == "w":
            self._wants_to_watch = not wants_to_watch
            self._say(_ask_which_to_watch() if self._wants_to_watch else "")
        elif key == "enter" and (table := self._unfinished()) is not None:
            self._go(self.doors.to_found(table, self.takelan.player_name))
        elif key == "enter" and (cut_off := self._offered()) is not None:
            self._go_on_with(cut_off)
        elif key in ("n", "p", "s"):
            self._open(key)
        elif key == "a":
            self._ask_address()
        elif key == "q":
            self.app.exit()
        else:
            self._look_at(key)

    def _look_at(self, key: str) -> None:
        """Lay something on top that is only looked at."""
        if key == "d" and self._tried:
            self._call_doctor()
        elif key == "e":
            self.app.push_screen(SettingsDialog())
        elif key in ("r", "question_mark"):
            game = GAMES.get(self.takelan.settings.last_game)
            self.app.push_screen(HelpScreen(game, self.offers() if key != "r" else ()))

    def found(self, tables: list[FoundTable]) -> None:
        """Put new tables on free digits, and take those that are gone off theirs."""
        by_id = {table.advert.table: table for table in tables}
        kept = [None if one is None else by_id.pop(one.advert.table, None) for one in self._digits]
        self._beyond = []
        for table in by_id.values():
            if None in kept:
                kept[kept.index(None)] = table
            elif len(kept) < len(_DIGITS):
                kept.append(table)
            else:
                self._beyond.append(table)
        while kept and kept[-1] is None:
            kept.pop()
        self._digits = kept
        self.show()

    def tell_tried(self, tried: Sequence[str]) -> None:
        """Say what was tried and heard while nothing was found."""
        if tried != self._tried:
            self._tried = tried
            self.show()

    def tell_cut_off(self, cut_off: CutOff | None) -> None:
        """Offer to go on with a game whose table was not found."""
        self._cut_off = cut_off
        self.show()

    def _unfinished(self) -> FoundTable | None:
        return next((one for one in self._found if self.doors.is_own(one)), None)

    @property
    def _found(self) -> list[FoundTable]:
        return [*(one for one in self._digits if one is not None), *self._beyond]

    def _offered(self) -> CutOff | None:
        """Tell which game can be gone on with; one whose table is open is come back to instead."""
        is_open = self._cut_off is not None and any(
            one.advert.table == self._cut_off.table for one in self._found
        )
        return None if is_open or self._unfinished() is not None else self._cut_off

    def _go_on_with(self, cut_off: CutOff) -> None:
        self._is_going = True
        self._say(_("Opening a table …"))
        self.run_worker(self._go_to_cut_off(cut_off), exclusive=True, group="open")

    async def _go_to_cut_off(self, cut_off: CutOff) -> None:
        try:
            chair = await self.doors.to_cut_off(cut_off, self.takelan.player_name)
        except TakelanError as error:
            self._is_going, self._cut_off = False, None
            self._say(str(error))
        else:
            self._go(chair)

    def _begin_search(self) -> None:
        self.run_worker(self._search(), exclusive=True, group="search")

    async def _search(self) -> None:
        async with self.doors.look(self.found) as search:
            await asyncio.sleep(PATIENCE)
            self.tell_cut_off(await asyncio.to_thread(self.doors.cut_off))
            while True:
                self.tell_tried([] if any(self._digits) else search.tried)
                await asyncio.sleep(1)

    def _go_to(self, index: int, *, wants_to_watch: bool) -> None:
        """Sit down at a table, or look on where that is wanted or all there is to do."""
        table = self._digits[index] if index < len(self._digits) else None
        if table is None:
            self._say(_("There is no table on {digit}.").format(digit=index + 1))
            return
        advert, name = table.advert, self.takelan.player_name
        has_seat = advert.has_free_seat or self.doors.is_own(table)
        if advert.watchable and (wants_to_watch or not has_seat):
            if advert.private:
                self._ask_code(table, self.doors.to_gallery)
            else:
                self._go(self.doors.to_gallery(table, name))
        elif wants_to_watch:
            self._say(_("That table wants no onlookers."))
        elif advert.taken >= advert.seats and not has_seat:
            self._say(_("All seats at that table are taken."))
        elif advert.private and not self.doors.is_own(table):
            self._ask_code(table, self.doors.to_found)
        else:
            self._go(self.doors.to_found(table, name))

    def _ask_code(self, table: FoundTable, way: Callable[[FoundTable, str, Code], Chair]) -> None:
        question = _("{table} is private. Its code? Tab completes.")

        def go_on(text: str | None) -> None:
            if text is not None:
                self._go(way(table, self.takelan.player_name, check_code(text)))

        self.app.push_screen(CodeDialog(question.format(table=shown(table.advert.name))), go_on)

    def _open(self, key: str) -> None:
        self._is_going = True
        self._say(_("Opening a table …"))
        opening = self._open_table(is_solo=key == "s", is_private=key == "p")
        self.run_worker(opening, exclusive=True, group="open")

    async def _open_table(self, *, is_solo: bool, is_private: bool) -> None:
        settings = self.takelan.settings
        last = settings.last_options.get(settings.last_game, {})
        words = [f"{key}={word}" for key, word in last.items()]
        try:
            chair = await self.doors.to_new(
                settings.last_game,
                words,
                self.takelan.player_name,
                is_solo=is_solo,
                is_private=is_private,
            )
        except TakelanError as error:
            self._is_going = False
            self._say(str(error))
        else:
            self._go(chair)

    def _ask_address(self) -> None:
        question = _("Where is the table? ADDRESS, ADDRESS:PORT, or the three words of its code")
        self.app.push_screen(AskDialog(question, "", lambda text: None), self._call_address)

    def _call_address(self, text: str | None) -> None:
        if text is not None:
            self._say(_("Calling {place} …").format(place=text))
            self.run_worker(self._go_to_address(text), exclusive=True, group="open")

    async def _go_to_address(self, text: str) -> None:
        try:
            chair = await self.doors.to_address(text, self.takelan.player_name)
        except TakelanError as error:
            self._say(str(error))
        else:
            self._go(chair)

    def _call_doctor(self) -> None:
        from takelan.ui.screens.doctor import DoctorScreen

        self.app.push_screen(DoctorScreen(self.doors))

    def _say(self, sentence: str) -> None:
        self._remark = sentence
        self.show()

    def _go(self, chair: Chair) -> None:
        self._is_going = True
        self.takelan.sit_down(chair)


def _ask_which_to_watch() -> str:
    return _("Which table do you want to watch? Type its digit.")
