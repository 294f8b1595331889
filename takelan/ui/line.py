"""What every kind of screen needs of a connection to a table."""

from collections.abc import Callable
from typing import Any, Protocol

from takelan.net.link_state import LinkState
from takelan.table.fairness.eyes import Eyes
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer


class Line(Protocol):
    """A connection to a table that keeps itself alive, as net's TableClient offers it."""

    async def run(self) -> None:
        """Stay until it is over."""

    def send(self, message: AnyToHost) -> bool:
        """Say something, or tell that nobody listens."""

    def play(self, move: Any) -> bool:
        """Make a move, or tell that nobody listens."""

    @property
    def witness(self) -> Eyes | None:
        """Our own eyes on the deals; None before the table is met."""

    async def restart(self) -> bool:
        """Begin the round anew without its host, and tell whether that came about."""

    async def leave(self) -> None:
        """Get up for good."""

    async def step_out(self) -> None:
        """Go for now, and keep the seat."""

    async def close(self) -> None:
        """Hang up, and keep the seat."""


OpenLine = Callable[[Callable[[AnyToPeer], None], Callable[[LinkState], None]], Line]
