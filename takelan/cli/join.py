"""``takelan join``: sit down at a table, without a key when there is exactly one."""

from collections.abc import Callable
from pathlib import Path

import click

from takelan.cli import front
from takelan.cli.finding import can_be_watched, describe, is_open, looking, open_tables
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
    come_to(table, code, player_name(name), plain=plain, wire_log=wire_log)


def come_to(
    table: str | None,
    code: str | None,
    name: PlayerName,
    *,
    plain: bool,
    wire_log: Path | None,
    is_onlooker: bool = False,
) -> None:
    """Sit down, or look on, at the table that was named, at the only one there is, or at one of a list."""
    # A list is chosen from in the app; what is to be written down is one table, and lines are asked for it.
    has_list = not front.wants_lines(plain) and wire_log is None
    with front.goodbye_on_ctrl_c():
        way = complete(lambda: find_way(table, code)) if table else _choose(has_list, is_onlooker)
    if way is None:
        _open_list(name, wants_to_watch=is_onlooker)
        return
    visit = front.visit_by(way, name, wire_log, is_onlooker=is_onlooker)
    front.run(lambda: front.play(visit, plain=plain))


def _open_list(name: PlayerName, *, wants_to_watch: bool) -> None:
    """Show the tables there are on the home screen, where a digit sits down or looks on."""
    from takelan.cli.screen import show

    front.run(lambda: show(None, str(name), wants_to_watch=wants_to_watch))


def _choose(has_list: bool, is_onlooker: bool) -> Way | None:
    """Find the only table that fits; of several ask which, or leave it to the list in the app."""
    tables = complete(lambda: _look_around(can_be_watched if is_onlooker else is_open))
    if len(tables) > 1 and has_list:
        return None
    return way_to(tables[0] if len(tables) == 1 else _ask_which(tables))


async def _look_around(is_wanted: Callable[[FoundTable], bool]) -> list[FoundTable]:
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
