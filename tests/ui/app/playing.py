"""An app at a staged table, and what a test wants to know of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from takelan.ui.screens.table import TableScreen
from takelan.ui.widgets.painting import Painting
from takelan.wire import to_host
from tests.ui.app.staging import StagedTable, staged_app


@asynccontextmanager
async def at_table(
    staged: StagedTable, size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[Pilot[Any]]:
    """Sit an app down at a staged table."""
    async with staged_app(staged, **settings).run_test(size=size) as pilot:
        await pilot.pause()
        staged.sent.clear()
        yield pilot


def screen_of(pilot: Pilot[Any]) -> TableScreen:
    """Tell the screen of the table."""
    screen = next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))
    assert isinstance(screen, TableScreen)
    return screen


def text_of(pilot: Pilot[Any]) -> str:
    """Tell everything that is written on the top screen."""
    strips = pilot.app.screen._compositor.render_strips(pilot.app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


def moves_of(staged: StagedTable) -> list[Any]:
    """Tell the moves the app has sent."""
    return [message.move for message in staged.sent if isinstance(message, to_host.Play)]


async def click(pilot: Pilot[Any], words: str) -> None:
    """Click in the middle of the first place where something is written."""
    for y, line in enumerate(text_of(pilot).splitlines()):
        if words in line:
            await pilot.click(offset=(line.index(words) + len(words) // 2, y))
            await pilot.pause()
            return
    raise AssertionError(f"{words!r} is not to be seen on:\n{text_of(pilot)}")


def painted(pilot: Pilot[Any], kind: type[Painting]) -> str:
    """Tell what one part of the screen shows."""
    return pilot.app.screen.query_one(kind).written()


def is_watching(pilot: Pilot[Any]) -> bool:
    """Tell whether pictures wait to be shown."""
    return screen_of(pilot).sitting.is_watching


def lies_on_top(pilot: Pilot[Any], kind: type[Any]) -> bool:
    """Tell whether the top screen is of a kind."""
    return isinstance(pilot.app.screen, kind)
