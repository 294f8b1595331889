"""Somebody who plays by what the terminal shows: always the first choice, always ready for more."""

import re
import time
from collections.abc import Sequence

from tests.processes import PATIENCE
from tests.terminal.terminal import Terminal

_LIST = re.compile(r"^(\d+)\) .*$", re.MULTILINE)
_WON = re.compile(r"(wins|share the win): [^.]*\.")


class LinePlayer:
    """A person at the line client."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._answered = 0

    @property
    def result(self) -> str | None:
        """The sentence that names the winner, once it was shown."""
        won = _WON.search(self.terminal.text.replace("\n", " "))
        return won[0] if won else None

    def glance(self) -> None:
        """Look at the terminal and answer the newest question, once."""
        text = self.terminal.look()
        asked = [(match.end(), match[1] + "\r") for match in _LIST.finditer(text)]
        asked += [(match.end(), "\r") for match in re.finditer("Enter: the next round.", text)]
        end, keys = max(asked, default=(0, ""))
        # A list is complete once something follows its last line.
        if end > self._answered and text[end : end + 1] == "\n":
            self._answered = end
            self.terminal.press(keys)


def play_to_the_end(terminals: Sequence[Terminal]) -> list[str]:
    """Let everybody play until all have seen who won; return what they saw."""
    players = [LinePlayer(terminal) for terminal in terminals]
    ends = time.monotonic() + PATIENCE
    while any(player.result is None for player in players):
        for player in players:
            player.glance()
        assert time.monotonic() < ends, "\n\n".join(player.terminal.text[-1500:] for player in players)
    return [player.result or "" for player in players]
