"""``takelan`` without a command: the tables that are open, a new one, or a game alone."""

import click

from takelan.cli import front
from takelan.cli.cut_off import find_remains
from takelan.cli.doors import HouseDoors
from takelan.cli.finding import can_be_watched, describe, is_open, looking
from takelan.cli.host import open_and_play, resume_and_play, wanted_page
from takelan.cli.names import player_name
from takelan.cli.opening import Opening, default_game
from takelan.cli.running import complete
from takelan.cli.solo import alone
from takelan.cli.way import way_to
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable, Place
from takelan.rules.catalog import GAMES
from takelan.ui.doors import CutOff
from takelan.ui.rescue import about_cut_off
from takelan.wire.peer_text import PlayerName

_LOOK_ROUND = 1.0


def home() -> None:
    """Show what there is to do, and do what is chosen."""
    with front.goodbye_on_ctrl_c():
        while True:
            tables = complete(_look_around)
            cut_off = _cut_off(tables)
            for line in _menu(tables, cut_off):
                click.echo(line)
            typed = front.read_line()
            if typed is None or _do(typed.strip().casefold(), tables, cut_off):
                return


async def _look_around() -> list[FoundTable]:
    async with looking() as browser:
        await browser.gather(_LOOK_ROUND)
        return [found for found in browser.tables() if is_open(found) or can_be_watched(found)][:9]


def _cut_off(tables: list[FoundTable]) -> CutOff | None:
    """Find a game to go on with that no open table goes on with."""
    cut_off = HouseDoors().cut_off()
    is_open = cut_off is not None and any(found.advert.table == cut_off.table for found in tables)
    return None if is_open else cut_off


def _menu(tables: list[FoundTable], cut_off: CutOff | None) -> list[str]:
    offer = [] if cut_off is None else [f"c) {about_cut_off(cut_off)}"]
    lines = offer + [f"{number}) {describe(found)}" for number, found in enumerate(tables, start=1)]
    return [
        *(lines or [_("No table is open here yet.")]),
        *([_("A number sits down, w and a number looks on.")] if any(map(can_be_watched, tables)) else []),
        _("n opens a new table, p a private one, s plays alone against bots, Enter looks again, q quits."),
    ]


def _do(typed: str, tables: list[FoundTable], cut_off: CutOff | None) -> bool:
    """Do what was typed, and say whether that was all."""
    if typed == "q":
        return True
    if typed in ("n", "p"):
        open_and_play(Opening(game=default_game(), private=typed == "p"), plain=False)
    elif typed == "s":
        _play_alone()
    elif typed == "c" and cut_off is not None:
        _go_on_with(cut_off)
    elif typed.isdigit() and 1 <= int(typed) <= len(tables):
        found = tables[int(typed) - 1]
        _go_to(found, is_onlooker=not is_open(found))
    elif typed[:1] == "w" and typed[1:].strip() in map(str, range(1, len(tables) + 1)):
        _go_to(tables[int(typed[1:]) - 1], is_onlooker=True)
    elif typed:
        click.echo(_("'{typed}' is none of these.").format(typed=typed))
    return False


def _go_on_with(cut_off: CutOff) -> None:
    if not cut_off.host:
        resume_and_play(wanted_page(cut_off.table), plain=False)
        return
    keepsake, remains = find_remains(cut_off.table)
    place = Place(keepsake.address, keepsake.port, keepsake.fingerprint)
    visit = front.Visit(place=place, name=PlayerName(keepsake.name), remains=remains)
    front.run(lambda: front.play(visit, plain=False))


def _play_alone() -> None:
    for number, game in enumerate(GAMES.values(), start=1):
        click.echo(f"{number}) {game.title}")
    typed = (front.read_line() or "").strip()
    games = list(GAMES.values())
    is_known = typed.isdigit() and 1 <= int(typed) <= len(games)
    open_and_play(alone(games[int(typed) - 1] if is_known else default_game()), plain=False, is_solo=True)


def _go_to(found: FoundTable, *, is_onlooker: bool) -> None:
    visit = front.visit_by(way_to(found), player_name(None), is_onlooker=is_onlooker)

    async def playing() -> int:
        return await front.play(visit, plain=False)

    front.run(playing)
