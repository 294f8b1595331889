"""How long a command takes from Enter until it has done what it is for.

The floor of commands that print is a bare interpreter that imports what the network needs; the floor of a
screen's is a bare Textual app's first frame. Each is started in turns with its floor, with bytecode cached.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks._records import Goal, Record, at_most
from takelan.net.ask import ask
from takelan.wire.advert import Advert
from tests.ui.app.players_on_terminals import environment, free_port
from tests.ui.app.pty_screen import Terminal, takelan

_STARTS = 7
_INTERPRETER = [sys.executable, "-c", "import asyncio, ssl"]
_BARE_APP = [sys.executable, "-m", "benchmarks._bare_app", "empty"]
_PATIENCE = 20.0
_ONE_GAME = ("simulate", "take-that", "--games", "1", "--seed", "6")
_PRINTING = (
    ("--version",),
    ("--help",),
    ("rules", "take-it"),
    ("completion", "bash"),
    _ONE_GAME,
    ("arena", "take-that", "--bots", "easy,random", "--players", "2", "--games", "2", "--seed", "6"),
)

Timed = Callable[[], float]


def run(seconds: float) -> list[Record]:
    """Measure everything; the time asked for does not matter, the counts are fixed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        environ = _environ(Path(name))
        return [*_printing(environ), *_playing(environ)]


def _printing(environ: dict[str, str]) -> list[Record]:
    floor = _printed(_INTERPRETER, environ)
    # What a game costs is little beside a start, so one game shows the start of whoever plays or reads one.
    recorded = str(Path(environ["TAKELAN_STATE_DIR"]) / "game.jsonl")
    subprocess.run(
        takelan(*_ONE_GAME, "--jsonl", recorded), env=environ, check=True, stdout=subprocess.DEVNULL
    )
    records = [
        _beside(f"takelan {' '.join(words)}", _printed(takelan(*words), environ), floor)
        for words in _PRINTING
    ]
    records.append(_beside("takelan replay, one game", _printed(takelan("replay", recorded), environ), floor))
    with _table(environ):
        listed = _printed(takelan("list"), environ)
        records.append(_beside("takelan list, one table open", listed, floor, at_most(500)))
    return records


def _playing(environ: dict[str, str]) -> list[Record]:
    floor = _drawn(_BARE_APP, environ)
    return [
        _beside("takelan host, until guests can sit down", _opened(environ), floor, at_most(600)),
        _beside("takelan join, until seated", _seated(environ), floor, at_most(800)),
        _beside("takelan solo, until cards lie there", _dealt(environ), floor),
    ]


def _beside(what: str, ours: Timed, floor: Timed, goal: Goal | None = None) -> Record:
    """Start both in turns, once each to fill the caches, and take the medians."""
    ours(), floor()
    pairs = [(ours(), floor()) for _ in range(_STARTS)]
    mine, least = (1000 * statistics.median(times) for times in zip(*pairs, strict=True))
    return Record(what, mine, "ms", floor=least, goal=goal)


def _printed(command: list[str], environ: dict[str, str]) -> Timed:
    def timed() -> float:
        began = time.perf_counter()
        subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - began

    return timed


def _drawn(command: list[str], environ: dict[str, str]) -> Timed:
    return lambda: _until_shown(command, environ, b"ready")


def _dealt(environ: dict[str, str]) -> Timed:
    return lambda: _until_shown(takelan("solo", "take-a-number"), environ, b"#-Row")


def _until_shown(command: list[str], environ: dict[str, str], marker: bytes) -> float:
    began = time.perf_counter()
    with Terminal(command, environ, is_read=False) as terminal:
        while marker not in terminal.sent and time.perf_counter() - began < _PATIENCE:
            terminal.read_some(0.5)
        return time.perf_counter() - began


def _opened(environ: dict[str, str]) -> Timed:
    def timed() -> float:
        port = free_port()
        began = time.perf_counter()
        with Terminal(takelan("host", "take-it", *_at(port)), environ, is_read=False) as terminal:
            _until_told(terminal, port, lambda advert: True)
            return time.perf_counter() - began

    return timed


def _seated(environ: dict[str, str]) -> Timed:
    def timed() -> float:
        with _table(environ) as port:
            # Whoever kept asking the table who sits there would stand in the guest's way at its door.
            return _until_shown(takelan("join", f"127.0.0.1:{port}", "--name", "Ben"), environ, b"Seats")

    return timed


def _until_told(terminal: Terminal, port: int, is_so: Callable[[Advert], bool]) -> None:
    """Ask the table again and again, as a guest's search does, until it says so."""
    ends = time.perf_counter() + _PATIENCE
    while time.perf_counter() < ends:
        advert = asyncio.run(ask("127.0.0.1", port))
        if advert is not None and is_so(advert):
            return
        terminal.read_some(0.002)


@contextmanager
def _table(environ: dict[str, str]) -> Iterator[int]:
    port = free_port()
    command = takelan("host", "take-it", "--headless", *_at(port))
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None  # noqa: S101 (for the type checker: it was asked for)
            process.stdout.readline()
            yield port
        finally:
            process.kill()


def _at(port: int) -> list[str]:
    return ["--port", str(port), "--bind", "127.0.0.1"]


def _environ(folder: Path) -> dict[str, str]:
    environ = environment(folder)
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1])])}
