"""The app on the whole screen, started from the command line."""

import os

from takelan.cli.looks import WANTS_ASCII
from takelan.cli.running import complete
from takelan.store.settings import load
from takelan.ui.sitting import Chair


def home() -> None:
    """Open the app at home; a terminal that cannot be drawn on gets lines."""
    if os.environ.get("TERM", "dumb") == "dumb":
        from takelan.cli.home import home as home_in_lines

        home_in_lines()
        return
    complete(lambda: show(None))


async def show(chair: Chair | None, name: str | None = None, *, wants_to_watch: bool = False) -> None:
    """Show the app at a table, or at home; raise what kept the player from it."""
    # Read once, when Textual is loaded: a picture right behind another waits for up to two of its frames.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from takelan.cli.doors import HouseDoors
    from takelan.cli.names import player_name
    from takelan.ui.app import TakelanApp

    for variable in ("COLUMNS", "LINES"):
        # Where a shell exports them they tell the size at its start, and no resizing would be noticed.
        os.environ.pop(variable, None)
    app = TakelanApp(
        HouseDoors(),
        load(),
        player_name=name or str(player_name(None)),
        chair=chair,
        wants_ascii=WANTS_ASCII in os.environ,
        wants_to_watch=wants_to_watch,
    )
    failure = await app.run_async() or app.crash
    if failure is not None:
        raise failure
