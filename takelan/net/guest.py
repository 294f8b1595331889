"""One connection as the host sees it: bytes in, messages to the inbox, letters out.

Rule 1: an arrival is stamped when its bytes are read.
Rule 2: nothing waits for a slow reader; one that is too far behind is dropped.
Rule 3: an error in what one peer says ends with that peer.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Protocol

from takelan.language import translate
from takelan.net.door import Arrival
from takelan.net.greeting import Conversation, refusal
from takelan.net.limits import (
    MAX_BYTES_BEHIND,
    MESSAGES_AT_ONCE,
    MESSAGES_IN_A_ROW,
    MESSAGES_PER_SECOND,
    Bucket,
)
from takelan.net.tls import SHUTDOWN_WITHIN
from takelan.table.doorway import Introduction
from takelan.table.letters import PeerId
from takelan.wire.codec import SEATED_BYTES, encode, host_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.phases import Phase
from takelan.wire.succession import Alive, Answered, Call, Deposit, Entrust, Kept, Superseded
from takelan.wire.terms import FarewellCode
from takelan.wire.to_host import AnyToHost, Join, Pong, Watch
from takelan.wire.to_peer import AnyToPeer, Farewell, Ping, Welcome

#: How long a peer that was bidden farewell may take to hang up by itself.
LINGER = 0.5

_log = logging.getLogger(__name__)

# What the socket's own buffer below TLS may hold before it makes TLS wait.
_BELOW_TLS = 64 * 1024

_ASKS_FOR_AN_ANSWER = (Entrust, Deposit, Alive, Call)
# Most signs of life are answered by nothing. Whoever is a few seconds late owes no more than this.
_MOST_OWED = 200


class Hall(Protocol):
    """Where a guest's words go."""

    def hear(self, guest: "Guest", message: AnyToHost, at: float) -> None:
        """Take in a message for the table."""

    def miss(self, guest: "Guest", at: float) -> None:
        """Learn that somebody who had joined is gone."""


class Guest(Arrival):
    """A peer, from its first byte to its last."""

    def __init__(self, peer: PeerId, address: str, conversation: Conversation, hall: Hall) -> None:
        self.peer = peer
        self.address = address
        #: The public key this peer has proven to hold.
        self.key: bytes | None = None
        #: What it has proven besides.
        self.introduction = Introduction()
        #: The latest round trip in seconds.
        self.trip: float | None = None
        #: When the last whole message came.
        self.heard_at = 0.0
        self._conversation = conversation
        self._hall = hall
        self._loop = asyncio.get_running_loop()
        self.settled = self._loop.create_future()
        #: Done when the connection is closed.
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._decoder = host_decoder()
        self._unheard: deque[tuple[Iterator[AnyToHost], float]] = deque()
        self._ignored = 0
        #: How many confirmations the host has asked for and not received.
        self._owed = 0
        self._bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, self._loop.time())
        self._transport: asyncio.Transport | None = None
        self._is_over = False
        self._pinged: tuple[int, float] | None = None

    @property
    def is_seated(self) -> bool:
        """Tell whether the peer has proven itself and may still talk."""
        return self.key is not None and not self._is_over

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection whose TLS handshake is done."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (for the type checker: a stream has both directions)
        self._transport = transport
        self.heard_at = self._loop.time()

    def data_received(self, data: bytes) -> None:
        """Take in what has come; it is heard at once unless there is much of it."""
        if self._is_over:
            self._ignore(data)
            return
        self._unheard.append((self._decoder.feed(data), self._loop.time()))
        if len(self._unheard) == 1:
            self._listen()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the table, unless the table was the one to end it."""
        self._transport = None
        self._listen(to_the_end=True)
        self._settle()
        self.gone.set_result(None)
        if self.is_seated:
            self._is_over = True
            self._hall.miss(self, self._loop.time())

    def say(self, words: bytes) -> None:
        """Write without waiting, and drop a reader that is too far behind."""
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(words)
        if self._transport.get_write_buffer_size() > MAX_BYTES_BEHIND - _BELOW_TLS:
            _log.info("Peer %d reads too slowly", self.peer)
            self.cut()

    def expect(self, message: AnyToPeer) -> None:
        """Get ready for what a message, which is about to be said, allows the peer to answer."""
        if isinstance(message, _ASKS_FOR_AN_ANSWER):
            # The host has asked for it, so the next confirmation costs nothing.
            self._owed = min(self._owed + 1, _MOST_OWED)
        elif isinstance(message, Welcome):
            self._conversation.lead_to_seat()
            self._decoder.allow(SEATED_BYTES)

    def ping(self, number: int, ping: bytes) -> None:
        """Ask for a sign of life."""
        self._pinged = (number, self._loop.time())
        self.say(ping)

    def dismiss(self) -> None:
        """Close the connection behind what was said; the table knows already.

        The peer is left the time to hang up first: closing on what it still sends could cost it our last
        words. Until it is gone it counts as unproven, if it was.
        """
        self._is_over = True
        self._loop.call_later(LINGER, self._close)
        # Whoever never reads would keep TLS from ending properly.
        self._loop.call_later(SHUTDOWN_WITHIN, self.cut)

    def expel(self, code: FarewellCode) -> None:
        """Close the connection with a reason that the table does not know yet."""
        was_seated = self.is_seated
        self.say(encode(Farewell(code)))
        self.dismiss()
        if was_seated:
            self._hall.miss(self, self._loop.time())

    def cut(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def _listen(self, *, to_the_end: bool = False) -> None:
        """Hear a few messages, then let the others have their turn before the next few.

        Text takes a millisecond to clean; a burst of it must not hold up the whole table.
        """
        try:
            for _ in range(MESSAGES_AT_ONCE + 1 if to_the_end else MESSAGES_IN_A_ROW):
                if not self._hear_next():
                    break
        except MalformedError as error:
            self._refuse_malformed(error)
        except Exception:
            _log.exception("A message of peer %d could not be handled", self.peer)
            self.cut()
        self._go_on_or_rest()

    def _hear_next(self) -> bool:
        while self._unheard and not self._is_over:
            messages, at = self._unheard[0]
            message = next(messages, None)
            if message is not None:
                self._hear(message, at)
                return True
            self._unheard.popleft()
        return False

    def _go_on_or_rest(self) -> None:
        if self._is_over:
            self._unheard.clear()
        if self._transport is None or self._transport.is_closing():
            return
        if self._unheard:
            # Meanwhile what else it sends waits in its own memory.
            self._transport.pause_reading()
            self._loop.call_soon(self._listen)
        else:
            self._transport.resume_reading()

    def _ignore(self, data: bytes) -> None:
        """Throw away what comes after the farewell, so that the peer gets to read that; but not for ever."""
        self._ignored += len(data)
        if self._ignored > MAX_BYTES_BEHIND and self._transport is not None:
            self._transport.pause_reading()

    def _hear(self, message: AnyToHost, at: float) -> None:
        if not self._is_owed(message) and not self._bucket.take(at):
            _log.info("Peer %d says too much", self.peer)
            self.expel("flooded")
            return
        self.heard_at = at
        reply = self._conversation.hear(message)
        if reply.say is not None:
            self.say(encode(reply.say))
        if reply.is_last:
            self.dismiss()
        elif reply.is_for_table:
            self.introduction = reply.introduction or self.introduction
            self._pass_on(message, at)

    def _pass_on(self, message: AnyToHost, at: float) -> None:
        if isinstance(message, Pong):
            self._note_trip(message, at)
            return
        if isinstance(message, Join | Watch):
            self.key = message.key
            self._settle()
        if isinstance(message, Join):
            self._decoder.allow(SEATED_BYTES)
        self._hall.hear(self, message, at)
        if self._conversation.phase is Phase.CLOSED:
            # It has said Leave: the table's farewell closes the connection.
            self._is_over = True

    def _is_owed(self, message: AnyToHost) -> bool:
        if not self._owed or not isinstance(message, Kept | Answered | Superseded):
            return False
        self._owed -= 1
        return True

    def _note_trip(self, pong: Pong, at: float) -> None:
        if self._pinged is not None and self._pinged[0] == pong.number:
            self.trip = at - self._pinged[1]
            self._pinged = None

    def _refuse_malformed(self, error: MalformedError) -> None:
        was_seated = self.is_seated
        self.say(
            encode(
                refusal(
                    "malformed", translate("That was no message of takelan's: {what}").format(**error.details)
                )
            )
        )
        self.dismiss()
        if was_seated:
            self._hall.miss(self, self._loop.time())

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _settle(self) -> None:
        if not self.settled.done():
            self.settled.set_result(None)


def trips_of(guests: list[Guest | None]) -> tuple[int | None, ...]:
    """Tell the round trips of those at the table in whole milliseconds."""
    return tuple(
        None if guest is None or guest.trip is None else round(guest.trip * 1000) for guest in guests
    )


def write_ping(number: int, trips: tuple[int | None, ...]) -> bytes:
    """Write one ping for everybody."""
    return encode(Ping(number, trips))


async def all_gone(guests: Sequence[Guest]) -> None:
    """Wait until everybody has hung up, but not for long."""
    if guests:
        await asyncio.wait([guest.gone for guest in guests], timeout=SHUTDOWN_WITHIN)
