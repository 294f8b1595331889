"""``takelan simulate``: whole games between built-in players, with transcripts and a table."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, BinaryIO

import click

from takelan.bots.kinds import make_player
from takelan.bots.levels import KINDS
from takelan.bots.playout import play_out
from takelan.cli.parameters import WholeNumber, game_argument, game_options, option_option
from takelan.cli.recordings import open_transcript
from takelan.cli.tally import Tally
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, GameEnded, check_seats
from takelan.store.transcripts.writing import event_line, header_line

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan")


@click.command()
@game_argument(required=True)
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option(
    "--games", type=WholeNumber(min=1), default=100, show_default=True, help="How many games they play."
)
@click.option("--seed", type=int, help="Which games; drawn at random when left out.")
@option_option
@click.option(
    "kind",
    "--players-kind",
    type=click.Choice(KINDS),
    default="random",
    show_default=True,
    help="Who plays: random legal moves, one sensible move at a time, or one of the levels of bots.",
)
@click.option(
    "--jsonl", metavar="FILE", help="Write the games to FILE as JSON Lines; - is the standard output."
)
def simulate(
    game: AnyGame,
    players: int,
    games: int,
    seed: int | None,
    options: tuple[str, ...],
    kind: str,
    jsonl: str | None,
) -> None:
    """Play whole games of GAME between built-in players and count who wins.

    GAME is take-that, take-it or take-a-number. The same seed plays the same games, on every machine.
    """
    check_seats(game.title, players, game.fewest, game.most)
    chosen_options = game_options(game, options)
    seed = secrets.randbelow(2**32) if seed is None else seed
    tally = Tally(NAMES[:players])
    started = perf_counter()
    with open_transcript(jsonl) as transcript, _progress(games, jsonl) as progress:
        for number in progress:
            chance = Chance(str(seed).encode()).child("game", number)
            tally.add(_play(game, chosen_options, players, kind, chance, transcript))
    heading = f"{game.title}, {players} {kind} players, {games:,} game{'s'[: games > 1]}, seed {seed}"
    # A transcript on stdout is for another program: the table must not get into it.
    click.echo(tally.table(heading, perf_counter() - started), err=jsonl == "-")


def _play(
    game: AnyGame, options: Any, players: int, kind: str, chance: Chance, transcript: BinaryIO | None
) -> tuple[GameEnded, int]:
    """Play one game, write it down, and return how it ended and how many events it took."""
    bots = [make_player(kind, game.name, chance.child("seat", seat)) for seat in range(players)]
    lines = [header_line(game, NAMES[:players], options)]
    last: Any = None
    for last in play_out(game, options, bots, chance):
        lines.append(event_line(last))
    if transcript is not None:
        transcript.writelines(lines)
    return last, len(lines) - 1


@contextmanager
def _progress(games: int, target: str | None) -> Iterator[Any]:
    numbers = range(1, games + 1)
    # Where the transcripts scroll by there is progress enough.
    if not sys.stderr.isatty() or (target == "-" and sys.stdout.isatty()):
        yield numbers
        return
    with click.progressbar(numbers, label="Playing", file=sys.stderr) as bar:
        yield bar
