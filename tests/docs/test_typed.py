"""Command lines that stand on pages about files do what the page says, with the files the page shows."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.processes import Home, home

_DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Home]:
    """Lend a folder to save files in, and to type commands in."""
    with home(tmp_path) as lent:
        yield lent


def page(name: str) -> str:
    """Read a page."""
    return (_DOCS / name).read_text(encoding="utf-8")


def lines(name: str, command: str) -> list[list[str]]:
    """Read the words of every whole line of a page that types a command; none at all is a mistake."""
    found = re.findall(rf"^ *takelan ({command} .*)$", page(name), re.MULTILINE)
    assert found, f"{name} types no `takelan {command}`"
    return [shlex.split(line, comments=True) for line in found]


def test_a_deck_from_the_page_is_played_with(ada: Home) -> None:
    """Saved under the name that the line has, line by line for want of a terminal."""
    (ada.folder / "my-box.toml").write_text(re.findall(r"```toml\n(.*?)```", page("decks.md"), re.DOTALL)[0])
    for words in lines("decks.md", "solo"):
        ada.start(*words, "--plain").line_with("turned over")


def test_the_arenas_of_the_page_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The games and the numbers of players are filled in, and two games stand for the page's hour."""
    monkeypatch.chdir(tmp_path)
    Path("close.py").write_text(re.findall(r"```python\n(.*?)```", page("bots.md"), re.DOTALL)[0])
    for words in lines("bots.md", "arena"):
        filled = [{"N": "2", "GAME": "take-it"}.get(word, word) for word in words]
        finished = run(capsysbinary, *shortened(filled))
        assert (finished.code, finished.err) == (0, ""), words
        best = words[words.index("--bots") + 1].split(",")[0].rpartition(":")[2]
        assert best in finished.out.decode()


def shortened(words: list[str]) -> list[str]:
    """Ask for few games, and for little thought about them."""
    cut = {"--games": "2", "--samples": "1"}
    return [
        *(cut.get(before, word) for before, word in zip(["", *words], words, strict=False)),
        "--samples=1",
    ]


def test_a_recorded_game_is_told_and_printed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """What stands for FILE is a game that `takelan simulate` wrote."""
    monkeypatch.chdir(tmp_path)
    assert run(capsysbinary, "simulate", "take-that", "--games", "1", "--jsonl", "FILE").code == 0
    told, printed = (run(capsysbinary, *words) for words in lines("transcript.md", "replay"))
    assert re.search(rb"wins|share the win", told.out)
    assert printed.out == Path("FILE").read_bytes()
