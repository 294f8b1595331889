"""Homes for the people in these tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Home, home


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Home]:
    """Lend Ada a home."""
    with home(tmp_path / "ada") as lent:
        yield lent


@pytest.fixture
def ben(tmp_path: Path) -> Iterator[Home]:
    """Lend Ben a home."""
    with home(tmp_path / "ben") as lent:
        yield lent
