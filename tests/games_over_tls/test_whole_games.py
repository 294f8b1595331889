"""A headless host and real bots, each its own process, play every game over TLS."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.games_over_tls import leaky_host
from tests.games_over_tls.eavesdropper import LeakError, judge
from tests.processes import TAKELAN, Home, home
from tests.rules.referee import referee_for

SIZES = [
    *(("take-that", 2), ("take-that", 4)),
    *(("take-it", 2), ("take-it", 5)),
    *(("take-a-number", 2), ("take-a-number", 10)),
]

LEAKY = [sys.executable, str(Path(leaky_host.__file__))]


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Home]:
    """Lend a home to the host and the bots."""
    with home(tmp_path) as lent:
        yield lent


def lines_of(path: Path) -> list[Any]:
    """Read JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def play(player: Home, game: str, seats: int, program: Sequence[str] = TAKELAN) -> None:
    """Let a host and bots play one game to its end, in a hurry."""
    hurry = [f"--option={word}" for word in ("round_pause=0.05", "flip_gap=0", "idle_flip=0.05")]
    full = [f"--seats={seats}", "--start=when-full", "--exit=after-game", "--transcript=game.jsonl"]
    host = player.host(game, *hurry, *full, "--bind=127.0.0.1", program=program)
    kinds = ("greedy", "random")
    bots = [
        player.start(
            *("bot", "--join", host.place, "--pace=0", f"--name=Bot {number}"),
            *("--kind", kinds[number % 2], "--wire-log", f"seat-{number}.jsonl"),
        )
        for number in range(seats)
    ]
    assert [bot.wait() for bot in bots] == [0] * seats
    assert host.process.wait() == 0
    assert [process.errors() for process in (host.process, *bots)] == [""] * (seats + 1)


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_game_between_processes_follows_the_rules_and_keeps_every_secret(
    player: Home, game: str, seats: int
) -> None:
    """The transcript passes the referee, and TT11, TI11 and TN12 hold for all that any seat was told."""
    play(player, game, seats)
    header, *events = lines_of(player.folder / "game.jsonl")
    assert (header["game"], len(header["seats"])) == (game, seats)
    assert all("at" in event for event in events)
    referee_for(game, header["options"], seats).watch(events)
    logs = [lines_of(player.folder / f"seat-{number}.jsonl") for number in range(seats)]
    assert sorted(judge(log, header, events) for log in logs) == list(range(seats))
    assert all(log[-1] == {"say": "farewell", "code": "finished"} for log in logs)
    checked = player.run("verify", "game.jsonl")
    assert f"signed by {seats} of {seats} players." in checked.stdout, checked.stderr


@pytest.mark.parametrize(
    ("game", "seats", "leak"),
    [
        ("take-that", 2, "more was heard than may be: .*'drew'"),
        ("take-it", 2, "'scored_cards' is not as it may be"),
        ("take-a-number", 2, "'scored_hands' is not as it may be"),
    ],
)
def test_a_host_that_leaks_is_found_out(player: Home, game: str, seats: int, leak: str) -> None:
    """A host that tells a seat too much is seen in that seat's log: the test above can fail."""
    play(player, game, seats, program=LEAKY)
    header, *events = lines_of(player.folder / "game.jsonl")
    with pytest.raises(LeakError, match=leak):
        for number in range(seats):
            judge(lines_of(player.folder / f"seat-{number}.jsonl"), header, events)
