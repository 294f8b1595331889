"""``takelan solo``: cards on the table at once, against bots."""

from typing import Any

import click

from takelan.cli.host import open_and_play
from takelan.cli.opening import LEVELS, Opening, default_game, opening_options
from takelan.cli.parameters import game_argument
from takelan.rules.game import AnyGame, check_seats

_USUAL_BOTS = (LEVELS[0],) * 3


@click.command()
@game_argument(required=False)
@opening_options(with_seats=False)
@click.option("--haste", type=float, default=1.0, hidden=True, help="Shorten or stretch the time of bots.")
def solo(
    game: AnyGame | None, plain: bool, bots: tuple[str, ...] | None, haste: float, **wishes: Any
) -> None:
    """Play GAME alone against bots, three of them unless --bots says otherwise."""
    open_and_play(alone(game or default_game(), bots, **wishes), plain=plain, haste=haste, is_solo=True)


def alone(game: AnyGame, bots: tuple[str, ...] | None = None, **wishes: Any) -> Opening:
    """Arrange a table that nobody else can reach or, unless asked to, watch, and that is full at once."""
    # Others on the same machine could look on, and take the seats of the bots; what is asked for comes after.
    words = ("onlookers=off", *wishes.pop("options", ()))
    chosen = _USUAL_BOTS if bots is None else bots
    seats = len(chosen) + 1
    check_seats(game.title, seats, game.fewest, game.most)
    return Opening(
        game=game, bots=chosen, seats=seats, bind="127.0.0.1", start="when-full", options=words, **wishes
    )
