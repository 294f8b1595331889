"""``takelan play``: everybody who types it sits down at one table, whoever opens it."""

import secrets
import time
from contextlib import suppress
from typing import Any

import click

from takelan.cli import front
from takelan.cli.finding import looking
from takelan.cli.host import open_and_play
from takelan.cli.names import player_name
from takelan.cli.opening import Opening, default_game, opening_options
from takelan.cli.parameters import game_argument
from takelan.cli.running import complete
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net.discovery.found import FoundTable, Place
from takelan.net.election.agree import agree
from takelan.net.election.ballot import make_id
from takelan.net.failures import (
    DroppedError,
    GameRunningError,
    NothingListeningError,
    TableFullError,
    UnreachableError,
)
from takelan.rules.game import AnyGame

#: How many tables may vanish before our eyes.
_ATTEMPTS = 5


class NoAgreementError(TakelanError):
    """Every table that was found was gone again: type it once more, or open one with `takelan host`."""


@click.command()
@game_argument(required=False)
@opening_options(with_seats=False)
def play(game: AnyGame | None, plain: bool, bots: tuple[str, ...] | None, **wishes: Any) -> None:
    """Play GAME with everybody on this network who types the same.

    An open table wins; without one, whoever typed first opens it and the others sit down. The options count
    for the table only if it is yours.
    """
    opening = Opening(game=game or default_game(), bots=bots or (), merges=True, **wishes)
    own = make_id(int(time.time() * 1000), secrets.randbits(20))
    opening.setup(own, None)
    for _attempt in range(_ATTEMPTS):
        found = _find(own, opening)
        # Two tables may have become one while we were on the way, even to our own.
        with suppress(
            NothingListeningError, DroppedError, UnreachableError, TableFullError, GameRunningError
        ):
            if found is None:
                open_and_play(opening, plain=plain, table_id=own)
            else:
                sit_down(found.place, opening, plain=plain)
            return
    raise NoAgreementError


def sit_down(place: Place, opening: Opening, *, plain: bool) -> None:
    """Play at a table that somebody else has opened."""
    name = player_name(opening.name)
    front.run(lambda: front.play(front.Visit(place=place, name=name), plain=plain))


def _find(own: str, opening: Opening) -> FoundTable | None:
    click.echo(_("Looking for others who want to play {game} …").format(game=opening.game.title))
    try:
        return complete(lambda: _agree(own, opening.game.name))
    except KeyboardInterrupt:
        click.echo(_("Goodbye."))
        raise SystemExit(130) from None


async def _agree(own: str, game: str) -> FoundTable | None:
    async with looking() as browser:
        return await agree(own, game, browser)
