"""The command line greets, explains itself, and leaves with one sentence when something is wrong."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from takelan import __version__
from takelan.cli import main
from takelan.cli.main import takelan
from takelan.cli.rules import rules
from tests.cli.running import assert_refused, run, run_apart

Capture = pytest.CaptureFixture[bytes]

COMMANDS = takelan.list_commands(click.Context(takelan))


def test_the_version_is_told(capsysbinary: Capture) -> None:
    """It is the package's own."""
    assert run(capsysbinary, "--version").out.decode() == f"takelan, version {__version__}\n"


def test_help_names_every_command_in_one_full_line(capsysbinary: Capture) -> None:
    """No summary is cut off with dots."""
    text = run(capsysbinary, "--help").out.decode()
    summaries = dict(line.split(maxsplit=1) for line in text.split("Commands:\n")[1].splitlines())
    assert list(summaries) == COMMANDS
    assert all(summary.endswith(".") and "..." not in summary for summary in summaries.values())


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_explains_itself(command: str, flag: str, capsysbinary: Capture) -> None:
    """In sentences, in 80 columns, with a word about every option."""
    finished = run(capsysbinary, command, flag)
    text = finished.out.decode()
    assert (finished.code, finished.err) == (0, "")
    assert max(map(len, text.splitlines())) <= 80
    found = takelan.get_command(click.Context(takelan), command)
    assert found is not None
    assert found.help
    for option in found.params:
        if isinstance(option, click.Option):
            assert option.hidden or (option.help and option.help.endswith("."))


def test_an_unknown_command_is_refused(capsysbinary: Capture) -> None:
    """The sentence says where to look."""
    assert_refused(run(capsysbinary, "sing"), "No such command 'sing': see 'takelan --help'.")


def test_an_unknown_option_is_refused(capsysbinary: Capture) -> None:
    """The sentence says which command to ask for help."""
    assert_refused(
        run(capsysbinary, "rules", "--loud"), "No such option '--loud': see 'takelan rules --help'."
    )


def test_nothing_from_outside_reaches_the_terminal_unwashed(capsysbinary: Capture) -> None:
    """A control character in an argument comes back as a mark."""
    finished = run(capsysbinary, "rules", "\x1b[31mred\n\x9b")
    sentence = "There is no game called '�[31mred��': choose take-that, take-it or take-a-number."
    assert_refused(finished, sentence)


def test_the_package_runs_as_a_module() -> None:
    """``python -m takelan`` is the same command, also from elsewhere."""
    finished = run_apart("rules", "take-it", cwd=Path("/"), capture_output=True)
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert finished.stdout.startswith(b"# Take It!\n")


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    """``takelan simulate … | head`` ends without a word."""
    command = [sys.executable, "-m", "takelan", "simulate", "take-that", "--games", "200", "--jsonl", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize(
    "arguments", [("rules", "take-it"), ("simulate", "take-it", "--games", "2", "--jsonl", "-")]
)
def test_a_full_disk_is_told_in_a_sentence(arguments: tuple[str, ...]) -> None:
    """No traceback when the output has nowhere to go."""
    with Path("/dev/full").open("wb") as full:
        finished = run_apart(*arguments, stdout=full, stderr=subprocess.PIPE)
    sentence = "takelan: This cannot be written or read any further: No space left on device.\n"
    assert (finished.returncode, finished.stderr.decode()) == (2, sentence)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("host", "--port=abc"), "'--port': 'abc' is not a whole number from 0 to 65535"),
        (("host", "--port=65536"), "'--port': '65536' is not a whole number from 0 to 65535"),
        (("doctor", "--wait=abc"), "'--wait': 'abc' is not a number from 0 to 3600"),
        (("simulate", "take-it", "--games=0"), "'--games': '0' is not a whole number from 1 on"),
    ],
)
def test_a_number_that_cannot_be_read_is_told_with_what_is_wanted(
    arguments: tuple[str, ...], wanted: str, capsysbinary: Capture
) -> None:
    """In words, not in those of a parser."""
    finished = run(capsysbinary, *arguments)
    assert_refused(finished, f"Invalid value for {wanted}: see 'takelan {arguments[0]} --help'.")


@pytest.mark.parametrize("option", ["--json", "--exit=after-game"])
def test_what_only_a_host_without_a_terminal_does_is_not_ignored(option: str, capsysbinary: Capture) -> None:
    """Whoever waits for it would wait in vain."""
    name = option.partition("=")[0]
    sentence = f"{name} is for a host without a terminal: add --headless, or leave it out."
    assert_refused(run(capsysbinary, "host", "--plain", option), sentence)


@pytest.mark.parametrize(
    ("closed", "code", "out"),
    [("<&-", 0, b"Usage: takelan"), (">&-", 0, b""), ("<&- 2>&-", 0, b"Usage: takelan")],
)
def test_a_closed_stream_is_an_empty_one(closed: str, code: int, out: bytes) -> None:
    """Some programs start others without any."""
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "takelan"]
    finished = subprocess.run(shell, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    assert (finished.returncode, finished.stderr) == (code, b"")
    assert finished.stdout.startswith(out)


@pytest.mark.parametrize(
    ("number", "code", "sentence"),
    [(errno.ENOSPC, 2, "cannot be written"), (errno.EMFILE, 70, "please report it")],
)
def test_only_what_the_machine_does_to_us_is_told_as_such(
    number: int,
    code: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: Capture,
) -> None:
    """A failure of the system's that is our own mistake gets its report."""

    def fail(**wishes: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(rules, "callback", fail)
    monkeypatch.setattr(main, "_drop_output", lambda: None)
    finished = run(capsysbinary, "rules", "take-it")
    assert finished.code == code
    assert sentence in finished.err
    assert (tmp_path / "crashes").exists() == (code == 70)
