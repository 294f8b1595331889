"""``takelan rules``: our own short rules, for reading in a terminal."""

from importlib import resources

import click

from takelan.cli.parameters import game_argument
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame


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


def rules_text(game: AnyGame) -> str:
    """Read the rules of a game from the package."""
    folder = resources.files("takelan.rules") / game.name.replace("-", "_")
    return (folder / "rules.md").read_text(encoding="utf-8").rstrip()
