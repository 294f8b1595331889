"""Whole games on real terminals: the app on both sides, keystrokes only, read with pyte."""

import re
import time
from pathlib import Path

import pytest

from tests.processes import home
from tests.ui.app.players_on_terminals import Player, environment, free_port
from tests.ui.app.pty_screen import Terminal, takelan

pytestmark = pytest.mark.terminal

_PATIENCE = 100.0
_OPTIONS = {
    "take-that": ("--rounds", "1"),
    "take-it": ("-o", "flip_gap=0", "-o", "idle_flip=60"),
    "take-a-number": ("--rounds", "1"),
}


def _sit_down(folder: Path, game: str) -> tuple[Player, Player]:
    """Open a table on one terminal and join it from another, with the keys that are promised."""
    port = ("--port", str(free_port()))
    host = Player(folder, "host", game, "--name", "Ada", "--bind", "127.0.0.1", *port, *_OPTIONS[game])
    command = re.search(r"takelan join (\S+)", host.terminal.wait_for("takelan join"))
    assert command is not None
    guest = Player(folder, "join", command[1], "--name", "Ben")
    guest.terminal.wait_for("Lobby")
    host.terminal.wait_for("Ben")
    host.press("\r")
    for player in (host, guest):
        player.terminal.wait_for("round 1 of 1")
    return host, guest


def _play_out(players: tuple[Player, Player]) -> None:
    ends = time.monotonic() + _PATIENCE
    while not all(player.is_done for player in players):
        for player in players:
            player.act()
        assert time.monotonic() < ends, "\n".join(player.terminal.text for player in players)


@pytest.mark.parametrize("game", ["take-that", "take-it", "take-a-number"])
def test_two_people_play_a_whole_game(game: str, tmp_path: Path) -> None:
    """Host and guest play to the end; one key sat them down, and both read who won."""
    host, guest = _sit_down(tmp_path, game)
    with host.terminal, guest.terminal:
        assert (host.keys, guest.keys) == (1, 0)
        _play_out((host, guest))
        for player in (host, guest):
            assert "won" in player.terminal.text or "share the win" in player.terminal.text
            assert "Ada" in player.terminal.text
        guest.press("q")
        assert guest.terminal.wait() == 0, guest.terminal.text
        host.terminal.wait_for("Ben left")
        host.press("q")
        assert host.terminal.wait() == 0, host.terminal.text


def test_resizing_in_mid_game_loses_nothing(tmp_path: Path) -> None:
    """60×20, 200×60, too small and 80×24 in the middle of a game show the same cards, and play goes on."""
    host, guest = _sit_down(tmp_path, "take-that")
    with host.terminal, guest.terminal:
        for _ in range(8):
            host.act()
            guest.act()
        guest.terminal.read(0.5)
        before = _cards(guest)
        for columns, rows in ((60, 20), (200, 60), (50, 15), (80, 24)):
            guest.terminal.resize(columns, rows)
            guest.terminal.wait_for("too small" if columns < 60 else "Take That")
            guest.terminal.read(0.5)
            if columns >= 60:
                assert _cards(guest) == before
        _play_out((host, guest))
        assert "won" in guest.terminal.text or "share the win" in guest.terminal.text


def test_idle_sends_no_bytes(tmp_path: Path) -> None:
    """An app that nobody touches sends nothing in the middle of a game; pings go on below."""
    player = Player(tmp_path, "solo", "take-a-number", "--name", "Ada")
    with player.terminal:
        player.terminal.wait_for("You: choose a card")
        player.terminal.wait_for(lambda text: _have_all_chosen_but_one(text))
        player.terminal.read(0.5)
        assert player.terminal.read(3.0) == b""


@pytest.mark.parametrize(("command", "shown"), [("join", "Your check words"), ("watch", "you look on")])
def test_several_tables_are_a_list_in_the_app(tmp_path: Path, command: str, shown: str) -> None:
    """The app shows them on digits, and a digit sits down or looks on; nobody is asked at a prompt."""
    with home(tmp_path / "ada") as ada:
        for game in ("take-that", "take-it"):
            ada.host(game, "--bind=127.0.0.1", f"--table=Pick {game}")
        with Terminal(takelan(command, "--name", "Ben"), environment(tmp_path / "ada")) as terminal:
            # Other tests may hold tables on this machine: ours is known by its name.
            text = terminal.wait_for(lambda text: text.count("Pick take-") == 2)
            digit = re.search(r"(\d) +Pick take-it", text)
            assert digit is not None
            assert ("Which table do you want to watch?" in text) == (command == "watch")
            terminal.type(digit[1])
            terminal.wait_for(shown)
            terminal.type("q")
            terminal.wait_for("Open tables")
            terminal.type("q")
            assert terminal.wait() == 0


def _have_all_chosen_but_one(text: str) -> bool:
    marks = re.findall(r"^ ([✓…]) ", text, re.MULTILINE)
    return len(marks) > 1 and marks.count("…") == 1


def _cards(player: Player) -> list[str]:
    """Read the numbers of the hand, wherever it is drawn; the log stands beside it on a wide terminal."""
    screen = player.terminal.screen
    width = screen.columns - 42 if screen.columns >= 110 else screen.columns
    lines = [line[:width] for line in screen.display[-9:]]
    hands = [line for line in lines if re.search(r"[│┃] *\d\d *[│┃]", line)]
    return sorted(number for line in hands for number in re.findall(r"\d\d", line))
