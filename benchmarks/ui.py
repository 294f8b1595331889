"""What the app costs on a real terminal, beside a bare Textual app in the same run.

The goals: first frame of home at most 1.6 of a bare app's, a highlight move at most 2 of two class changes
(p50), a view update after an opponent's move at most 2 KB and 12 ms in the usual case, the memory of a
client in the middle of a game at most 1.8 of a bare app's.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks._records import Record, at_most, ratio_at_most
from tests.ui.app.players_on_terminals import environment
from tests.ui.app.pty_screen import Terminal, takelan

_EMPTY = [sys.executable, "-m", "benchmarks._bare_app", "empty"]
BARE = [sys.executable, "-m", "benchmarks._bare_app"]
RIGHT = "\x1b[C"
_STARTS = 7
_KEYS = 60
_MOVES = 60


def run(seconds: float) -> list[Record]:
    """Measure everything; the time asked for does not matter, the counts are fixed."""
    # A host that is just ending may still write its last words there.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        return [_first_frame(folder), _highlight(folder), *_updates(folder), _memory(folder)]


def _first_frame(folder: Path) -> Record:
    """Start both in turns, once each to fill the caches, and take the medians."""
    environ = _environ(folder)
    bare, home = [], []
    for start in range(_STARTS + 1):
        bare.append(_seconds_until(_EMPTY, environ, b"ready"))
        home.append(_seconds_until(takelan(), environ, b"three card games"))
        if start == 0:
            bare.clear()
            home.clear()
    return _beside("first frame of home", statistics.median(home), statistics.median(bare), 1.6)


def _highlight(folder: Path) -> Record:
    with Terminal(BARE, _environ(folder), is_read=False) as terminal:
        wait_for_bytes(terminal, b"ready")
        floor = _key_times(terminal)
    with Terminal(takelan("solo", "take-that"), _environ(folder)) as terminal:
        terminal.wait_for("You:")
        terminal.read(1.0)
        ours = _key_times(terminal)
    return _beside("highlight move, p50", statistics.median(ours), statistics.median(floor), 2.0)


def _updates(folder: Path) -> list[Record]:
    records = []
    for game in ("take-that", "take-it", "take-a-number"):
        noted = folder / f"{game}.json"
        command = [sys.executable, "-m", "benchmarks._watched_app", game, str(_MOVES), str(noted)]
        with Terminal(command, _environ(folder), is_read=False) as terminal:
            terminal.wait(60)
        costs = json.loads(noted.read_text(encoding="utf-8"))
        spent, sent = (statistics.median(cost[place] for cost in costs) for place in (0, 1))
        records += [
            Record(f"opponent's move, {game}, p50", spent, "ms", goal=at_most(12)),
            Record(f"opponent's move, {game}, p50", sent, "bytes", goal=at_most(2048)),
            Record(f"opponent's move, {game}, most", max(cost[1] for cost in costs), "bytes"),
        ]
    return records


def _memory(folder: Path) -> Record:
    with Terminal(_EMPTY, _environ(folder), is_read=False) as terminal:
        wait_for_bytes(terminal, b"ready")
        bare = _resident(terminal)
    with Terminal(takelan("solo", "take-that"), _environ(folder)) as terminal:
        terminal.wait_for("You:")
        ours = _resident(terminal)
    return Record("memory in mid-game", ours / 1024, "MiB", floor=bare / 1024, goal=ratio_at_most(1.8))


def _seconds_until(command: list[str], environ: dict[str, str], marker: bytes) -> float:
    began = time.perf_counter()
    with Terminal(command, environ, is_read=False) as terminal:
        wait_for_bytes(terminal, marker)
        return time.perf_counter() - began


def wait_for_bytes(terminal: Terminal, marker: bytes) -> None:
    """Take in what comes until something was among it."""
    ends = time.monotonic() + 20
    while marker not in terminal.sent and time.monotonic() < ends:
        terminal.read_some(0.5)


def _key_times(terminal: Terminal) -> list[float]:
    """Press a key and wait for the first byte it brings, again and again."""
    terminal.read(0.5)
    times = []
    for _ in range(_KEYS):
        began = time.perf_counter()
        terminal.type(RIGHT)
        if terminal.read_some(1.0):
            times.append(time.perf_counter() - began)
        terminal.read(0.03)
    return times


def _resident(terminal: Terminal) -> int:
    """Tell the resident memory in KiB."""
    status = Path(f"/proc/{terminal.pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def _beside(what: str, ours: float, floor: float, goal: float) -> Record:
    return Record(what, ours * 1000, "ms", floor=floor * 1000, goal=ratio_at_most(goal))


def _environ(folder: Path) -> dict[str, str]:
    environ = environment(folder)
    # Whoever measures a start wants to know what a player feels at the second one.
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1])])}
