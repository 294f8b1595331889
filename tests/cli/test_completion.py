"""Tab completes commands, games and options in a real shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import assert_refused, run, run_apart

Capture = pytest.CaptureFixture[bytes]


def _offered(line: str) -> list[str]:
    """Ask for completions as bash does: the words so far, and which of them is being typed."""
    return _offered_after(line.split(" "))


def _offered_after(words: list[str]) -> list[str]:
    environment = {
        **os.environ,
        "_TAKELAN_COMPLETE": "bash_complete",
        "COMP_WORDS": "\n".join(words),
        "COMP_CWORD": str(len(words) - 1),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    command = [sys.executable, "-m", "takelan"]
    finished = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    return [offer.partition(",")[2] for offer in finished.stdout.split()]


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("takelan ho", ["host"]),
        ("takelan host take-", ["take-that", "take-it", "take-a-number"]),
        ("takelan host take-it -o fl", ["flip_gap="]),
        ("takelan host take-it -o number", []),
        ("takelan host take-a-number -o number", ["number_row="]),
        ("takelan host take-it -o onlookers=", ["onlookers=off", "onlookers=delayed", "onlookers=live"]),
        ("takelan host -o succession=s", ["succession=strict"]),
        ("takelan host take-a-number -o rounds=", []),
        ("takelan solo --bots 2:h", ["2:hard"]),
        ("takelan completion f", ["fish"]),
        ("takelan --vers", ["--version"]),
    ],
)
def test_tab_offers_what_fits(line: str, offers: list[str]) -> None:
    """Commands, games, and the options of the game that was typed."""
    assert _offered(line) == offers


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        (["host", "-o", "onlookers", "=", "d"], ["delayed"]),
        (["host", "-o", "onlookers", "="], ["off", "delayed", "live"]),
        (["host", "--option", "=", "onlookers", "=", "d"], ["delayed"]),
        (["solo", "--bots", "2", ":", "h"], ["hard"]),
        (["solo", "--bots", "=", "2", ":"], ["normal", "hard", "easy", "greedy", "random"]),
        (["host", "--start", "=", "when-f"], ["when-full"]),
    ],
)
def test_bash_is_offered_what_follows_its_last_break(words: list[str], offers: list[str]) -> None:
    """It takes = and : for ends of words, and replaces only what follows the last of them."""
    assert _offered_after(["takelan", *words, *([""] if words[-1] in "=:" else [])]) == offers


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_can_be_taught(shell: str) -> None:
    """Each script names the command it completes, and its own shell takes it, where there is one."""
    finished = run_apart("completion", shell, capture_output=True)
    assert finished.returncode == 0
    assert b"_TAKELAN_COMPLETE" in finished.stdout
    if (program := shutil.which(shell)) is not None:
        taken = subprocess.run([program, "-n"], input=finished.stdout, capture_output=True, timeout=60)
        assert (taken.returncode, taken.stderr) == (0, b"")


def test_an_unknown_shell_is_refused(capsysbinary: Capture) -> None:
    """The sentence names the shells there are."""
    finished = run(capsysbinary, "completion", "cmd")
    assert finished.code == 2
    assert "bash" in finished.err


def test_a_shell_that_is_left_out_is_asked_for_in_one_line(capsysbinary: Capture) -> None:
    """The shells there are stand one beside the other."""
    sentence = (
        "Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish: see 'takelan completion --help'."
    )
    assert_refused(run(capsysbinary, "completion"), sentence)
