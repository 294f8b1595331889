"""``takelan simulate`` plays whole games, writes them down to the letter, and counts who wins."""

import hashlib
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from takelan.rules.catalog import GAMES
from tests.cli.running import assert_refused, run, run_apart
from tests.store.transcript_format import judge_stream

Capture = pytest.CaptureFixture[bytes]

DECK = '[cards]\n"+7" = 3\n"-3" = 2\n"2x+6" = 5\n"2x-2" = 3\njoker = 3\n"10" = 4\n'

#: Every option of every game, in values that are not the default.
WORDS: dict[str, list[tuple[str, ...]]] = {
    "take-that": [(), ("advanced=true",), ("rounds=1",), ("rounds=3", "advanced=true")],
    "take-it": [(), ("rounds=3",), ("deck=takelan",), ("deck=deck.toml",), ("deck=deck.toml", "rounds=2")],
    "take-a-number": [(), ("number_row=dealt",), ("rounds=1",), ("rounds=3", "number-row=dealt")],
}
TABLES = [
    (name, seats, words)
    for name, game in GAMES.items()
    for seats in range(game.fewest, game.most + 1)
    for words in WORDS[name]
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of one's own, with a deck file in it."""
    (tmp_path / "deck.toml").write_text(DECK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def options(words: tuple[str, ...]) -> list[str]:
    """Write options as the command line wants them."""
    return [part for word in words for part in ("--option", word)]


# The transcripts


@pytest.mark.parametrize("kind", ["random", "greedy"])
@pytest.mark.parametrize(("game", "seats", "words"), TABLES)
def test_transcripts_follow_the_format_and_the_rules(
    game: str, seats: int, words: tuple[str, ...], kind: str, capsysbinary: Capture
) -> None:
    """At every player count and with every option, a referee that shares no code accepts every game."""
    arguments = ["--players", str(seats), "--games", "4", "--seed", "1", "--players-kind", kind]
    finished = run(capsysbinary, "simulate", game, *arguments, *options(words), "--jsonl", "-")
    games = judge_stream(finished.out)
    assert finished.code == 0
    assert len(games) == 4
    for header, *_events in games:
        assert (header["game"], len(header["seats"])) == (game, seats)
        for word in words:
            key, value = word.replace("-", "_").split("=")
            told = header["options"][key]
            assert str(told).lower() == value or (key == "deck" and told["2x+6"] == 5)


@pytest.mark.parametrize(("game", "seats"), [("take-that", 4), ("take-it", 5), ("take-a-number", 10)])
def test_two_hundred_games_are_accepted(game: str, seats: int, capsysbinary: Capture) -> None:
    """Many games in one stream simply follow one another."""
    arguments = ("--players", str(seats), "--games", "200", "--seed", "1", "--jsonl", "-")
    finished = run(capsysbinary, "simulate", game, *arguments)
    assert len(judge_stream(finished.out)) == 200


DIGESTS = {
    ("take-that", "2", "random", "advanced=true"): "70857ff0f4639156",
    ("take-that", "4", "random", "rounds=2"): "1497e1c88477e329",
    ("take-that", "3", "greedy", "rounds=2"): "d743ce353c509926",
    ("take-it", "5", "random", "rounds=1"): "cfb431bc863fa93e",
    ("take-it", "2", "random", "deck=deck.toml"): "793560919e3ade90",
    ("take-it", "3", "greedy", "rounds=2"): "68440c004ca39ea1",
    ("take-a-number", "10", "random", "number_row=empty"): "38a562f5d8568f80",
    ("take-a-number", "2", "random", "number_row=dealt"): "1749afa510155c43",
    ("take-a-number", "4", "greedy", "rounds=2"): "010db3937778e4db",
}


@pytest.mark.parametrize(("table", "digest"), DIGESTS.items(), ids=map(" ".join, DIGESTS))
def test_a_seed_gives_the_same_bytes_on_every_python(
    table: tuple[str, str, str, str], digest: str, capsysbinary: Capture
) -> None:
    """The bytes are pinned here, so every Python that runs this test writes the same ones."""
    game, seats, kind, word = table
    arguments = ["--players", seats, "--games", "25", "--seed", "1", "--players-kind", kind]
    finished = run(capsysbinary, "simulate", game, *arguments, "--option", word, "--jsonl", "-")
    assert hashlib.sha256(finished.out).hexdigest()[:16] == digest


def test_another_seed_gives_other_games(capsysbinary: Capture) -> None:
    """Seeds of either sign, and games of one seed, differ from one another."""
    streams = [
        run(capsysbinary, "simulate", "take-it", "--games", "2", "--seed", seed, "--jsonl", "-").out
        for seed in ("1", "2", "-1")
    ]
    games = [line for stream in streams for line in stream.splitlines() if b"round_started" in line]
    assert len(set(games)) == 6


def test_the_seed_that_was_drawn_is_told_and_repeats_the_games(capsysbinary: Capture) -> None:
    """Whoever likes a game can have it again."""
    first = run(capsysbinary, "simulate", "take-that", "--games", "2", "--jsonl", "-")
    seed = re.search(r"seed (\d+)", first.err)
    assert seed is not None
    again = run(capsysbinary, "simulate", "take-that", "--games", "2", "--seed", seed[1], "--jsonl", "-")
    assert again.out == first.out


# The table


def test_the_table_tells_wins_scores_length_and_speed(capsysbinary: Capture) -> None:
    """The figures are those of the transcripts; a shared win counts for all who share it."""
    arguments = ("simulate", "take-a-number", "--players", "3", "--games", "40", "--seed", "7")
    told = run(capsysbinary, *arguments).out.decode()
    games = judge_stream(run(capsysbinary, *arguments, "--jsonl", "-").out)
    endings = [game[-1] for game in games]
    lines = told.splitlines()
    assert lines[0] == "Take A Number, 3 random players, 40 games, seed 7"
    assert lines[2].split() == ["player", "wins", "share", "mean", "score"]
    for seat, name in enumerate(("Ada", "Ben", "Cleo")):
        wins = sum(seat in ending["winners"] for ending in endings)
        mean = sum(ending["totals"][seat] for ending in endings) / 40
        assert lines[3 + seat].split() == [name, str(wins), f"{wins / 40:.1%}", f"{mean:.2f}"]
    events = sum(len(game) - 1 for game in games) / 40
    assert re.fullmatch(rf"length {events:.1f} events a game, [\d,]+ games per second", lines[-1])


def test_transcripts_on_stdout_leave_the_table_to_stderr(capsysbinary: Capture) -> None:
    """What another program reads is nothing but JSON Lines."""
    finished = run(capsysbinary, "simulate", "take-it", "--games", "1", "--seed", "1", "--jsonl", "-")
    assert all(line.startswith(b"{") for line in finished.out.splitlines())
    assert finished.err.startswith("Take It!, 4 random players, 1 game, seed 1\n")


def test_transcripts_go_to_a_file_and_the_table_to_stdout(folder: Path, capsysbinary: Capture) -> None:
    """The file replaces what was there, and no draft of it stays behind."""
    (folder / "games.jsonl").write_text("old")
    arguments = ("simulate", "take-it", "--games", "3", "--seed", "1", "--jsonl")
    finished = run(capsysbinary, *arguments, "games.jsonl")
    assert finished.out.startswith(b"Take It!, 4 random players, 3 games, seed 1\n")
    assert (folder / "games.jsonl").read_bytes() == run(capsysbinary, *arguments, "-").out
    assert {path.name for path in folder.iterdir()} == {"deck.toml", "games.jsonl"}


def test_progress_is_shown_on_a_terminal() -> None:
    """A terminal sees how far it is, and then the table."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "takelan", "simulate", "take-that", "--games", "300", "--seed", "1"]
    environment = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = read_all(ours)
    assert process.wait(timeout=60) == 0
    assert b"Playing" in shown
    assert b"100%" in shown
    assert shown.index(b"100%") < shown.index(b"games per second")


def read_all(terminal: int) -> bytes:
    """Read a terminal until the other side is gone."""
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # How Linux tells the end of a terminal.
            piece = b""
        if not piece:
            os.close(terminal)
            return shown
        shown += piece


def test_no_progress_is_shown_where_there_is_no_terminal(capsysbinary: Capture) -> None:
    """A log file is not filled with bars."""
    finished = run(capsysbinary, "simulate", "take-that", "--games", "20", "--seed", "1")
    assert finished.err == ""


# Bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game called 'chess': choose take-that, take-it or take-a-number."),
        ([], "Missing argument 'GAME': see 'takelan simulate --help'."),
        (["take-that", "--players", "5"], "Take That is for 2 to 4 players, not 5."),
        (["take-that", "--players", "1"], "Take That is for 2 to 4 players, not 1."),
        (["take-it", "--players", "6"], "Take It! is for 2 to 5 players, not 6."),
        (["take-a-number", "--players", "11"], "Take A Number is for 2 to 10 players, not 11."),
        (["take-a-number", "--players", "-3"], "Take A Number is for 2 to 10 players, not -3."),
        (
            ["take-that", "-o", "color=red"],
            "Take That has no option 'color': choose from rounds or advanced.",
        ),
        (
            ["take-it", "-o", "advanced=true"],
            "Take It! has no option 'advanced': choose from rounds or deck.",
        ),
        (["take-that", "-o", "rounds=0"], "Option 'rounds' must be a whole number from 1 to 100, not '0'."),
        (
            ["take-that", "-o", "rounds=101"],
            "Option 'rounds' must be a whole number from 1 to 100, not '101'.",
        ),
        (
            ["take-that", "-o", "rounds=two"],
            "Option 'rounds' must be a whole number from 1 to 100, not 'two'.",
        ),
        (
            ["take-that", "-o", "rounds=1.5"],
            "Option 'rounds' must be a whole number from 1 to 100, not '1.5'.",
        ),
        (["take-that", "-o", "rounds="], "Option 'rounds' must be a whole number from 1 to 100, not ''."),
        (["take-that", "-o", "advanced=maybe"], "Option 'advanced' must be true or false, not 'maybe'."),
        (
            ["take-a-number", "-o", "number_row=full"],
            "Option 'number_row' must be dealt or empty, not 'full'.",
        ),
        (["take-that", "-o", "rounds"], "'rounds' is not an option: write key=value, for example rounds=3."),
        (["take-that", "-o", "=3"], "'=3' is not an option: write key=value, for example rounds=3."),
        (["take-it", "-o", "deck="], "Option 'deck' must be the name of a deck file, not ''."),
        (["take-it", "-o", "deck=lost.toml"], "lost.toml cannot be read: No such file or directory."),
        (["take-it", "-o", "deck=/"], "/ cannot be read: Is a directory."),
        (
            ["take-that", "--games", "0"],
            "Invalid value for '--games': '0' is not a whole number from 1 on: "
            "see 'takelan simulate --help'.",
        ),
        (
            ["take-that", "--seed", "x"],
            "Invalid value for '--seed': 'x' is not a valid integer: see 'takelan simulate --help'.",
        ),
    ],
)
def test_bad_input_is_refused_with_one_sentence(
    arguments: list[str], sentence: str, folder: Path, capsysbinary: Capture
) -> None:
    """Exit code 2, nothing on stdout, and no file is touched."""
    (folder / "games.jsonl").write_text("old")
    assert_refused(run(capsysbinary, "simulate", *arguments, "--jsonl", "games.jsonl"), sentence)
    assert (folder / "games.jsonl").read_text() == "old"
    assert {path.name for path in folder.iterdir()} == {"deck.toml", "games.jsonl"}


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ("", 'Deck file bad.toml holds no cards: list them under [cards], for example "+7" = 2 on line 1.'),
        ('[cards]\n"+7" = two\n', "Deck file bad.toml, line 2: invalid value."),
        (
            '[cards]\n"+7" = 2\n"8" = 2\n',
            "Deck file bad.toml, line 3: '8' is not a card: write +7, -3, 2x+6, 2x-2, joker or 10.",
        ),
    ],
)
def test_a_bad_deck_file_is_refused_and_the_line_named(
    deck: str, sentence: str, folder: Path, capsysbinary: Capture
) -> None:
    """TI1: an empty or malformed file never becomes a game."""
    (folder / "bad.toml").write_text(deck)
    arguments = ("simulate", "take-it", "-o", "deck=bad.toml", "--jsonl", "games.jsonl")
    assert_refused(run(capsysbinary, *arguments), sentence)
    assert not (folder / "games.jsonl").exists()


@pytest.mark.parametrize(
    ("target", "why"), [("nowhere/games.jsonl", "No such file or directory"), ("/", "Is a directory")]
)
def test_a_place_that_cannot_be_written_is_named(target: str, why: str, capsysbinary: Capture) -> None:
    """The sentence says which file and why."""
    finished = run(capsysbinary, "simulate", "take-it", "--games", "1", "--jsonl", target)
    assert_refused(finished, f"{target} cannot be written: {why}.")


def test_a_device_is_written_to_and_not_replaced() -> None:
    """A device stays what it is."""
    finished = run_apart("simulate", "take-it", "--games", "1", "--jsonl", os.devnull, capture_output=True)
    assert finished.returncode == 0
    assert not Path(os.devnull).is_file()
