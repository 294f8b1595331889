"""``takelan bot``: a seat at somebody's table, played by a bot in its own process."""

import asyncio
import secrets
import signal
from contextlib import suppress
from pathlib import Path

import click

from takelan.bots.levels import KINDS
from takelan.bots.loading import load_bot
from takelan.cli import front
from takelan.cli.names import player_name
from takelan.cli.parameters import Number, code_option, wire_log_option
from takelan.cli.way import find_way
from takelan.net.bot_client import BotClient
from takelan.net.heir import Heir
from takelan.rules.chance import Chance

_SEED_BYTES = 32
_EXPECTED = frozenset({"finished", "closed", "left"})


@click.command()
@click.argument("own", metavar="[FILE.py:Class]", required=False)
@click.option("address", "--join", required=True, metavar="ADDRESS:PORT|CODE", help="Where the table is.")
@code_option
@click.option("--kind", type=click.Choice(KINDS), default="greedy", show_default=True, help="How it plays.")
@click.option("--name", default="Robot", show_default=True, help="What it is called.")
@click.option(
    "--pace",
    type=Number(0, 60),
    metavar="SECONDS",
    help="How long each move takes; as long as a person's if left out.",
)
@click.option("--seed", type=int, help="Where its luck comes from; drawn at random when left out.")
@wire_log_option
@click.option(
    "--transcript",
    type=click.Path(path_type=Path, dir_okay=False, resolve_path=True),
    help="Should this bot inherit the table: add every game that ends there to this file.",
)
def bot(
    own: str | None,
    address: str,
    code: str | None,
    kind: str,
    name: str,
    pace: float | None,
    seed: int | None,
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
            chance = Chance(secrets.token_bytes(_SEED_BYTES) if seed is None else str(seed).encode())
            # A bot draws nothing that a starting host could delay.
            way, heir = await find_way(address, code), Heir(transcript, warm_up_after=0.0)
            line = {"wire_log": log, "heir": heir, "code": way.code, "others": way.others}
            player = BotClient(way.place, called, own or kind, chance, pace=pace, **line)
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
