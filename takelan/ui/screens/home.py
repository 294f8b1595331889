"""Where one begins: tables to sit down at, a table to open, bots to play with."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable
from takelan.rules.catalog import GAMES
from takelan.ui.dialogs.ask import AskDialog
from takelan.ui.dialogs.settings import SettingsDialog
from takelan.ui.doors import Doors
from takelan.ui.screens.help import HelpScreen
from takelan.ui.screens.pressing import PressScreen, bind
from takelan.ui.sitting import Chair
from takelan.ui.widgets.home import Finding, HomeSheet
from takelan.ui.widgets.keys import Keys, Offer

#: After so many seconds without a table it is time to say what was tried.
PATIENCE = 3.0

_DIGITS = tuple("123456789")


class HomeScreen(PressScreen):
    """Home."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bind("home", (*_DIGITS, "a", "enter", "n", "s", "e", "r", "q", "question_mark"))
    ]

    def __init__(self, doors: Doors, remark: str = "") -> None:
        super().__init__()
        self._doors = doors
        self._remark = remark
        #: A table keeps its digit for as long as this screen is open.
        self._digits: list[FoundTable | None] = []
        self._tried: Sequence[str] = ()
        self._keys = Keys(id="keys")
        self._is_going = False

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
        finding = Finding(rows, None if unfinished is None else unfinished.advert, self._tried)
        self.query_one(HomeSheet).show(finding, self._remark)
        self._keys.show(self.offers())

    def offers(self) -> Sequence[Offer]:
        """Offer what can be done now."""
        offers = []
        if self._unfinished() is not None:
            offers.append(Offer("Enter", _("my seat"), "enter"))
        if any(self._digits):
            offers.append(Offer("1-9", _("sit down"), "1"))
        offers += [Offer("n", _("new table"), "n"), Offer("s", _("solo"), "s")]
        if self._tried or not any(self._digits):
            offers.append(Offer("a", _("address"), "a"))
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
        if key in _DIGITS:
            self._sit_down_at(int(key) - 1)
        elif key == "enter" and (table := self._unfinished()) is not None:
            self._go(self._doors.to_found(table, self.takelan.player_name))
        elif key in ("n", "s"):
            self._open(is_solo=key == "s")
        elif key == "a":
            self._ask_address()
        elif key == "e":
            self.app.push_screen(SettingsDialog())
        elif key in ("r", "question_mark"):
            game = GAMES.get(self.takelan.settings.last_game)
            self.app.push_screen(HelpScreen(game, self.offers() if key != "r" else ()))
        elif key == "q":
            self.app.exit()

    def found(self, tables: list[FoundTable]) -> None:
        """Put new tables on free digits, and take those that are gone off theirs."""
        by_id = {table.advert.table: table for table in tables}
        kept = [None if one is None else by_id.pop(one.advert.table, None) for one in self._digits]
        for table in by_id.values():
            if None in kept:
                kept[kept.index(None)] = table
            elif len(kept) < len(_DIGITS):
                kept.append(table)
        while kept and kept[-1] is None:
            kept.pop()
        self._digits = kept
        self.show()

    def tell_tried(self, tried: Sequence[str]) -> None:
        """Say what was tried and heard while nothing was found."""
        if tried != self._tried:
            self._tried = tried
            self.show()

    def _unfinished(self) -> FoundTable | None:
        return next((one for one in self._digits if one is not None and self._doors.is_own(one)), None)

    def _begin_search(self) -> None:
        self.run_worker(self._search(), exclusive=True, group="search")

    async def _search(self) -> None:
        async with self._doors.look(self.found) as search:
            await asyncio.sleep(PATIENCE)
            while True:
                self.tell_tried([] if any(self._digits) else search.tried)
                await asyncio.sleep(1)

    def _sit_down_at(self, index: int) -> None:
        table = self._digits[index] if index < len(self._digits) else None
        if table is None:
            self._say(_("There is no table on {digit}.").format(digit=index + 1))
        elif table.advert.taken >= table.advert.seats and not self._doors.is_own(table):
            self._say(_("All seats at that table are taken."))
        else:
            self._go(self._doors.to_found(table, self.takelan.player_name))

    def _open(self, *, is_solo: bool) -> None:
        self._is_going = True
        self._say(_("Opening a table …"))
        self.run_worker(self._open_table(is_solo=is_solo), exclusive=True, group="open")

    async def _open_table(self, *, is_solo: bool) -> None:
        settings = self.takelan.settings
        last = settings.last_options.get(settings.last_game, {})
        words = [f"{key}={word}" for key, word in last.items()]
        try:
            chair = await self._doors.to_new(
                settings.last_game, words, self.takelan.player_name, is_solo=is_solo
            )
        except TakelanError as error:
            self._is_going = False
            self._say(str(error))
        else:
            self._go(chair)

    def _ask_address(self) -> None:
        question = _("Where is the table? ADDRESS or ADDRESS:PORT")
        self.app.push_screen(AskDialog(question, "", lambda text: None), self._call_address)

    def _call_address(self, text: str | None) -> None:
        if text is not None:
            self._say(_("Calling {place} …").format(place=text))
            self.run_worker(self._go_to_address(text), exclusive=True, group="open")

    async def _go_to_address(self, text: str) -> None:
        try:
            chair = await self._doors.to_address(text, self.takelan.player_name)
        except TakelanError as error:
            self._say(str(error))
        else:
            self._go(chair)

    def _say(self, sentence: str) -> None:
        self._remark = sentence
        self.show()

    def _go(self, chair: Chair) -> None:
        self._is_going = True
        self.takelan.sit_down(chair)
