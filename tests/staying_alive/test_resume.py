"""Two humans: a host that was killed is started again, and the game goes on with the same hands."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer
from threading import Thread

import pytest

from takelan.store.journals import unfinished
from tests.processes import PATIENCE, Home, home, until
from tests.staying_alive.judging import check_screens
from tests.staying_alive.screens import Screens
from tests.staying_alive.tables import Players, host_processes


class _Stranger(TCPServer):
    """Somebody who listens, and hangs up on everybody."""

    allow_reuse_address = True


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """Lend a home to everybody."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path / "state"))
    with home(tmp_path) as lent:
        yield lent


@pytest.mark.parametrize("game", ["take-that", "take-a-number"])
def test_a_killed_host_is_resumed_with_the_same_hands(people: Home, game: str) -> None:
    """The guests come back by themselves, to the view they had last, and the record of the game is whole."""
    table = Players(people, game, 2, words=["succession=off"])
    table.wait_for_steps(0, 8)
    table.host.process.signal(signal.SIGKILL)
    table.host.process.wait()
    until(lambda: unfinished(), "the journal to be free")
    again = people.host("--resume", "--bind=127.0.0.1", "--transcript=resumed.jsonl")
    assert again.ready["table"] == table.host.ready["table"]
    assert again.place == table.host.place
    assert again.ready["fingerprint"] == table.host.ready["fingerprint"]
    screens = Screens([table.wire_log(seat) for seat in range(2)])
    screens.watch(lambda: all(one.has_seen_an_end for one in screens.all), "the game to end", PATIENCE)
    record = until(lambda: table.games("resumed.jsonl"), "the record of the game")[0]
    table.check(record)
    check_screens(screens.all, record)
    screens.close()
    table.leave_all()


def test_a_resumed_host_is_found_at_another_port(people: Home) -> None:
    """Somebody else may listen where it was: whoever waits looks around for its certificate."""
    table = Players(people, "take-a-number", 2, words=["succession=off"])
    table.wait_for_steps(0, 8)
    table.host.process.signal(signal.SIGKILL)
    table.host.process.wait()
    until(lambda: unfinished(), "the journal to be free")
    address, _, port = table.host.place.rpartition(":")
    with _Stranger((address, int(port)), BaseRequestHandler) as stranger:
        Thread(target=stranger.serve_forever, daemon=True).start()
        again = people.host("--resume", "--bind=127.0.0.1")
        assert again.place != table.host.place
        logs = [table.wire_log(seat) for seat in range(2)]
        until(lambda: all('"is_return":true' in log.read_text("utf-8") for log in logs), "all to be back")
        stranger.shutdown()
    table.leave_all()


def test_a_host_whose_player_lives_is_revived_at_once(people: Home) -> None:
    """The owner's own screen starts the host again; nobody has to do anything."""
    owner = people.start("host", "take-a-number", "--plain", "--bind=127.0.0.1", "--name=Ann")
    command = owner.line_with("takelan join")
    place = command.split("takelan join ")[1].split()[0].rstrip(".")
    guest = people.start("bot", "--join", place, "--name=Ben", "--wire-log=ben.jsonl", "--pace=0.05")
    owner.line_with("Ben sat down")
    owner.type("")
    owner.line_with("Round 1")
    (pid,) = host_processes(owner.popen.pid)
    os.kill(pid, signal.SIGKILL)
    until(lambda: host_processes(owner.popen.pid) not in ([], [pid]), "another host")
    log = people.folder / "ben.jsonl"
    until(lambda: '"is_return":true' in log.read_text(encoding="utf-8"), "the guest to be back")
    owner.line_with("Welcome back,")
    owner.type("q")
    owner.type("y")
    guest.signal(signal.SIGTERM)


def test_with_nothing_cut_off_there_is_nothing_to_resume(people: Home) -> None:
    """One sentence says what to type instead."""
    refused = people.run("host", "--resume", "--plain")
    assert refused.returncode == 2
    assert refused.stderr == "takelan: No game was cut off here: open a new table with `takelan host`.\n"
