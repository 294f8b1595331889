"""The page about the protocol is enough to write a player in another language."""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from takelan.wire.terms import PROTOCOL
from tests.docs import stranger
from tests.processes import HeadlessHost, Home, home, until

_ROOT = Path(__file__).parents[2]
_FOLDER = Path(stranger.__file__).parent
_ALLOWED = {*sys.stdlib_module_names, "msgpack", "cryptography"}

#: Two players from the page among two programs of takelan, so that every list has both kinds in it.
GAMES = [
    ("take-that", ["advanced=true"]),
    ("take-a-number", ["number_row=dealt"]),
]


@pytest.fixture
def table_home(tmp_path: Path) -> Iterator[Home]:
    """Lend a home to the host, the strangers and the bots."""
    with home(tmp_path) as lent:
        yield lent


class Seated:
    """A stranger that has sat down."""

    def __init__(self, lent: Home, host: HeadlessHost, name: str) -> None:
        place = (str(host.ready["port"]), str(host.ready["fingerprint"]), name)
        self._process = lent.start_in(_ROOT, sys.executable, "-m", "tests.docs.stranger", *place)
        self.words = self._next()["words"]

    def play(self) -> dict[str, Any]:
        """Wait until it has left, and tell what happened."""
        told = self._next()
        assert self._process.wait() == 0
        return told

    def _next(self) -> dict[str, Any]:
        line = self._process.line()
        assert line is not None, self._process.errors()
        told: dict[str, Any] = json.loads(line)
        return told


@pytest.mark.parametrize(("game", "words"), GAMES)
def test_a_player_written_from_the_page_plays_checks_and_signs_a_whole_game(
    table_home: Home, game: str, words: list[str]
) -> None:
    """Both finish with the same result, every card proven and nothing refused; their signatures count."""
    options = [f"--option={word}" for word in ("round_pause=0.05", *words)]
    host = table_home.host(
        game, *options, "--seats=4", "--start=when-full", "--transcript=game.jsonl", "--bind=127.0.0.1"
    )
    strangers = [Seated(table_home, host, name) for name in ("Zoë", "Łukasz")]
    for number in range(2):
        table_home.start("bot", "--join", host.place, "--pace=0", "--kind=greedy", f"--name=Bot {number}")
    owner, guest = told = [one.play() for one in strangers]
    assert owner["totals"] == guest["totals"]
    assert owner["winners"] == guest["winners"]
    for one in told:
        assert one["moves"] > 0
        assert one["proofs"] > 0
        assert one["refused"] == []
        assert one["objecting"] == []
        assert one["farewell"] == "left"
        assert one["takelan_modules"] == []
    assert strangers[1].words in owner["checks"]
    until((table_home.folder / "game.jsonl").exists, "the saved game")
    assert "signed by 4 of 4 players" in table_home.run("verify", "game.jsonl").stdout
    assert host.process.popen.poll() is None


def test_the_stranger_imports_nothing_of_takelan() -> None:
    """What it knows, it knows from the page."""
    named = set()
    for path in _FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                named.add(str(node.module))
    own = {name for name in named if name.startswith(f"{stranger.__name__}.")}
    assert own
    assert {name.split(".")[0] for name in named - own} <= _ALLOWED


def test_the_page_names_the_protocol_it_describes() -> None:
    """A stranger has to know the number that `hello` carries."""
    page = (_ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert f"This page describes protocol {PROTOCOL}." in page
