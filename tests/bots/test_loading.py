"""Bots of one's own: loaded from a file, or refused in one sentence."""

import re
from pathlib import Path

import pytest

from takelan.bots.loading import is_bot_name, load_bot, make_bot
from takelan.bots.playout import play_out
from takelan.errors import TakelanError
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from tests.bots.tables import make

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"

GOOD = """
from takelan.bots.player import Player

class First(Player):
    def choose(self, view, moves):
        return moves[0]

class Lucky(Player):
    def __init__(self, chance):
        self.luck = chance.below(6)
    def choose(self, view, moves):
        return moves[0]

class Shapeless(Player):
    pass

class Broken(Player):
    def __init__(self):
        raise RuntimeError("no battery")
    def choose(self, view, moves):
        return moves[0]

class Stranger:
    pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Lend a file with bots in it, good ones and bad ones."""
    path = tmp_path / "mine.py"
    path.write_text(GOOD)
    return path


def example() -> str:
    """Cut the example out of the page."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_of_the_page_plays_whole_games(tmp_path: Path) -> None:
    """docs/bots.md: the example is some twenty lines, loads, and plays legally against others."""
    path = tmp_path / "close.py"
    path.write_text(example())
    assert len([line for line in example().splitlines() if line.strip()]) <= 20
    game = GAMES["take-a-number"]
    for seed in range(5):
        chance = Chance(str(seed).encode())
        players = [make_bot(f"{path}:Close", chance), make("normal", game.name), make("random", game.name)]
        *_, last = play_out(game, game.options_type(), players, chance)
        assert len(last.totals) == 3


def test_a_bot_is_made_with_chance_or_with_nothing(file: Path) -> None:
    """The initialiser of a bot decides whether it wants luck of its own."""
    assert make_bot(f"{file}:First", Chance(b"")).choose(None, [1, 2]) == 1
    assert hasattr(make_bot(f"{file}:Lucky", Chance(b"")), "luck")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mine.py", "'mine.py' does not name a bot: write FILE.py:Class, for example mine.py:MyBot."),
        (
            "mine.txt:First",
            "'mine.txt:First' does not name a bot: write FILE.py:Class, for example mine.py:MyBot.",
        ),
        ("mine.py:", "'mine.py:' does not name a bot: write FILE.py:Class, for example mine.py:MyBot."),
        ("no.py:First", "no.py cannot be loaded as a bot: No such file or directory."),
        ("mine.py:Last", "mine.py has no class Last: its bots are First, Lucky, Shapeless, Broken."),
        (
            "mine.py:Stranger",
            "Stranger in mine.py is not a bot: "
            "let it inherit from takelan.bots.player.Player and define choose().",
        ),
        (
            "mine.py:Shapeless",
            "Shapeless in mine.py is not a bot: "
            "let it inherit from takelan.bots.player.Player and define choose().",
        ),
        (
            "mine.py:Broken",
            "Broken in mine.py cannot be made: RuntimeError: no battery; "
            "it is called with one Chance, or with nothing.",
        ),
        ("bad.py:First", "bad.py cannot be loaded as a bot: SyntaxError: invalid syntax (bad.py, line 1)."),
        (
            "empty.py:First",
            "empty.py holds no bot: write a class that inherits from takelan.bots.player.Player.",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence(
    name: str, sentence: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name, a file or a class that is no bot is refused, and the sentence says what to do."""
    monkeypatch.chdir(file.parent)
    Path("bad.py").write_text("class :\n")
    Path("empty.py").write_text("")
    with pytest.raises(TakelanError) as refusal:
        make_bot(name, Chance(b""))
    assert str(refusal.value) == sentence


def test_a_file_is_told_from_a_built_in_player(file: Path) -> None:
    """A colon or the ending of a Python file means a file."""
    assert is_bot_name("mine.py:First") and is_bot_name("mine.py") and not is_bot_name("hard")
    assert load_bot(f"{file}:First").__name__ == "First"
