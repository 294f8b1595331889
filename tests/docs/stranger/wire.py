"""The stream of messages, and how parts are written one after the other."""

import socket
import ssl
from hashlib import sha256
from typing import Any

import msgpack

PATIENCE = 60.0

#: One message, or a part of one.
Said = dict[str, Any]
Part = bytes | str | int | None


class DistrustError(Exception):
    """Something the host told does not hold."""


def check(holds: bool, what: str) -> None:
    """Go on only if something holds."""
    if not holds:
        raise DistrustError(what)


def join(*parts: Part) -> bytes:
    """Write parts one after the other, each behind its length; nothing is an empty text."""
    written = [
        part if isinstance(part, bytes) else ("" if part is None else str(part)).encode() for part in parts
    ]
    return b"".join(len(part).to_bytes(4, "big") + part for part in written)


def hashed(*parts: Part) -> bytes:
    """Hash parts that stand one after the other."""
    return sha256(join(*parts)).digest()


class Wire:
    """One conversation, message by message."""

    def __init__(self, port: int, fingerprint: str) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port), PATIENCE))
        certificate = self._socket.getpeercert(binary_form=True)
        self.certificate = sha256(certificate or b"").digest()
        check(self.certificate.hex() == fingerprint, "another certificate")
        self._messages = msgpack.Unpacker()

    def say(self, message: str, **fields: Any) -> None:
        """Say one message."""
        self._socket.sendall(msgpack.packb({"say": message, **fields}))

    def hear(self) -> Said | None:
        """Wait for the next message; None is the end."""
        while True:
            for message in self._messages:
                heard: Said = message
                return heard
            piece = self._socket.recv(65536)
            if not piece:
                return None
            self._messages.feed(piece)

    def expect(self, message: str) -> Said:
        """Hear one certain message next."""
        heard = self.hear()
        check(heard is not None and heard["say"] == message, f"{message} expected, not {heard}")
        return heard or {}
