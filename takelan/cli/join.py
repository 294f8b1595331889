"""``takelan join``: sit down at a table, without a key when there is exactly one."""

from collections.abc import Callable
from pathlib import Path

import click

from takelan.cli import front
from takelan.cli.finding import describe, looking, open_tables
from takelan.cli.looks import ascii_option
from takelan.cli.names import player_name
from takelan.cli.parameters import code_option, table_argument, wire_log_option
from takelan.cli.running import complete
from takelan.cli.stand_in import stand_in_option
from takelan.cli.way import Way, find_way, way_to
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable
from takelan.wire.peer_text import PlayerName


class NothingChosenError(TakelanError):
    """No table was chosen: type its number, or its name after the command."""


@click.command(short_help="Sit down at a table.")
@table_argument
@code_option
@click.option("--name", metavar="NAME", help="What you are called; your login name if left out.")
@stand_in_option
@ascii_option
@click.option("--plain", is_flag=True, help="Play line by line: for screen readers, pipes and scripts.")
@wire_log_option
def join(table: str | None, code: str | None, name: str | None, plain: bool, wire_log: Path | None) -> None:
    """Sit down at a table on this network, or come back to your seat.

    Without an argument it is the only table there is, or one of a list. TABLE is the name of a table or of
    the player who opened it; CODE is what the host of a private table tells you, three words like
    otter-lamp-cable. With --plain a script can play: it reads sentences and types the numbers of the
    lists; the end of its input leaves the table.
    """
    join_and_play(table, player_name(name), plain=plain, wire_log=wire_log, code=code)


def join_and_play(
    table: str | None, name: PlayerName, *, plain: bool, wire_log: Path | None = None, code: str | None = None
) -> None:
    """Find a table and play there."""
    if table is not None or front.wants_lines(plain) or wire_log is not None:
        _sit_down(find_or_choose(table, code), name, plain=plain, wire_log=wire_log)
        return
    with front.goodbye_on_ctrl_c():
        tables = complete(lambda: _look_around(None))
        way = None if len(tables) > 1 else way_to(tables[0])
    if way is None:
        _open_list(name)
    else:
        _sit_down(way, name, plain=plain)


def _sit_down(way: Way, name: PlayerName, *, plain: bool, wire_log: Path | None = None) -> None:
    async def playing() -> int:
        return await front.play(front.visit_by(way, name, wire_log), plain=plain)

    front.run(playing)


def _open_list(name: PlayerName) -> None:
    """Show the tables there are on the home screen, where a digit sits down."""
    from takelan.cli.screen import show

    front.run(lambda: show(None, str(name)))


def find_or_choose(
    table: str | None, code: str | None, is_wanted: Callable[[FoundTable], bool] | None = None
) -> Way:
    """Find the table that was named; else the only one to sit down at, or wanted otherwise, or ask which."""
    with front.goodbye_on_ctrl_c():
        return complete(lambda: find_way(table, code)) if table else _choose_table(is_wanted)


def _choose_table(is_wanted: Callable[[FoundTable], bool] | None) -> Way:
    tables = complete(lambda: _look_around(is_wanted))
    return way_to(tables[0] if len(tables) == 1 else _ask_which(tables))


async def _look_around(is_wanted: Callable[[FoundTable], bool] | None) -> list[FoundTable]:
    async with looking() as browser:
        return await open_tables(browser, is_wanted)


def _ask_which(tables: list[FoundTable]) -> FoundTable:
    for number, found in enumerate(tables, start=1):
        click.echo(f"{number}) {describe(found)}")
    while True:
        click.echo(_("Which table? Type its number."))
        line = front.read_line()
        if line is None:
            raise NothingChosenError
        if line.strip().isdigit() and 1 <= int(line) <= len(tables):
            return tables[int(line) - 1]
