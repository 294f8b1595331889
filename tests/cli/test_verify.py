"""``takelan verify`` checks games played at a table, and names the first line that does not hold."""

import json
from pathlib import Path

import msgspec
import pytest

from takelan.store.transcripts.saving import save_game
from takelan.store.transcripts.writing import Provenance
from takelan.table.match import FinishedGame
from tests.cli.running import assert_refused, run
from tests.table.fairness.games import play_signed_game

Capture = pytest.CaptureFixture[bytes]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of one's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def saved(finished: FinishedGame) -> Path:
    """Save a game as a player does."""
    path = Path("game.jsonl")
    provenance = Provenance(finished.table, finished.deals, finished.signed)
    events = [event for event, _ in finished.events]
    save_game(path, finished.game, finished.names, finished.options, events, provenance)
    return path


def test_a_game_with_real_signatures_is_verified(capsysbinary: Capture) -> None:
    """One sentence tells who made the decks and who has signed."""
    path = saved(play_signed_game("take-it"))
    told = run(capsysbinary, "verify", str(path)).out.decode()
    assert told == "Take It!: 1 deck made by Ann, Ben and the host; signed by 2 of 2 players.\n"


def test_an_altered_line_is_named(capsysbinary: Capture) -> None:
    """A nonce that nobody was bound to is found in its line."""
    path = saved(play_signed_game("take-it"))
    lines = path.read_bytes().splitlines(keepends=True)
    dealt = json.loads(lines[1])
    dealt["deal"]["players"][0]["nonce"] = "00" * 32
    path.write_bytes(b"".join([lines[0], json.dumps(dealt).encode() + b"\n", *lines[2:]]))
    assert_refused(
        run(capsysbinary, "verify", str(path)),
        "game.jsonl, line 2: seat 0 has not signed what this deck is said to be made of.",
    )


def test_names_in_a_strangers_file_reach_no_terminal_unwashed(capsysbinary: Capture) -> None:
    """A name with control characters is printed without them, though it was written down and dealt so."""
    finished = play_signed_game("take-it")
    names = ("\x1b[31mEVIL\x1b]0;pwned\x07\x9b2J", "Ben")
    path = saved(msgspec.structs.replace(finished, names=names, signed=()))
    told = run(capsysbinary, "verify", str(path)).out.decode()
    made = "Take It!: 1 deck made by [31mEVIL]0;pwned, Ben and the host"
    assert told == f"{made}; signed by 0 of 2 players.\n"


@pytest.mark.parametrize(
    ("key", "field", "sentence"),
    [
        ("deal", "nonce", "line 2: what made this deck cannot be read: look at players[0].nonce."),
        ("deal", "", "line 2: what made this deck cannot be read: look at players[0]."),
        (
            "signed",
            "signature",
            "line {last}: who has signed this game cannot be read: look at [0].signature.",
        ),
    ],
)
def test_what_cannot_be_read_is_one_plain_sentence(
    key: str, field: str, sentence: str, capsysbinary: Capture
) -> None:
    """The line and the place in it are named, and nothing of how takelan reads them."""
    path = saved(play_signed_game("take-it"))
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    line = next(line for line in lines if key in line)
    parts = line[key]["players"] if key == "deal" else line[key]
    parts[0] = {**parts[0], field: "zz"} if field else "zz"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    expected = sentence.format(last=len(lines)) if "{last}" in sentence else sentence
    assert_refused(run(capsysbinary, "verify", str(path)), f"game.jsonl, {expected}")


def test_a_simulated_game_gets_a_clear_sentence(capsysbinary: Capture) -> None:
    """A transcript without its deals is neither fair nor rigged."""
    run(capsysbinary, "simulate", "take-that", "--games", "1", "--seed", "1", "--jsonl", "game.jsonl")
    assert_refused(
        run(capsysbinary, "verify", "game.jsonl"),
        "game.jsonl, line 2: by the rules, but how the deck was made is not told. Save a game at its table.",
    )
