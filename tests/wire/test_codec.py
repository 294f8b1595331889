"""Frames: what was meant arrives, and whatever else arrives is malformed and nothing worse."""

import struct
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.wire.codec import SEATED_BYTES, UNPROVEN_BYTES, encode, host_decoder, peer_decoder
from takelan.wire.failures import MalformedError
from takelan.wire.to_host import AnyToHost, Pong, Say
from takelan.wire.to_peer import Ping
from tests.wire.frames import TO_HOST

STREAM = b"".join(map(encode, TO_HOST))


def decode(received: bytes, limit: int = SEATED_BYTES) -> list[AnyToHost]:
    """Decode bytes that came in one piece."""
    return list(host_decoder(limit).feed(received))


def pieces_of(stream: bytes, cuts: list[int]) -> Iterator[bytes]:
    """Cut a stream where a network might."""
    places = sorted({0, len(stream), *(cut % len(stream) for cut in cuts)})
    return (stream[start:end] for start, end in pairwise(places))


@given(st.lists(st.integers(0, len(STREAM)), max_size=40))
def test_what_was_said_arrives_however_the_network_cuts_it(cuts: list[int]) -> None:
    """Every message arrives once, whole and in order."""
    decoder = host_decoder(SEATED_BYTES)
    assert tuple(message for piece in pieces_of(STREAM, cuts) for message in decoder.feed(piece)) == TO_HOST


@given(st.binary(max_size=600))
def test_random_bytes_are_malformed_or_nothing(noise: bytes) -> None:
    """No bytes lead to any other error."""
    for decoder in (host_decoder(), peer_decoder()):
        with suppress(MalformedError):
            list(decoder.feed(noise))


@given(st.data())
def test_mutated_frames_are_messages_or_malformed(data: st.DataObject) -> None:
    """A changed, lost or added byte never leads to any other error, nor to anything but a message."""
    frame = bytearray(encode(data.draw(st.sampled_from(TO_HOST))))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(frame) - 1))
        match data.draw(st.sampled_from(["change", "drop", "add"])):
            case "change":
                frame[place] = data.draw(st.integers(0, 255))
            case "drop" if len(frame) > 1:
                del frame[place]
            case _:
                frame.insert(place, data.draw(st.integers(0, 255)))
    kinds = tuple({type(message) for message in TO_HOST})
    with suppress(MalformedError):
        assert all(isinstance(message, kinds) for message in decode(bytes(frame)))


@given(st.sampled_from(TO_HOST), st.data())
def test_a_truncated_frame_waits_for_its_rest(message: AnyToHost, data: st.DataObject) -> None:
    """Half a message is no message yet."""
    frame = encode(message)
    decoder = host_decoder()
    cut = data.draw(st.integers(0, len(frame) - 1))
    assert list(decoder.feed(frame[:cut])) == []
    assert list(decoder.feed(frame[cut:])) == [message]


@pytest.mark.parametrize("kind", [0xC6, 0xC9, 0xDB, 0xDD, 0xDF], ids=["bin", "ext", "str", "array", "map"])
@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x7FFFFFFF, 0x00100000])
def test_a_header_that_announces_gigabytes_is_malformed(kind: int, length: int) -> None:
    """Nothing is waited for or reserved beyond the limit of one message."""
    decoder = host_decoder()
    tracemalloc.start()
    try:
        with pytest.raises(MalformedError):
            list(decoder.feed(bytes([kind]) + struct.pack(">I", length) + b"\x00" * UNPROVEN_BYTES))
        assert tracemalloc.get_traced_memory()[1] < 1024 * 1024
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1a", b"\xdc\x00\x01"], ids=["array", "map", "array16"])
def test_deep_nesting_is_malformed(opening: bytes) -> None:
    """A thousand boxes in boxes do not exhaust the stack."""
    with pytest.raises(MalformedError):
        decode(opening * 5000 + b"\x01", limit=64 * 1024)


@pytest.mark.parametrize(
    "plain",
    [
        {"say": "pong", "number": 1.0},
        {"say": "pong", "number": True},
        {"say": "pong", "number": "1"},
        {"say": "pong", "number": -1},
        {"say": "pong", "number": 2**63},
        {"say": "pong"},
        {"say": "play", "move": {"move": "grab", "row": 1.5}},
        {"say": "play", "move": {"move": "lay", "card": 12.0}},
        {"say": "play", "move": {"move": "fly"}},
        {"say": "say", "text": b"hello"},
        {"say": "say", "text": "\x1b\u202e\u200b\x07"},
        {"say": "join", "name": "Ann", "key": b"k" * 31, "signature": b"s" * 64},
        {"say": "welcome", "name": "Ann", "occupant": 1, "is_return": False},
        {"say": 3},
        {"say": "ready", "is_ready": 1},
        {},
        [],
        None,
        "pong",
        1.5,
    ],
)
def test_what_has_not_the_type_of_a_message_is_malformed(plain: object) -> None:
    """Nothing is bent into shape: floats, numbers as text, and a host's own words included."""
    with pytest.raises(MalformedError):
        decode(msgpack.packb(plain))


@pytest.mark.parametrize(
    "extension", [msgpack.ExtType(1, b""), msgpack.ExtType(5, b"xyz"), msgpack.Timestamp(1)]
)
def test_extension_types_are_malformed(extension: object) -> None:
    """The wire knows no types but the plain ones."""
    with pytest.raises(MalformedError):
        decode(msgpack.packb({"say": "pong", "number": extension}))


@pytest.mark.parametrize("limit", [UNPROVEN_BYTES, SEATED_BYTES])
def test_a_message_over_its_limit_is_malformed_before_it_is_whole(limit: int) -> None:
    """A message that never ends is refused at the limit, however it drips in."""
    decoder = host_decoder(limit)
    # Boxes of boxes stay below every limit but the one for the whole message.
    box = b"\xdc\x01\xff" + b"\x01" * 511
    fed = list(decoder.feed(b"\xdc\x01\xff"))
    with pytest.raises(MalformedError):
        for _ in range(2 * limit // len(box)):
            fed += decoder.feed(box)
    assert fed == []


def test_a_limit_counts_one_message_not_the_stream() -> None:
    """Any number of small messages pass."""
    frame = next(encode(message) for message in TO_HOST if isinstance(message, Say))
    assert len(decode(frame * 1000, UNPROVEN_BYTES)) == 1000


@given(st.integers(0, 2**53))
def test_a_number_survives(number: int) -> None:
    """Both directions carry every number a field allows."""
    assert decode(encode(Pong(number))) == [Pong(number)]
    assert list(peer_decoder().feed(encode(Ping(number, (None, 3))))) == [Ping(number, (None, 3))]
