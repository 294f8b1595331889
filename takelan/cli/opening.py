"""What somebody asked for when opening a table, as options of commands and as a table's set-up."""

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
from click.shell_completion import CompletionItem

from takelan.bots.levels import KINDS
from takelan.cli.looks import ascii_option
from takelan.cli.names import player_name, table_name
from takelan.cli.parameters import WholeNumber, table_option_option, with_deck
from takelan.cli.stand_in import stand_in_option
from takelan.errors import TakelanError
from takelan.net.codes import draw_code
from takelan.net.places import is_on_this_machine
from takelan.rules.catalog import GAMES, split_words
from takelan.rules.game import AnyGame, check_seats
from takelan.store.settings import load
from takelan.store.transcripts.appending import check_writable
from takelan.table.options import read_words
from takelan.table.setup import Setup, StartRule
from takelan.wire.advert import MAX_SEATS

Command = TypeVar("Command", bound=Callable[..., Any])

#: The usual one first, then the others, the yardsticks last.
LEVELS = ("normal", *(kind for kind in reversed(KINDS) if kind != "normal"))

_BOTS = re.compile(r"(?P<count>\d{1,2})(?::(?P<level>[a-z]+))?")


class BotCount(click.ParamType[tuple[str, ...]]):
    """So many bots, perhaps of a level: 3 or 3:hard."""

    name = "N[:LEVEL]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Turn the count into a level for each bot."""
        if isinstance(value, tuple):
            return value
        match = _BOTS.fullmatch(str(value))
        level = (match and match["level"]) or LEVELS[0]
        if match is None or int(match["count"]) >= MAX_SEATS or level not in LEVELS:
            self.fail(f"'{value}' is no number of bots: write 0 to {MAX_SEATS - 1}, or for example 2:hard")
        return (level,) * int(match["count"])

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the levels to the shell."""
        count = incomplete.partition(":")[0] or "1"
        offers = [f"{count}:{level}" for level in LEVELS]
        return [CompletionItem(offer) for offer in offers if offer.startswith(incomplete)]


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A table as it was asked for."""

    game: AnyGame
    name: str | None = None
    table: str | None = None
    port: int | None = None
    bind: str | None = None
    seats: int | None = None
    bots: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    rounds: int | None = None
    start: StartRule = "when-ready"
    transcript: Path | None = None
    #: Whether newcomers have to know a code.
    private: bool = False
    #: Whether it was opened by an election.
    merges: bool = False

    def setup(self, table_id: str, owner: bytes | None) -> Setup:
        """Check everything and make the set-up of the table."""
        self._check_seats()
        if self.transcript is not None:
            check_writable(self.transcript)
        host = player_name(self.name)
        options, pace = read_words(self.game, with_deck(self.game, split_words(self._words())))
        return Setup(
            table=table_id,
            name=table_name(self.table, host),
            host_name=host,
            game=self.game,
            options=options,
            pace=pace,
            seats=self.seats,
            bots=self.bots,
            levels=LEVELS,
            start=self.start,
            owner=owner,
            merges=self.merges,
            is_local=self.bind is not None and is_on_this_machine(self.bind),
            code=draw_code() if self.private else None,
        )

    def arguments(self) -> list[str]:
        """Write the same wishes as a command line for another process."""
        pairs = {
            "--name": self.name,
            "--table": self.table,
            "--port": self.port,
            "--bind": self.bind,
            "--seats": self.seats,
            "--start": self.start,
            "--transcript": self.transcript,
        }
        given = [f"{key}={value}" for key, value in pairs.items() if value is not None]
        bots = [f"--bots={self.bots.count(level)}:{level}" for level in dict.fromkeys(self.bots)]
        flags = [f"--{flag}" for flag in ("private", "merges") if getattr(self, flag)]
        return [self.game.name, *given, *bots, *flags, *(f"--option={word}" for word in self._words())]

    def _words(self) -> list[str]:
        rounds = [] if self.rounds is None else [f"rounds={self.rounds}"]
        return [*self.options, *rounds]

    def _check_seats(self) -> None:
        if self.seats is not None:
            check_seats(self.game.title, self.seats, self.game.fewest, self.game.most)
        most = self.seats or self.game.most
        if len(self.bots) >= most:
            # One seat at least is for a person.
            check_seats(self.game.title, len(self.bots) + 1, self.game.fewest, most)


def new_table_id() -> str:
    """Draw the id of a table."""
    return secrets.token_hex(8)


def opening_options(*, with_seats: bool) -> Callable[[Command], Command]:
    """Take the options of a table to be opened."""
    shared = [
        click.option("--name", metavar="NAME", help="What you are called; your login name if left out."),
        click.option("--bots", type=BotCount(), default=None, help="Seat so many bots: 3, or 2:hard."),
        table_option_option,
        click.option("--rounds", type=int, help="How many rounds; short for --option rounds=N."),
        click.option("--transcript", type=click.Path(path_type=Path), help="Add finished games to a file."),
        stand_in_option,
        ascii_option,
        click.option("--plain", is_flag=True, help="Play line by line: for screen readers and scripts."),
    ]  # fmt: skip
    for_others = [
        click.option("--table", metavar="NAME", help="What the table is called in lists."),
        click.option("--port", type=WholeNumber(0, 65535), help="Listen here; 0 is any free port."),
        click.option("--bind", metavar="ADDRESS", help="Listen only at this address of your machine."),
        click.option("--private", is_flag=True, help="Let in only those who know a code of three words."),
        click.option("--seats", type=int, help="At most so many may sit down."),
        click.option(
            "--start",
            type=click.Choice(get_args(StartRule)),
            default="when-ready",
            show_default=True,
            help="When a game begins by itself.",
        ),
    ]  # fmt: skip
    return _all_of([*shared, *(for_others if with_seats else [])])


def default_game() -> AnyGame:
    """Name the game of a table when none was asked for: the one of last time."""
    return GAMES.get(load().last_game) or next(iter(GAMES.values()))


def last_words(game: AnyGame) -> tuple[str, ...]:
    """Write the options a game was last played with; those that are no longer understood are left out."""
    words = {key: word for key, word in load().last_options.get(game.name, {}).items() if key != "deck"}
    try:
        read_words(game, words)
    except TakelanError:
        return ()
    return tuple(f"{key}={word}" for key, word in words.items())


def _all_of(options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
