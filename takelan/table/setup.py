"""What a table is opened with."""

from typing import Any, Literal

import msgspec

from takelan.rules.game import AnyGame
from takelan.table.pace import Pace
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName, TableName

#: When a game begins without its owner: with every seat taken, or with everybody ready.
StartRule = Literal["when-full", "when-ready"]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the one who opens a table has decided."""

    table: str
    name: TableName
    host_name: PlayerName
    game: AnyGame
    options: Any
    pace: Pace = Pace()
    #: At most so many sit down; None is as many as the game is for.
    seats: int | None = None
    #: The levels of the bots seated from the start.
    bots: tuple[str, ...] = ()
    #: The levels a bot may have, the usual one first.
    levels: tuple[str, ...] = ("normal", "hard", "easy", "greedy", "random")
    start: StartRule = "when-ready"
    #: Whether it joins an earlier table that it meets before dealing.
    merges: bool = False
    #: Whether only this machine is to reach it, whoever holds it.
    is_local: bool = False
    #: What newcomers have to know; None is a table open to all.
    code: Code | None = None
    #: The key of whoever owns the table; without one it is whoever has sat there longest.
    owner: bytes | None = None
