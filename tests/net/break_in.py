"""Attempts to get a seat without a right to it: ``python -m tests.net.break_in TRIALS [SEED]``.

A private table on loopback, with Ann in a seat of hers; every attempt is drawn by lot from six kinds. One is
counted as accepted when the host welcomes the intruder, or when an honest player sits down with the intruder.

Rule 1: attackers are given more than a network has: whole conversations in clear, public keys, the tag, and,
where it does not hand them a seat, the code itself.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import msgspec

from takelan.errors import TakelanError
from takelan.net import proofs
from takelan.net.codes import Ends, PlayerProof
from takelan.net.discovery.found import Place
from takelan.net.introducing import Ticket
from takelan.net.proofs import public_key
from takelan.net.visit import HungUpError, Visit
from takelan.net.way_in import enter
from takelan.store.seat_keys import SeatKey, new_seat_key
from takelan.wire.admission import Introduce, Prompt, Proof
from takelan.wire.check_words import commit
from takelan.wire.code import Code
from takelan.wire.peer_text import PlayerName
from takelan.wire.to_host import AnyToHost, Join, Leave
from takelan.wire.to_peer import Challenge, Refused, Welcome
from takelan.wire.words import WORD_COUNT
from tests.net.hosting import Open, Seat, challenge, hosting, join, knock, setup
from tests.net.man_in_the_middle import relaying

CODE: Code = (7, 77, 777)
_NAME = PlayerName("Mallory")
_ANSWER_WITHIN = 30.0


@dataclass
class Stage:
    """A table to break in at."""

    table: Open
    ann: Seat
    ann_key: SeatKey
    #: Whole conversations of a guest who has come and gone, and of one who came back.
    recordings: list[list[AnyToHost]] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.table.place


Change = Callable[[Any], Any]


@dataclass
class Attempt:
    """One conversation with a host, in which every message may be another than an honest one."""

    own: SeatKey
    code: Code | None = CODE
    asked: Change = lambda message: message
    pledge: Change = lambda message: message
    proof: Change = lambda message: message
    join: Change = lambda message: message
    said: list[AnyToHost] = field(default_factory=list)

    async def make(self, place: Place) -> bool:
        """Try to sit down, and tell whether the host gave a welcome."""
        visit = await knock(place)
        try:
            async with asyncio.timeout(_ANSWER_WITHIN):
                return await self._talk(visit)
        except HungUpError:
            return False
        finally:
            visit.cut()

    async def _talk(self, visit: Visit) -> bool:
        asked: Challenge = self.asked(await challenge(visit))
        key, nonce = public_key(self.own.secret), random.randbytes(16)
        claim = proofs.claim_of(asked, key, visit.certificate)
        side = PlayerProof(self.code, Ends(asked.table, key, visit.certificate)) if self.code else None
        pledge = self.pledge(Introduce(key, commit(claim, nonce), side.element if side else None))
        prompt = await self._exchange(visit, pledge)
        element = prompt.element if isinstance(prompt, Prompt) else None
        if pledge is not None and not isinstance(prompt, Prompt):
            return False
        confirmation = side.confirm(element, claim) if side and element else None
        self._say(visit, self.proof(Proof(nonce, confirmation)))
        self._say(visit, self.join(Join(_NAME, key, proofs.sign(self.own.secret, asked, visit.certificate))))
        return await is_welcome(visit)

    async def _exchange(self, visit: Visit, message: AnyToHost | None) -> object:
        self._say(visit, message)
        return None if message is None else await visit.hear()

    def _say(self, visit: Visit, message: AnyToHost | None) -> None:
        if message is not None:
            self.said.append(message)
            visit.say(message)


async def is_welcome(visit: Visit) -> bool:
    """Wait for a welcome or for the end of the conversation."""
    while True:
        message = await visit.hear()
        if isinstance(message, Welcome):
            return True
        if isinstance(message, Refused) and message.code != "phase":
            return False
        if isinstance(message, Refused):
            # Whoever said something out of place may go on; an intruder has nothing left to say.
            return False


async def wrong_code(stage: Stage, chance: random.Random) -> bool:
    """Sit down with another code, with none, or around the proof of one."""
    guess = tuple(chance.choice([right, chance.randrange(WORD_COUNT)]) for right in CODE)
    code: Any = guess if guess != CODE else (CODE[0], CODE[1], (CODE[2] + 1) % WORD_COUNT)
    attempt = Attempt(new_seat_key(), code)
    match chance.randrange(7):
        case 0:
            attempt.pledge = lambda pledge: msgspec.structs.replace(pledge, element=None)
        case 1:
            noise = b"A" + chance.randbytes(32)
            attempt.pledge = lambda pledge: msgspec.structs.replace(pledge, element=noise)
        case 2:
            noise = chance.randbytes(32)
            attempt.proof = lambda proof: msgspec.structs.replace(proof, confirmation=noise)
        case 3:
            attempt.proof = lambda proof: None
        case 4:
            attempt.pledge = attempt.proof = lambda message: None
        case 5:
            seated = public_key(stage.ann_key.secret)
            attempt.pledge = lambda pledge: msgspec.structs.replace(pledge, key=seated, element=None)
    return await attempt.make(stage.place)


async def replay(stage: Stage, chance: random.Random) -> bool:
    """Say again, or in part, what an honest player has said on another connection."""
    recording = chance.choice(stage.recordings)
    kinds = {type(message): message for message in recording}
    attempt = Attempt(new_seat_key(), None if chance.random() < 0.2 else CODE)
    attempt.pledge = lambda pledge: kinds.get(Introduce)
    attempt.proof = lambda proof: kinds.get(Proof)
    attempt.join = lambda join: kinds[Join]
    if chance.random() < 0.3:
        # With a proof of one's own, but another's signature.
        attempt.pledge = attempt.proof = lambda message: message
    return await attempt.make(stage.place)


async def bit_flips(stage: Stage, chance: random.Random) -> bool:
    """Change one bit of something that an honest newcomer proves."""
    attempt = Attempt(new_seat_key())
    name, key = chance.choice(
        [
            ("pledge", "key"),
            ("pledge", "commitment"),
            ("pledge", "element"),
            ("proof", "nonce"),
            ("proof", "confirmation"),
            ("join", "key"),
            ("join", "signature"),
        ]
    )
    setattr(attempt, name, lambda message: _flipped(message, key, chance))
    return await attempt.make(stage.place)


async def seat_theft(stage: Stage, chance: random.Random) -> bool:
    """Take Ann's seat, knowing the code and her public key."""
    seated = public_key(stage.ann_key.secret)
    attempt = Attempt(new_seat_key(), chance.choice([CODE, None]))
    attempt.join = lambda join: msgspec.structs.replace(
        join, key=seated, signature=chance.choice([join.signature, chance.randbytes(64)])
    )
    match chance.randrange(3):
        case 0:
            attempt.pledge = attempt.proof = lambda message: None
        case 1:
            attempt.pledge = lambda pledge: msgspec.structs.replace(pledge, key=seated)
    return await attempt.make(stage.place)


async def stale_term(stage: Stage, chance: random.Random) -> bool:
    """Use what Ann has signed for an earlier host of the table, or for another table."""
    attempt = Attempt(stage.ann_key)
    term = chance.choice([2, 3, 1 + chance.getrandbits(30)])
    changes: dict[str, Any] = {"term": term}
    if chance.random() < 0.3:
        changes = {"table": f"{chance.getrandbits(64):016x}"}
    attempt.asked = lambda asked: msgspec.structs.replace(asked, **changes)
    if chance.random() < 0.5:
        # Words are shared already, so nothing but the signature is looked at.
        attempt.pledge = attempt.proof = lambda message: None
    return await attempt.make(stage.place)


async def relay(stage: Stage, chance: random.Random) -> bool:
    """Sit between an honest player, who knows the code, and the host."""
    own = new_seat_key() if chance.random() < 0.5 else None
    async with relaying(stage.place, own) as middle:
        with suppress(TakelanError):
            place = Place(middle.place.address, middle.place.port)
            entered = await enter(place, new_seat_key(), _NAME, None, None, None, Ticket(CODE))
            entered.visit.cut()
            return True
        return middle.was_welcome


def _flipped(message: Any, name: str, chance: random.Random) -> Any:
    number = int.from_bytes(value := getattr(message, name), "big") ^ 1 << chance.randrange(8 * len(value))
    return msgspec.structs.replace(message, **{name: number.to_bytes(len(value), "big")})


Kind = Callable[[Stage, random.Random], Awaitable[bool]]
KINDS: tuple[Kind, ...] = (wrong_code, replay, bit_flips, seat_theft, stale_term, relay)


@contextmanager
def without_limits() -> Iterator[None]:
    """Let as many strangers try as often as they like: here it is the proofs that are tried."""
    with ExitStack() as stack:
        for name, value in (
            ("takelan.table.doorway.WITHIN", 0.0),
            ("takelan.net.porter._TRIES_AT_ONCE", 10**9),
            ("takelan.net.limits._KNOCKS_AT_ONCE", 10**9),
            ("takelan.net.limits._STRANGERS_AT_ONCE", 10**9),
            ("takelan.net.limits.MAX_UNPROVEN", 10**6),
            ("takelan.net.limits.MAX_UNPROVEN_PER_ADDRESS", 10**6),
        ):
            stack.enter_context(patch(name, value))
        yield


@asynccontextmanager
async def staged() -> AsyncIterator[Stage]:
    """Open a private table, seat Ann, and let somebody come and go who is listened to."""
    with without_limits():
        async with hosting(setup(code=CODE)) as table:
            key = new_seat_key()
            ann = join(table.place, "Ann", key, code=CODE)
            await ann.until_link("seated")
            stage = Stage(table, ann, key)
            await _record(stage)
            yield stage
            await ann.client.close()


async def _record(stage: Stage) -> None:
    """Record a newcomer who leaves again, and Ann as she would come back."""
    guest = Attempt(new_seat_key())
    visit = await knock(stage.place)
    assert await guest._talk(visit)
    visit.say(Leave())
    with suppress(HungUpError):
        while True:
            await visit.hear()
    back = Attempt(stage.ann_key, pledge=lambda pledge: None, proof=lambda proof: None)
    back.asked = lambda asked: msgspec.structs.replace(asked, nonce=random.randbytes(16))
    await back.make(stage.place)
    stage.recordings += [guest.said, back.said]


async def try_kind(kind: Kind, trials: int, seed: int, *, stops: bool = False) -> int:
    """Try one kind so often, and count how many were let in."""
    accepted = 0
    async with staged() as stage:
        for number in range(trials):
            accepted += await kind(stage, random.Random(f"{kind.__name__} {seed} {number}"))
            if stops and accepted:
                break
        if not accepted:
            assert stage.table.host.keys == {public_key(stage.ann_key.secret)}
    return accepted


def main(trials: int, seed: int) -> int:
    """Try all kinds in turn, and print what came of it."""
    accepted: Counter[str] = Counter()
    for kind in KINDS:
        began = time.perf_counter()
        accepted[kind.__name__] = asyncio.run(try_kind(kind, trials // len(KINDS), seed))
        seconds = time.perf_counter() - began
        told = f"{trials // len(KINDS)} tried, {accepted[kind.__name__]} accepted, {seconds:.0f} s"
        print(f"{kind.__name__}: {told}", flush=True)  # noqa: T201 (its answer)
    return 1 if accepted.total() else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
