"""How the app shall look, as options of commands."""

import os

import click

#: Set in the environment, so that every way to open the app finds it.
WANTS_ASCII = "TAKELAN_ASCII"


def _ask_for_ascii(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        os.environ[WANTS_ASCII] = "1"


ascii_option = click.option(
    "--ascii",
    is_flag=True,
    expose_value=False,
    callback=_ask_for_ascii,
    help="Draw with plain characters, for terminals without line drawing.",
)
