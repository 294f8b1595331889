"""``takelan bot``, as a process."""

import json
import signal

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


def test_a_bot_that_cannot_be_loaded_contacts_nobody(ada: Home) -> None:
    """What is wrong with a file is one sentence and code 2, whether or not there is a table."""
    finished = ada.run("bot", "no.py:Bot", "--join=127.0.0.1:1")
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr == "takelan: no.py cannot be loaded as a bot: No such file or directory.\n"
