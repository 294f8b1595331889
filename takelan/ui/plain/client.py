"""The line client: a console on one side, a table on the other.

Rule 1: q and the end of input are a polite goodbye. So are Ctrl-C and a closed terminal, except in a game
at somebody else's table: there the seat is kept, for it was perhaps a mistake.
Rule 2: whatever arrives is told at once; what there is to decide is told when the news has settled.
"""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from takelan.language import translate as _
from takelan.net.link_state import LinkState
from takelan.rules import take_it
from takelan.ui.outlook import Outlook
from takelan.ui.plain.answers import Answer, Answers, GetUp, Move, Repeat, Send, Tell
from takelan.ui.plain.console import Console
from takelan.ui.plain.narrator import Narrator
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer, Ping

# News of one moment comes in several messages: what to decide is told after the last of them.
_SETTLED_AFTER = 0.03
_LULL = 2.0
_TELL_TRIES_EVERY = 5.0


class Link(Protocol):
    """A connection to a table that keeps itself alive."""

    async def run(self) -> None:
        """Stay until it is over."""

    def send(self, message: AnyToHost) -> bool:
        """Say something to the host, or tell that the connection is lost."""

    def play(self, move: Any) -> bool:
        """Make a move, or tell that the connection is lost."""

    async def leave(self) -> None:
        """Get up for good."""

    async def close(self) -> None:
        """Hang up."""


LinkMaker = Callable[[Callable[[AnyToPeer], None], Callable[[LinkState], None]], Link]


class LineClient:
    """One evening at one table, line by line.

    ``keeps_seat`` says whether the seat of somebody who is interrupted in a game waits for their return;
    at a table of one's own there is nothing to return to.
    """

    def __init__(
        self,
        console: Console,
        make_link: LinkMaker,
        guest_command: str | None = None,
        *,
        keeps_seat: bool = False,
    ) -> None:
        self._console = console
        self._keeps_seat = keeps_seat
        self._outlook = Outlook()
        self._narrator = Narrator(self._outlook, guest_command)
        self._answers = Answers(self._outlook, guest_command)
        self._link = make_link(self._hear, self._note_link)
        self._wants_out = asyncio.Event()
        self._is_seated = asyncio.Event()
        self._asking: asyncio.TimerHandle | None = None
        self._lull: asyncio.TimerHandle | None = None
        self._was_asking = False
        self._ended: LinkState | None = None
        self._tries_told_at = float("-inf")

    async def run(self) -> str | None:
        """Play until the table or the player has had enough; tell the code of the farewell."""
        _on_every_way_out(self._wants_out.set)
        self._console.open()
        playing = asyncio.ensure_future(self._link.run())
        listening = asyncio.ensure_future(self._listen())
        leaving = asyncio.ensure_future(self._wants_out.wait())
        try:
            await asyncio.wait({playing, listening, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                await playing
            elif self._wants_out.is_set() and self._keeps_seat and self._is_in_game():
                await self._step_out()
            else:
                await self._leave(playing)
        finally:
            for task in (playing, listening, leaving):
                task.cancel()
            self._stop_timers()
            self._console.close()
        return self._ended.code if self._ended else None

    async def _step_out(self) -> None:
        """Hang up without giving the seat away: an interruption in a game is often a mistake."""
        await self._link.close()
        self._console.say(_("Your seat is kept for a while: come back to it with `takelan join`."))

    async def _leave(self, playing: "asyncio.Future[None]") -> None:
        await self._link.leave()
        await asyncio.wait({playing}, timeout=_LULL)
        if self._ended is None:
            self._console.say(_("You left the table. Goodbye."))

    async def _listen(self) -> None:
        """Answer lines until one of them, or the end of input, says goodbye."""
        # Whoever types ahead, or has nothing to type at all, has sat down first.
        await self._is_seated.wait()
        while (line := await self._console.line()) is not None:
            answer = self._answers.read(line)
            if isinstance(answer, GetUp):
                return
            self._act(answer)

    def _act(self, answer: Answer) -> None:
        match answer:
            case Send(message):
                self._tell_unless(was_sent=self._link.send(message))
            case Move(move):
                self._tell_unless(was_sent=self._link.play(move))
            case Tell(lines):
                self._console.say(*lines)
            case Repeat():
                self._console.say(*self._narrator.repeat())

    def _tell_unless(self, *, was_sent: bool) -> None:
        if not was_sent:
            self._console.say(_("The host is out of reach just now: try that again in a moment."))

    def _hear(self, message: AnyToPeer) -> None:
        self._console.say(*self._narrator.hear(message))
        if isinstance(message, Ping):
            return
        self._stop_timers()
        self._asking = asyncio.get_running_loop().call_later(_SETTLED_AFTER, self._ask)

    def _ask(self) -> None:
        self._console.act_at_once_on(" " if self._is_racing() else "")
        self._console.say(*self._narrator.ask())
        is_asking = self._narrator.is_asking
        if is_asking and not self._was_asking:
            self._console.bell()
        self._was_asking = is_asking
        self._lull = asyncio.get_running_loop().call_later(_LULL, self._wait)

    def _wait(self) -> None:
        self._console.say(*self._narrator.wait())

    def _is_in_game(self) -> bool:
        return self._outlook.table is not None and self._outlook.table.stage in ("playing", "resting")

    def _is_racing(self) -> bool:
        table = self._outlook.table
        return table is not None and table.stage == "playing" and isinstance(self._outlook.view, take_it.View)

    def _note_link(self, state: LinkState) -> None:
        if state.kind == "ended":
            self._ended = state
            self._console.say(state.text)
        elif state.kind == "lost":
            self._tell_loss(state)
        elif state.kind == "seated":
            self._is_seated.set()
            self._tries_told_at = float("-inf")

    def _tell_loss(self, state: LinkState) -> None:
        """Tell that the host is out of reach, and now and then that it still is."""
        now = asyncio.get_running_loop().time()
        if now - self._tries_told_at < _TELL_TRIES_EVERY:
            return
        self._tries_told_at = now
        wait = _("Trying again in {seconds:.1f} s; your seat is kept. q leaves.")
        self._console.say(state.text, wait.format(seconds=state.retry_in or 0))

    def _stop_timers(self) -> None:
        for timer in (self._asking, self._lull):
            if timer is not None:
                timer.cancel()


def _on_every_way_out(leave: Callable[[], None]) -> None:
    """Turn Ctrl-C, a closed terminal and a plea to end into the same goodbye."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(NotImplementedError, AttributeError, RuntimeError):
            loop.add_signal_handler(getattr(signal, name), leave)
