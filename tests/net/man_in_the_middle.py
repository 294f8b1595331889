"""Somebody between a player and a host, with a certificate of their own: real sockets on both sides."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from takelan.net import proofs
from takelan.net.codes import Ends, HostProof, PlayerProof
from takelan.net.discovery.found import Place
from takelan.net.proofs import public_key
from takelan.net.tls import Identity, make_identity
from takelan.net.visit import HungUpError, Visit
from takelan.store.seat_keys import SeatKey, new_seat_key
from takelan.wire.admission import Introduce, Prompt, Proof, Vouch
from takelan.wire.check_words import commit
from takelan.wire.code import Code
from takelan.wire.codec import encode, host_decoder
from takelan.wire.to_host import Join
from takelan.wire.to_peer import Challenge, Welcome
from tests.net.hosting import knock


class Middle:
    """Passes messages on; with a key it sits down itself, and with the code it proves that to both sides."""

    def __init__(self, beyond: Place, own: SeatKey | None, code: Code | None, *, echoes: bool) -> None:
        self.was_welcome = False
        self._beyond, self._own, self._code = beyond, own, code
        #: Whether the player's own part of the check words is passed on instead of one of its own.
        self._echoes = echoes
        self._identity: Identity = make_identity()
        self._server: asyncio.Server | None = None
        self._flows: set[asyncio.Task[None]] = set()

    @property
    def place(self) -> Place:
        """Where players are lured to; a spoofed record names its fingerprint."""
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return Place("127.0.0.1", port, self._identity.fingerprint)

    async def open(self) -> None:
        """Wait for a player."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0, ssl=self._identity.context)

    def close(self) -> None:
        """Let go of everybody."""
        assert self._server is not None
        self._server.close()
        for flow in self._flows:
            flow.cancel()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visit = await knock(self._beyond)
        player = _Player(reader, writer)
        sides = _Sides(self, visit, player, self._identity.certificate)
        flow = asyncio.ensure_future(sides.talk())
        self._flows.add(flow)
        with suppress(HungUpError, OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await flow
        self.was_welcome |= sides.was_welcome
        visit.cut()
        writer.close()


class _Player:
    """The player's side of the connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer
        self._decoder = host_decoder(16 * 1024)
        self._heard: list[Any] = []

    async def hear(self) -> Any:
        while not self._heard:
            if not (received := await self._reader.read(65536)):
                raise HungUpError("the player is gone")
            self._heard += self._decoder.feed(received)
        return self._heard.pop(0)

    def say(self, message: Any) -> None:
        self.writer.write(encode(message))


class _Sides:
    """One player on one side, the host on the other."""

    def __init__(self, middle: Middle, host: Visit, player: _Player, certificate: bytes) -> None:
        self.was_welcome = False
        self._own, self._code, self._echoes = middle._own, middle._code, middle._echoes
        self._host, self._player, self._certificate = host, player, certificate

    async def talk(self) -> None:
        self._host.say(await self._player.hear())
        asked = await self._host.hear()
        assert isinstance(asked, Challenge)
        self._player.say(asked)
        pledge = await self._player.hear()
        await (self._pass_on(asked, pledge) if self._own is None else self._impersonate(asked, pledge))
        up = asyncio.ensure_future(self._pump_up())
        try:
            while True:
                message = await self._host.hear()
                self.was_welcome |= isinstance(message, Welcome)
                self._player.say(message)
        finally:
            up.cancel()

    async def _pump_up(self) -> None:
        with suppress(HungUpError, OSError):
            while True:
                self._host.say(await self._player.hear())

    async def _pass_on(self, asked: Challenge, pledge: Introduce) -> None:
        self._host.say(pledge)

    async def _impersonate(self, asked: Challenge, pledge: Introduce) -> None:
        """Be a player to the host and a host to the player."""
        assert self._own is not None
        key, nonce = public_key(self._own.secret), secrets.token_bytes(16)
        claim = proofs.claim_of(asked, key, self._host.certificate)
        upper = (
            PlayerProof(self._code, Ends(asked.table, key, self._host.certificate)) if self._code else None
        )
        commitment = pledge.commitment if self._echoes else commit(claim, nonce)
        self._host.say(Introduce(key, commitment, upper.element if upper else pledge.element))
        prompt = await self._host.hear()
        if not isinstance(prompt, Prompt):
            self._player.say(prompt)
            return
        lower = self._lower_side(asked, pledge)
        answer = prompt.nonce if self._echoes else secrets.token_bytes(16)
        self._player.say(Prompt(answer, lower.element if lower else prompt.element))
        opened = await self._player.hear()
        assert isinstance(opened, Proof)
        confirmation = opened.confirmation
        if upper is not None and prompt.element is not None:
            confirmation = upper.confirm(prompt.element, claim)
        self._host.say(Proof(opened.nonce if self._echoes else nonce, confirmation))
        if lower is not None:
            seen = proofs.claim_of(asked, pledge.key, self._certificate)
            vouched = lower.confirm(pledge.element or b"", opened.confirmation or b"", seen)
            self._player.say(Vouch(vouched or bytes(32)))
        asking = await self._player.hear()
        assert isinstance(asking, Join)
        signature = proofs.sign(self._own.secret, asked, self._host.certificate)
        self._host.say(msgspec.structs.replace(asking, key=key, signature=signature))
        if lower is not None:
            assert isinstance(await self._host.hear(), Vouch)

    def _lower_side(self, asked: Challenge, pledge: Introduce) -> HostProof | None:
        ends = Ends(asked.table, pledge.key, self._certificate)
        return HostProof(self._code, ends) if self._code and pledge.element else None


@asynccontextmanager
async def relaying(
    beyond: Place, own: SeatKey | None = None, code: Code | None = None, *, echoes: bool = False
) -> AsyncIterator[Middle]:
    """Sit in the middle for a while."""
    middle = Middle(beyond, own or (new_seat_key() if code else None), code, echoes=echoes)
    await middle.open()
    try:
        yield middle
    finally:
        middle.close()
