"""Strings from peers on a real terminal: no control byte, no action, no crash."""

import os
import re
import sys
from pathlib import Path

import pytest

from takelan.ui.shown import shown
from tests.ui.app.hostile_play import ALL_SHOWN, AT_HOME, DIALOGS, IN_A_DIALOG, STAGES
from tests.ui.app.hostile_strings import hostile_strings
from tests.ui.app.pty_screen import Terminal

ALL_STAGES = {**STAGES, **dict.fromkeys(DIALOGS, IN_A_DIALOG), "home": AT_HOME}

# What Textual's driver and our own drawing send: modes, queries, colours, cursor, title of our own words.
_OURS = re.compile(
    r"\x1b\[\?\d+(?:;\d+)*[hl]|\x1b\[\?\d+\$p|\x1b\[\d*(?:;\d+)*[mH]|\x1b\[[<>=]\d*u|\x1b\[>4;\dm"
    r"|\x1b\[6n|\x1b\[c|\x1b\]22;default\x07|\x1b\[\?[uc]|\x1b\[>[0-9;]*[qm]|\x1b\[0?u"
    r"|\x1b\]2;takelan(?:: your turn)?\x07|\x07"
)


@pytest.mark.terminal
@pytest.mark.parametrize(("stage", "count"), ALL_STAGES.items())
def test_hostile_strings_stay_letters_on_a_real_terminal(stage: str, count: int, tmp_path: Path) -> None:
    """20,000 strings in all places that show them leave nothing on the wire but letters and our own codes."""
    environ = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environ |= {"TAKELAN_CONFIG_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    environ.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "tests.ui.app.hostile_play", stage, str(count)]
    with Terminal(command, environ, 120, 40, is_read=False) as terminal:
        assert terminal.wait(90) == ALL_SHOWN, terminal.text
    drawn = terminal.sent.decode("utf-8")
    letters = _OURS.sub("", drawn).replace("\r", "").replace("\n", "")
    strangers = {letter for letter in letters if not letter.isprintable()}
    assert not strangers, f"{strangers!r} near {drawn[drawn.index(next(iter(strangers))) - 60 :][:120]!r}"


def test_every_place_together_shows_twenty_thousand_strings() -> None:
    """The stages add up to what was promised."""
    assert sum(ALL_STAGES.values()) == 20_000


def test_what_is_shown_is_printable_and_stays_so() -> None:
    """Cleaning again changes nothing."""
    for text in hostile_strings(1, 2000):
        assert shown(text).isprintable()
        assert shown(shown(text)) == shown(text)
