"""The app on the whole screen, started from the command line."""

import asyncio
import os

import msgspec

from takelan.cli.looks import WANTS_ASCII
from takelan.store.settings import Settings, load
from takelan.ui.sitting import Chair


def home() -> None:
    """Open the app at home; a terminal that cannot be drawn on gets lines."""
    if os.environ.get("TERM", "dumb") == "dumb":
        from takelan.cli.home import home as home_in_lines

        home_in_lines()
        return
    asyncio.run(show(None))


async def show(chair: Chair | None, name: str | None = None) -> None:
    """Show the app at a table, or at home; raise what kept the player from the table."""
    from takelan.cli.doors import HouseDoors
    from takelan.cli.names import player_name
    from takelan.ui.app import TakelanApp

    for variable in ("COLUMNS", "LINES"):
        # Where a shell exports them they tell the size at its start, and no resizing would be noticed.
        os.environ.pop(variable, None)
    app = TakelanApp(HouseDoors(), _settings(), player_name=name or str(player_name(None)), chair=chair)
    failure = await app.run_async()
    if failure is not None:
        raise failure


def _settings() -> Settings:
    settings = load()
    return msgspec.structs.replace(settings, ascii=True) if os.environ.get(WANTS_ASCII) else settings
