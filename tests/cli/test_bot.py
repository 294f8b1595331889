"""``takelan bot``, as a process."""

import json
import signal

import pytest

from takelan.rules.chance import Chance
from tests.processes import Home, until


def test_a_bot_without_a_table_is_one_sentence(ada: Home) -> None:
    """Where no table is open a bot says so and ends with code 2."""
    finished = ada.run("bot", "--join=127.0.0.1:1")
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr.startswith("takelan: No table is open at 127.0.0.1:1")


def test_a_bot_that_is_sent_away_ends_with_a_sentence(ada: Home) -> None:
    """Being kicked is a failure to whoever started the bot; the log shows the farewell."""
    host = ada.host("take-that", "--bind=127.0.0.1")
    owner = ada.start("join", host.place, "--plain", "--name=Ada")
    owner.line_with("You sit at the table as Ada.")
    bot = ada.start("bot", "--join", host.place, "--name=Rob", "--wire-log=bot.jsonl")
    owner.line_with("Rob sat down.")
    owner.type("k rob")
    assert bot.wait() == 2
    assert bot.errors().startswith("takelan: ")
    last = (ada.folder / "bot.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(last) == {"say": "farewell", "code": "kicked"}


def test_a_bot_takes_the_time_it_is_told(ada: Home) -> None:
    """With a pace of an hour nothing is played; the log of a seat is for its owner's eyes only."""
    host = ada.host("take-a-number", "--seats=2", "--bots=1", "--start=when-full", "--bind=127.0.0.1")
    bot = ada.start("bot", "--join", host.place, "--pace=60", "--wire-log=bot.jsonl")
    log = ada.folder / "bot.jsonl"
    until(lambda: log.exists() and '"has_chosen":[true,false]' in log.read_text(), "the other bot has chosen")
    assert "revealed" not in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600
    bot.signal(signal.SIGTERM)
    assert bot.wait() == 0


def test_a_log_that_cannot_be_written_is_one_sentence(ada: Home) -> None:
    """A bad place for the log is said before anybody is contacted."""
    finished = ada.run("bot", "--join=127.0.0.1:1", "--wire-log=nowhere/log.jsonl")
    assert finished.returncode == 2
    assert "nowhere/log.jsonl cannot be written" in finished.stderr


OWN = """
from takelan.bots.player import Player

class First(Player):
    def choose(self, view, moves):
        return moves[0]
"""


def test_a_bot_of_ones_own_plays_a_game_to_its_end(ada: Home) -> None:
    """docs/bots.md: a class in a file sits down, hears, chooses, and is scored like anybody."""
    (ada.folder / "mine.py").write_text(OWN, encoding="utf-8")
    host = ada.host(
        "take-a-number",
        "--seats=2",
        "--bots=1",
        "--start=when-full",
        "--exit=after-game",
        "--haste=0",
        "--bind=127.0.0.1",
    )
    bot = ada.start("bot", "mine.py:First", "--join", host.place, "--pace=0", "--wire-log=bot.jsonl")
    assert bot.wait() == 0
    log = (ada.folder / "bot.jsonl").read_text(encoding="utf-8")
    assert '"event":"game_ended"' in log


LUCKY = """
from takelan.bots.player import Player

class Lucky(Player):
    def __init__(self, chance):
        self.chance = chance
    def choose(self, view, moves):
        return moves[self.chance.child(view.hand).below(len(moves))]
"""


def test_the_luck_of_a_bot_of_ones_own_comes_from_its_seed(ada: Home) -> None:
    """docs/bots.md: what it draws from its chance it draws again from the same seed."""
    (ada.folder / "mine.py").write_text(LUCKY, encoding="utf-8")
    chance = Chance(b"6").child("take-a-number").child("player")
    hands = {}
    host = ada.host(
        "take-a-number",
        "--seats=2",
        "--bots=1",
        "--start=when-full",
        "--exit=after-game",
        "--haste=0",
        "--bind=127.0.0.1",
    )
    join = ["bot", "mine.py:Lucky", "--join", host.place, "--pace=0", "--seed=6", "--wire-log=bot.jsonl"]
    assert ada.start(*join).wait() == 0
    for line in (ada.folder / "bot.jsonl").read_text(encoding="utf-8").splitlines():
        view = json.loads(line).get("view", {"chosen": None})
        if view["chosen"] is not None:
            hands[tuple(view["hand"])] = view["chosen"]
    # A choice is seen only while the other one still thinks: how often that is, nobody knows beforehand.
    assert hands
    assert all(card == hand[chance.child(hand).below(len(hand))] for hand, card in hands.items())


BAD = """
import sys, threading
from pathlib import Path
from takelan.bots.player import Player

class Cheat(Player):
    def choose(self, view, moves):
        return "everything"

class Waiting(Player):
    def choose(self, view, moves):
        return None

class Faint(Player):
    def choose(self, view, moves):
        raise RuntimeError("too much.\\nfar too much")

class Exits(Player):
    def choose(self, view, moves):
        sys.exit(3)

class Deaf(Player):
    def choose(self, view, moves):
        return moves[0]
    def hear(self, hearings, view):
        raise ValueError

class Unmade(Player):
    def __init__(self):
        sys.exit("no luck")
    def choose(self, view, moves):
        return moves[0]

class Slow(Player):
    def choose(self, view, moves):
        Path("thinking").touch()
        threading.Event().wait()
"""


@pytest.mark.parametrize(
    ("cls", "why"),
    [
        ("Cheat", "everything is not a legal move"),
        ("Waiting", "choose() returned None, but nobody can wait in Take A Number"),
        ("Faint", "RuntimeError: too much"),
        ("Exits", "SystemExit: 3"),
        ("Deaf", "ValueError"),
    ],
)
def test_a_bot_that_fails_says_so_and_leaves_its_seat(cls: str, why: str, ada: Home) -> None:
    """docs/bots.md: one sentence that names it, code 2, and the game goes on to its end without it."""
    (ada.folder / "bad.py").write_text(BAD, encoding="utf-8")
    words = ("--start=when-full", "--exit=after-game", "--haste=0", "--transcript=games.jsonl")
    host = ada.host("take-a-number", "--seats=2", "--bots=1", "--bind=127.0.0.1", *words)
    bot = ada.start("bot", f"bad.py:{cls}", "--join", host.place, "--pace=0")
    assert bot.wait() == 2
    assert bot.errors() == f"takelan: bad.py:{cls} failed in the middle of a game: {why}.\n"
    assert host.process.wait() == 0
    assert '"game_ended"' in (ada.folder / "games.jsonl").read_text(encoding="utf-8")


def test_a_bot_that_cannot_be_made_leaves_its_seat_too(ada: Home) -> None:
    """It is made at the table, where its game is known; the seat it sat in is free again."""
    (ada.folder / "bad.py").write_text(BAD, encoding="utf-8")
    host = ada.host("take-a-number", "--bind=127.0.0.1")
    owner = ada.start("join", host.place, "--plain", "--name=Ada")
    owner.line_with("You sit at the table as Ada.")
    bot = ada.start("bot", "bad.py:Unmade", "--join", host.place, "--name=Rob")
    owner.line_with("Rob sat down.")
    told = iter(lambda: owner.line_with("Rob"), "Rob left.")
    assert not any("connection" in line for line in told)
    assert bot.wait() == 2
    assert bot.errors().startswith("takelan: Unmade in bad.py cannot be made: SystemExit: no luck; ")


def test_a_bot_that_thinks_for_ever_leaves_at_the_first_ctrl_c(ada: Home) -> None:
    """Nobody waits for the thought it is in."""
    (ada.folder / "bad.py").write_text(BAD, encoding="utf-8")
    host = ada.host("take-a-number", "--seats=2", "--bots=1", "--start=when-full", "--bind=127.0.0.1")
    bot = ada.start("bot", "bad.py:Slow", "--join", host.place)
    until((ada.folder / "thinking").exists, "the bot thinks")
    bot.signal(signal.SIGINT)
    assert bot.wait() == 0
    assert bot.errors() == ""


def test_a_bot_that_cannot_be_loaded_contacts_nobody(ada: Home) -> None:
    """What is wrong with a file is one sentence and code 2, whether or not there is a table."""
    finished = ada.run("bot", "no.py:Bot", "--join=127.0.0.1:1")
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr == "takelan: no.py cannot be loaded as a bot: No such file or directory.\n"
