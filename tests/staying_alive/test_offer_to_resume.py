"""Two humans: whoever lost screen and host at once is offered the game by `takelan host`, hands and all."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from takelan.store.journals import unfinished
from tests.processes import TAKELAN, Home, home, until
from tests.staying_alive.tables import kill_tree
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.terminal

_HAND = re.compile(r"Your hand: [^\n]*\n")


@pytest.fixture
def ada(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """Lend a home to somebody."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path / "state"))
    with home(tmp_path) as lent:
        yield lent


def hand_in(terminal: Terminal) -> str:
    """Ask for the hand and read it."""
    seen = len(_HAND.findall(terminal.look()))
    terminal.press("h\r")
    text = terminal.until(lambda text: len(_HAND.findall(text)) > seen)
    return str(_HAND.findall(text)[-1])


def test_host_offers_the_game_that_was_cut_off(ada: Home) -> None:
    """After kill -9 of everything, `takelan host` asks, and Enter leads back to the same hand and guest."""
    with ExitStack() as stack:
        first = Terminal(
            [*TAKELAN, "host", "take-a-number", "--plain", "--bind=127.0.0.1", "--name=Ada"],
            ada.environment,
            ada.folder,
        )
        stack.callback(first.close)
        place = first.until("takelan join 127").split("takelan join ")[1].split()[0].rstrip(".")
        ada.start("bot", "--join", place, "--name=Ben", "--wire-log=ben.jsonl", "--pace=0.05")
        first.until("Ben sat down")
        first.press("\r")
        first.until("You: choose a card.")
        hand = hand_in(first)
        kill_tree(first.popen.pid)
        first.wait()
        until(lambda: unfinished(), "the journal to be free")

        again = Terminal([*TAKELAN, "host", "--plain"], ada.environment, ada.folder)
        stack.callback(again.close)
        again.until("was cut off. Go on with it? [Y/n]")
        again.press("\r")
        again.until("Welcome back, Ada")
        assert hand_in(again) == hand
        log = ada.folder / "ben.jsonl"
        until(lambda: '"is_return":true' in log.read_text(encoding="utf-8"), "the guest to be back")
        kill_tree(again.popen.pid)
