"""What players are told, read as it is written, with the moment at which each message was there."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

_LOOK_EVERY = 0.003
# What only a player's program cares about is by far the most of it.
_NOT_SHOWN = (b'{"say":"deposit"', b'{"say":"ping"')


class Message(NamedTuple):
    """One message to a player, and when it was there."""

    at: float
    said: dict[str, Any]

    @property
    def is_step(self) -> bool:
        """Whether something happened in a game, or is told to somebody who returned."""
        return "hearings" in self.said

    @property
    def is_play(self) -> bool:
        """Whether something happened just now."""
        return self.is_step and bool(self.said["hearings"]) and not self.said["is_catch_up"]

    @property
    def ends_a_game(self) -> bool:
        """Whether a game is over."""
        return any(one["event"] == "game_ended" for one in self.said.get("hearings", ()))


class Screen:
    """One player's wire log, followed while it grows."""

    def __init__(self, log: Path) -> None:
        self.messages: list[Message] = []
        self._log = log
        self._stream: BinaryIO | None = None
        self._rest = b""

    def look(self) -> None:
        """Read what is new."""
        if self._stream is None:
            if not self._log.exists():
                return
            self._stream = self._log.open("rb", buffering=0)
        while piece := self._stream.read(1 << 20):
            *lines, self._rest = (self._rest + piece).split(b"\n")
            now = time.monotonic()
            shown = (line for line in lines if not line.startswith(_NOT_SHOWN))
            self.messages += [Message(now, msgspec.json.decode(line)) for line in shown]

    def close(self) -> None:
        """Look no more."""
        if self._stream is not None:
            self._stream.close()

    @property
    def knows_everybody(self) -> bool:
        """Whether this player's program knows where all the others can be reached."""
        entrusted = (one.said["members"] for one in reversed(self.messages) if one.said["say"] == "entrust")
        return all(member["where"] for member in next(entrusted, [{"where": None}]))

    @property
    def is_waiting(self) -> bool:
        """Whether the host's last word was that it waits for players it cannot reach."""
        words = (one.said for one in reversed(self.messages) if one.said["say"] == "alive")
        return bool(next(words, {"is_waiting": False})["is_waiting"])

    @property
    def plays(self) -> int:
        """How many steps of games were shown as they happened."""
        return sum(message.is_play for message in self.messages)

    @property
    def has_seen_an_end(self) -> bool:
        """Whether a game has ended on this screen."""
        return any(message.ends_a_game for message in self.messages)

    def goes_on_at(self, since: int) -> float | None:
        """Tell when play went on at another host, looking at what was said after so many messages."""
        is_back = False
        for message in self.messages[since:]:
            is_back = is_back or message.said["say"] == "welcome"
            if is_back and message.is_play:
                return message.at
        return None

    def first_game(self) -> Iterator[Message]:
        """List what was said up to the end of the first game."""
        for message in self.messages:
            yield message
            if message.ends_a_game:
                return


class Screens:
    """Everybody's."""

    def __init__(self, logs: Sequence[Path]) -> None:
        self.all = [Screen(log) for log in logs]

    def watch(self, condition: Callable[[], Any], what: str, within: float) -> None:
        """Look at all of them until something is the case."""
        ends = time.monotonic() + within
        while True:
            for screen in self.all:
                screen.look()
            if condition():
                return
            if time.monotonic() > ends:
                raise AssertionError(f"waited in vain: {what}")
            time.sleep(_LOOK_EVERY)

    def close(self) -> None:
        """Look no more."""
        for screen in self.all:
            screen.close()
