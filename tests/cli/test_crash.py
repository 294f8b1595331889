"""A mistake of takelan's own is one sentence, a file and an exit code, in every kind of screen."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import Home, until
from tests.staying_alive.tables import host_processes
from tests.terminal.terminal import Terminal

_CRASHED = 70


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.cli.crashing", *arguments]


def _report(home: Home) -> str:
    (report,) = (home.folder / "state" / "crashes").iterdir()
    return report.read_text()


def _root() -> Path:
    return Path(__file__).parents[2]


def test_a_command_that_crashes_says_where_its_report_is(ada: Home) -> None:
    """No traceback is printed; of the command line only the command is told."""
    finished = subprocess.run(
        _command("simulate", "simulate", "take-it", "--seed", "271828"),
        env=ada.environment,
        cwd=_root(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert finished.returncode == _CRASHED
    assert finished.stderr.count("\n") == 1
    assert str(ada.folder / "state" / "crashes") in finished.stderr
    assert "IndexError" in _report(ada)
    assert "in: simulate\n" in _report(ada)
    assert "271828" not in finished.stderr + _report(ada)


def test_a_mistake_that_a_table_survives_is_told_once_with_its_report(ada: Home, ben: Home) -> None:
    """No traceback is printed, and not what the exception said, however often it happens."""
    host = ada.host("take-that", "--bind=127.0.0.1", program=_command("table"))
    guest = ben.start("join", host.place, "--plain", "--name=Ben")
    guest.line_with("You sit at the table")
    for _ in range(2):
        guest.type("t boom")
        guest.line_with("Welcome back")
    host.process.signal(signal.SIGTERM)
    assert host.process.wait() == 0
    (sentence,) = host.process.errors().splitlines()
    assert "the table goes on" in sentence
    assert str(ada.folder / "state" / "crashes") in sentence
    assert "KeyError" in _report(ada)
    assert "secret-hand" not in sentence + _report(ada)


@pytest.mark.parametrize(
    ("arguments", "until_then"),
    [(["host", "--bind=127.0.0.1"], "takelan join"), (["solo", "take-a-number"], "You: choose a card.")],
)
def test_whoever_started_a_host_that_fails_for_good_reads_where_its_report_is(
    ada: Home, arguments: list[str], until_then: str
) -> None:
    """In a lobby there is nothing to go on with; in a game it is started again, and fails again at once."""
    owner = ada.start("own-table", *arguments, "--plain", program=_command())
    owner.line_with(until_then)
    (host,) = host_processes(owner.popen.pid)
    os.kill(host, signal.SIGUSR1)
    sentence = owner.line_with("please report it with")
    assert str(ada.folder / "state" / "crashes") in sentence
    assert owner.wait() == 2
    assert owner.errors() == ""


def test_what_a_host_complained_of_is_told_when_its_owner_leaves(ada: Home) -> None:
    """A mistake that was caught is no secret of the process that made it."""
    owner = ada.start("own-chatty-table", "host", "--bind=127.0.0.1", "--plain", program=_command())
    owner.line_with("takelan join")
    owner.type("t boom")
    owner.line_with("Welcome back")
    owner.type("q")
    owner.line_with("You have left the table.")
    assert owner.wait() == 0
    (sentence,) = owner.errors().splitlines()
    assert str(ada.folder / "state" / "crashes") in sentence


def test_a_mistake_that_nobody_waits_for_is_told_at_the_end(ada: Home) -> None:
    """A timer that fails again and again interrupts nobody, and prints nothing of what it knows."""
    player = ada.start("lines", "solo", "take-that", "--plain", program=_command())
    player.line_with("deals.")
    until((ada.folder / "state" / "crashes").exists, "the timer to fail")
    player.type("q")
    player.line_with("q again leaves")
    player.type("q")
    player.line_with("You have left the table.")
    assert player.wait() == 0
    (sentence,) = player.errors().splitlines()
    assert str(ada.folder / "state" / "crashes") in sentence
    assert "KeyError" in _report(ada)
    assert "in: solo\n" in _report(ada)
    assert "secret-hand" not in sentence + _report(ada)


@pytest.mark.terminal
def test_an_app_that_crashes_gives_the_terminal_back_and_shows_no_hand(ada: Home) -> None:
    """Textual's own traceback would print every local variable."""
    terminal = Terminal(_command("home"), ada.environment, _root())
    try:
        assert terminal.wait() == _CRASHED
        assert terminal.is_as_before()
        assert "please report it with" in terminal.text.replace("\n", " ")
        assert "secret-hand" not in terminal.text
        assert "Traceback" not in terminal.text
        assert "LookupError" in _report(ada)
    finally:
        terminal.close()
