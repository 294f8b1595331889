"""``takelan bot``: a seat at somebody's table, played by a bot in its own process."""

import asyncio
import secrets
import signal
from contextlib import suppress
from pathlib import Path

import click

from takelan.bots.kinds import KINDS
from takelan.bots.loading import load_bot
from takelan.cli import front
from takelan.cli.names import player_name
from takelan.net.ask import find
from takelan.net.bot_client import BotClient
from takelan.net.heir import Heir
from takelan.rules.chance import Chance

_SEED_BYTES = 32
_EXPECTED = frozenset({"finished", "closed", "left"})


@click.command()
@click.argument("own", metavar="[FILE.py:Class]", required=False)
@click.option("address", "--join", required=True, metavar="ADDRESS:PORT", help="Where the table is.")
@click.option("--kind", type=click.Choice(KINDS), default="greedy", show_default=True, help="How it plays.")
@click.option("--name", default="Robot", show_default=True, help="What it is called.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="How long each move takes; as long as a person's if left out.",
)
@click.option(
    "--wire-log",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every message from the host to this file, as JSON Lines.",
)
@click.option(
    "--transcript",
    type=click.Path(path_type=Path, dir_okay=False, resolve_path=True),
    help="Should this bot inherit the table: add every game that ends there to this file.",
)
def bot(
    own: str | None,
    address: str,
    kind: str,
    name: str,
    pace: float | None,
    wire_log: Path | None,
    transcript: Path | None,
) -> None:
    """Sit down at a table as a bot, be ready for every game, and play until the host closes the table.

    FILE.py:Class is a bot of your own; without one a built-in player plays.
    """
    called = player_name(name)
    if own is not None:
        # What is wrong with a bot is said before anybody is contacted.
        load_bot(own)

    async def playing() -> int:
        with front.open_log(wire_log) as log:
            chance = Chance(secrets.token_bytes(_SEED_BYTES))
            place, heir = await find(address), Heir(transcript)
            player = BotClient(place, called, own or kind, chance, pace=pace, wire_log=log, heir=heir)
            _leave_on_signals(player)
            end = await player.run()
        if end is None or end.code in _EXPECTED:
            return 0
        click.echo(f"takelan: {end.text}", err=True)
        return 2

    front.run(playing)


def _leave_on_signals(player: BotClient) -> None:
    leaving: set[asyncio.Task[None]] = set()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, lambda: leaving.add(asyncio.ensure_future(player.leave())))
