"""``takelan rules``: our own short rules, for reading in a terminal."""

import click

from takelan.cli.parameters import game_argument
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
        click.echo(f"{each.name:<14} {each.title}, {each.fewest} to {each.most} players")
    click.echo("\nRead one with 'takelan rules GAME'.")
