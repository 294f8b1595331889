"""``takelan host``: open a table at once, and sit down at it."""

import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import click

from takelan.cli import front
from takelan.cli.opening import Opening, default_game, last_words, new_table_id, opening_options
from takelan.cli.parameters import game_argument
from takelan.cli.running import complete
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.rules.catalog import find_game
from takelan.rules.game import AnyGame
from takelan.wire.peer_text import PlayerName

if TYPE_CHECKING:
    from takelan.cli.own_table import OwnTable
    from takelan.store.journals import Page


class NothingToResumeError(TakelanError):
    """No game was cut off here: open a new table with `takelan host`."""


class HeadlessOnlyError(TakelanError):
    """{option} is for a host without a terminal: add --headless, or leave it out."""


@click.command()
@game_argument(required=False)
@opening_options(with_seats=True)
@click.option("--headless", is_flag=True, help="Only hold the table: no terminal, no player.")
@click.option("is_json", "--json", is_flag=True, help="With --headless: print where the table is as JSON.")
@click.option("exits", "--exit", type=click.Choice(["after-game"]), help="With --headless: when to end.")
@click.option("--table-id", hidden=True)
@click.option("--owner", hidden=True, help="The public key of the player who opened the table.")
@click.option("--with-parent", is_flag=True, hidden=True, help="End when stdin ends and nobody is left.")
@click.option("resumes", "--resume", is_flag=True, help="Go on with the game that was cut off here.")
@click.option("is_heir", "--inherit", is_flag=True, hidden=True, help="Wait for a table on stdin.")
@click.option("--merges", is_flag=True, hidden=True, help="Join an earlier table met before dealing.")
@click.option("--haste", type=float, default=1.0, hidden=True, help="Shorten or stretch the time of bots.")
def host(
    game: AnyGame | None,
    plain: bool,
    headless: bool,
    is_json: bool,
    exits: str | None,
    table_id: str | None,
    owner: str | None,
    with_parent: bool,
    resumes: bool,
    is_heir: bool,
    haste: float,
    bots: tuple[str, ...] | None,
    **wishes: Any,
) -> None:
    """Open a table for GAME and sit down at it; others on the network find it with 'takelan join'."""
    if not headless and (is_json or exits):
        raise HeadlessOnlyError(option="--json" if is_json else "--exit")
    if game is None and not headless and not wishes["options"]:
        wishes["options"] = last_words(default_game())
    opening = Opening(game=game or default_game(), bots=bots or (), **wishes)
    if not headless:
        if (page := _page_to_resume(game, is_asked_for=resumes)) is not None:
            resume_and_play(page, plain=plain)
        else:
            open_and_play(opening, plain=plain, haste=haste)
        return
    from takelan.cli.headless import Manner, inherit, resume, serve

    manner = Manner(
        is_json=is_json,
        is_for_one_game=exits == "after-game",
        has_parent=with_parent,
        transcript=opening.transcript,
        bind=opening.bind,
        port=opening.port,
        haste=haste,
    )
    key = bytes.fromhex(owner) if owner else None
    if resumes:
        resume(wanted_page(table_id), manner)
    elif is_heir:
        inherit(manner)
    else:
        serve(opening.setup(table_id or new_table_id(), key), manner)


def wanted_page(table_id: str | None) -> "Page":
    """Find the game to go on with, or say that there is none."""
    from takelan.cli.own_table import find_unfinished

    page = find_unfinished(table_id)
    if page is None:
        raise NothingToResumeError
    return page


def _page_to_resume(game: AnyGame | None, *, is_asked_for: bool) -> "Page | None":
    """Find the game to go on with: the one asked for, or one that is offered to somebody at a terminal."""
    if is_asked_for:
        return wanted_page(None)
    from takelan.cli.own_table import find_unfinished

    page = find_unfinished()
    if page is None or game is not None or not sys.stdin.isatty():
        return None
    names = ", ".join(page.names)
    question = _("Your game of {game} ({names}) was cut off. Go on with it?")
    return (
        page
        if click.confirm(question.format(game=find_game(page.game).title, names=names), default=True)
        else None
    )


def open_and_play(
    opening: Opening,
    *,
    plain: bool,
    haste: float = 1.0,
    table_id: str | None = None,
    is_solo: bool = False,
) -> None:
    """Start a host of our own and sit down at its table as its owner."""

    async def opened() -> "OwnTable":
        from takelan.cli.own_table import open_own_table

        return await open_own_table(opening, table_id=table_id, manner=[f"--haste={haste}"])

    play_at_own_table(opened, plain=plain, is_solo=is_solo)


def resume_and_play(page: "Page", *, plain: bool) -> None:
    """Go on with a game that was cut off here, or come back to it where it goes on already."""
    from takelan.cli.cut_off import where_it_goes_on
    from takelan.cli.own_table import seat_name

    if (place := complete(lambda: where_it_goes_on(page))) is not None:
        click.echo(_("This round was begun anew without you: you sit down there, in your seat."))
        visit = front.Visit(place=place, name=PlayerName(seat_name(page)))
        front.run(lambda: front.play(visit, plain=plain))

    async def opened() -> "OwnTable":
        from takelan.cli.own_table import resume_own_table

        return await resume_own_table(page)

    play_at_own_table(opened, plain=plain)


def play_at_own_table(
    opened: "Callable[[], Awaitable[OwnTable]]", *, plain: bool, is_solo: bool = False
) -> None:
    """Sit down at a table as its owner."""

    async def playing() -> int:
        own = await opened()
        try:
            visit = front.Visit(
                place=own.place,
                name=own.name,
                key=own.key,
                guest_command=None if is_solo else own.guest_command,
                is_own_table=True,
                is_solo=is_solo,
                last_words=own.take_last_words,
            )
            return await front.play(visit, plain=plain)
        finally:
            await own.leave()

    front.run(playing)
