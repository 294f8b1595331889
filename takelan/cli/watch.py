"""``takelan watch``: look on at a table without a seat."""

from pathlib import Path

import click

from takelan.cli.join import come_to
from takelan.cli.looks import ascii_option
from takelan.cli.names import player_name
from takelan.cli.parameters import code_option, table_argument, wire_log_option
from takelan.cli.stand_in import stand_in_option


@click.command(short_help="Look on at a table.")
@table_argument
@code_option
@click.option("--name", metavar="NAME", help="What you are called once you sit down.")
@stand_in_option
@ascii_option
@click.option("--plain", is_flag=True, help="Watch line by line: for screen readers, pipes and scripts.")
@wire_log_option
def watch(table: str | None, code: str | None, name: str | None, plain: bool, wire_log: Path | None) -> None:
    """Look on at a table on this network: you see what is open to all, and no hand.

    Without an argument it is the only table there is, or one of a list. TABLE is the name of a table or of
    the player who opened it; CODE is what the host of a private table tells you. Players see how many look
    on. j takes a seat at the next deal: a free one, one that was left, or a bot's.
    """
    come_to(table, code, player_name(name), plain=plain, wire_log=wire_log, is_onlooker=True)
