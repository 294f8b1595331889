"""How a test runs a command."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from takelan.cli.main import main


class Finished(NamedTuple):
    """What a command left behind."""

    code: int
    out: bytes
    err: str


def run(capture: pytest.CaptureFixture[bytes], *arguments: str) -> Finished:
    """Run a command in this process; a traceback fails the test by itself."""
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    out, err = capture.readouterr()
    return Finished(int(leaving.value.code or 0), out, err.decode())


def run_apart(
    *arguments: str, cwd: Path | None = None, **streams: object
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, with real streams."""
    command = [sys.executable, "-m", "takelan", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(command, cwd=cwd, env=environment, timeout=60, check=False, **streams)  # type: ignore[call-overload, no-any-return]  # streams are passed on as they are


def assert_refused(finished: Finished, sentence: str) -> None:
    """See one sentence on stderr, exit code 2, and nothing on stdout."""
    assert (finished.code, finished.out, finished.err) == (2, b"", f"takelan: {sentence}\n")
