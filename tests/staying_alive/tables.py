"""A table of real processes that may lose its host, and what its players were told."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tests.processes import HeadlessHost, Home, Process, until
from tests.rules.referee import referee_for

HURRY = [f"--option={word}" for word in ("round_pause=0.05", "flip_gap=0.05", "idle_flip=0.3")]


#: What every seat hears as the record tells it.
PUBLIC = frozenset(
    {"laid", "twisted", "flipped", "revealed", "placed", "took_row", "round_ended", "game_ended"}
)


class Players:
    """A headless host, and bots in processes of their own that count as humans to it."""

    def __init__(
        self, home: Home, game: str, seats: int, *, pace: float = 0.02, words: Sequence[str] = ()
    ) -> None:
        self.home = home
        self.game = game
        full = [f"--seats={seats}", "--start=when-full", "--transcript=first-host.jsonl"]
        self.host: HeadlessHost = home.host(
            game, *HURRY, *(f"--option={word}" for word in words), *full, "--bind=127.0.0.1", "--rounds=4"
        )
        self.bots: list[Process] = []
        for number in range(seats):
            self.bots.append(self._bot(number, pace))
            # They sit down in order, so that it is known who takes over.
            until(partial(self.told, number), f"bot {number} to sit down")

    def _bot(self, number: int, pace: float) -> Process:
        return self.home.start(
            *("bot", "--join", self.host.place, f"--pace={pace}", f"--name=Bot {number}"),
            *("--wire-log", f"seat-{number}.jsonl", "--transcript", f"heir-{number}.jsonl"),
        )

    def told(self, seat: int) -> list[dict[str, Any]]:
        """Read what a player was told so far."""
        return _lines(self.home.folder / f"seat-{seat}.jsonl")

    def steps(self, seat: int) -> int:
        """Count the steps of games a player was told."""
        return sum("hearings" in message for message in self.told(seat))

    def wait_for_steps(self, seat: int, count: int) -> None:
        """Wait until a player has been told so many steps."""
        until(lambda: self.steps(seat) >= count, f"{count} steps for seat {seat}")

    def games(self, name: str) -> list[list[dict[str, Any]]]:
        """Read the games that one host wrote down, each with its header."""
        games: list[list[dict[str, Any]]] = []
        for line in _lines(self.home.folder / name):
            if "transcript" in line:
                games.append([])
            games[-1].append(line)
        return [game for game in games if game[-1].get("event") == "game_ended"]

    def heir_with_a_game(self) -> str | None:
        """Name the transcript of a successor at whose table a game has ended."""
        names = [f"heir-{seat}.jsonl" for seat in range(len(self.bots))]
        return next((name for name in names if self.games(name)), None)

    def holder_of_the_table(self) -> int | None:
        """Name the seat whose process runs a host that everybody left is told to be alive."""
        for seat, bot in enumerate(self.bots):
            if bot.popen.poll() is None and len(host_processes(bot.popen.pid)) and self._serves(seat):
                return seat
        return None

    def _serves(self, seat: int) -> bool:
        return any(host_serves(pid) for pid in host_processes(self.bots[seat].popen.pid))

    def kill(self, seat: int) -> None:
        """Kill a player and the host that player runs."""
        hosts = host_processes(self.bots[seat].popen.pid)
        self.bots[seat].signal(signal.SIGKILL)
        for pid in hosts:
            os.kill(pid, signal.SIGKILL)

    def public_events(self, seat: int) -> list[dict[str, Any]]:
        """List what a player was told of the first game that everybody hears alike."""
        events: list[dict[str, Any]] = []
        for message in self.told(seat):
            events += [one for one in message.get("hearings", ()) if one["event"] in PUBLIC]
            if any(one["event"] == "game_ended" for one in message.get("hearings", ())):
                break
        return events

    def events_of(self, game: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """List the events of a record that everybody hears alike."""
        events = ({key: value for key, value in one.items() if key != "at"} for one in game[1:])
        return [one for one in events if one["event"] in PUBLIC]

    def check(self, game: list[dict[str, Any]]) -> None:
        """Let the referee judge a game that changed hosts, and compare it with what every seat was told."""
        header, *events = game
        referee_for(self.game, header["options"], len(header["seats"])).watch(events)

    def leave_all(self) -> None:
        """Let everybody go."""
        for bot in self.bots:
            if bot.popen.poll() is None:
                bot.signal(signal.SIGTERM)
        for bot in self.bots:
            bot.wait()


def host_processes(parent: int) -> list[int]:
    """List the hosts that a process has started."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        return [int(one) for one in children if b"--headless" in Path(f"/proc/{one}/cmdline").read_bytes()]
    except OSError:
        return []


def host_serves(pid: int) -> bool:
    """Tell whether a host has connections, and so a table."""
    found = subprocess.run(
        ["ss", "-tnpH", "state", "established"], capture_output=True, text=True, check=True
    )
    return f"pid={pid}," in found.stdout


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]
