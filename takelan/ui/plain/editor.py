"""Typing in a terminal: keystrokes become lines, and everything typed is echoed by appending.

Rule 1: the only thing ever sent to move the cursor is the backspace that erases what was typed.
"""

import re
import unicodedata
from collections.abc import Iterator

ERASE = "\b \b"
LONGEST_LINE = 1000

_END_OF_INPUT = "\x04"
_KILL_LINE = "\x15"
_BACKSPACES = "\x7f\b"
# Arrows and function keys arrive as sequences; they mean nothing here and must not be echoed.
_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.)?")


class Editor:
    """The line being typed."""

    def __init__(self) -> None:
        self.typed = ""
        #: Keys that act at once when nothing has been typed before them.
        self.quick_keys = frozenset[str]()
        self._echo: list[str] = []

    def feed(self, keys: str) -> Iterator[str | None]:
        """Take keystrokes and yield every line they complete, None for the end of input."""
        for key in _SEQUENCE.sub("", keys):
            yield from self._press(key)

    def take_echo(self) -> str:
        """Hand over what has to appear on the screen."""
        echo = "".join(self._echo)
        self._echo.clear()
        return echo

    def _press(self, key: str) -> Iterator[str | None]:
        if key in "\r\n":
            line, self.typed = self.typed, ""
            self._echo.append("\n" if line else "")
            yield line
        elif not self.typed and key == _END_OF_INPUT:
            yield None
        elif not self.typed and key in self.quick_keys:
            yield key
        else:
            self._edit(key)

    def _edit(self, key: str) -> None:
        if key in _BACKSPACES:
            self._erase(1)
        elif key == _KILL_LINE:
            self._erase(len(self.typed))
        elif key.isprintable() and len(self.typed) < LONGEST_LINE:
            self.typed += key
            self._echo.append(key)

    def _erase(self, count: int) -> None:
        for letter in reversed(self.typed[len(self.typed) - count :] if self.typed else ""):
            self._echo.append(ERASE * _width(letter))
        self.typed = self.typed[: len(self.typed) - count] if self.typed else ""


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
