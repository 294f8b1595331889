"""The line client: a console on one side, a table on the other.

Rule 1: q and the end of input are a polite goodbye. So are Ctrl-C and a closed terminal, except in a game
at somebody else's table: there the seat is kept, for it was perhaps a mistake.
Rule 2: whatever arrives is told at once; what there is to decide is told when the news has settled.
"""

import asyncio
import math
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from takelan.language import translate as _
from takelan.net.link_state import LinkState, Rescue
from takelan.ui import fair_words, rescue
from takelan.ui.checks import Checks
from takelan.ui.line import OpenLine
from takelan.ui.outlook import Outlook
from takelan.ui.plain import door
from takelan.ui.plain.answers import Answer, Answers, GetUp, Move, Repeat, Save, Send, Tell
from takelan.ui.plain.console import Console
from takelan.ui.plain.narrator import Narrator
from takelan.wire.to_peer import AnyToPeer, Ping, Welcome
from takelan.wire.words import CheckWords

# News of one moment comes in several messages: what to decide is told after the last of them.
_SETTLED_AFTER = 0.03
_LULL = 2.0
_TELL_TRIES_EVERY = 5.0


class LineClient:
    """One evening at one table, line by line.

    ``keeps_seat`` says whether the seat of somebody who is interrupted in a game waits for their return;
    at a table of one's own there is nothing to return to.
    """

    def __init__(
        self,
        console: Console,
        make_link: OpenLine,
        guest_command: str | None = None,
        *,
        keeps_seat: bool = False,
    ) -> None:
        self._console = console
        self._keeps_seat = keeps_seat
        self._outlook = Outlook(guest_command or "")
        self._narrator = Narrator(self._outlook)
        self._checks = Checks(self._outlook)
        self._words_told: CheckWords | None = None
        self._answers = Answers(self._outlook, self._checks)
        self._fairness = fair_words.Bulletin()
        self._link = make_link(self._hear, self._note_link)
        self._wants_out = asyncio.Event()
        self._is_seated = asyncio.Event()
        self._asking: asyncio.TimerHandle | None = None
        self._lull: asyncio.TimerHandle | None = None
        self._was_asking = False
        self._ended: LinkState | None = None
        self._tries_told_at = float("-inf")
        self._link_state = LinkState("connecting")
        self._rescue_told: Rescue | None = None

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
            elif self._wants_out.is_set() and self._keeps_seat and self._outlook.holds_seat:
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
        await self._link.step_out()
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
            if line.strip().casefold() == "r" and rescue.can_restart(self._link_state):
                await self._restart()
                continue
            answer = self._answers.read(line)
            if isinstance(answer, GetUp):
                return
            self._act(answer)

    async def _restart(self) -> None:
        """Begin the round anew here, because its host does not come back."""
        self._console.say(rescue.beginning_anew())
        if not await self._link.restart() and self._link_state.kind == "lost":
            self._console.say(rescue.cannot_begin_anew())

    def _act(self, answer: Answer) -> None:
        match answer:
            case Send(message):
                self._tell_unless(was_sent=self._link.send(message))
            case Move(move):
                self._tell_unless(was_sent=self._link.play(move))
            case Tell(lines):
                self._console.say(*lines)
            case Save():
                self._console.say(fair_words.save(self._link.witness))
            case Repeat():
                self._console.say(*self._narrator.repeat())

    def _tell_unless(self, *, was_sent: bool) -> None:
        if not was_sent:
            self._console.say(_("The host is out of reach just now: try that again in a moment."))

    def _hear(self, message: AnyToPeer) -> None:
        self._console.say(*self._narrator.hear(message))
        if isinstance(message, Welcome):
            self._tell_own_words()
        self._console.say(*self._fairness.news(self._link.witness, self._outlook))
        if isinstance(message, Ping):
            return
        self._stop_timers()
        self._asking = asyncio.get_running_loop().call_later(_SETTLED_AFTER, self._ask)

    def _ask(self) -> None:
        self._console.act_at_once_on(" " if self._outlook.is_racing else "")
        self._console.say(*self._narrator.ask())
        is_asking = self._narrator.is_asking
        if is_asking and not self._was_asking:
            self._console.bell()
        self._was_asking = is_asking
        self._lull = asyncio.get_running_loop().call_later(_LULL, self._wait)

    def _wait(self) -> None:
        self._console.say(*self._narrator.wait())

    def _note_link(self, state: LinkState) -> None:
        if state.kind != "connecting":
            self._link_state = state
        if state.kind == "ended":
            self._ended = state
            self._console.say(state.text)
        elif state.kind == "lost":
            self._tell_loss(state)
        elif state.kind == "seated":
            self._is_seated.set()
            self._outlook.follow(state)
            # At a table of one's own nobody can sit between.
            if state.check_words is not None and self._keeps_seat:
                self._checks.meet(state.check_words)
            self._tries_told_at = float("-inf")
            self._tell_rescue(state)

    def _tell_rescue(self, state: LinkState) -> None:
        """Tell who goes on with the table, once for everything that is new in it."""
        before, now = self._rescue_told, state.rescue
        self._rescue_told = None if now is None else replace(now, seconds=0.0)
        # Several may try in turn until one of them has won; the first attempt is news.
        is_another_try = before is not None and now is not None and before.kind == now.kind == "trying"
        if now is not None and self._rescue_told != before and not is_another_try:
            self._console.say(rescue.tell(state, self._outlook, math.ceil(now.seconds)))

    def _tell_own_words(self) -> None:
        """Tell a seat's words, once as long as they stay the same."""
        words = self._checks.own
        if words is not None and words != self._words_told:
            self._words_told = words
            self._console.say(door.tell_own_words(words))

    def _tell_loss(self, state: LinkState) -> None:
        """Tell that the host is out of reach, and now and then that it still is."""
        if state.rescue is not None:
            self._tell_rescue(state)
            return
        now = asyncio.get_running_loop().time()
        if now - self._tries_told_at < _TELL_TRIES_EVERY:
            return
        self._tries_told_at = now
        wait = _("Trying again in {seconds:.1f} s; your seat is kept. q leaves.")
        if self._outlook.is_onlooker:
            wait = _("Trying again in {seconds:.1f} s. q leaves.")
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
