"""A network switch in user space, which delays, loses and separates as it is told.

Run as a process: ``python -m tests.lan.rough_switch`` takes its orders as lines of JSON on stdin, and answers
each with a line once it is in force:
``{"ports": ["a", "b"], "loss": 0.02, "delay": 0.02, "groups": [["a"], ["b"]], "deaf": [["a", "b"]]}``.
A port is a namespace that is given an interface ``lan0``. Groups do not hear each other; a deaf pair is one
direction that is lost. Not every kernel can do this to a real link, and every kernel can lend an interface to
a process.
"""

import asyncio
import ctypes
import fcntl
import json
import os
import random
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_NEW_NETWORK = 0x40000000
_SET_INTERFACE = 0x400454CA
_TAP, _NO_PACKET_INFO = 0x0002, 0x1000
_MOST_BYTES = 2048


@dataclass
class Orders:
    """Who is connected, and what is done to every frame."""

    ports: list[str] = field(default_factory=list)
    loss: float = 0.0
    delay: float = 0.0
    groups: list[list[str]] = field(default_factory=list)
    deaf: list[list[str]] = field(default_factory=list)

    def lets_through(self, sender: str, receiver: str, chance: random.Random) -> bool:
        """Tell whether a frame gets from one to the other."""
        if [sender, receiver] in self.deaf:
            return False
        if self.groups and not any(sender in group and receiver in group for group in self.groups):
            return False
        return chance.random() >= self.loss


class Switch:
    """All interfaces, and what goes on between them."""

    def __init__(self) -> None:
        self._orders = Orders()
        self._chance = random.Random(1)
        self._ports: dict[str, int] = {}
        self._loop = asyncio.get_running_loop()

    def obey(self, orders: Orders) -> None:
        """Do as told from now on."""
        self._orders = orders
        for name in orders.ports:
            if name not in self._ports:
                self._ports[name] = port = _open_port(name)
                self._loop.add_reader(port, self._forward, name, port)

    def _forward(self, sender: str, port: int) -> None:
        frame = os.read(port, _MOST_BYTES)
        for receiver, other in self._ports.items():
            if receiver != sender and self._orders.lets_through(sender, receiver, self._chance):
                self._loop.call_later(self._orders.delay, _send, other, frame)


def _send(port: int, frame: bytes) -> None:
    # An interface that is not up yet takes nothing.
    with suppress(OSError):
        os.write(port, frame)


def _open_port(namespace: str) -> int:
    """Lend this process an interface in a namespace."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(Path("/run/netns") / namespace, os.O_RDONLY)
    libc = ctypes.CDLL(None, use_errno=True)
    try:
        if libc.setns(there, _NEW_NETWORK):
            raise OSError(ctypes.get_errno(), f"cannot enter {namespace}")
        port = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(port, _SET_INTERFACE, struct.pack("16sH22x", b"lan0", _TAP | _NO_PACKET_INFO))
        return port
    finally:
        libc.setns(home, _NEW_NETWORK)
        os.close(home)
        os.close(there)


async def main() -> None:
    """Switch frames until stdin ends."""
    switch = Switch()
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        switch.obey(Orders(**json.loads(line)))
        print("done", flush=True)  # noqa: T201  (an order is in force once it is answered)


if __name__ == "__main__":
    asyncio.run(main())
