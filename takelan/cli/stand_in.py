"""How well a player is stood in for: an option of commands, else the setting."""

import os

import click

from takelan.bots.levels import LEVELS
from takelan.store.settings import load

# Set in the environment, so that every way to a table finds it.
_WISHED = "TAKELAN_STAND_IN"


def _wish(ctx: click.Context, param: click.Parameter, level: str | None) -> None:
    if level is not None:
        os.environ[_WISHED] = level


stand_in_option = click.option(
    "--stand-in",
    type=click.Choice(LEVELS),
    expose_value=False,
    callback=_wish,
    help="How well a bot plays for you while you are away.",
)


def stand_in_level() -> str:
    """Take the level that was asked for, else the one of the settings."""
    wished = os.environ.get(_WISHED)
    return wished if wished in LEVELS else load().stand_in
