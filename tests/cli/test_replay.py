"""``takelan replay`` tells recorded games again, or prints them again, and believes nothing."""

import io
import json
from pathlib import Path

import pytest

from takelan.rules.catalog import GAMES
from tests.cli.running import assert_refused, run

Capture = pytest.CaptureFixture[bytes]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of one's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def record(capture: Capture, game: str, *arguments: str) -> bytes:
    """Let two games be simulated and return their transcript."""
    return run(capture, "simulate", game, "--games", "2", "--seed", "3", *arguments, "--jsonl", "-").out


def lines_with(stream: bytes, line: int, old: bytes, new: bytes) -> bytes:
    """Alter one line of a transcript, counted from 1."""
    lines = stream.splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return b"".join(lines)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_is_printed_again_byte_by_byte(
    game: str, seats: int, folder: Path, capsysbinary: Capture
) -> None:
    """What takelan wrote it reads back and writes again, games after games."""
    stream = record(capsysbinary, game, "--players", str(seats))
    (folder / "games.jsonl").write_bytes(stream)
    finished = run(capsysbinary, "replay", "games.jsonl", "--jsonl")
    assert (finished.code, finished.out, finished.err) == (0, stream, "")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_in_sentences(game: str, folder: Path, capsysbinary: Capture) -> None:
    """A heading with the names, a blank line before every round, a sentence for every event."""
    stream = record(capsysbinary, game, "--option", "rounds=2")
    (folder / "games.jsonl").write_bytes(stream)
    told = run(capsysbinary, "replay", "games.jsonl").out.decode()
    headings = [line for line in told.splitlines() if "played by" in line]
    assert headings == [f"{GAMES[game].title}, played by Ada, Ben, Cleo and Dan"] * 2
    sentences = [line for line in told.splitlines() if line.endswith(".")]
    assert len(sentences) == len(stream.splitlines()) - 2
    assert told.count("\n\nRound 1: ") == told.count("\n\nRound 2: ") == 2


def test_a_transcript_comes_through_a_pipe(capsysbinary: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash is the standard input."""
    stream = record(capsysbinary, "take-it")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stream)))
    assert run(capsysbinary, "replay", "-", "--jsonl").out == stream


def test_keys_that_others_added_are_kept(folder: Path, capsysbinary: Capture) -> None:
    """A time, or a key of some other program, is passed over and printed again."""
    stream = record(capsysbinary, "take-that").replace(
        b'"event":"laid"', b'"event":"laid","at":1.5,"mood":"good"'
    )
    (folder / "games.jsonl").write_bytes(stream)
    assert run(capsysbinary, "replay", "games.jsonl", "--jsonl").out.count(b'"at":1.5,"mood":"good"') > 2
    assert run(capsysbinary, "replay", "games.jsonl").code == 0


def test_names_cannot_harm_the_terminal(folder: Path, capsysbinary: Capture) -> None:
    """A file is a stranger's text: what is told and what is printed holds no control characters."""
    stream = record(capsysbinary, "take-it", "--players", "2")
    stream = stream.replace(b'"Ada"', b'"A\\u001b[31mda\\u009b2J"').replace(b'"Ben"', b'"\\u200b\\n"')
    (folder / "games.jsonl").write_bytes(stream)
    told = run(capsysbinary, "replay", "games.jsonl").out.decode()
    printed = run(capsysbinary, "replay", "games.jsonl", "--jsonl").out.decode()
    assert told.startswith("Take It!, played by A[31mda2J and Seat 1\n")
    assert all(character.isprintable() or character == "\n" for character in told + printed)


# Bad input


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_cut_off_between_lines_is_refused(
    game: str, folder: Path, capsysbinary: Capture
) -> None:
    """The last line there is gets named, and not one sentence of the game is printed."""
    lines = record(capsysbinary, game).splitlines(keepends=True)
    for length in (1, 2, 3, 20, len(lines) - 1):
        (folder / "cut.jsonl").write_bytes(b"".join(lines[:length]))
        sentence = f"cut.jsonl, line {length}: the file ends in the middle of this game; it was cut off."
        for flags in ((), ("--jsonl",)):
            assert_refused(run(capsysbinary, "replay", "cut.jsonl", *flags), sentence)


def test_a_transcript_cut_off_within_a_line_is_refused(folder: Path, capsysbinary: Capture) -> None:
    """Half a line is no JSON object."""
    lines = record(capsysbinary, "take-a-number").splitlines(keepends=True)
    (folder / "cut.jsonl").write_bytes(b"".join(lines[:9]) + lines[9][:-5])
    sentence = "cut.jsonl, line 10: this is not a JSON object; the file may be cut off."
    assert_refused(run(capsysbinary, "replay", "cut.jsonl"), sentence)


@pytest.mark.parametrize(
    ("game", "line", "old", "new", "what"),
    [
        (
            "take-that",
            1,
            b'"transcript":1',
            b'"transcript":2',
            "this is transcript version 2, and takelan reads version 1",
        ),
        (
            "take-that",
            1,
            b'"transcript"',
            b'"script"',
            'a game begins with a line like {"transcript": 1, "game": "take-that", …}',
        ),
        ("take-that", 1, b"take-that", b"chess", "there is no game called 'chess'"),
        ("take-that", 1, b'"Ada",', b'"Ada","Eva",', "Take That is for 2 to 4 players"),
        ("take-that", 1, b'"rounds":2', b'"rounds":0', "expected `int` >= 1 - at `$.rounds`"),
        (
            "take-that",
            1,
            b'"advanced":false',
            b'"advanced":"no"',
            "expected `bool`, got `str` - at `$.advanced`",
        ),
        ("take-that", 2, b'"round":1', b'"round":2', "this must be round 1, dealt by seat 1"),
        ("take-that", 2, b'"dealer":1', b'"dealer":4', "there is no seat 4"),
        ("take-that", 2, b'"hands":[[', b'"hands":[[99,', "the hands have the wrong size"),
        ("take-that", 2, b'"pile":[', b'"pile":[12,', "the cards dealt are not the deck"),
        (
            "take-that",
            3,
            b'"seat":2',
            b'"seat":3',
            "the rules forbid this: It is not your turn: wait for the others.",
        ),
        ("take-that", 3, b'"seat":2', b'"seat":-1', "there is no seat -1"),
        ("take-that", 3, b'"event":"laid"', b'"event":"sung"', "invalid value 'sung' - at `$.event`"),
        ("take-that", 3, b'"card":', b'"cord":', "object missing required field `card`"),
        ("take-that", 3, b'"card":', b'"card":1', "the rules forbid this"),
        ("take-that", 4, b'"card":', b'"card":1', "by the rules this must be"),
        (
            "take-it",
            3,
            b'"card":"',
            b'"card":"\\u001b',
            "expected a card like +7, 2x-2, joker or 10 - at `$.card`",
        ),
        ("take-it", 3, b'"seat":1', b'"seat":0', "the rules forbid this: Only the dealer turns cards over"),
        (
            "take-a-number",
            3,
            b'"cards":[',
            b'"cards":[1,',
            "the rules forbid this: 1 is not in your hand: choose one of your own cards.",
        ),
        ("take-a-number", 4, b'"row":', b'"row":1', "by the rules this must be"),
    ],
)
def test_an_altered_transcript_is_refused_and_the_line_named(
    game: str, line: int, old: bytes, new: bytes, what: str, folder: Path, capsysbinary: Capture
) -> None:
    """The first line that does not follow from the rules is named, with the reason."""
    stream = lines_with(record(capsysbinary, game), line, old, new)
    (folder / "altered.jsonl").write_bytes(stream)
    finished = run(capsysbinary, "replay", "altered.jsonl", "--jsonl")
    assert (finished.code, finished.out) == (2, b"")
    assert finished.err.startswith(f"takelan: altered.jsonl, line {line}: {what}")
    assert finished.err.count("\n") == 1


def test_a_flaw_in_the_second_game_spoils_the_first(folder: Path, capsysbinary: Capture) -> None:
    """Everything is checked before the first word is printed."""
    stream = record(capsysbinary, "take-it")
    last = len(stream.splitlines())
    scores = json.loads(stream.splitlines()[-1])["totals"]
    altered = lines_with(stream, last, b'"totals":[%d,' % scores[0], b'"totals":[%d,' % (scores[0] + 1))
    (folder / "altered.jsonl").write_bytes(altered)
    finished = run(capsysbinary, "replay", "altered.jsonl")
    assert (finished.code, finished.out) == (2, b"")
    assert f"line {last}: by the rules this must be" in finished.err


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            b"",
            ' holds no game: a transcript begins with a line like {"transcript": 1, "game": "take-that", …}.',
        ),
        (
            b"\n \n\n",
            ' holds no game: a transcript begins with a line like {"transcript": 1, "game": "take-that", …}.',
        ),
        (b"\xff\xfe\n", ", line 1: this is not a JSON object; the file may be cut off."),
        (b"\n[1]\n", ", line 2: this is not a JSON object; the file may be cut off."),
        (b'{"a":' + b"[" * 100_000, ", line 1: this is not a JSON object; the file may be cut off."),
        (b"x" * 2_000_000, ", line 1: the line is too long for a transcript."),
    ],
    ids=["empty", "blank", "binary", "a list", "deep", "long"],
)
def test_what_is_no_transcript_is_refused(
    content: bytes, what: str, folder: Path, capsysbinary: Capture
) -> None:
    """Whatever the file holds, the answer is one sentence."""
    (folder / "odd.jsonl").write_bytes(content)
    assert_refused(run(capsysbinary, "replay", "odd.jsonl"), f"odd.jsonl{what}")


@pytest.mark.parametrize(
    ("name", "why"), [("lost.jsonl", "No such file or directory"), ("/", "Is a directory")]
)
def test_a_file_that_cannot_be_read_is_named(name: str, why: str, capsysbinary: Capture) -> None:
    """The sentence says which file and why."""
    assert_refused(run(capsysbinary, "replay", name), f"{name} cannot be read: {why}.")
