"""Two people, two terminals, one whole game, on three kinds of network."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.lan.lab import Lab, lab, needs_namespaces
from tests.processes import TAKELAN, Home
from tests.terminal.player import play_to_the_end
from tests.terminal.terminal import Terminal

pytestmark = [pytest.mark.lan, pytest.mark.terminal, needs_namespaces]


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Lab]:
    """Build a network."""
    with lab(tmp_path) as built:
        yield built


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Close what a test has opened."""
    with ExitStack() as opened:
        yield opened


def sit(stack: ExitStack, person: Home, *arguments: str) -> Terminal:
    """Open a terminal for somebody and start takelan in it."""
    terminal = Terminal([*person.prefix, *TAKELAN, *arguments], person.environment, person.folder)
    stack.callback(terminal.close)
    return terminal


def play_a_game(stack: ExitStack, ada: Home, ben: Home, *host_options: str) -> tuple[Terminal, Terminal]:
    """Host with one terminal, join with the other without a key, and play to the end."""
    host = sit(stack, ada, "host", "take-a-number", "--plain", "--name=Ada", "--rounds=1", *host_options)
    host.until("wait for guests")
    guest = sit(stack, ben, "join", "--plain", "--name=Ben")
    guest.until("You sit at the table as Ben.")
    host.until("Ben sat down.")
    host.until("Enter: begin.")
    host.press("\r")
    first, second = play_to_the_end([host, guest])
    assert first == second
    return host, guest


def leave(host: Terminal, guest: Terminal) -> None:
    """Let the guest leave, then the host, both in good order."""
    guest.press("q\r")
    assert guest.wait() == 0
    host.until("Ben left.")
    host.press("q\r")
    assert host.wait() == 0
    assert "Traceback" not in host.text + guest.text
    assert host.is_as_before()
    assert guest.is_as_before()


def test_two_terminals_on_one_machine_find_each_other_by_multicast(network: Lab, stack: ExitStack) -> None:
    """Two accounts of one machine that share no folder and no usual port meet by mDNS alone."""
    machine = network.host("a")
    host, guest = play_a_game(stack, machine.person("ada"), machine.person("ben"), "--port=21000")
    leave(host, guest)


def test_two_terminals_play_with_only_loopback_up(network: Lab, stack: ExitStack) -> None:
    """A machine without any network still brings its two players together."""
    machine = network.lonely("a")
    host, guest = play_a_game(stack, machine.person("ada"), machine.person("ben"))
    leave(host, guest)


def test_two_terminals_play_between_two_machines(network: Lab, stack: ExitStack) -> None:
    """Two machines on one switch find each other and play, without an address being typed."""
    ada, ben = network.host("a").person("ada"), network.host("b").person("ben")
    host, guest = play_a_game(stack, ada, ben)
    leave(host, guest)
