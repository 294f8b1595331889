"""A program for a real terminal: an app whose table says nothing but hostile strings.

What a peer says is cleaned when it is decoded; here that is bypassed, so that what is drawn has to be
clean by itself. Ends with code 7 when all strings were shown.
"""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec
from textual.app import App

from takelan.net.link_state import LinkState, Rescue
from takelan.ui.app import TakelanApp
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.doors import CutOff
from takelan.ui.screens.home import HomeScreen
from takelan.wire import to_peer
from takelan.wire.peer_text import PeerText, PlayerName, TableName, Talk
from takelan.wire.terms import Sentence
from tests.ui.app.hostile_strings import hostile_strings
from tests.ui.app.scenes import SCENES
from tests.ui.app.staging import StagedDoors, found, staged_app

ALL_SHOWN = 7
_FRAME = 0.022
_TALK_A_FRAME = 30

Text = TypeVar("Text", bound=PeerText)

#: Scenes that show what peers say, and how many strings each is given.
STAGES = {
    "take-that-twins": 3000,
    "take-it-row": 3000,
    "take-a-number-ten-players": 4000,
    "lobby-ten": 4000,
    "results-round": 3100,
}
#: The same for dialogs, and the keys that open each.
DIALOGS = {
    "leave": ("take-a-number-ten-players", "q"),
    "ask": ("lobby-ten", "n"),
    "options": ("lobby-ten", "o"),
}
IN_A_DIALOG = 300
AT_HOME = 2000


def raw(kind: type[Text], text: str) -> Text:
    """Make peer text that was never cleaned."""
    return str.__new__(kind, text)


async def throw(app: TakelanApp, strings: Iterator[str]) -> None:
    """Let the table say everything, a few dozen strings a frame."""
    screen: Any = app.screen
    table = screen.sitting.outlook.table
    while batch := list(islice(strings, len(table.seats) + 2 + _TALK_A_FRAME)):
        padded = iter([*batch, *["x"] * (len(table.seats) + 2 + _TALK_A_FRAME - len(batch))])
        seats = tuple(
            msgspec.structs.replace(seat, name=raw(PlayerName, next(padded))) for seat in table.seats
        )
        screen.hear(msgspec.structs.replace(table, seats=seats, name=raw(TableName, next(padded))))
        games = tuple(
            msgspec.structs.replace(game, names=tuple(seat.name for seat in seats))
            for game in screen.sitting.outlook.night
        )
        screen.hear(to_peer.Night(games))
        for text in islice(padded, _TALK_A_FRAME):
            screen.hear(to_peer.Said(seats[-1].name, raw(Talk, text)))
        refusal = next(padded, "x")
        screen.hear(to_peer.Refused("illegal", raw(Sentence, refusal)))
        await asyncio.sleep(_FRAME)
        screen.hear_link(LinkState("lost", refusal, retry_in=9.0))
        screen.hear(to_peer.Notice("restarted", seats[0].name))
        await asyncio.sleep(_FRAME)
        await lose_host(screen, seats, refusal)
        screen.hear_link(LinkState("seated"))


async def lose_host(screen: Any, seats: Sequence[to_peer.SeatInfo], text: str) -> None:
    """Let a banner name whoever was the host, and whoever may take over."""
    table, number = screen.sitting.outlook.table, len(text)
    host, heir = number % len(seats), (number + 1) % len(seats)
    screen.hear(msgspec.structs.replace(table, host=host, successor=heir))
    foreseen = (
        Rescue("expected", seats[heir].key, 2.0),
        Rescue("trying", seats[heir].key, can_restart=True),
        Rescue("short", here=1, of=len(seats), lacking=2, can_restart=True),
        Rescue("alone", can_restart=True),
    )
    screen.hear_link(LinkState("lost", text, rescue=foreseen[number % 4]))
    await asyncio.sleep(_FRAME / 2)


async def throw_at_dialog(app: TakelanApp, strings: Iterator[str], key: str) -> None:
    """Open a dialog again and again at a table where everybody has just changed their names."""
    screen: Any = app.screen
    table = screen.sitting.outlook.table
    while batch := list(islice(strings, len(table.seats) + 2)):
        padded = iter([*batch, *["x"] * (len(table.seats) + 2 - len(batch))])
        seats = tuple(
            msgspec.structs.replace(seat, name=raw(PlayerName, next(padded))) for seat in table.seats
        )
        screen.hear(msgspec.structs.replace(table, seats=seats, name=raw(TableName, next(padded))))
        screen.press(key)
        await asyncio.sleep(_FRAME)
        if not isinstance(app.screen, Dialog):
            raise RuntimeError("no dialog was opened")
        screen.hear(to_peer.Refused("arrangement", raw(Sentence, next(padded))))
        await asyncio.sleep(_FRAME)
        app.pop_screen()
        await asyncio.sleep(_FRAME / 4)


async def throw_at_home(app: TakelanApp, strings: Iterator[str]) -> None:
    """Announce tables with hostile names."""
    screen = app.screen
    assert isinstance(screen, HomeScreen)
    while batch := list(islice(strings, 12)):
        tables = [
            msgspec.structs.replace(
                table := found(index, "x"),
                advert=msgspec.structs.replace(table.advert, name=raw(TableName, text)),
            )
            for index, text in enumerate(batch[:9])
        ]
        screen.found(tables if len(batch) % 2 else [])
        screen.tell_tried(batch[9:])
        screen.tell_cut_off(CutOff(f"{99:016x}", "take-it", batch[-1]))
        await asyncio.sleep(_FRAME)
        screen.found(tables)
        await asyncio.sleep(_FRAME)


async def main(stage: str, count: int) -> int:
    """Show strings on one stage."""
    is_home = stage == "home"
    scene, key = DIALOGS.get(stage, (stage, ""))
    app = staged_app(None, StagedDoors()) if is_home else SCENES[scene].make()
    strings = hostile_strings(sum(map(ord, stage)), count)

    async def work() -> None:
        await asyncio.sleep(0.3)
        if key:
            await throw_at_dialog(app, strings, key)
        else:
            await (throw_at_home if is_home else throw)(app, strings)
        app.exit(return_code=ALL_SHOWN)

    _start_with(app, work)
    await app.run_async()
    return app.return_code or 0


def _start_with(app: App[Any], work: Any) -> None:
    app.call_later(lambda: app.run_worker(work()))


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]))))
