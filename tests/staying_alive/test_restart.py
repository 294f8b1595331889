"""Two humans and a host that does not come back: its guest begins the round anew, and terms decide."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from takelan.store.journals import Page
from takelan.table.records import decode_record
from tests.processes import PATIENCE, Home, Process, home, until
from tests.staying_alive.tables import host_processes
from tests.ui.app.pty_screen import Terminal, takelan

HURRY = [f"--option={word}" for word in ("round_pause=0.05", "rounds=3")]


class Two:
    """Ann, who runs a table of Take A Number, and Ben, who sits there; each has folders of their own."""

    def __init__(self, folder: Path) -> None:
        self.ann = Home(folder / "ann")
        self.ben = Home(folder / "ben")
        self.owner = self.ann.start(
            "host", "take-a-number", "--plain", "--bind=127.0.0.1", "--port=0", "--name=Ann", *HURRY
        )
        place = self.owner.line_with("takelan join").split("takelan join ")[1].split()[0].rstrip(".")
        self.guest = self.ben.start("join", place, "--plain", "--name=Ben", "--wire-log=ben.jsonl")
        self.owner.line_with("Ben sat down")
        self.owner.type("")
        self.owner.line_with("Round 1")
        until(lambda: self._is_scored(self.owner), "a round to be scored", pause=0.1)
        until(lambda: self.told()[-1] and self.view()["round"] == 2, "the second round")

    def _is_scored(self, *others: Process) -> bool:
        """Type the first card, or the first row, for everybody; tell whether a round has come to its end."""
        for player in (self.guest, *others):
            player.type("1")
            player.type("3")
        return self.rounds() >= 1

    def view(self) -> dict[str, Any]:
        """Tell what Ben was shown last."""
        views: list[dict[str, Any]] = [message["view"] for message in self.told() if "view" in message]
        return views[-1] if views else {}

    def told(self) -> list[dict[str, Any]]:
        """Read what Ben was told so far."""
        return _lines(self.ben.folder / "ben.jsonl")

    def rounds(self) -> int:
        """Count the rounds that Ben knows to be scored."""
        return len(self.view().get("round_scores", ()))

    def seats(self) -> list[dict[str, Any]]:
        """Tell who sits where, as Ben was told last."""
        seats: list[dict[str, Any]] = [one for one in self.told() if one["say"] == "table"][-1]["seats"]
        return seats

    def kill_ann(self) -> None:
        """Kill Ann's screen and her host, as when a battery is empty."""
        hosts = host_processes(self.owner.popen.pid)
        self.owner.signal(signal.SIGKILL)
        for pid in hosts:
            os.kill(pid, signal.SIGKILL)
        self.owner.wait()

    def begin_anew(self) -> tuple[list[list[int]], dict[str, Any]]:
        """Let Ben begin the round anew; tell the scores before, and the first step after."""
        self.guest.line_with("press r to deal this round anew here")
        before, scores = len(self.told()), self.view()["round_scores"]
        self.guest.type("r")
        self.guest.line_with("You run the table now.")
        step = until(lambda: next((one for one in self.told()[before:] if "view" in one), None), "a deal")
        return scores, step

    def close(self) -> None:
        """End everything."""
        self.ann.close()
        self.ben.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    """Lend a table of two."""
    with home(tmp_path):
        table = Two(tmp_path)
        try:
            yield table
        finally:
            table.close()


def journals(person: Home) -> list[Path]:
    """List the journals there are of somebody's tables."""
    return list((person.folder / "state" / "journals").glob("*.journal"))


def test_a_guest_begins_the_round_anew_and_the_friend_comes_back_to_the_seat(two: Two) -> None:
    """Totals and round are kept, a stand-in plays, and the old host's journal yields to the later term."""
    two.kill_ann()
    scores, step = two.begin_anew()
    assert step["view"]["round_scores"] == scores
    assert step["view"]["round"] == len(scores) + 1
    until(lambda: two.seats()[0]["stand_in"], "a stand-in for Ann")
    assert journals(two.ann)
    ann = two.ann.start("host", "--resume", "--plain")
    ann.line_with("This round was begun anew without you")
    ann.line_with("Welcome back, Ann: your seat was kept.")
    until(lambda: not two.seats()[0]["is_away"], "Ann to be back")
    assert not two.seats()[0]["stand_in"]
    assert journals(two.ann) == []


def test_an_old_host_that_opens_again_is_told_and_gives_up(two: Two) -> None:
    """Even if it looks for nobody, it hears of the later term within moments and leads its player there."""
    two.kill_ann()
    two.begin_anew()
    # Ben's screen tells it only when it runs again; until then Ann's table goes on by itself.
    two.guest.signal(signal.SIGSTOP)
    again = two.ann.host("--resume", "--with-parent", "--bind=127.0.0.1")
    player = two.ann.start("join", again.place, "--plain", "--name=Ann")
    player.line_with("Welcome back, Ann")
    two.guest.signal(signal.SIGCONT)
    assert again.process.wait() == 0
    player.line_with("Ben has begun this round anew. The totals are kept.")
    assert journals(two.ann) == []
    until(lambda: not two.seats()[0]["is_away"], "Ann to be back")


@pytest.mark.parametrize(("term", "key"), [("dumb", "c\r"), ("xterm", "\r")])
def test_a_round_is_begun_anew_from_home_as_well(two: Two, term: str, key: str) -> None:
    """Whoever had closed the terminal meanwhile is offered the game, on the screen and line by line."""
    two.guest.signal(signal.SIGINT)
    two.guest.wait()
    scores = two.view()["round_scores"]
    two.kill_ann()
    environment = {**two.ben.environment, "TERM": term}
    with Terminal(takelan(), environment, 120, 40) as terminal:
        terminal.wait_for("Ann's table is gone: begin the round of Take A Number anew", PATIENCE)
        terminal.type(key)
        terminal.wait_for("Host lost: Ben has begun", PATIENCE)
        (journal,) = until(lambda: journals(two.ben), "Ben's own journal")
        page = msgspec.msgpack.decode(journal.read_bytes(), type=Page)
        table = decode_record(page.snapshot)
        assert page.term == 2
        assert table.match is not None
        assert table.match.state["round_scores"] == scores
        assert table.match.state["round"] == 2
        assert not list((two.ben.folder / "state" / "keepsakes").glob("*.keepsake"))


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_bytes().rpartition(b"\n")[0].splitlines()]
