"""The app through ssh to this machine, and in tmux inside it, on terminals with few colours or none."""

import os
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.processes import until
from tests.ui.app.players_on_terminals import environment, free_port
from tests.ui.app.pty_screen import Terminal, takelan

_SSHD = shutil.which("sshd") or "/usr/sbin/sshd"

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(not (shutil.which("ssh") and Path(_SSHD).exists()), reason="needs ssh and sshd"),
]

_PASSED_ON = ("PYTHONPATH", "TAKELAN_CONFIG_DIR", "TAKELAN_STATE_DIR", "TAKELAN_RUNTIME_DIR")


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[list[str]]:
    """Run an sshd of our own, and give the command that gets a terminal through it."""
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    shutil.copy(tmp_path / "user.pub", tmp_path / "authorized")
    port = free_port()
    config = tmp_path / "sshd_config"
    config.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {tmp_path}/host\nStrictModes no\nUsePAM no\n"
        f"AuthorizedKeysFile {tmp_path}/authorized\nPidFile none\nPermitRootLogin yes\n",
        encoding="utf-8",
    )
    Path("/run/sshd").mkdir(exist_ok=True)
    server = subprocess.Popen([_SSHD, "-D", "-f", config], stderr=subprocess.DEVNULL)
    try:
        until(lambda: _listens(port), "sshd does not listen")
        options = (
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
            "IdentitiesOnly=yes",
        )
        chosen = [part for option in options for part in ("-o", option)]
        yield ["ssh", "-tt", *chosen, "-i", str(tmp_path / "user"), "-p", str(port), "127.0.0.1"]
    finally:
        server.terminate()
        server.wait()


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def _remote(folder: Path, *command: str, **environ: str) -> str:
    """Write a command for the shell at the other end, with the folders of the test."""
    passed = {name: environment(folder)[name] for name in _PASSED_ON} | environ
    settings = [f"{name}={shlex.quote(value)}" for name, value in passed.items()]
    return " ".join(["env", "-u", "COLORTERM", *settings, *map(shlex.quote, command)])


def _play_a_little(terminal: Terminal) -> None:
    terminal.wait_for("You:")
    terminal.read(0.5)
    before = terminal.text
    terminal.type("\x1b[C")
    terminal.wait_for(lambda text: text != before)
    # Each screen is waited for until it is whole: tmux takes Esc for Alt if the next key comes right behind.
    terminal.type("?")
    terminal.wait_for(lambda text: "KEYS HERE" in text and "You:" not in text)
    terminal.type("\x1b")
    terminal.wait_for(lambda text: "You:" in text and "KEYS HERE" not in text)
    terminal.type("q")
    terminal.wait_for("Leave the table?")
    terminal.type("y")


def _colours(sent: bytes) -> set[str]:
    """List the parameters of everything that set a style."""
    return {part for codes in re.findall(rb"\x1b\[([0-9;]*)m", sent) for part in codes.decode().split(";")}


def _assert_sixteen_colours(terminal: Terminal) -> None:
    colours = _colours(bytes(terminal.sent))
    assert colours & {"38", "48"} == set()
    assert colours & {str(code) for code in range(30, 48)}


def _environ(term: str) -> dict[str, str]:
    return {**os.environ, "TERM": term}


def test_sixteen_colours_through_ssh(ssh: list[str], tmp_path: Path) -> None:
    """TERM=xterm gets nothing but the sixteen colours every terminal has."""
    command = _remote(tmp_path, *takelan("solo", "take-that"), TERM="xterm")
    with Terminal([*ssh, command], _environ("xterm")) as terminal:
        _play_a_little(terminal)
        assert terminal.wait() == 0
        _assert_sixteen_colours(terminal)


def test_no_colour_through_ssh(ssh: list[str], tmp_path: Path) -> None:
    """NO_COLOR gets bold, dim and reverse, and not one colour."""
    command = _remote(tmp_path, *takelan("solo", "take-that"), TERM="xterm-256color", NO_COLOR="1")
    with Terminal([*ssh, command], _environ("xterm-256color")) as terminal:
        _play_a_little(terminal)
        assert terminal.wait() == 0
        attributes = {"", "0", "1", "2", "3", "4", "7"}
        assert _colours(bytes(terminal.sent)) <= attributes | {"39", "49"}, "39 and 49 are the terminal's own"


@pytest.mark.skipif(not shutil.which("tmux"), reason="needs tmux")
def test_tmux_within_ssh(ssh: list[str], tmp_path: Path) -> None:
    """In tmux, through ssh, the same game is played with the same keys and in the sixteen colours."""
    inside = _remote(tmp_path, *takelan("solo", "take-a-number"))
    command = f"env TERM=xterm tmux -f /dev/null -L takelan-{os.getpid()} new-session {shlex.quote(inside)}"
    with Terminal([*ssh, command], _environ("xterm"), 100, 30) as terminal:
        _play_a_little(terminal)
        assert terminal.wait() == 0
        _assert_sixteen_colours(terminal)
