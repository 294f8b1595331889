"""Players at real terminals who read the screen and press keys, and nothing else."""

import os
import re
import socket
from pathlib import Path

from tests.ui.app.pty_screen import Terminal, takelan

_RIGHT = "\x1b[C"
#: How long a person looks at a screen that does not react before they press again.
_ANSWERS_WITHIN = 2.0


class Player:
    """One person at one terminal."""

    def __init__(
        self, folder: Path, *arguments: str, columns: int = 80, rows: int = 24, **environ: str
    ) -> None:
        self.terminal = Terminal(takelan(*arguments), environment(folder, **environ), columns, rows)
        self._tried = 0
        self.keys = 0

    @property
    def footer(self) -> str:
        """What can be done now."""
        return self.terminal.screen.display[-1]

    @property
    def is_done(self) -> bool:
        """Whether the game is over."""
        return "Game over" in self.terminal.screen.display[0]

    def press(self, keys: str) -> None:
        """Press a key."""
        self.keys += 1
        self.terminal.type(keys)

    def act(self) -> bool:
        """Read the screen and press the key that moves on, if there is one."""
        self.terminal.read(0.02)
        text = self.terminal.text
        if "Enter lay" in self.footer or "Enter choose" in self.footer or "Enter take this" in self.footer:
            self._tried = 0
            self.press("\r")
        elif "w twist" in self.footer:
            self.press("w")
        elif "k take" in self.footer:
            self._try_another_card()
        elif "Enter turn over" in self.footer:
            self.press(" " if len(re.findall(r"[FDJT][╮╗]", text)) >= 6 else "\r")
        elif "Enter next round" in self.footer:
            self.press("\r")
        else:
            return False
        # Whoever does not wait for the answer presses Enter again, and asks for a rematch by mistake.
        self.terminal.read_some(_ANSWERS_WITHIN)
        self.terminal.read(0.05)
        return True

    def _try_another_card(self) -> None:
        """Look for a card that fits; when there is none, take the line."""
        self._tried += 1
        self.press("k" if self._tried > 10 else _RIGHT)


def free_port() -> int:
    """Find a port that nobody uses: other tests have tables open on the usual ones."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Make an environment with folders of its own and no waiting for pictures."""
    config = folder / "config"
    config.mkdir(parents=True, exist_ok=True)
    (config / "settings.toml").write_text('motion = "off"\ncoach = false\n', encoding="utf-8")
    environ = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    for name in ("state", "runtime"):
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        **environ,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PYTHONPATH": str(Path(__file__).parents[3]),
        "TAKELAN_CONFIG_DIR": str(config),
        "TAKELAN_STATE_DIR": str(folder / "state"),
        "TAKELAN_RUNTIME_DIR": str(folder / "runtime"),
        **more,
    }
