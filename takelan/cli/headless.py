"""A host without a terminal: it holds the table, says where it is, and ends cleanly.

Rule 1: the only thing ever printed to stdout is where the table is, once it can be joined.
Rule 2: a host that is told to end hands its table to whoever else sits there, if they can take it.
Rule 3: a host started by a person's own client ends with it, once nobody else needs it.
"""

import asyncio
import gc
import logging
import secrets
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec

from takelan.cli.mistakes import Complaints
from takelan.cli.running import complete
from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.net import bookkeeping
from takelan.net.ask import ask
from takelan.net.bookkeeping import Bookkeeper
from takelan.net.discovery.browse import Browser
from takelan.net.election.merging import join_earlier_table
from takelan.net.host import Host
from takelan.net.host_keys import HostKeys
from takelan.net.invitation import code_command, guest_command
from takelan.net.legacies import Inheritance, accept, alone
from takelan.net.places import write_place
from takelan.net.premises import Opened, open_premises
from takelan.net.restarted import find_restarted, forget_journal
from takelan.net.tls import make_identity
from takelan.rules.chance import Chance
from takelan.store.journals import Page, open_journal
from takelan.store.transcripts.appending import append_game
from takelan.store.transcripts.writing import Provenance
from takelan.table.match import FinishedGame
from takelan.table.setup import Setup
from takelan.wire.code import write_code


class GoesOnElsewhereError(TakelanError):
    """This round was begun anew by another player: come back to your seat with `takelan join {place}`."""


_log = logging.getLogger(__name__)

_SEED_BYTES = 32
_LOOK_EVERY = 0.25
# A sealed table, written as hexadecimal digits on one line.
_MOST_STDIN = 256 * 1024


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How a host without a terminal behaves."""

    is_json: bool = False
    is_for_one_game: bool = False
    #: Whether a client of the same person started it and holds its stdin.
    has_parent: bool = False
    transcript: Path | None = None
    bind: str | None = None
    port: int | None = None
    haste: float = 1.0


def serve(setup: Setup, manner: Manner) -> None:
    """Hold a table until it is told to end."""
    _log_our_own_failures()
    with suppress(KeyboardInterrupt):
        complete(lambda: _serve(setup, manner))


def inherit(manner: Manner) -> None:
    """Wait for a table that another host leaves, and hold it until told to end."""
    _log_our_own_failures()
    with suppress(KeyboardInterrupt):
        complete(lambda: _inherit(manner))


def _log_our_own_failures() -> None:
    """Let stderr tell what fails in the table, and nothing of what zeroconf thinks of the network."""
    logging.getLogger("takelan").addHandler(Complaints("host"))
    logging.getLogger("takelan").setLevel(logging.ERROR)
    logging.getLogger("zeroconf").addHandler(logging.NullHandler())
    logging.getLogger("zeroconf").propagate = False


def resume(page: Page, manner: Manner) -> None:
    """Go on with a game that was cut off here, and hold its table until told to end."""
    _log_our_own_failures()
    with suppress(KeyboardInterrupt):
        complete(lambda: _resume(page, manner))


async def _serve(setup: Setup, manner: Manner, inheritance: Inheritance | None = None) -> None:
    books = Bookkeeper(open_journal(setup.table))
    host = _make_host(setup, manner, books, inheritance)
    _end_on_signals(host)
    opened = await host.open()
    _announce(
        opened, str(setup.name), manner, **({} if setup.code is None else {"code": write_code(setup.code)})
    )
    stdin = await _stdin() if manner.has_parent else None
    await _serve_beside(host, setup, stdin)
    books.close(is_over=True)


async def _resume(page: Page, manner: Manner) -> None:
    if not manner.has_parent and (place := await find_restarted(page)) is not None:
        forget_journal(page.table)
        raise GoesOnElsewhereError(place=write_place(place))
    table, premises = await bookkeeping.resume(page)
    legacy = None if page.proof is None else alone(page.proof, page.counts)
    inheritance = Inheritance(table, premises, legacy=legacy, counts=page.counts)
    await _serve(table.setup, manner, inheritance)


async def _inherit(manner: Manner) -> None:
    stdin, keys = await _stdin(), HostKeys()
    identity = await asyncio.to_thread(make_identity)
    # Nothing is listened to before we are needed: whoever looks for tables would knock in vain.
    if not await stdin.readline():
        return
    premises = await open_premises(manner.bind, manner.port, identity.chain)
    offer = keys.offer(None)
    own = {"host_key": offer.host_key.hex(), "sealing_key": offer.sealing_key.hex()}
    _announce(premises.describe(""), "", manner, **own)
    if not (line := await stdin.readline()):
        return
    rebuilt = accept(line, keys, asyncio.get_running_loop().time())
    setup = rebuilt.table.setup
    books = Bookkeeper(open_journal(setup.table))
    host = _make_host(setup, manner, books, Inheritance(rebuilt.table, premises, keys, rebuilt.legacy))
    _end_on_signals(host)
    await host.open()
    serving = asyncio.create_task(_serve_beside(host, setup, stdin))
    await asyncio.sleep(0)
    click.echo("{}")
    sys.stdout.flush()
    await serving
    books.close(is_over=True)


async def _serve_beside(host: Host, setup: Setup, stdin: asyncio.StreamReader | None) -> None:
    watching = [asyncio.create_task(_end_with_parent(host, setup, stdin))] if stdin is not None else []
    watching += [asyncio.create_task(_join_earlier_table(host))] if setup.merges else []
    # A look of the collector through all that is loaded would stop the table for 40 ms.
    gc.freeze()
    try:
        await host.serve()
    finally:
        for watch in watching:
            watch.cancel()


async def _join_earlier_table(host: Host) -> None:
    """Move everybody to a table that was opened before ours, if we meet one before dealing."""
    async with Browser(ask) as browser:
        await join_earlier_table(host, browser, _LOOK_EVERY)


def _make_host(
    setup: Setup, manner: Manner, books: Bookkeeper, inheritance: Inheritance | None = None
) -> Host:
    def note(finished: FinishedGame) -> None:
        try:
            if manner.transcript is not None:
                _write_down(manner.transcript, finished)
        finally:
            if manner.is_for_one_game:
                host.stop("finished")

    chance = Chance(secrets.token_bytes(_SEED_BYTES))
    host = Host(
        setup,
        chance,
        bind=manner.bind,
        port=manner.port,
        on_finished=note,
        haste=manner.haste,
        inheritance=inheritance,
        keep=books.keep,
    )
    return host


def _write_down(path: Path, finished: FinishedGame) -> None:
    try:
        provenance = Provenance(finished.table, finished.deals, finished.signed)
        append_game(path, finished.game, finished.names, finished.options, finished.events, provenance)
    except OSError as error:
        # The players' evening goes on; whoever runs the host reads why nothing was written.
        _log.error(_("%s cannot be written: %s."), path, error.strerror or error)


def _announce(opened: Opened, name: str, manner: Manner, **more: str) -> None:
    if manner.is_json:
        line = {
            "table": opened.table,
            "name": name,
            "port": opened.port,
            "addresses": list(opened.addresses),
            "fingerprint": opened.fingerprint,
            **more,
        }
        click.echo(msgspec.json.encode(line).decode())
    else:
        code = more.get("code")
        command = code_command(code) if code else guest_command(opened.addresses, opened.port)
        click.echo(_("Table '{name}' is open: {command}").format(name=name, command=command))
    sys.stdout.flush()


def _end_on_signals(host: Host) -> None:
    loop = asyncio.get_running_loop()
    leaving: list[asyncio.Task[None]] = []

    def leave() -> None:
        if leaving:
            # Whoever asks twice means at once.
            host.stop("closed")
        else:
            leaving.append(asyncio.create_task(_hand_over_or_close(host)))

    for number in _endings():
        with suppress(NotImplementedError):
            # Windows has no such handlers; there Ctrl-C cancels the main task.
            loop.add_signal_handler(number, leave)


def _endings() -> list[signal.Signals]:
    """List the signals that ask the host to leave, a closed terminal's too, unless that is to be ignored."""
    endings = [signal.SIGINT, signal.SIGTERM]
    # Windows has none; under `nohup` the host is meant to outlive its terminal.
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        endings.append(signal.SIGHUP)
    return endings


async def _hand_over_or_close(host: Host) -> None:
    if not await host.hand_over():
        # Those who hold shares choose a host among themselves; nobody else could go on.
        host.stop("silent" if host.is_shared else "closed")


async def _end_with_parent(host: Host, setup: Setup, stdin: asyncio.StreamReader) -> None:
    """Wait until the client that started us is gone, then until nobody else needs us either."""
    while await stdin.read(1024):
        pass
    if await host.hand_over():
        return
    loop = asyncio.get_running_loop()
    last_seen = loop.time()
    while others := host.keys - {setup.owner}:
        if others & host.connected:
            last_seen = loop.time()
        if loop.time() - last_seen > setup.pace.grace:
            break
        await asyncio.sleep(_LOOK_EVERY)
    host.stop("closed")


async def _stdin() -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=_MOST_STDIN)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader
