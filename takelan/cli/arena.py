"""``takelan arena``: which player is how much better, measured over many games with the same deals.

Rule 1: the same seed and the same samples give the same games, however many processes play them.
"""

import secrets
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from multiprocessing import active_children, get_context
from time import perf_counter
from typing import Any, NamedTuple

import click

from takelan.bots.budget import DEFAULT_SAMPLES, Budget
from takelan.bots.conduct import Supervised
from takelan.bots.kinds import make_player
from takelan.bots.levels import KINDS
from takelan.bots.loading import is_bot_name, load_bot, make_bot
from takelan.bots.pace import pace_of
from takelan.bots.player import Player
from takelan.bots.playout import play_out
from takelan.bots.standings import GameResult, Standings, line_up, rotations
from takelan.cli.parameters import WholeNumber, game_argument, game_options, option_option
from takelan.cli.recordings import open_transcript
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, check_seats
from takelan.store.transcripts.writing import event_line, header_line


class UnknownBotError(TakelanError):
    """There is no bot called '{name}': choose from {choices}, or name your own as FILE.py:Class."""


class TooManyBotsError(TakelanError):
    """{bots} bots do not fit at a table for {players}: name fewer, or raise --players."""


class ProcessLostError(TakelanError):
    """A process ended in the middle of a game with {bots}: find what ends it, or whether memory ran out."""


@dataclass(frozen=True)
class Contest:
    """Everything a process needs to play any deal of a contest."""

    game: str
    options: Any
    lineup: tuple[str, ...]
    seed: int
    samples: int
    has_transcript: bool


class DealPlayed(NamedTuple):
    """All games with one deal, how long each kind thought, and the games as lines."""

    games: list[GameResult]
    #: Seconds and decisions of each kind; what was forced is not counted.
    thinking: dict[str, tuple[float, int]]
    lines: list[bytes]


class Timed(Supervised):
    """A player whose thinking is timed."""

    def __init__(self, name: str, player: Player, game: AnyGame) -> None:
        super().__init__(name, player, game)
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, view: Any, moves: Sequence[Any]) -> Any | None:
        """Let the player think, by the clock."""
        started = perf_counter()
        move = super().choose(view, moves)
        if len(moves) > 1:
            self.seconds += perf_counter() - started
            self.decisions += 1
        return move


@click.command()
@game_argument(required=True)
@click.option(
    "--bots",
    default="hard,normal,easy,random",
    show_default=True,
    metavar="NAMES",
    help="Who plays, separated by commas; FILE.py:Class is a bot of your own.",
)
@click.option("--players", type=int, help="How many play: the last bot named takes all seats left.")
@click.option(
    "--games", type=WholeNumber(min=1), default=100, show_default=True, help="At least so many games."
)
@click.option("--seed", type=int, help="Which deals; drawn at random when left out.")
@click.option(
    "--samples",
    type=WholeNumber(min=1, max=100_000),
    default=DEFAULT_SAMPLES,
    show_default=True,
    help="How many samples a searching bot may look at for a decision.",
)
@click.option(
    "--jobs", type=WholeNumber(min=1, max=64), default=1, show_default=True, help="How many processes."
)
@option_option
@click.option(
    "--jsonl", metavar="FILE", help="Write the games to FILE as JSON Lines; - is the standard output."
)
def arena(
    game: AnyGame,
    bots: str,
    players: int | None,
    games: int,
    seed: int | None,
    samples: int,
    jobs: int,
    options: tuple[str, ...],
    jsonl: str | None,
) -> None:
    """Let bots play GAME against each other and tell which is better, and how sure that is.

    Every deal is played once in each rotation of the seats, so that nobody is lucky with the cards. The
    same seed and the same samples play the same games.
    """
    kinds = _named(bots)
    players = max(len(kinds), game.fewest) if players is None else players
    check_seats(game.title, players, game.fewest, game.most)
    if len(kinds) > players:
        raise TooManyBotsError(bots=len(kinds), players=players)
    seed = secrets.randbelow(2**32) if seed is None else seed
    lineup = line_up(kinds, players)
    contest = Contest(game.name, game_options(game, options), lineup, seed, samples, jsonl is not None)
    _hold(contest, -(-games // len(rotations(lineup))), jobs, jsonl)


def _named(bots: str) -> list[str]:
    kinds = [name.strip() for name in bots.split(",") if name.strip()]
    for kind in kinds or [bots]:
        if is_bot_name(kind):
            load_bot(kind)
        elif kind not in KINDS:
            raise UnknownBotError(name=kind, choices=", ".join(KINDS))
    return kinds


def _hold(contest: Contest, deals: int, jobs: int, jsonl: str | None) -> None:
    """Play all deals and print the table; Ctrl-C ends early with the table so far."""
    standings = Standings(contest.lineup, lowest_wins=GAMES[contest.game].lowest_wins)
    thinking: dict[str, tuple[float, int]] = {}
    is_stopped = False
    with open_transcript(jsonl) as transcript, _progress(deals, jsonl) as step:
        try:
            for played in _play_deals(contest, range(1, deals + 1), jobs):
                standings.add_deal(played.games)
                _add_thinking(thinking, played.thinking)
                if transcript is not None:
                    transcript.writelines(played.lines)
                step()
        except KeyboardInterrupt:
            is_stopped = True
    # A transcript on stdout is for another program: the table must not get into it.
    is_piped = jsonl == "-"
    if standings.games:
        click.echo(_table(contest, standings, thinking), err=is_piped)
    if is_stopped:
        click.echo(_("Stopped after {games} games.").format(games=standings.games), err=True)
        raise KeyboardInterrupt


def _play_deals(contest: Contest, deals: Iterable[int], jobs: int) -> Iterator[DealPlayed]:
    tasks = ((contest, deal) for deal in deals)
    if jobs == 1:
        yield from map(_play_deal, tasks)
        return
    others = set(active_children())
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts)
    try:
        yield from _play_ahead(executor, tasks, jobs)
    except BrokenExecutor as error:
        own = [kind for kind in dict.fromkeys(contest.lineup) if is_bot_name(kind)]
        raise ProcessLostError(bots=", ".join(own or dict.fromkeys(contest.lineup))) from error
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        # Nobody waits for a deal that is not wanted any more: a bot may think about it for ever.
        for process in set(active_children()) - others:
            process.terminate()


def _play_ahead(
    executor: ProcessPoolExecutor, tasks: Iterator[tuple[Contest, int]], jobs: int
) -> Iterator[DealPlayed]:
    """Play a few deals ahead of the one that is told next."""
    ahead: deque[Future[DealPlayed]] = deque()
    while True:
        ahead += [executor.submit(_play_deal, task) for task in islice(tasks, 2 * jobs - len(ahead))]
        if not ahead:
            return
        yield ahead.popleft().result()


def _leave_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_deal(task: tuple[Contest, int]) -> DealPlayed:
    """Play one deal in every rotation of the seats."""
    contest, deal = task
    chance = Chance(str(contest.seed).encode()).child("deal", deal)
    played = DealPlayed([], {}, [])
    for number, kinds in enumerate(rotations(contest.lineup)):
        _play_game(contest, kinds, chance, number, played)
    return played


def _play_game(
    contest: Contest, kinds: tuple[str, ...], chance: Chance, number: int, played: DealPlayed
) -> None:
    game = GAMES[contest.game]
    players = [
        Timed(kind, _make(kind, contest, chance.child("rotation", number, seat)), game)
        for seat, kind in enumerate(kinds)
    ]
    paces = [pace_of(kind) for kind in kinds]
    last: Any = None
    if contest.has_transcript:
        played.lines.append(header_line(game, _names(kinds), contest.options))
    for last in play_out(game, contest.options, players, chance, paces):
        if contest.has_transcript:
            played.lines.append(event_line(last))
    played.games.append(GameResult(kinds, last.totals, last.winners))
    for kind, player in zip(kinds, players, strict=True):
        _add_thinking(played.thinking, {kind: (player.seconds, player.decisions)})


def _make(kind: str, contest: Contest, chance: Chance) -> Player:
    if is_bot_name(kind):
        return make_bot(kind, chance)
    return make_player(kind, contest.game, chance, Budget(contest.samples))


def _names(kinds: Sequence[str]) -> list[str]:
    """Name the seats after who sits there, with a number where several are alike."""
    shorts = [kind.rpartition(":")[2] for kind in kinds]
    return [
        f"{short} {shorts[: seat + 1].count(short)}" if shorts.count(short) > 1 else short
        for seat, short in enumerate(shorts)
    ]


def _add_thinking(total: dict[str, tuple[float, int]], more: dict[str, tuple[float, int]]) -> None:
    for kind, (seconds, decisions) in more.items():
        before = total.get(kind, (0.0, 0))
        total[kind] = (before[0] + seconds, before[1] + decisions)


def _table(contest: Contest, standings: Standings, thinking: dict[str, tuple[float, int]]) -> str:
    """Write the standings, the best first."""
    heading = _("{game}, {players} players, {games} games, seed {seed}").format(
        game=GAMES[contest.game].title,
        players=len(contest.lineup),
        games=f"{standings.games:,}",
        seed=contest.seed,
    )
    columns = [_("bot"), _("mean score"), _("lead"), "", _("wins"), "", _("Elo"), _("thinking")]
    elo = standings.elo()
    rows = [
        _row(kind, standings, elo[kind], *thinking[kind])
        for kind in sorted(elo, key=elo.__getitem__, reverse=True)
    ]
    widths = [max(len(row[place]) for row in (columns, *rows)) for place in range(len(columns))]
    lines = [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (columns, *rows)
    ]
    return "\n".join([heading, "", *lines])


def _row(kind: str, standings: Standings, elo: float, seconds: float, decisions: int) -> list[str]:
    record = standings.records[kind]
    lead, wins = record.lead, record.win_rate
    return [
        kind,
        f"{record.mean_score:.2f}",
        f"{lead.middle:+.2f}" if lead else "",
        # One deal alone says nothing about how sure its lead is.
        f"[{lead.lowest:+.2f}, {lead.highest:+.2f}]" if lead and isfinite(lead.lowest) else "",
        f"{wins.middle:.1%}",
        f"[{wins.lowest:.1%}, {wins.highest:.1%}]",
        f"{elo:.0f}",
        f"{1000 * seconds / max(1, decisions):.1f} ms",
    ]


@contextmanager
def _progress(deals: int, target: str | None) -> Iterator[Any]:
    # Where the transcripts scroll by there is progress enough.
    is_silent = not sys.stderr.isatty() or (target == "-" and sys.stdout.isatty())
    bar: Any = (
        nullcontext() if is_silent else click.progressbar(length=deals, label=_("Playing"), file=sys.stderr)
    )
    with bar as shown:
        yield lambda: None if shown is None else shown.update(1)
