"""A newcomer's walk through the README and the page about a first evening, every command typed as printed."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.lan.lab import Lab, lab, needs_namespaces
from tests.processes import Home
from tests.terminal.terminal import Terminal

pytestmark = [pytest.mark.lan, pytest.mark.terminal, needs_namespaces]

_ROOT = Path(__file__).parents[2]
_PROMPT = "newcomer> "
_STEP = re.compile(r"```console (\w+)\n(.*?)```", re.DOTALL)
#: What a newcomer sees first, and the keys that lead back to the shell; no keys: it stays open.
_SEEN: dict[str, tuple[str, str | None]] = {
    r"make play": ("three card games", "q"),
    r"export .*": ("", ""),
    r"takelan --version": ("version", ""),
    r"takelan rules .*": ("Scoring", ""),
    r"takelan solo take-that": ("the line", "qy"),
    r"takelan host .*--headless.*": ('"port"', "\x03"),
    r"takelan host.*": ("Others sit down with", None),
    r"takelan join": ("Lobby", "q"),
    r"takelan doctor.*": ("This machine", ""),
    r"takelan list": ("takelan join", ""),
    r"takelan solo .*--plain": ("turned over", "q\rq\r"),
    r"takelan simulate .*": ("games per second", ""),
    r"takelan replay .*": ("wins", ""),
}


def steps(page: str) -> list[tuple[str, str]]:
    """Read who types what."""
    text = (_ROOT / page).read_text(encoding="utf-8")
    return [
        (who, line.removeprefix("$ ")) for who, block in _STEP.findall(text) for line in block.splitlines()
    ]


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Lab]:
    """Build a network of two machines."""
    with lab(tmp_path) as built:
        yield built


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a fresh copy, and fetch what `make play` installs while the network is still there.

    The walk's machines have no way to a package index. And a clone would leave out what is not committed yet,
    which is what a test of the working tree is about; so this is a copy of what git knows.
    """
    folder = tmp_path_factory.mktemp("newcomer") / "takelan"
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=_ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    for name in filter(None, tracked):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(_ROOT / name, folder / name)
    subprocess.run(["make", ".venv/.play"], cwd=folder, check=True, capture_output=True)
    return folder


class Newcomer:
    """Somebody at a shell who types what a page says."""

    def __init__(self, home: Home, folder: Path) -> None:
        environment = {**home.environment, "PS1": _PROMPT, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
        environment.pop("VIRTUAL_ENV", None)
        shell = [*home.prefix, "bash", "--norc", "--noprofile", "-i"]
        self.terminal = Terminal(shell, environment, folder)
        self.terminal.until(_PROMPT)

    def type(self, command: str) -> bool:
        """Type a command, see what it should show, and tell whether that leads back to the shell."""
        shown, keys = next(seen for pattern, seen in _SEEN.items() if re.fullmatch(pattern, command))
        before = len(self.terminal.text)
        self.terminal.press(command + "\r")
        self.terminal.until(lambda text: shown in text[before + len(command) :])
        if keys is not None:
            for key in keys:
                self.terminal.press(key)
            self.terminal.until(lambda text: text.rstrip(" ").endswith(_PROMPT.rstrip(" ")))
        assert "Traceback" not in self.terminal.text
        assert "command not found" not in self.terminal.text
        return keys is not None


@pytest.mark.parametrize("page", ["README.md", "docs/play.md", "docs/hosting.md"])
def test_every_command_of_a_page_can_be_typed_as_printed(page: str, copy: Path, network: Lab) -> None:
    """Two people on two machines follow the page from its first line to its last."""
    homes = {who: network.host(who[0]).person(who) for who in ("ada", "ben")}
    with ExitStack() as terminals:
        free: dict[str, Newcomer] = {}
        for who, command in steps(page):
            newcomer = free.pop(who, None) or _at_a_new_terminal(homes[who], copy, terminals, command)
            if newcomer.type(command):
                free[who] = newcomer
    assert {who for who, _ in steps(page)} == homes.keys()


def _at_a_new_terminal(home: Home, copy: Path, terminals: ExitStack, command: str) -> Newcomer:
    newcomer = Newcomer(home, copy)
    terminals.callback(newcomer.terminal.close)
    if command.startswith("takelan"):
        # The page tells it once; everybody does it at every terminal.
        newcomer.type('export PATH="$PWD/.venv/bin:$PATH"')
    return newcomer
