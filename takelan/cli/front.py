"""Which screen a player gets, and how it is run."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from takelan.language import translate as _
from takelan.net.client import TableClient
from takelan.net.discovery.found import Place
from takelan.store.failures import CannotWriteError
from takelan.store.seat_keys import SeatKey
from takelan.wire.peer_text import PlayerName

#: Farewells that a player may expect; any other is a failure to whoever started the program.
_EXPECTED = frozenset({"closed", "finished", "left", "replaced", None})
_INTERRUPTED = 130


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A table to sit down at, and how."""

    place: Place
    name: PlayerName
    key: SeatKey | None = None
    wire_log: Path | None = None
    #: What a guest would type, shown to whoever opened the table.
    guest_command: str | None = None
    #: Whether the host ends with this player.
    is_own_table: bool = False
    #: Whether bots are the only company.
    is_solo: bool = False


async def play(visit: Visit, *, plain: bool) -> int:
    """Sit down at a table with the screen that fits, and return the exit code."""
    if wants_lines(plain):
        return await _play_in_lines(visit)
    from takelan.cli.doors import chair_at
    from takelan.cli.screen import show

    with open_log(visit.wire_log) as log:
        chair = chair_at(visit.place, visit.name, visit.key, log)
        command, keeps_seat = visit.guest_command or "", not visit.is_own_table
        chair = replace(chair, guest_command=command, keeps_seat=keeps_seat, is_solo=visit.is_solo)
        await show(chair, visit.name)
    return 0


def wants_lines(plain: bool) -> bool:
    """Say whether to play line by line: when asked to, and wherever nothing can be drawn."""
    # Textual draws on stderr.
    has_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    can_draw = has_terminal and os.environ.get("TERM", "dumb") != "dumb"
    return plain or not can_draw


def run(playing: Callable[[], Any]) -> None:
    """Run something asynchronous to its end; Ctrl-C ends it with a sentence."""
    with goodbye_on_ctrl_c():
        sys.exit(asyncio.run(playing()) or 0)


@contextmanager
def goodbye_on_ctrl_c() -> Iterator[None]:
    """Turn Ctrl-C into a sentence."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(_("Goodbye."))
        sys.exit(_INTERRUPTED)


def read_line() -> str | None:
    """Read one line and not a byte more, so that the game finds what was typed ahead; None is the end."""
    typed = b""
    while not typed.endswith(b"\n"):
        letter = os.read(sys.stdin.fileno(), 1)
        if not letter:
            return typed.decode(errors="replace") if typed else None
        typed += letter
    return typed.decode(errors="replace")


async def _play_in_lines(visit: Visit) -> int:
    from takelan.ui.plain.client import LineClient
    from takelan.ui.plain.console import Console

    with open_log(visit.wire_log) as log:
        console = Console(sys.stdin.fileno(), sys.stdout)
        client = LineClient(
            console,
            lambda hear, note: TableClient(visit.place, visit.key, visit.name, hear, note, wire_log=log),
            visit.guest_command,
            keeps_seat=not visit.is_own_table,
        )
        code = await client.run()
    return 0 if code in _EXPECTED else 2


def open_log(path: Path | None) -> Any:
    """Open the file for what the host says; nothing is opened when none is wanted."""
    if path is None:
        return nullcontext()
    try:
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb", buffering=0)
    except OSError as error:
        raise CannotWriteError(file=path, why=error.strerror or error) from error
