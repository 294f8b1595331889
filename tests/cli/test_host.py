"""``takelan host``, as a process."""

import json
import os
import signal
import socket

import pytest

from tests.processes import Home, Process, until

HURRY = ["--option=round_pause=0.05", "--option=grace=1", "--bind=127.0.0.1"]


def free_port() -> int:
    """Find a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_listening(port: int) -> bool:
    """Tell whether anybody accepts connections at a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def assert_one_sentence(home: Home, sentence: str, *arguments: str) -> None:
    """See a sentence on stderr, nothing on stdout, and exit code 2."""
    finished = home.run(*arguments)
    assert (finished.returncode, finished.stdout, finished.stderr) == (2, "", f"takelan: {sentence}\n")


def test_a_headless_host_says_in_one_line_where_its_table_is(ada: Home) -> None:
    """The line holds what a program needs to join, and the table listens by then."""
    host = ada.host("take-it", "--table=Kitchen", "--bind=127.0.0.1")
    assert host.ready.keys() == {"table", "name", "port", "addresses", "fingerprint"}
    assert (host.ready["name"], host.ready["addresses"]) == ("Kitchen", ["127.0.0.1"])
    assert is_listening(host.ready["port"])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_host_that_is_told_to_end_ends_cleanly(ada: Home, number: signal.Signals) -> None:
    """SIGTERM and Ctrl-C end a host with code 0 and without a word."""
    host = ada.host("take-that", "--bind=127.0.0.1")
    host.process.signal(number)
    assert (host.process.wait(), host.process.errors()) == (0, "")


def test_a_host_that_is_told_twice_to_end_says_goodbye_to_everybody(ada: Home) -> None:
    """Whoever asks twice wants no successor: everybody at the table gets a farewell."""
    host = ada.host("take-that", "--bind=127.0.0.1")
    bot = ada.start("bot", "--join", host.place, "--wire-log=log.jsonl")
    until(lambda: '"say":"table"' in log_of(ada), "the bot sits down")
    # Two kinds, for two signals of one kind may arrive as one.
    host.process.signal(signal.SIGTERM)
    host.process.signal(signal.SIGINT)
    assert (host.process.wait(), bot.wait()) == (0, 0)
    assert json.loads(log_of(ada).splitlines()[-1]) == {"say": "farewell", "code": "closed"}
    assert (host.process.errors(), bot.errors()) == ("", "")


def log_of(home: Home) -> str:
    """Read what a bot was told so far."""
    path = home.folder / "log.jsonl"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_every_further_game_is_added_to_the_transcript(ada: Home) -> None:
    """A transcript grows by whole games, and what it held before stays."""
    transcript = ada.folder / "night.jsonl"
    host = ada.host("take-a-number", *HURRY, "--rounds=1", "--seats=2", "--transcript=night.jsonl")
    for name in ("Bot A", "Bot B"):
        ada.start("bot", "--join", host.place, "--pace=0", "--name", name)
    until(lambda: transcript.exists() and transcript.read_text().count('"transcript"') >= 2, "two games")
    host.process.signal(signal.SIGKILL)
    lines = [json.loads(line) for line in transcript.read_text().splitlines()]
    headers = [place for place, line in enumerate(lines) if "transcript" in line]
    assert lines[headers[1] - 1]["event"] == "game_ended"
    assert ada.run("replay", "night.jsonl").returncode == 0


@pytest.mark.parametrize("manner", [["--headless", "--json"], ["--plain"]])
def test_a_port_that_is_taken_is_named(ada: Home, manner: list[str]) -> None:
    """Whether the host is its own process or a child, its sentence is the only thing to be seen."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert_one_sentence(
            ada,
            f"Port {port} is taken by another program: choose another one with --port, or leave it out.",
            *("host", *manner, "--bind=127.0.0.1", f"--port={port}"),
        )


WRONG_WISHES = {
    "Take That has no option 'speed': choose": ["take-that", "--option=speed=3"],
    "Option 'clock' must be a number from 0 to 600, not 'soon'": ["--option=clock=soon"],
    "Option 'grace' must be a number from 0 to 600, not '-1'": ["--option=grace=-1"],
    "Option 'rounds' must be a whole number from 1 to 100, not '0'": ["--rounds=0"],
    "'rounds' is not an option: write key=value": ["--option=rounds"],
    "Take It! is for 2 to 5 players, not 6.": ["take-it", "--seats=6"],
    "Take That is for 2 to 4 players, not 5.": ["take-that", "--bots=4"],
    "is no number of bots: write 0 to 9": ["--bots=many"],
    "There is no game called 'chess': choose": ["chess"],
    "be shown on every terminal: choose a name of letters and digits with --name.": ["--name=\x1b\u200b"],
    "cannot be shown on every terminal: choose a name of letters and digits with --table.": ["--table=\t"],
    "A table cannot be opened at 192.0.2.77": ["--bind=192.0.2.77"],
    "nowhere/t.jsonl cannot be written": ["--transcript=nowhere/t.jsonl"],
}  # fmt: skip


@pytest.mark.parametrize("manner", [["--headless"], ["--plain"]])
@pytest.mark.parametrize("sentence", WRONG_WISHES)
def test_a_wish_that_cannot_be_granted_is_one_sentence(ada: Home, sentence: str, manner: list[str]) -> None:
    """Every wrong option is told in one line, with exit code 2, before anything else is printed."""
    finished = ada.run("host", *manner, *WRONG_WISHES[sentence])
    assert (finished.returncode, finished.stdout) == (2, "")
    assert sentence in finished.stderr
    assert finished.stderr.count("\n") == 1


def open_table(home: Home, *arguments: str) -> tuple[Process, int]:
    """Open a table by pipes, and return its client and its port."""
    # A port of its own, for another test's table may be at the next usual one.
    port = free_port()
    client = home.start(
        "host", "take-a-number", "--plain", "--name=Ada", f"--port={port}", *HURRY, *arguments
    )
    client.line_with(f"takelan join 127.0.0.1:{port}")
    return client, port


def test_leaving_an_empty_table_closes_it(ada: Home) -> None:
    """With nobody else at the table its host ends with the one who opened it."""
    client, port = open_table(ada)
    client.type("q")
    assert client.wait() == 0
    assert not is_listening(port)


def test_ctrl_c_closes_an_empty_table_with_a_sentence(ada: Home) -> None:
    """Ctrl-C is a goodbye like any other."""
    client, port = open_table(ada)
    client.signal(signal.SIGINT)
    client.line_with("You have left the table.")
    assert client.wait() == 0
    assert client.errors() == ""
    assert not is_listening(port)


def test_a_host_goes_when_its_client_was_killed_and_nobody_else_is_there(ada: Home) -> None:
    """A client that ends by kill -9 leaves no host behind."""
    client, port = open_table(ada)
    client.signal(signal.SIGKILL)
    client.wait()
    until(lambda: not is_listening(port), "the host ends")


def test_a_table_stays_for_those_who_are_still_seated(ada: Home, ben: Home) -> None:
    """The table outlives the one who opened it, until the last one has left."""
    client, port = open_table(ada)
    guest = ben.start("join", f"127.0.0.1:{port}", "--plain", "--name=Ben")
    client.line_with("Ben sat down.")
    client.signal(signal.SIGKILL)
    client.wait()

    def is_heard() -> bool:
        # Said again until it is heard: the table may be on its way to another host.
        guest.type("t still here")
        return any("still here" in line for line in guest.lines_so_far())

    until(is_heard, "the table answers", pause=0.3)
    guest.type("q")
    assert guest.wait() == 0
    until(lambda: not is_listening(port), "the host ends")


def test_the_child_ignores_the_terminal_of_its_client(ada: Home) -> None:
    """The host has a session of its own, so that Ctrl-C reaches the client alone."""
    client, _port = open_table(ada)
    children = f"/proc/{client.popen.pid}/task/{client.popen.pid}/children"
    with open(children, encoding="ascii") as listing:  # noqa: PTH123 (a file of the kernel)
        (child,) = listing.read().split()
    assert os.getsid(int(child)) != os.getsid(client.popen.pid)
