"""``takelan arena`` measures bots, the same way every time, and refuses in one sentence."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.running import assert_refused, run, run_apart
from tests.store.transcript_format import judge_stream

Capture = pytest.CaptureFixture[bytes]

BROKEN = """
from takelan.bots.player import Player

class Cheat(Player):
    def choose(self, view, moves):
        return "everything"

class Faint(Player):
    def choose(self, view, moves):
        raise RuntimeError("too much")

class Waiting(Player):
    def choose(self, view, moves):
        return None

class Exits(Player):
    def choose(self, view, moves):
        raise SystemExit(3)

class Dies(Player):
    def choose(self, view, moves):
        import os
        os._exit(3)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of one's own, with bad bots in it."""
    (tmp_path / "bad.py").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _without_times(table: bytes) -> bytes:
    return re.sub(rb" +[0-9.]+ ms", b"", table)


@pytest.mark.parametrize("game", ["take-that", "take-it", "take-a-number"])
def test_the_table_tells_all_that_is_measured(game: str, capsysbinary: Capture) -> None:
    """Mean score, lead and wins with their intervals, Elo and thinking time, one line a bot."""
    finished = run(capsysbinary, "arena", game, "--bots", "normal,random", "--games", "6", "--seed", "1")
    heading, blank, columns, *rows = finished.out.decode().splitlines()
    assert (finished.code, finished.err, blank) == (0, "", "")
    assert heading.endswith("2 players, 6 games, seed 1")
    assert columns.split() == ["bot", "mean", "score", "lead", "wins", "Elo", "thinking"]
    number, interval = r"[+-]?\d+\.\d+", r"\[ ?\S+, \S+\]"
    shape = rf"(normal|random) +{number} +{number} +{interval} +{number}% +{interval} +\d+ +{number} ms"
    assert len(rows) == 2 and all(re.fullmatch(shape, row) for row in rows)


def test_the_same_seed_gives_the_same_table_with_any_number_of_processes(capsysbinary: Capture) -> None:
    """Who plays what is settled by the seed, not by which process is first."""
    words = ("arena", "take-a-number", "--bots", "hard,easy", "--samples", "2", "--games", "8", "--seed", "3")
    tables = [run(capsysbinary, *words, "--jobs", jobs).out for jobs in ("1", "2")]
    assert _without_times(tables[0]) == _without_times(tables[1]) != b""


def test_whole_rotations_are_played(capsysbinary: Capture) -> None:
    """Every deal is played in every rotation, so that at least as many games as wanted are played."""
    words = ("--bots", "normal,easy,random", "--players", "4", "--games", "5", "--seed", "1")
    finished = run(capsysbinary, "arena", "take-that", *words)
    assert b"4 players, 8 games, seed 1" in finished.out


def test_transcripts_follow_the_format_and_the_rules(capsysbinary: Capture) -> None:
    """A referee that shares no code accepts every game, and the table stays out of the stream."""
    words = ("--bots", "normal,easy", "--players", "3", "--games", "6", "--seed", "1", "--jsonl", "-")
    finished = run(capsysbinary, "arena", "take-it", *words)
    assert len(judge_stream(finished.out)) == 6
    assert "3 players, 6 games" in finished.err


def test_a_file_of_transcripts_is_written_whole(folder: Path, capsysbinary: Capture) -> None:
    """Transcripts in a file leave the table on stdout."""
    words = ("--bots", "greedy,easy", "--games", "2", "--seed", "1", "--jsonl", "games.jsonl")
    finished = run(capsysbinary, "arena", "take-that", *words)
    assert len(judge_stream((folder / "games.jsonl").read_bytes())) == 2
    assert b"greedy" in finished.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--bots", "hrad"),
            "There is no bot called 'hrad': choose from random, greedy, easy, normal, hard, "
            "or name your own as FILE.py:Class.",
        ),
        (("--players", "5"), "Take That is for 2 to 4 players, not 5."),
        (("--players", "2"), "4 bots do not fit at a table for 2: name fewer, or raise --players."),
        (("--bots", "no.py:Bot"), "no.py cannot be loaded as a bot: No such file or directory."),
        (
            ("--games", "0"),
            "Invalid value for '--games': '0' is not a whole number from 1 on: see 'takelan arena --help'.",
        ),
        (
            ("--bots", "bad.py:Cheat,random"),
            "bad.py:Cheat failed in the middle of a game: everything is not a legal move.",
        ),
        (
            ("--bots", "bad.py:Faint,random"),
            "bad.py:Faint failed in the middle of a game: RuntimeError: too much.",
        ),
        (
            ("--bots", "bad.py:Faint,random", "--jobs", "2"),
            "bad.py:Faint failed in the middle of a game: RuntimeError: too much.",
        ),
        (
            ("--bots", "bad.py:Waiting,random"),
            "bad.py:Waiting failed in the middle of a game: "
            "choose() returned None, but nobody can wait in Take That.",
        ),
        (
            ("--bots", "bad.py:Exits,random"),
            "bad.py:Exits failed in the middle of a game: SystemExit: 3.",
        ),
        (
            ("--bots", "bad.py:Exits,random", "--jobs", "2"),
            "bad.py:Exits failed in the middle of a game: SystemExit: 3.",
        ),
        (
            ("--bots", "bad.py:Dies,random", "--jobs", "2"),
            "A process ended in the middle of a game with bad.py:Dies: "
            "find what ends it, or whether memory ran out.",
        ),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], sentence: str, capsysbinary: Capture) -> None:
    """Whatever is wrong with the bots or the table is told in one sentence, with exit code 2."""
    assert_refused(run(capsysbinary, "arena", "take-that", *words), sentence)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_table_so_far(jobs: str) -> None:
    """An interrupted arena leaves with 130, the table of the games played, and no traceback."""
    words = ("take-it", "--bots", "normal,easy", "--games", "1000000", "--seed", "1", "--jobs", jobs)
    command = [sys.executable, "-m", "takelan", "arena", *words]
    reader, writer = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=writer, start_new_session=True)
    os.close(writer)
    shown = b""
    # The bar moves on once the first deals are played.
    while not re.search(rb"[1-9]\d*%|0?\d:\d\d:\d\d", shown):
        shown += os.read(reader, 4096)
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, _ = process.communicate(timeout=30)
    finally:
        # A million games would go on long after this test.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    os.set_blocking(reader, False)
    try:
        while more := os.read(reader, 4096):
            shown += more
    except OSError:
        pass
    os.close(reader)
    assert process.returncode == 130
    assert b"Take It!, 2 players" in out and b"normal" in out
    assert b"Stopped after" in shown and b"Traceback" not in shown


def test_a_broken_pipe_is_no_failure() -> None:
    """Whoever reads the output may stop reading."""
    finished = run_apart(
        "arena", "take-that", "--bots", "easy,random", "--games", "2", stdout=subprocess.PIPE
    )
    assert finished.returncode == 0
