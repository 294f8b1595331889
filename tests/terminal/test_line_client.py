"""The line client in a real terminal."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import TAKELAN, Home, home
from tests.terminal.player import play_to_the_end
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.terminal

FAST = ["--haste=0.01", "--rounds=1", "--option=flip_gap=0", "--option=idle_flip=0.05"]
CTRL_C = "\x03"


class Desk:
    """A person, and the terminals on their desk."""

    def __init__(self, person: Home) -> None:
        self.person = person
        self._open: list[Terminal] = []

    def start(self, *arguments: str) -> Terminal:
        """Start takelan in a new terminal."""
        terminal = Terminal([*TAKELAN, *arguments], self.person.environment, self.person.folder)
        self._open.append(terminal)
        return terminal

    def close(self) -> None:
        """Close all terminals."""
        for terminal in self._open:
            terminal.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Lend a desk."""
    with home(tmp_path) as person:
        lent = Desk(person)
        yield lent
        lent.close()


@pytest.mark.parametrize("game", ["take-that", "take-it", "take-a-number"])
def test_a_whole_game_fits_the_terminal(desk: Desk, game: str) -> None:
    """A game against bots is played to its end, and no line is wider than the terminal."""
    terminal = desk.start("solo", game, "--plain", "--name=Ada", *FAST)
    (result,) = play_to_the_end([terminal])
    assert "Ada" in result
    assert max(map(len, terminal.text.split("\n"))) < 80
    # Nothing but text, line breaks and the bell: no cursor is ever moved.
    assert not re.search(r"[\x00-\x06\x08\x0b-\x1f]", terminal.text)


def test_a_sentence_that_arrives_does_not_tear_what_is_typed(desk: Desk) -> None:
    """What somebody is typing when news comes is shown again below the news, and can be finished."""
    host = desk.person.host("take-a-number", "--bind=127.0.0.1")
    ada = desk.start("join", host.place, "--plain", "--name=Ada")
    ada.until("wait for guests")
    ada.press("t hel")
    ada.until("t hel")
    ben = desk.start("join", host.place, "--plain", "--name=Ben")
    ada.until("Enter: begin.\nt hel")
    assert "t hel\nBen sat down.\n" in ada.text
    ada.press("lo\r")
    assert "Ada: hello\n" in ben.until("Ada: hello")


def test_backspace_and_ctrl_u_mend_a_line(desk: Desk) -> None:
    """A line is edited as in any terminal."""
    host = desk.person.host("take-a-number", "--bind=127.0.0.1")
    ada = desk.start("join", host.place, "--plain", "--name=Ada")
    ada.until("wait for guests")
    ada.press("nonsense\x15t helk\x7flo\r")
    ada.until("Ada: hello")
    assert "t hello" in ada.rows()


def test_space_grabs_without_enter(desk: Desk) -> None:
    """In the race one key is enough."""
    options = ["--option=flip_gap=0", "--option=idle_flip=0.2", "--option=clock=0"]
    host = desk.person.host("take-it", "--bind=127.0.0.1", "--seats=2", "--start=when-full", *options)
    desk.start("join", host.place, "--plain", "--name=Ben").until("sit at the table")
    ada = desk.start("join", host.place, "--plain", "--name=Ada")
    ada.until("Row: ")
    ada.press(" ")
    ada.until("Ada grabbed the row of")


def test_ctrl_c_keeps_the_seat_and_mends_the_terminal(desk: Desk) -> None:
    """Ctrl-C in a game at somebody's table says how to come back; the terminal is as it was."""
    host = desk.person.host("take-a-number", "--bots=1", "--seats=2", "--start=when-full", "--bind=127.0.0.1")
    first = desk.start("join", host.place, "--plain", "--name=Ada")
    first.until("You: choose a card.")
    first.press(CTRL_C)
    assert first.wait() == 0
    assert "Your seat is kept for a while: come back to it with `takelan join`." in first.text
    assert "Traceback" not in first.text
    assert first.is_as_before()
    desk.start("join", host.place, "--plain", "--name=Ada").until("Welcome back, Ada")


def test_ctrl_c_while_looking_for_tables_is_a_goodbye(desk: Desk) -> None:
    """Also before there is a table Ctrl-C ends with a sentence."""
    terminal = desk.start("list", "--watch")
    terminal.until(lambda _text: terminal.popen.poll() is None and _is_waiting(terminal.popen.pid))
    terminal.press(CTRL_C)
    assert terminal.wait() == 130
    assert terminal.text.endswith("Goodbye.\n")
    assert "Traceback" not in terminal.text


def test_a_closed_terminal_ends_the_client(desk: Desk) -> None:
    """A terminal that hangs up leaves no process behind."""
    host = desk.person.host("take-a-number", "--bind=127.0.0.1")
    terminal = desk.start("join", host.place, "--plain", "--name=Ada")
    terminal.until("wait for guests")
    terminal.popen.send_signal(signal.SIGHUP)
    assert terminal.wait() == 0


def _is_waiting(pid: int) -> bool:
    """Tell whether a process has its event loop running: it then has an epoll."""
    return any("eventpoll" in _target(link) for link in Path(f"/proc/{pid}/fd").iterdir())


def _target(link: Path) -> str:
    """Tell what a descriptor is; one that was closed since it was listed is nothing."""
    try:
        return str(link.readlink())
    except FileNotFoundError:
        return ""
