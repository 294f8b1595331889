"""What the owner of a table arranges between games: the game, its options, bots, order, dealer.

Rule 1: every refusal is a sentence for the owner and changes nothing.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from takelan.language import translate as _
from takelan.rules.catalog import find_game
from takelan.rules.game import AnyGame, Seat
from takelan.table.failures import ArrangementError
from takelan.table.occupants import Occupant, Occupants
from takelan.table.options import OWN_DECK, change, to_words
from takelan.table.pace import Pace
from takelan.table.records import TableRecord
from takelan.table.setup import Setup
from takelan.wire import to_host
from takelan.wire.peer_text import PlayerName


class Gathering:
    """A table between games."""

    def __init__(self, setup: Setup, occupants: Occupants) -> None:
        self._setup = setup
        self._occupants = occupants
        self.game: AnyGame = setup.game
        self.pace = setup.pace
        #: The options last used for each game, so that switching back and forth loses nothing.
        self._options: dict[str, Any] = {setup.game.name: setup.options}
        self._dealer: Occupant | None = None
        self._told: tuple[Any, Pace, dict[str, str]] | None = None

    @property
    def options(self) -> Any:
        """The options of the game in force."""
        return self._options.setdefault(self.game.name, self.game.options_type())

    def words(self) -> dict[str, str]:
        """Write every option in force as a word; they change far less often than they are told."""
        options, pace = self.options, self.pace
        if self._told is None or self._told[0] is not options or self._told[1] is not pace:
            self._told = (options, pace, to_words(options, pace))
        return self._told[2]

    @property
    def host_name(self) -> PlayerName:
        """What whoever runs the table is called."""
        return self._setup.host_name

    @property
    def seat_limit(self) -> int:
        """How many may sit down for this game."""
        return min(self._setup.seats or self.game.most, self.game.most)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return len(self._occupants) >= self.seat_limit

    @property
    def first_dealer(self) -> Seat | None:
        """The seat marked to deal first (TI2), if it is still there."""
        if self._dealer is None or self._dealer not in list(self._occupants):
            return None
        return self._occupants.seat(self._dealer)

    def save_options(self) -> dict[str, Any]:
        """Write down how this table plays each game."""
        return dict(sorted(self._options.items()))

    def load(self, record: TableRecord) -> None:
        """Arrange everything as it was."""
        self.game, self.pace = find_game(record.game), record.pace
        for name, options in record.options.items():
            self._options[name] = msgspec.convert(options, find_game(name).options_type)
        self._dealer = None if record.dealer is None else self._occupants.by_id(record.dealer)

    @property
    def dealer_id(self) -> int | None:
        """Whoever is marked to deal first."""
        return None if self._dealer is None else self._dealer.id

    def missing(self) -> str | None:
        """Say what keeps a game from beginning; None when nothing does."""
        lacking = self.game.fewest - len(self._occupants)
        if lacking <= 0:
            return None
        return _("{game} is for {fewest} to {most} players: wait for guests, or add a bot.").format(
            game=self.game.title, fewest=self.game.fewest, most=self.game.most
        )

    def choose_game(self, wish: to_host.ChooseGame) -> None:
        """Play another game."""
        game = find_game(wish.game)
        if len(self._occupants) > game.most:
            raise ArrangementError(
                _("{game} is for at most {most} players, and {seats} sit here.").format(
                    game=game.title, most=game.most, seats=len(self._occupants)
                )
            )
        self.game = game

    def set_option(self, wish: to_host.SetOption) -> None:
        """Change one option of the game or of the pace."""
        if (wish.key, wish.word) == ("deck", OWN_DECK):
            return
        options, self.pace = change(self.game, self.options, self.pace, wish.key, wish.word)
        self._options[self.game.name] = options

    def add_bot(self, wish: to_host.AddBot) -> Occupant:
        """Seat a bot."""
        level = wish.level or self._setup.levels[0]
        if level not in self._setup.levels:
            raise ArrangementError(
                _("There is no bot called '{level}': choose {levels}.").format(
                    level=level, levels=", ".join(self._setup.levels)
                )
            )
        if self.is_full:
            raise ArrangementError(
                _("All {seats} seats are taken: send somebody away first.").format(seats=self.seat_limit)
            )
        return self._occupants.add_bot(level)

    def move_to(self, wish: to_host.MoveTo) -> None:
        """Put somebody in another seat."""
        self._occupants.move(self.find(wish.occupant), min(wish.seat, len(self._occupants) - 1))

    def mark_dealer(self, wish: to_host.MarkDealer) -> None:
        """Say who deals first."""
        self._dealer = None if wish.occupant is None else self.find(wish.occupant)

    def find(self, number: int) -> Occupant:
        """Find whoever a wish is about."""
        occupant = self._occupants.by_id(number)
        if occupant is None:
            raise ArrangementError(_("Whoever that was has already left."))
        return occupant


#: The wishes that are granted here.
ARRANGEMENTS: dict[type[to_host.ToHost], Callable[[Gathering, Any], object]] = {
    to_host.ChooseGame: Gathering.choose_game,
    to_host.SetOption: Gathering.set_option,
    to_host.AddBot: Gathering.add_bot,
    to_host.MoveTo: Gathering.move_to,
    to_host.MarkDealer: Gathering.mark_dealer,
}
