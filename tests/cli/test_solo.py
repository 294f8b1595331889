"""``takelan solo``, as a process that a script plays."""

import re
import signal
import sys

import pytest

from tests.processes import Home, Process

FAST = ["--haste=0.01", "--rounds=1", "--option=flip_gap=0", "--option=idle_flip=0.05"]


def play_first_choices(client: Process) -> str:
    """Take the first choice each time, until the game is won; return the sentence that says by whom."""
    while (line := client.line()) is not None:
        if re.search(r"(wins|share the win): ", line):
            return line
        if choice := re.match(r"(\d+)\) ", line):
            client.type(choice[1])
    raise AssertionError(f"the game never ended: {client.errors()}")


@pytest.mark.parametrize("game", ["take-that", "take-it", "take-a-number"])
def test_a_script_plays_a_whole_game_by_the_numbers_of_the_lists(ada: Home, game: str) -> None:
    """Cards are on the table at once, every decision is a numbered list, and the result is a sentence."""
    client = ada.start("solo", game, "--plain", "--name=Ada", *FAST)
    assert client.line() == "You sit at the table as Ada."
    # The deck is made by everybody first; a slow machine may show the table meanwhile.
    assert client.line_with("Round 1: ").startswith("Round 1: ")
    assert "Ada" in play_first_choices(client)
    client.line_with("Enter: a rematch.")
    client.type("")
    client.line_with("Round 1: ")
    client.type("q")
    client.line_with("q again leaves")
    client.type("q")
    assert client.wait() == 0
    assert client.errors() == ""


def test_ctrl_c_in_a_game_ends_with_a_sentence(ada: Home) -> None:
    """Ctrl-C in the middle of a game leaves no traceback and no process behind."""
    client = ada.start("solo", "take-a-number", "--plain", *FAST)
    client.line_with("You: choose a card.")
    client.signal(signal.SIGINT)
    client.line_with("You have left the table.")
    assert (client.wait(), client.errors()) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["take-that", "--bots=4"], "Take That is for 2 to 4 players, not 5."),
        (["take-it", "--bots=0"], "Take It! is for 2 to 5 players, not 1."),
        (["--bots=2:genius"], "Invalid value for '--bots': '2:genius' is no number of bots"),
    ],
)
def test_a_number_of_bots_that_does_not_fit_is_one_sentence(
    ada: Home, arguments: list[str], sentence: str
) -> None:
    """What the game is not made for is said before a process is started."""
    finished = ada.run("solo", "--plain", *arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith(f"takelan: {sentence}")
    assert finished.stderr.count("\n") == 1


def test_solo_without_any_input_ends_politely(ada: Home) -> None:
    """A closed stdin has ended before it began."""
    shell = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "takelan"]
    client = ada.start("solo", "take-a-number", "--plain", *FAST, program=shell)
    assert (client.wait(), client.errors()) == (0, "")
