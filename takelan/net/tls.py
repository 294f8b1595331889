"""Encrypted connections: the host's certificate, and the one way to connect to a host.

Rule 1: TLS 1.3 or nothing.
Rule 2: ``connect`` is the only function of takelan that opens a connection; it always looks at the
certificate and compares it with the one the caller expects.
"""

import asyncio
import datetime
import errno
import hashlib
import os
import re
import socket
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path

from takelan.net.discovery.found import Place
from takelan.net.failures import (
    DroppedError,
    NotATableError,
    NoTemporaryFileError,
    NothingListeningError,
    StrangeCertificateError,
    UnknownMachineError,
    UnreachableError,
)
from takelan.net.places import write_place

#: How long the end of a connection may take before it is cut.
SHUTDOWN_WITHIN = 1.0

_LIFETIME = datetime.timedelta(days=3650)
_NUMBER = re.compile(r"\[Errno (\d+)\]")


@dataclass(frozen=True)
class Identity:
    """What a host process shows to everybody who connects."""

    context: ssl.SSLContext
    #: The SHA-256 of the certificate.
    certificate: bytes
    #: The key and the certificate as PEM: a secret, for a journal that only this machine's owner can read.
    chain: bytes

    @property
    def fingerprint(self) -> str:
        """Write the hash of the certificate for people and records."""
        return self.certificate.hex()


@dataclass(frozen=True)
class Line:
    """An open connection to a host."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    #: The SHA-256 of the certificate that was shown.
    certificate: bytes

    def close(self) -> None:
        """Hang up after what was written has gone out."""
        self.writer.close()

    def cut(self) -> None:
        """Hang up at once."""
        self.writer.transport.abort()


def make_identity() -> Identity:
    """Make a certificate that nobody has seen before."""
    return load_identity(_self_signed())


def load_identity(chain: bytes) -> Identity:
    """Show the certificate that an earlier process showed; what is none raises ValueError."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization

    certificate = x509.load_pem_x509_certificate(chain).public_bytes(serialization.Encoding.DER)
    context = _bare_context(ssl.PROTOCOL_TLS_SERVER)
    # Nobody resumes a session: the seat key brings players back.
    context.num_tickets = 0
    try:
        _load_chain(context, chain)
    except ssl.SSLError:
        raise
    except OSError as error:
        raise NoTemporaryFileError(why=error.strerror or error) from error
    return Identity(context, hashlib.sha256(certificate).digest(), chain)


def _load_chain(context: ssl.SSLContext, chain: bytes) -> None:
    """Give a context its certificate, which the ssl module reads only from files."""
    with tempfile.TemporaryDirectory(prefix="takelan-") as folder:
        path = Path(folder) / "chain.pem"
        path.touch(mode=0o600)
        path.write_bytes(chain)
        context.load_cert_chain(path)


async def connect(place: Place) -> Line:
    """Connect to a host, and hang up if it shows another certificate than the place names.

    A place without a fingerprint takes what comes; the caller finds it in the line.
    """
    try:
        reader, writer = await asyncio.open_connection(
            place.address,
            place.port,
            ssl=_client_context(),
            server_hostname="",
            ssl_shutdown_timeout=SHUTDOWN_WITHIN,
        )
    except Exception as error:
        raise _in_words(error, place) from None
    certificate = hashlib.sha256(_shown_certificate(writer)).digest()
    if place.fingerprint is not None and place.fingerprint != certificate.hex():
        writer.transport.abort()
        raise StrangeCertificateError(place=write_place(place))
    return Line(reader, writer, certificate)


def _shown_certificate(writer: asyncio.StreamWriter) -> bytes:
    secured: ssl.SSLObject = writer.get_extra_info("ssl_object")
    return secured.getpeercert(binary_form=True) or b""


def _in_words(error: Exception, place: Place) -> Exception:
    """Say in a sentence why no connection came about."""
    where = write_place(place)
    match error:
        case ConnectionRefusedError():
            return NothingListeningError(place=where)
        case socket.gaierror():
            return UnknownMachineError(host=place.address)
        case ssl.SSLEOFError() | ConnectionError():
            return DroppedError(place=where)
        case ssl.SSLError():
            return NotATableError(place=where)
        case OSError() if errno.ECONNREFUSED in _numbers_of(error):
            return NothingListeningError(place=where)
        case OSError():
            # asyncio puts words of its own where the system's would be.
            why = next(map(os.strerror, _numbers_of(error)), str(error))
            return UnreachableError(place=where, why=why)
        case UnicodeError():
            return UnknownMachineError(host=place.address)
    return error


def _numbers_of(error: OSError) -> list[int]:
    """Tell what became of each address of a name: of several asyncio tells in words alone."""
    if error.errno is not None:
        return [error.errno]
    return [int(number) for number in _NUMBER.findall(str(error))]


def _client_context() -> ssl.SSLContext:
    context = _bare_context(ssl.PROTOCOL_TLS_CLIENT)
    # The certificates are nobody's but the host's own: the fingerprint is what is compared.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _bare_context(protocol: int) -> ssl.SSLContext:
    """Make a context without the system's certificates, whose loading would take 15 ms."""
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def _self_signed() -> bytes:
    """Make a P-256 key and its certificate, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "takelan")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _LIFETIME)
        .not_valid_after(now + _LIFETIME)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)
