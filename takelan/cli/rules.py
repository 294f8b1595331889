"""``takelan rules``: our own short rules, for reading in a terminal."""

import click

from takelan.cli.parameters import game_argument
from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame
from takelan.ui.rules_pages import rules_text


@click.command()
@game_argument(required=False)
def rules(game: AnyGame | None) -> None:
    """Print the rules of GAME: take-that, take-it or take-a-number."""
    if game is not None:
        click.echo(rules_text(game))
        return
    for each in GAMES.values():
        words = _("{game}, {fewest} to {most} players")
        players = words.format(game=each.title, fewest=each.fewest, most=each.most)
        click.echo(f"{each.name:<14} {players}")
    click.echo("\n" + _("Read one with 'takelan rules GAME'."))
