"""Every ruling is pinned by a test that names it, and nobody names a ruling that does not exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[2]

_NUMBER = re.compile(r"\b(T[TIN]?\d{1,2})[ab]?\b")


def rulings() -> set[str]:
    """Collect the numbers of the rulings from their page."""
    page = (HOME / "docs" / "rulings.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\*\*(T[TIN]?\d+) ", page, re.MULTILINE))


def claims() -> Iterator[str]:
    """Collect what every test claims, in its docstring."""
    for path in (HOME / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def test_the_page_has_all_rulings() -> None:
    """Eleven each for Take That and Take It!, twelve for Take A Number, three for every table."""
    counts = {"TT": 11, "TI": 11, "TN": 12, "T": 3}
    numbers = {f"{game}{number}" for game, count in counts.items() for number in range(1, count + 1)}
    assert rulings() == numbers


def test_every_ruling_is_named_by_a_test() -> None:
    """A ruling without a test is only an intention."""
    named = {number for claim in claims() for number in _NUMBER.findall(claim)}
    assert sorted(rulings() - named) == []


def test_only_rulings_that_exist_are_named() -> None:
    """A number in the code or in a test leads to its ruling."""
    for folder in ("takelan", "tests"):
        for path in (HOME / folder).rglob("*.py"):
            if path != Path(__file__):
                named = set(_NUMBER.findall(path.read_text(encoding="utf-8")))
                assert named <= rulings(), path
