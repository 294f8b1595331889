"""``takelan join``, as a process."""

import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli import other_version
from tests.processes import Home, Process

OTHER_VERSION = [sys.executable, str(Path(other_version.__file__))]


def refusal(home: Home, *arguments: str) -> str:
    """Join in vain, and return the one sentence that says why."""
    finished = home.run("join", "--plain", *arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith("takelan: ")
    assert finished.stderr.count("\n") == 1
    return finished.stderr.removeprefix("takelan: ").strip()


@contextmanager
def web_server() -> Iterator[int]:
    """Run a program that answers everybody with a bad request, as a web server does."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(4096)
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        # Closing alone would not wake the one who waits for a connection.
        listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("text", ["10.0.0.1:99999", "no machine:1", "[::1:5", "1.2.3.4:"])
def test_a_wrong_address_is_one_sentence(ben: Home, text: str) -> None:
    """What is no address is said to be none, with an example."""
    assert refusal(ben, text).startswith(f"'{text}' is no address: write ADDRESS or ADDRESS:PORT")


def test_nothing_listening_is_one_sentence(ben: Home) -> None:
    """Where no table is open, the sentence says how to look for one."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        assert refusal(ben, place).startswith(f"No table is open at {place}: check the address")


def test_another_program_is_one_sentence(ben: Home) -> None:
    """A web server on the port is recognised as no table."""
    with web_server() as port:
        assert refusal(ben, f"127.0.0.1:{port}") == (
            f"Another program than takelan answers at 127.0.0.1:{port}: check the port with the host."
        )


def test_a_full_table_is_one_sentence(ada: Home, ben: Home) -> None:
    """A table without a free seat says so."""
    host = ada.host("take-that", "--seats=2", "--bots=1", "--bind=127.0.0.1")
    guest = ada.start("join", host.place, "--plain", "--name=Ada")
    guest.line_with("You sit at the table as Ada.")
    assert refusal(ben, host.place).startswith("All 2 seats at this table are taken")


def test_a_running_game_is_one_sentence(ada: Home, ben: Home) -> None:
    """A table that plays says when to come again."""
    host = ada.host("take-that", "--seats=3", "--bots=1", "--bind=127.0.0.1")
    guest = ada.start("join", host.place, "--plain", "--name=Ada")
    guest.line_with("Enter: begin.")
    guest.type("")
    guest.line_with("Round 1")
    assert refusal(ben, host.place).startswith("A game is running at this table")


def test_a_name_that_cannot_be_shown_is_one_sentence(ben: Home) -> None:
    """A name of nothing but control characters is refused before anybody is contacted."""
    assert "choose a name of letters and digits with --name." in refusal(ben, "127.0.0.1:1", "--name=\x07")


def test_another_version_is_named(ada: Home, ben: Home) -> None:
    """A mismatch of versions names both."""
    host = ada.host("take-that", "--bind=127.0.0.1", program=OTHER_VERSION)
    sentence = refusal(ben, host.place)
    assert "protocol 77" in sentence
    assert "protocol 1" in sentence
    assert "install the same version on both machines" in sentence


def hand_of(client: Process) -> str:
    """Ask for the hand."""
    client.type("h")
    return client.line_with("Your hand:")


def test_a_player_who_was_killed_comes_back_to_the_same_hand(ada: Home, ben: Home) -> None:
    """After kill -9 a second join is the same seat: the same name, the same cards."""
    host = ada.host("take-a-number", "--seats=2", "--start=when-full", "--bind=127.0.0.1")
    ada.start("join", host.place, "--plain", "--name=Ada").line_with("You sit at the table")
    client = ben.start("join", host.place, "--plain", "--name=Ben")
    client.line_with("You: choose a card.")
    hand = hand_of(client)
    assert len(re.findall(r"\d+(?: \(\d\))?[,.]", hand.partition("Your #-Row")[0])) == 8
    client.signal(signal.SIGKILL)
    client.wait()
    again = ben.start("join", host.place, "--plain", "--name=Ben")
    again.line_with("Welcome back, Ben: your seat was kept.")
    again.line_with("You: choose a card.")
    assert hand_of(again) == hand


def test_two_copies_on_one_machine_are_two_players(ada: Home) -> None:
    """The same person joining twice gets two seats and two names; nobody is pushed out."""
    host = ada.host("take-a-number", "--bind=127.0.0.1")
    first = ada.start("join", host.place, "--plain", "--name=Ada")
    first.line_with("You sit at the table as Ada.")
    second = ada.start("join", host.place, "--plain", "--name=Ada")
    second.line_with("You sit at the table as Ada 2.")
    first.line_with("Ada 2 sat down.")


def test_the_end_of_input_is_a_goodbye(ada: Home, ben: Home) -> None:
    """A script whose lines are used up leaves politely, and the others are told."""
    host = ada.host("take-a-number", "--bind=127.0.0.1")
    watcher = ada.start("join", host.place, "--plain", "--name=Ada")
    watcher.line_with("You sit at the table as Ada.")
    finished = ben.run("join", host.place, "--plain", "--name=Ben", typed="t hello\n")
    assert finished.returncode == 0
    watcher.line_with("Ben left.")


def test_a_lost_host_is_said_and_waited_for(ada: Home, ben: Home) -> None:
    """When the host dies the client says so, tries again, and still lets its player leave."""
    host = ada.host("take-a-number", "--bind=127.0.0.1")
    client = ben.start("join", host.place, "--plain", "--name=Ben")
    client.line_with("You sit at the table as Ben.")
    host.process.signal(signal.SIGKILL)
    client.line_with("Trying again in")
    client.type("q")
    assert client.wait() == 0
    assert client.errors() == ""


def test_a_stand_in_plays_as_well_as_asked_for(ada: Home, ben: Home) -> None:
    """--stand-in counts for this table, and without it the setting does."""
    (ben.folder / "config").mkdir()
    (ben.folder / "config" / "settings.toml").write_text('stand_in = "easy"\n', encoding="utf-8")
    host = ada.host("take-a-number", "--bind=127.0.0.1", "--seats=2", "--start=when-full", "--option=grace=0")
    watching = ada.start("join", host.place, "--plain", "--name=Ada")
    watching.line_with("sit at the table")
    for arguments, level, greeting in (["--stand-in=hard"], "hard", "You sit"), ([], "easy", "Welcome back"):
        away = ben.start("join", host.place, "--plain", "--name=Ben", *arguments)
        away.line_with(greeting)
        away.signal(signal.SIGKILL)
        assert watching.line_with("Ben is away: ") == f"Ben is away: a bot ({level}) plays until Ben is back."
