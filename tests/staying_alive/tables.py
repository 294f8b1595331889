"""A table of real processes that may lose its host, and what its players were told."""

import json
import signal
from functools import partial
from pathlib import Path
from typing import Any

from tests.processes import HeadlessHost, Home, Process, until
from tests.rules.referee import referee_for

HURRY = [f"--option={word}" for word in ("round_pause=0.05", "flip_gap=0.05", "idle_flip=0.3")]


class Players:
    """A headless host, and bots in processes of their own that count as humans to it."""

    def __init__(self, home: Home, game: str, seats: int, *, pace: float = 0.02) -> None:
        self.home = home
        self.game = game
        full = [f"--seats={seats}", "--start=when-full", "--transcript=first-host.jsonl"]
        self.host: HeadlessHost = home.host(game, *HURRY, *full, "--bind=127.0.0.1", "--rounds=4")
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


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]
