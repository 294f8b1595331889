"""Pages that repeat what the project knows elsewhere repeat it rightly."""

import re
import tomllib
from pathlib import Path
from typing import Any, get_args

import click
import msgspec
import pytest

from takelan import __version__
from takelan.cli.main import takelan
from takelan.net.doctor.firewalls import commands_for
from takelan.net.doctor.judgement import CAUSES
from takelan.rules.catalog import GAMES, describe
from takelan.rules.take_it.cards import STANDARD_DECK
from takelan.store.decks import read_deck
from takelan.table.pace import Pace
from takelan.wire.terms import FarewellCode, NoticeKind, RefusalCode
from tests.store.transcript_format import EVENTS, EVERY_GAME, OPTIONS, SET_UP

HOME = Path(__file__).parents[2]
PAGES = sorted([*HOME.glob("*.md"), *(HOME / "docs").rglob("*.md")])


def page(name: str) -> str:
    """Read a page."""
    return (HOME / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    """Read the project's settings."""
    return tomllib.loads(page("pyproject.toml"))


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_the_ones_the_command_prints(game: str) -> None:
    """A page of rules and the text in the package are the same."""
    assert page(f"docs/rules/{game}.md") == page(f"takelan/rules/{game.replace('-', '_')}/rules.md")


def test_the_deck_page_holds_takelans_own_deck(tmp_path: Path) -> None:
    """TI1: both decks on the page can be read, and the long one is the built-in one."""
    short, long = re.findall(r"```toml\n(.*?)```", page("docs/decks.md"), re.DOTALL)
    for name, text in (("short", short), ("long", long)):
        (tmp_path / name).write_text(text)
    assert sum(read_deck(tmp_path / "short").values()) == 25
    # The order too: a shuffle begins from it, and another program has it from the page.
    assert [*read_deck(tmp_path / "long").items()] == [*STANDARD_DECK.items()]


def rows_of(text: str) -> list[list[str]]:
    """Read the tables of a page, cell by cell."""
    rows = [line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows]


def keys_in(cell: str) -> set[str]:
    """Collect the keys a cell names; what stands in brackets explains them."""
    return set(re.findall(r"`([a-z_]+)`", re.sub(r"\([^()]*\)", "", cell)))


def test_the_format_page_names_every_key() -> None:
    """The tables of the page are the format the tests judge transcripts by."""
    text = page("docs/transcript.md")
    set_up, events = text.split("The secret set-up of")[1], text.split("## The events")[1]
    options = text.split("The options of each game")[1].split("## ")[0]
    named = {
        (row[2], row[0].strip("`")): keys_in(row[1]) for row in rows_of(events.split("The secret")[0])[2:]
    }
    assert named.pop(("all", "round_started")) == {"round", "dealer"}
    assert named == {
        **{(game, event): keys for game, table in EVENTS.items() for event, keys in table.items()},
        **{("all", event): keys for event, keys in EVERY_GAME.items()},
    }
    told = {row[0].strip("`"): keys_in(row[1]) for row in rows_of(set_up.split("An event may")[0])[2:]}
    assert told == SET_UP
    assert {row[0].strip("`"): keys_in(row[1]) for row in rows_of(options)[2:]} == OPTIONS


@pytest.mark.parametrize("name", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_the_layers_are_the_ones_that_are_checked(name: str) -> None:
    """Top down, siblings beside each other, as import-linter is told."""
    contracts = project()["tool"]["importlinter"]["contracts"]
    checked = [
        layer.strip().removeprefix("takelan.")
        for contract in contracts
        if contract["type"] == "layers"
        for group in contract["layers"]
        for layer in group.split("|")
    ]
    drawing = next(block for block in page(name).split("```") if block.strip().startswith("cli "))
    assert [line.split()[0] for line in drawing.strip().splitlines()] == checked


def test_every_package_can_be_found() -> None:
    """The page about the house names each folder of it with what is inside."""
    text = page("docs/architecture.md")
    named = {place for cell in re.findall(r"`(takelan/[^` ]*)`", text) for place in spelled_out(cell)}
    packages = {path.parent.relative_to(HOME).as_posix() for path in (HOME / "takelan").rglob("__init__.py")}
    assert packages - {"takelan"} <= named


def test_every_dependency_gives_its_reason() -> None:
    """What is installed is explained, and nothing else is."""
    settings = project()["project"]
    text = page("docs/architecture.md").split("## Dependencies")[1].split("## ")[0]
    explained = {row[0].strip("`") for row in rows_of(text)[2:]}
    assert explained == {package_name(line) for line in settings["dependencies"]}
    others = {package_name(line) for line in settings["optional-dependencies"]["dev"]}
    assert others == set(re.findall(r"`([a-z-]+)`", text)) - explained


def package_name(requirement: str) -> str:
    """Cut the versions off a requirement."""
    return re.split(r"[^a-z0-9-]", requirement)[0]


def test_the_readme_names_every_command_and_no_other() -> None:
    """What a newcomer types works, and nothing is kept from them."""
    commands = set(takelan.list_commands(click.Context(takelan)))
    assert set(re.findall(r"`takelan ([a-z]+)", page("README.md"))) == commands


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_place_a_page_names_is_there(path: Path) -> None:
    """Files and folders of the tree, and the targets of the Makefile."""
    text = path.read_text(encoding="utf-8")
    for named in re.findall(r"`((?:takelan|tests|docs|benchmarks)/[^` ]*)`", text):
        for place in spelled_out(named):
            assert (HOME / place).exists(), place
    targets = set(re.findall(r"^([a-z]+):", page("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^\$ )make ([a-z]+)", text, re.MULTILINE)) <= targets


def spelled_out(named: str) -> list[str]:
    """Write `a/{b,c}.py` as two places."""
    before, opened, rest = named.partition("{")
    inner, _, after = rest.partition("}")
    return [f"{before}{one}{after}" for one in inner.split(",")] if opened else [named]


def test_the_library_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Copied from the page, it plays a game to its end."""
    example = re.findall(r"```python\n(.*?)```", page("README.md"), re.DOTALL)[0]
    exec(example, {})  # noqa: S102  # the page is our own
    assert re.search(r"^(Ada|Ben|Cleo).* (wins|share the win): ", capsys.readouterr().out, re.MULTILINE)


def test_the_hosting_page_explains_every_verdict() -> None:
    """In the order in which the doctor looks, with the commands it prints."""
    text = page("docs/hosting.md")
    told = [
        code
        for row in rows_of(text.split("### The verdicts")[1].split("## ")[0])[2:]
        for code in keys_in(row[0])
    ]
    assert told[: len(CAUSES)] == [cause.__name__ for cause in CAUSES]
    assert set(told[len(CAUSES) :]) == {"healthy", "no_table"}
    for tool in ("ufw", "firewalld", "nftables", "iptables"):
        assert all(command in text for command in commands_for(tool, chains=("inet filter input",)))


def test_the_hosting_page_has_every_option_with_its_values() -> None:
    """Those of the games and those of the table, each with what it is if nobody sets it."""
    rows = rows_of(page("docs/hosting.md").split("## Options of a table")[1].split("## ")[0])[2:]
    told = {row[0].strip("`"): row[1:3] for row in rows}
    kinds: list[Any] = [Pace, *(game.options_type for game in GAMES.values())]
    fields = {field.name: field for kind in kinds for field in msgspec.structs.fields(kind)}
    assert told.keys() == fields.keys()
    for name, field in fields.items():
        values, usual = told[name]
        # A deck is told in more words than an error has for it, and games differ in their rounds.
        assert name == "deck" or values == describe(field.type)
        assert name == "rounds" or usual == to_word(field.default)
    rounds = {game.title: game.options_type().rounds for game in GAMES.values()}
    assert told["rounds"][1] == f"{rounds['Take That']}; Take It! {rounds['Take It!']}"
    assert rounds["Take A Number"] == rounds["Take That"]


def to_word(value: Any) -> str:
    """Write a value the way it is typed."""
    return (
        str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else value
    )


@pytest.mark.parametrize(
    ("message", "codes"), [("refused", RefusalCode), ("farewell", FarewellCode), ("notice", NoticeKind)]
)
def test_the_protocol_page_explains_every_code(message: str, codes: Any) -> None:
    """Why something was refused, why a conversation ended, what happened around the table: each once."""
    table = page("docs/protocol.md").split(f"| `{message}` |")[1].split("\n\n")[0]
    told = [code for row in rows_of(table)[1:] for code in re.findall(r"`([a-z_]+)`", row[0])]
    assert sorted(told) == sorted(get_args(codes))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    """Pages that are linked are there."""
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (path.parent / target).exists(), target


def test_the_changelog_knows_this_version() -> None:
    """What is released is described."""
    assert f"## [{__version__}]" in page("CHANGELOG.md")
