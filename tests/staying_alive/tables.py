"""A table of real processes that may lose its host, and what its players were told."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.processes import TAKELAN, HeadlessHost, Home, Process, until
from tests.rules.referee import referee_for
from tests.staying_alive.venues import Venue, one_home

HURRY = [f"--option={word}" for word in ("round_pause=0.05", "flip_gap=0.05", "idle_flip=0.3")]


#: What every seat hears as the record tells it.
PUBLIC = frozenset(
    {"laid", "twisted", "flipped", "revealed", "placed", "took_row", "round_ended", "game_ended"}
)

#: What the record tells of an event beside what was heard.
_ONLY_RECORDED = frozenset({"at", "signed"})


class Players:
    """A headless host, and bots in processes of their own that count as humans to it."""

    def __init__(
        self,
        where: Home | Venue,
        game: str,
        seats: int,
        *,
        pace: float = 0.02,
        words: Sequence[str] = (),
        rounds: int = 4,
        in_order: bool = True,
        is_private: bool = False,
        program: Sequence[str] = TAKELAN,
    ) -> None:
        self.venue = where if isinstance(where, Venue) else one_home(where, seats)
        self.game = game
        self._pace = pace
        full = [
            f"--seats={seats}",
            "--start=when-full",
            "--transcript=first-host.jsonl",
            f"--rounds={rounds}",
        ]
        options = [*HURRY, *(f"--option={word}" for word in words), *(["--private"] if is_private else [])]
        self.host: HeadlessHost = self.venue.host.host(
            game, *options, *full, *self.venue.listening, program=program
        )
        self.bots: list[Process] = []
        for number in range(seats):
            self.bots.append(self._bot(number))
            if in_order:
                # So that it is known who takes over.
                until(partial(self._is_told, number), f"bot {number} to sit down")

    def _bot(self, number: int) -> Process:
        return self.venue.seats[number].start(
            *("bot", "--join", f"{self.venue.address}:{self.host.ready['port']}", f"--pace={self._pace}"),
            *(f"--name=Bot {number}", "--wire-log", f"seat-{number}.jsonl"),
            *("--transcript", f"heir-{number}.jsonl"),
            *(["--code", self.code] if self.code else []),
        )

    @property
    def code(self) -> str | None:
        """The code that the first host has shown; None is an open table."""
        code: str | None = self.host.ready.get("code")
        return code

    def wire_log(self, seat: int) -> Path:
        """Tell where it is written what a player was told."""
        return self.venue.seats[seat].folder / f"seat-{seat}.jsonl"

    def _is_told(self, seat: int) -> bool:
        return self.wire_log(seat).exists() and self.wire_log(seat).stat().st_size > 0

    def told(self, seat: int) -> list[dict[str, Any]]:
        """Read what a player was told so far."""
        return read_lines(self.wire_log(seat))

    def steps(self, seat: int) -> int:
        """Count the steps of games a player was told."""
        return sum("hearings" in message for message in self.told(seat))

    def wait_for_steps(self, seat: int, count: int) -> None:
        """Wait until a player has been told so many steps."""
        until(lambda: self.steps(seat) >= count, f"{count} steps for seat {seat}")

    def games(self, name: str) -> list[list[dict[str, Any]]]:
        """Read the games that one host wrote down, each with its header."""
        games: list[list[dict[str, Any]]] = []
        for line in read_lines(self._transcript(name)):
            if "transcript" in line:
                games.append([])
            games[-1].append(line)
        return [game for game in games if game[-1].get("event") == "game_ended"]

    def _transcript(self, name: str) -> Path:
        homes = {f"heir-{seat}.jsonl": home for seat, home in enumerate(self.venue.seats)}
        return homes.get(name, self.venue.host).folder / name

    def heir_with_a_game(self) -> str | None:
        """Name the transcript of a successor at whose table a game has ended."""
        names = [f"heir-{seat}.jsonl" for seat in range(len(self.bots))]
        return next((name for name in names if self.games(name)), None)

    def holder_of_the_table(self) -> list[int]:
        """Name the seat whose process runs a host with connections, if there is one by now."""
        alive = [seat for seat, bot in enumerate(self.bots) if bot.popen.poll() is None]
        return [seat for seat in alive if self._serves(seat)][:1]

    def _serves(self, seat: int) -> bool:
        return any(host_serves(pid) for pid in host_processes(self.bots[seat].popen.pid))

    def kill(self, seat: int) -> None:
        """Kill a player and the host that player runs."""
        if self.bots[seat].popen.poll() is None:
            kill_tree(self.bots[seat].popen.pid)

    def public_events(self, seat: int) -> list[dict[str, Any]]:
        """List what a player was told of the first game that everybody hears alike."""
        events: list[dict[str, Any]] = []
        for message in self.told(seat):
            events += [one for one in message.get("hearings", ()) if one["event"] in PUBLIC]
            if any(one["event"] == "game_ended" for one in message.get("hearings", ())):
                break
        return events

    def check(self, game: list[dict[str, Any]]) -> None:
        """Let the referee judge a game that changed hosts, and compare it with what every seat was told."""
        header, *events = game
        referee_for(self.game, header["options"], len(header["seats"])).watch(events)

    def end(self) -> None:
        """End everybody at once, with the hosts they run."""
        for seat in range(len(self.bots)):
            self.kill(seat)

    def leave_all(self) -> None:
        """Let everybody go."""
        for bot in self.bots:
            if bot.popen.poll() is None:
                bot.signal(signal.SIGTERM)
        for bot in self.bots:
            bot.wait()


def public_events_of(record: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """List the events of a record that everybody hears alike."""
    events = ({key: value for key, value in one.items() if key not in _ONLY_RECORDED} for one in record[1:])
    return [one for one in events if one["event"] in PUBLIC]


def host_processes(parent: int) -> list[int]:
    """List the hosts that a process has started."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        return [int(one) for one in children if b"--headless" in Path(f"/proc/{one}/cmdline").read_bytes()]
    except OSError:
        return []


def kill_tree(parent: int) -> None:
    """Kill a player's program and the hosts it has started, all at once."""
    for pid in [*host_processes(parent), parent]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def host_serves(pid: int) -> bool:
    """Tell whether a host has connections, and so a table."""
    found = subprocess.run(
        ["ss", "-tnpH", "state", "established"], capture_output=True, text=True, check=True
    )
    return f"pid={pid}," in found.stdout


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Read the whole lines of a file that somebody may be writing."""
    if not path.exists():
        return []
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]
