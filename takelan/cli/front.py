"""Which screen a player gets, and how it is run."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from takelan.cli.running import complete
from takelan.language import translate as _
from takelan.net.discovery.found import Place
from takelan.store.failures import CannotWriteError
from takelan.store.seat_keys import SeatKey
from takelan.table.remains import Remains
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName

if TYPE_CHECKING:
    from takelan.cli.way import Way
    from takelan.net.owner import LastWords
    from takelan.ui.sitting import Chair

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
    #: What a private table wants to be told, and where else it may be.
    code: Code | None = None
    others: tuple[Place, ...] = ()
    #: What a guest would type, shown to whoever opened the table.
    guest_command: str | None = None
    #: Whether the host ends with this player.
    is_own_table: bool = False
    #: Whether nothing is wanted but to look on.
    is_onlooker: bool = False
    #: Whether bots are the only company.
    is_solo: bool = False
    #: What is left of the table, if its round is to be begun anew here.
    remains: Remains | None = None
    #: What a host of one's own said when it ended for good.
    last_words: "LastWords | None" = None


def visit_by(
    way: "Way", name: PlayerName, wire_log: Path | None = None, *, is_onlooker: bool = False
) -> Visit:
    """Go where a way leads."""
    others = way.others
    return Visit(
        place=way.place, name=name, wire_log=wire_log, code=way.code, others=others, is_onlooker=is_onlooker
    )


async def play(visit: Visit, *, plain: bool) -> int:
    """Sit down at a table with the screen that fits, and return the exit code."""
    from takelan.cli.doors import chair_at

    with open_log(visit.wire_log) as log:
        way: dict[str, Any] = {"code": visit.code, "others": visit.others, "remains": visit.remains}
        way |= {"is_alone": visit.is_solo, "last_words": visit.last_words}
        chair = chair_at(visit.place, visit.name, visit.key, log, **way, is_onlooker=visit.is_onlooker)
        if wants_lines(plain):
            return await _play_in_lines(visit, chair)
        return await _play_in_app(visit, chair)


def wants_lines(plain: bool) -> bool:
    """Say whether to play line by line: when asked to, and wherever nothing can be drawn."""
    # Textual draws on stderr.
    has_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    can_draw = has_terminal and os.environ.get("TERM", "dumb") != "dumb"
    return plain or not can_draw


def run(playing: Callable[[], Any]) -> None:
    """Run something asynchronous to its end; Ctrl-C ends it with a sentence."""
    with goodbye_on_ctrl_c():
        sys.exit(complete(playing) or 0)


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


async def _play_in_app(visit: Visit, chair: "Chair") -> int:
    from takelan.cli.screen import show

    command, keeps_seat = visit.guest_command or chair.guest_command, not visit.is_own_table
    chair = replace(chair, guest_command=command, keeps_seat=keeps_seat, is_solo=visit.is_solo)
    await show(chair, visit.name)
    return 0


async def _play_in_lines(visit: Visit, chair: "Chair") -> int:
    from takelan.ui.plain.client import LineClient
    from takelan.ui.plain.console import Console

    console = Console(sys.stdin.fileno(), sys.stdout)
    keeps_seat = not visit.is_own_table
    code = await LineClient(console, chair.open_line, visit.guest_command, keeps_seat=keeps_seat).run()
    return 0 if code in _EXPECTED else 2


def open_log(path: Path | None) -> Any:
    """Open the file for what the host says; nothing is opened when none is wanted."""
    if path is None:
        return nullcontext()
    try:
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb", buffering=0)
    except OSError as error:
        raise CannotWriteError(file=path, why=error.strerror or error) from error
