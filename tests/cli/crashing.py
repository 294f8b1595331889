"""takelan with a mistake planted in it: ``python -m tests.cli.crashing MISTAKE [ARGUMENT…]``.

A host makes its mistake when it is sent SIGUSR1, or when it goes on with a game that was cut off; a table
makes it whenever somebody talks.
"""

import signal
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from takelan.cli.main import main


def _break_home() -> None:
    from takelan.ui.screens.home import HomeScreen

    def fail(self: HomeScreen) -> None:
        hand = "secret-hand"
        raise LookupError(hand)

    HomeScreen.on_mount = fail  # type: ignore[method-assign]


def _break_simulate() -> None:
    from takelan.cli import simulate

    simulate.simulate.callback = lambda **wishes: [][wishes["seed"]]


def _break_lines() -> None:
    from takelan.ui.plain.narrator import Narrator

    def fail(self: Narrator) -> list[str]:
        hand = "secret-hand"
        raise KeyError(hand)

    # A timer asks: nobody waits for what it finds.
    Narrator.ask = fail  # type: ignore[method-assign]


def _break_host() -> None:
    from takelan.net.host import Host

    news, told = Host._news, ["a host that was started again"] if "--resume" in sys.argv else []
    signal.signal(signal.SIGUSR1, lambda number, frame: told.append("a signal"))

    async def fail(self: Host) -> None:
        await news(self)
        if told:
            hand = "secret-hand"
            raise KeyError(hand)

    Host._news = fail  # type: ignore[method-assign]


def _break_child(mistake: str) -> None:
    from takelan.net import child

    child._PROGRAM = (sys.executable, "-m", "tests.cli.crashing", mistake)


def _break_table() -> None:
    from takelan.table.succession.keeper import Keeper
    from takelan.wire.to_host import Say

    receive = Keeper.receive

    def fail(self: Keeper, peer: int, message: Any, at: float) -> Any:
        if isinstance(message, Say):
            hand = "secret-hand"
            raise KeyError(hand)
        return receive(self, peer, message, at)

    Keeper.receive = fail  # type: ignore[method-assign]


_MISTAKES: dict[str, Callable[[], None]] = {
    "home": _break_home,
    "simulate": _break_simulate,
    "lines": _break_lines,
    "host": _break_host,
    "own-table": partial(_break_child, "host"),
    "own-chatty-table": partial(_break_child, "table"),
    "table": _break_table,
}

if __name__ == "__main__":
    _MISTAKES[sys.argv[1]]()
    main(sys.argv[2:])
