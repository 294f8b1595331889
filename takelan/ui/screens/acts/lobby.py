"""Before the first card: who plays what."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from takelan.language import translate as _
from takelan.net.codes import draw_code
from takelan.rules.catalog import GAMES
from takelan.ui import onlooking, sentences
from takelan.ui.checks import invitation
from takelan.ui.dialogs.name import NameDialog
from takelan.ui.dialogs.options import OptionsDialog
from takelan.ui.screens.acts.act import Act
from takelan.ui.widgets.keys import Offer
from takelan.ui.widgets.lobby import Lobby
from takelan.wire import to_host
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName
from takelan.wire.to_peer import TableState

if TYPE_CHECKING:
    from takelan.ui.screens.table import TableScreen

BOT_LEVELS = ("normal", "hard", "easy")


class LobbyAct(Act):
    """Choose the game, fill the seats, begin."""

    NAME = "lobby"

    def __init__(self, screen: "TableScreen") -> None:
        super().__init__(screen)
        self._cursor = 0
        self._level = 0

    def show(self) -> None:
        """Draw the gathering."""
        outlook = self.sitting.outlook
        table = outlook.table
        count = 0 if table is None else len(table.seats)
        self._cursor = max(0, min(self._cursor, count - 1))
        chair, checks = self.sitting.chair, self.sitting.checks
        command = "" if chair.is_solo else invitation(outlook)
        is_locked = outlook.doorway is not None and outlook.doorway.is_locked
        lobby = self.screen.query_one(Lobby)
        lobby.show(table, self.sitting.trips, command, self._cursor, checks, is_locked=is_locked)
        name = "" if table is None else str(table.name)
        title = _("A round is on") if outlook.waits_for_round else _("Lobby")
        self.screen.banner.show(title, onlooking.beside(name, outlook))
        self.screen.say(self.sitting.news, sentences.what_now(outlook), objection=self.objection)

    def offers(self) -> Sequence[Offer]:
        """Offer the owner more than the guests."""
        outlook = self.sitting.outlook
        table = outlook.table
        if table is None:
            return []
        if not outlook.is_owner:
            ready = Offer("Enter", _("not ready") if outlook.is_ready else _("ready"), "enter")
            return [ready, *self._check_offers(), Offer("n", _("name"), "n")]
        offers = [
            *self._check_offers(),
            Offer("1 2 3", _("game"), "next_game"),
            Offer("o", _("options"), "o"),
        ]
        if table.missing is None:
            offers.insert(0, Offer("Enter", _("begin"), "enter"))
        if len(table.seats) < table.seat_limit:
            offers.append(Offer("b", _("add a bot"), "b"))
        if any(seat.bot for seat in table.seats):
            offers.append(Offer("B", _("remove"), "B"))
        offers += self._door_offers()
        if len(table.seats) < table.seat_limit:
            level = BOT_LEVELS[self._level]
            offers.append(Offer("v", _("bots: {level}").format(level=level), "v"))
        if len(table.seats) > 1:
            offers.append(Offer("↑↓", _("seat"), "down"))
            offers += self._seat_offers(table)
        return [*offers, Offer("n", _("name"), "n")]

    def press(self, key: str) -> None:
        """React to a key."""
        self.objection = ""
        table = self.sitting.outlook.table
        if table is None:
            return
        games: Sequence[Any] = list(GAMES)
        if key.startswith("seat:"):
            self._put_cursor(int(key[5:]), table)
        elif key in ("1", "2", "3"):
            self._ask_owner(lambda: to_host.ChooseGame(games[int(key) - 1]))
        elif key == "next_game":
            following = games[(games.index(table.game) + 1) % len(games)]
            self._ask_owner(lambda: to_host.ChooseGame(following))
        elif key in self._presses():
            self._presses()[key](table)

    def _presses(self) -> dict[str, Callable[[TableState], object]]:
        return {
            "enter": self._begin,
            "up": lambda table: self._put_cursor(self._cursor - 1, table),
            "down": lambda table: self._put_cursor(self._cursor + 1, table),
            "left": lambda table: self._move(table, -1),
            "right": lambda table: self._move(table, 1),
            "b": lambda table: self._ask_owner(lambda: to_host.AddBot(BOT_LEVELS[self._level])),
            "B": self._remove_bot,
            "v": self._next_level,
            "d": self._mark_dealer,
            "x": self._unseat,
            "o": self._change_options,
            "n": self._rename,
            "w": self._compare,
            "c": lambda table: self._set_code(draw_code),
            "C": lambda table: self._set_code(lambda: None),
        }

    def _check_offers(self) -> list[Offer]:
        table = self.sitting.outlook.table
        seat = None if table is None else self._cursor if self.sitting.outlook.is_owner else table.you
        is_there = seat is not None and self.sitting.checks.of_seat(seat) is not None
        return [Offer("w", _("compared"), "w")] if is_there else []

    def _door_offers(self) -> list[Offer]:
        if self.sitting.chair.is_solo:
            return []
        doorway = self.sitting.outlook.doorway
        if doorway is None or doorway.code is None:
            return [Offer("c", _("private"), "c")]
        return [Offer("c", _("new code"), "c"), Offer("C", _("open to all"), "C")]

    def _compare(self, table: TableState) -> None:
        """Note that the words of a seat were compared: the owner's cursor lies on it, a guest has but one."""
        seat = self._cursor if self.sitting.outlook.is_owner else table.you
        words = None if seat is None else self.sitting.checks.of_seat(seat)
        if words is None:
            self.object(_("Choose the seat whose check words you have compared."))
        else:
            self.sitting.checks.compare(words)
            self.screen.show()

    def _set_code(self, choose: Callable[[], Code | None]) -> None:
        if not self.sitting.chair.is_solo:
            self._ask_owner(lambda: to_host.SetCode(choose()))

    def _seat_offers(self, table: TableState) -> list[Offer]:
        offers = [Offer("←→", _("move"), "right")]
        if self._cursor != table.you:
            offers.append(Offer("x", _("send away"), "x"))
        return [*offers, Offer("d", _("deals first"), "d")]

    def _begin(self, table: TableState) -> None:
        if self.sitting.outlook.is_owner:
            if table.missing is not None:
                self.object(str(table.missing))
            else:
                self.sitting.send(to_host.Start())
        else:
            self.sitting.send(to_host.Ready(not self.sitting.outlook.is_ready))

    def _put_cursor(self, seat: int, table: TableState) -> None:
        self._cursor = seat % max(1, len(table.seats))
        self.screen.show()

    def _move(self, table: TableState, by: int) -> None:
        seat = (self._cursor + by) % len(table.seats)
        occupant = table.seats[self._cursor].occupant
        if self._ask_owner(lambda: to_host.MoveTo(occupant, seat)):
            self._cursor = seat

    def _remove_bot(self, table: TableState) -> None:
        bots = [seat.occupant for seat in table.seats if seat.bot is not None]
        if bots:
            self._ask_owner(lambda: to_host.Unseat(bots[-1]))

    def _next_level(self, table: TableState) -> None:
        self._level = (self._level + 1) % len(BOT_LEVELS)
        self.screen.show()

    def _mark_dealer(self, table: TableState) -> None:
        is_marked = table.first_dealer == self._cursor
        occupant = None if is_marked else table.seats[self._cursor].occupant
        self._ask_owner(lambda: to_host.MarkDealer(occupant))

    def _unseat(self, table: TableState) -> None:
        if self._cursor == table.you:
            self.object(_("You cannot send yourself away: q leaves."))
        else:
            self._ask_owner(lambda: to_host.Unseat(table.seats[self._cursor].occupant))

    def _change_options(self, table: TableState) -> None:
        if self.sitting.outlook.is_owner:
            self.screen.app.push_screen(OptionsDialog(self.sitting))
        else:
            self.object_not_owner()

    def _rename(self, table: TableState) -> None:
        own = "" if table.you is None else table.seats[table.you].name
        self.screen.app.push_screen(NameDialog(own), self._send_name)

    def _send_name(self, text: str | None) -> None:
        if text is not None:
            self.sitting.send(to_host.Rename(PlayerName(text)))

    def _ask_owner(self, make: Callable[[], to_host.AnyToHost]) -> bool:
        """Send what only the owner may say, or tell whom to ask."""
        if self.sitting.outlook.is_owner:
            self.sitting.send(make())
            return True
        self.object_not_owner()
        return False
