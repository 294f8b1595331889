"""Attacks on a host, each bounded in count and time: ``python -m tests.net.attackers NAME PORT ADDRESS``.

Rule 1: nothing leaves loopback.
Rule 2: what an attacker observed is printed as one line of JSON.
"""

import asyncio
import hashlib
import json
import os
import socket
import ssl
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from typing import Any

from takelan.net.discovery.found import Place
from takelan.net.proofs import claim_of, public_key, sign
from takelan.store.seat_keys import new_seat_key
from takelan.wire.admission import Introduce, Prompt, Proof
from takelan.wire.check_words import commit
from takelan.wire.codec import encode, peer_decoder
from takelan.wire.peer_text import PlayerName, Talk
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import Hello, Join, Ready, Say
from takelan.wire.to_peer import Challenge, Farewell
from tests.net.hosting import sit_down

Attack = Callable[[int, str], dict[str, Any]]

SECONDS = 2.0
#: Once TLS and hello have had their three seconds, and a little more.
PATIENCE = 4.0
#: Longer than any host needs to get around to hanging up, however busy its machine is.
LONG = 20.0


def dial(port: int, address: str) -> socket.socket:
    """Connect from an address of our own."""
    connection = socket.socket()
    connection.settimeout(PATIENCE)
    # What is not read stays with whoever sent it.
    for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        connection.setsockopt(socket.SOL_SOCKET, buffer, 4096)
    connection.bind((address, 0))
    try:
        connection.connect(("127.0.0.1", port))
    except OSError:
        connection.close()
        raise
    return connection


def secured(port: int, address: str) -> ssl.SSLSocket:
    """Connect and shake hands."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(dial(port, address))


def repeatedly(count: int) -> Iterator[int]:
    """Count, but not for too long."""
    end = time.monotonic() + SECONDS
    for number in range(count):
        if time.monotonic() > end:
            return
        yield number


def is_open(connection: socket.socket) -> bool:
    """Tell whether the other side has not hung up yet."""
    connection.settimeout(0.001)
    try:
        return bool(connection.recv(4096))
    except TimeoutError:
        return True
    except OSError:
        return False


def left_open(held: Iterable[socket.socket], most: int, within: float) -> int:
    """Count those that the other side has not hung up, once they are few enough or it had its time."""
    ends = time.monotonic() + within
    while (count := sum(map(is_open, held))) > most and time.monotonic() < ends:
        time.sleep(0.1)
    return count


def idle_connections(port: int, address: str) -> dict[str, Any]:
    """Open 600 connections and say nothing."""
    with ExitStack() as stack:
        held = []
        for _ in range(600):
            with suppress(OSError):
                held.append(stack.enter_context(closing(dial(port, address))))
        soon = left_open(held, 4, within=2.0)
        return {"opened": len(held), "open soon": soon, "open in the end": left_open(held, 0, within=LONG)}


def connect_flood(port: int, address: str) -> dict[str, Any]:
    """Connect and hang up as fast as can be."""
    made = 0
    for _ in repeatedly(5000):
        with suppress(OSError):
            dial(port, address).close()
            made += 1
    return {"made": made}


def port_scan(port: int, address: str) -> dict[str, Any]:
    """Connect and reset, as a scanner does."""
    made = 0
    for _ in repeatedly(2000):
        with suppress(OSError), dial(port, address) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            made += 1
    return {"made": made}


def handshakes(port: int, address: str) -> dict[str, Any]:
    """Shake hands 40 times at once, hold on, and say nothing; again and again."""
    shaken = 0
    with ExitStack() as stack:
        for _ in repeatedly(400):
            with suppress(OSError):
                stack.enter_context(secured(port, address))
                shaken += 1
    return {"shaken": shaken}


def byte_drip(port: int, address: str) -> dict[str, Any]:
    """Send a byte every tenth of a second, below TLS and within it."""
    hello = b"\x82\xa3say\xa5hello\xa8protocol"
    client_hello = b"\x16\x03\x01\x02\x00" + b"\x01" * 60
    drips: list[tuple[socket.socket, bytes]] = []
    with ExitStack() as stack:
        for _ in range(3):
            with suppress(OSError):
                drips.append((stack.enter_context(secured(port, address)), hello))
                drips.append((stack.enter_context(dial(port, address)), client_hello))
        for place in range(int(PATIENCE * 10)):
            for connection, words in drips:
                with suppress(OSError):
                    connection.send(words[place % len(words) :][:1])
            time.sleep(0.1)
        held = [connection for connection, _ in drips]
        return {"opened": len(drips), "open in the end": left_open(held, 0, within=LONG)}


def http_requests(port: int, address: str) -> dict[str, Any]:
    """Ask for a web page."""
    return _speak(port, address, b"GET / HTTP/1.1\r\nHost: takelan\r\n\r\n")


def tls_garbage(port: int, address: str) -> dict[str, Any]:
    """Begin like TLS and go on like nothing."""
    return _speak(port, address, b"\x16\x03\x01\x01\x00\x01\x00\x00\xfc\x03\x03" + os.urandom(500))


def _speak(port: int, address: str, words: bytes) -> dict[str, Any]:
    made, longest = 0, 0
    for _ in repeatedly(500):
        with suppress(OSError), dial(port, address) as connection:
            connection.sendall(words)
            longest = max(longest, len(connection.recv(4096)))
            made += 1
    return {"made": made, "longest answer": longest}


def giant_header(port: int, address: str) -> dict[str, Any]:
    """Announce four gigabytes and begin to send them."""
    return _pour(port, address, b"\xc6\xff\xff\xff\xff", b"x" * 32768)


def endless_boxes(port: int, address: str) -> dict[str, Any]:
    """Send boxes in boxes that never end, each within every limit."""
    return _pour(port, address, b"\xdc\x01\xff\xdc\x01\xff", (b"\xdc\x01\xff" + b"\x01" * 511) * 64)


def _pour(port: int, address: str, opening: bytes, piece: bytes) -> dict[str, Any]:
    poured = []
    for _ in range(4):
        with suppress(OSError), secured(port, address) as connection:
            connection.sendall(opening)
            poured.append(0)
            for _ in repeatedly(50_000):
                connection.sendall(piece)
                poured[-1] += len(piece)
    return {"made": len(poured), "most poured": max(poured, default=0)}


def seated_flood(port: int, address: str) -> dict[str, Any]:
    """Sit down and say five thousand things before listening to a single one."""
    with sitting_socket(port, address, "Flood") as connection:
        connection.sendall(b"".join(encode(Say(Talk(f"flood {number}"))) for number in range(5000)))
        decoder, farewell = peer_decoder(), ""
        while not farewell and (received := connection.recv(65536)):
            for message in decoder.feed(received):
                farewell = message.code if isinstance(message, Farewell) else farewell
    return {"farewell": farewell}


def never_reads(port: int, address: str) -> dict[str, Any]:
    """Sit down and read nothing, while others make the host say much to everybody."""

    async def fidget() -> dict[str, Any]:
        others = [await sit_down(Place("127.0.0.1", port), f"Fidget {number}") for number in range(7)]
        ears = [asyncio.create_task(other.hear_kind(Farewell)) for other in others]
        for _ in range(14):
            for other in others:
                # Each change is told to everybody with the whole state of the table.
                other.say(*(Ready(is_ready=number % 2 == 0) for number in range(6)))
            await asyncio.sleep(0.1)
        return {"others dropped": sum(ear.done() for ear in ears)}

    with sitting_socket(port, address, "Sloth"):
        began = time.monotonic()
        seen = asyncio.run(fidget())
        # Held on to, so that it can only be the host who ends it.
        time.sleep(max(0.0, began + 2 * PATIENCE - time.monotonic()))
        return seen


def sitting_socket(port: int, address: str, name: str) -> ssl.SSLSocket:
    """Take a seat with a socket that nobody reads from by itself."""
    connection = secured(port, address)
    decoder, key = peer_decoder(), new_seat_key().secret
    connection.sendall(encode(Hello(PROTOCOL, "0.1.0")))
    [challenge] = decoder.feed(connection.recv(4096))
    assert isinstance(challenge, Challenge)
    certificate = hashlib.sha256(connection.getpeercert(binary_form=True) or b"").digest()
    claim = claim_of(challenge, public_key(key), certificate)
    connection.sendall(encode(Introduce(public_key(key), commit(claim, bytes(16)))))
    [prompt] = decoder.feed(connection.recv(4096))
    assert isinstance(prompt, Prompt)
    join = Join(PlayerName(name), public_key(key), sign(key, challenge, certificate))
    connection.sendall(encode(Proof(bytes(16))) + encode(join))
    return connection


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        idle_connections,
        connect_flood,
        port_scan,
        handshakes,
        byte_drip,
        http_requests,
        tls_garbage,
        giant_header,
        endless_boxes,
        seated_flood,
        never_reads,
    )
}

if __name__ == "__main__":
    print(json.dumps(ATTACKS[sys.argv[1]](int(sys.argv[2]), sys.argv[3])))  # noqa: T201 (its answer)
