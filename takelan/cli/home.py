"""``takelan`` without a command: the tables that are open, a new one, or a game alone."""

import asyncio

import click

from takelan.cli import front
from takelan.cli.finding import describe, is_open, looking, place_of
from takelan.cli.host import open_and_play
from takelan.cli.names import player_name
from takelan.cli.opening import Opening, default_game
from takelan.cli.solo import alone
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable
from takelan.rules.catalog import GAMES

_LOOK_ROUND = 1.0


def home() -> None:
    """Show what there is to do, and do what is chosen."""
    with front.goodbye_on_ctrl_c():
        while True:
            tables = asyncio.run(_look_around())
            for line in _menu(tables):
                click.echo(line)
            typed = front.read_line()
            if typed is None or _do(typed.strip().casefold(), tables):
                return


async def _look_around() -> list[FoundTable]:
    async with looking() as browser:
        await browser.gather(_LOOK_ROUND)
        return [found for found in browser.tables() if is_open(found)][:9]


def _menu(tables: list[FoundTable]) -> list[str]:
    lines = [f"{number}) {describe(found)}" for number, found in enumerate(tables, start=1)]
    return [
        *(lines or [_("No table is open here yet.")]),
        _("n opens a new table, s plays alone against bots, Enter looks again, q quits."),
    ]


def _do(typed: str, tables: list[FoundTable]) -> bool:
    """Do what was typed, and say whether that was all."""
    if typed == "q":
        return True
    if typed == "n":
        open_and_play(Opening(game=default_game()), plain=False)
    elif typed == "s":
        _play_alone()
    elif typed.isdigit() and 1 <= int(typed) <= len(tables):
        _sit_down(tables[int(typed) - 1])
    elif typed:
        click.echo(_("'{typed}' is none of these.").format(typed=typed))
    return False


def _play_alone() -> None:
    for number, game in enumerate(GAMES.values(), start=1):
        click.echo(f"{number}) {game.title}")
    typed = (front.read_line() or "").strip()
    games = list(GAMES.values())
    is_known = typed.isdigit() and 1 <= int(typed) <= len(games)
    open_and_play(alone(games[int(typed) - 1] if is_known else default_game()), plain=False, is_solo=True)


def _sit_down(found: FoundTable) -> None:
    visit = front.Visit(place=place_of(found), name=player_name(None))

    async def playing() -> int:
        return await front.play(visit, plain=False)

    front.run(playing)
