"""Planted bugs: each one has to be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from tests.simulation.world import Code

MUTANTS: dict[str, Callable[[], object]] = {}


@contextmanager
def planted(name: str | None) -> Iterator[Code | None]:
    """Plant a bug for a while."""
    yield None
