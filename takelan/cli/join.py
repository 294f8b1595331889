"""``takelan join``: sit down at a table, without a key when there is exactly one."""

import asyncio
from pathlib import Path

import click

from takelan.cli import front
from takelan.cli.finding import describe, find_table, looking, open_tables, place_of
from takelan.cli.looks import ascii_option
from takelan.cli.names import player_name
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable, Place
from takelan.wire.peer_text import PlayerName


class NothingChosenError(TakelanError):
    """No table was chosen: type its number, or `takelan join` and its name."""


@click.command(short_help="Sit down at a table.")
@click.argument("table", required=False, metavar="[TABLE|ADDRESS[:PORT]]")
@click.option("--name", metavar="NAME", help="What you are called; your login name if left out.")
@ascii_option
@click.option("--plain", is_flag=True, help="Play line by line: for screen readers, pipes and scripts.")
@click.option(
    "--wire-log",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every message from the host to this file, as JSON Lines.",
)
def join(table: str | None, name: str | None, plain: bool, wire_log: Path | None) -> None:
    """Sit down at a table on this network, or come back to your seat.

    Without an argument it is the only table there is, or one of a list. TABLE is the name of a table or of
    the player who opened it. With --plain a script can play: it reads sentences and types the numbers of the
    lists; the end of its input leaves the table.
    """
    join_and_play(table, player_name(name), plain=plain, wire_log=wire_log)


def join_and_play(table: str | None, name: PlayerName, *, plain: bool, wire_log: Path | None = None) -> None:
    """Find a table and play there."""
    with front.goodbye_on_ctrl_c():
        place = asyncio.run(find_table(table)) if table else _choose_table()

    async def playing() -> int:
        return await front.play(front.Visit(place=place, name=name, wire_log=wire_log), plain=plain)

    front.run(playing)


def _choose_table() -> Place:
    tables = asyncio.run(_look_around())
    return place_of(tables[0] if len(tables) == 1 else _ask_which(tables))


async def _look_around() -> list[FoundTable]:
    async with looking() as browser:
        return await open_tables(browser)


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
