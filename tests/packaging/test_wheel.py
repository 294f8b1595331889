"""The built wheel, installed where nothing else is, plays a whole game."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from takelan import __version__
from tests.processes import home

_ROOT = Path(__file__).parents[2]
_PATIENCE = 240


def _run(*command: str | Path, **more: str) -> str:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | more
    finished = subprocess.run(
        [str(word) for word in command], env=environment, capture_output=True, text=True, timeout=_PATIENCE
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder, _ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install it in an environment of its own, and return the folder of its commands."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    _run(folder / "bin" / "python", "-m", "pip", "install", "-q", wheel)
    return folder / "bin"


def test_the_wheel_holds_everything_it_needs_and_nothing_else(wheel: Path) -> None:
    """Styles, rules, words and the man page are in it; pictures and tests are not."""
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {str(path.relative_to(_ROOT)) for path in (_ROOT / "takelan").rglob("*") if path.is_file()}
    shipped = {name for name in shipped if "__pycache__" not in name}
    assert shipped <= set(names)
    assert any(name.endswith("share/man/man1/takelan.1") for name in names)
    tops = {name.split("/")[0] for name in names}
    assert {re.sub(r"-.*(?=\.)", "", top) for top in tops} == {"takelan", "takelan.dist-info", "takelan.data"}


def test_what_was_installed_tells_its_version(installed: Path) -> None:
    """The command and the module are the same program, with the version of the one place it is written."""
    for command in ([installed / "takelan"], [installed / "python", "-m", "takelan"]):
        assert _run(*command, "--version") == f"takelan, version {__version__}\n"


def test_what_was_installed_plays_a_whole_game(installed: Path, tmp_path: Path) -> None:
    """A host and two bots of the installed program play Take A Number over the network."""
    takelan = [str(installed / "takelan")]
    table = ("take-a-number", "--rounds=1", "--seats=2", "--start=when-full", "--exit=after-game")
    with home(tmp_path / "ada") as ada:
        host = ada.host(*table, "--port=0", "--bind=127.0.0.1", program=takelan)
        bots = [
            ada.start("bot", "--join", host.place, "--pace=0", f"--name={name}", program=takelan)
            for name in ("Ben", "Cleo")
        ]
        assert [process.wait() for process in (host.process, *bots)] == [0, 0, 0]
