"""Messages as bytes: the stream is cut by msgpack and typed by msgspec, never by hand.

Rule 1: every array, map, text and message has a limit, and extension types have no place.
Rule 2: whatever cannot be typed is malformed; there is no half-read message.
"""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar, get_args

import msgpack
import msgspec

from takelan.wire.failures import MalformedError
from takelan.wire.peer_text import decode_peer_text, encode_peer_text
from takelan.wire.succession import AnyBetweenPlayers
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer

#: How long one message may be: from a peer without a seat, from a seat, from a host.
UNPROVEN_BYTES = 4 * 1024
SEATED_BYTES = 16 * 1024
HOST_BYTES = 64 * 1024

_MAX_TEXT_BYTES = 1024
_MAX_BIN_BYTES = 256
# Only a host sends something long: a table, sealed.
_MAX_HOST_BIN_BYTES = 56 * 1024
_MAX_ITEMS = 512
_MAX_KEYS = 64

MessageT = TypeVar("MessageT")

_encoder = msgspec.msgpack.Encoder(enc_hook=encode_peer_text)
_log_encoder = msgspec.json.Encoder(enc_hook=encode_peer_text)


def encode(message: AnyToHost | AnyToPeer | AnyBetweenPlayers) -> bytes:
    """Write one message."""
    return _encoder.encode(message)


def encode_for_log(message: AnyToHost | AnyToPeer) -> bytes:
    """Write one message as a line of JSON."""
    return _log_encoder.encode(message) + b"\n"


class Decoder(Generic[MessageT]):
    """Cuts a stream of bytes into typed messages."""

    def __init__(self, kind: Any, limit: int, most_binary: int = _MAX_BIN_BYTES) -> None:
        self._kind = kind
        self._kind_of = {one.__struct_config__.tag: one for one in get_args(kind)}
        self._limit = limit
        self._fed = 0
        #: Where the message now being received began. The unpacker's own place is no measure: it moves on
        #: inside an unfinished message.
        self._begun = 0
        self._unpacker = msgpack.Unpacker(
            # Our own limit is checked before a piece is fed; the buffer must only never be the smaller one.
            max_buffer_size=2 * HOST_BYTES,
            max_str_len=_MAX_TEXT_BYTES,
            max_bin_len=most_binary,
            max_array_len=_MAX_ITEMS,
            max_map_len=_MAX_KEYS,
            max_ext_len=0,
        )

    def allow(self, limit: int) -> None:
        """Accept messages of another length from here on."""
        self._limit = limit

    def feed(self, received: bytes) -> Iterator[MessageT]:
        """Take what was received and yield every message it completes; a malformed one raises."""
        rest = memoryview(received)
        while rest:
            room = self._limit - (self._fed - self._begun)
            if room <= 0:
                raise MalformedError(what="a message is too long")
            piece, rest = rest[:room], rest[room:]
            self._unpacker.feed(piece)
            self._fed += len(piece)
            yield from self._complete()

    def _complete(self) -> Iterator[MessageT]:
        while True:
            try:
                plain = self._unpacker.unpack()
            except msgpack.OutOfData:
                return
            except (ValueError, TypeError, msgpack.UnpackException) as error:
                raise MalformedError(what="the bytes are no message") from error
            self._begun = self._unpacker.tell()
            yield self._typed(plain)
            if self._begun == self._fed:  # Asking for more than there is costs as much as a message.
                return

    def _typed(self, plain: object) -> MessageT:
        tag = plain.get("say") if isinstance(plain, dict) else None
        # msgspec works a union out anew at every call, which takes four times as long as the rest.
        kind = self._kind_of.get(tag, self._kind) if isinstance(tag, str) else self._kind
        try:
            message: MessageT = msgspec.convert(plain, kind, strict=True, dec_hook=decode_peer_text)
        except (msgspec.ValidationError, ValueError, RecursionError) as error:
            raise MalformedError(what=str(error)) from error
        return message


def host_decoder(limit: int = UNPROVEN_BYTES) -> Decoder[AnyToHost]:
    """Decode what peers say to a host."""
    return Decoder(AnyToHost, limit)


def peer_decoder() -> Decoder[AnyToPeer]:
    """Decode what a host says to a peer."""
    return Decoder(AnyToPeer, HOST_BYTES, _MAX_HOST_BIN_BYTES)


def player_decoder() -> Decoder[AnyBetweenPlayers]:
    """Decode what one player tells another."""
    return Decoder(AnyBetweenPlayers, SEATED_BYTES)
