"""A player's part in outliving the host: nobody is counted on before they can be."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from takelan.net.heir import Heir
from takelan.net.mailbox import Mailbox
from takelan.net.proofs import public_key
from takelan.net.survivor import Survivor
from takelan.store.seat_keys import SeatKey, new_seat_key, open_seat_key
from takelan.table.succession.sealing import sign
from takelan.table.succession.statements import candidacy_statement
from takelan.wire.succession import (
    Answered,
    Call,
    Candidacy,
    Config,
    Entrust,
    Epoch,
    Listening,
    Member,
    Offer,
    Stand,
)
from takelan.wire.to_host import AnyToHost


async def test_a_player_is_said_to_listen_once_they_do() -> None:
    """A host that dies before that moment has given its shares to those who can be asked for a vote."""
    told: list[AnyToHost] = []
    is_told = asyncio.Event()

    def tell(message: AnyToHost) -> bool:
        told.append(message)
        is_told.set()
        return True

    survivor = Survivor("0" * 16, new_seat_key(), Heir(), tell, lambda places: None, lambda rescue: None)
    survivor.arrive(1)
    survivor.arrive(1)
    assert told == []
    async with asyncio.timeout(60):
        await is_told.wait()
    [listening] = told
    assert isinstance(listening, Listening)
    assert listening.where is not None
    survivor.arrive(1)
    assert told == [listening, listening]
    await survivor.close()


def candidacy(key: bytes) -> Candidacy:
    """Ask for a vote as a host that goes on in a later term."""
    offer = Offer(key, key, None)
    return Candidacy(
        table="0" * 16, term=2, candidate=key, epoch=Epoch(1, 1), sequence=0, bases=(), offer=offer
    )


async def test_a_vote_that_cannot_be_written_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither at once nor when asked again; when the disk takes it, it goes out."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    key = open_seat_key("0" * 16, "Ann")
    told: list[AnyToHost] = []

    def tell(message: AnyToHost) -> bool:
        told.append(message)
        return True

    survivor = Survivor(
        "0" * 16,
        key,
        Heir(),
        tell,
        lambda places: None,
        lambda rescue: None,
    )
    in_the_way = tmp_path / "seats" / f"{'0' * 16}-0.draft"
    in_the_way.mkdir()
    call = Call(candidacy(bytes(32)))
    survivor.hear(call)
    survivor.hear(call)
    assert (told, key.noted()) == ([], None)
    in_the_way.rmdir()
    survivor.hear(call)
    [answered] = told
    assert isinstance(answered, Answered)
    assert key.noted() is not None
    await survivor.close()


@pytest.mark.parametrize(
    ("term", "has_seat", "votes"), [(2, True, True), (2, False, False), (2**31, True, False)]
)
async def test_only_whoever_has_a_seat_gets_a_vote_and_in_no_term_out_of_reach(
    term: int, has_seat: bool, votes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger could take every vote as soon as a host is silent; in the last term it would be for good."""
    monkeypatch.setenv("TAKELAN_STATE_DIR", str(tmp_path))
    monkeypatch.setattr("takelan.table.succession.voter.SILENCE", 0.0)
    key, other = open_seat_key("0" * 16, "Ann"), new_seat_key()
    heard: list[Any] = []
    monkeypatch.setattr(Mailbox, "__init__", lambda self, on_letter: heard.append(on_letter))
    monkeypatch.setattr(Mailbox, "close", lambda self: None)
    survivor = Survivor("0" * 16, key, Heir(), lambda _: True, lambda _: None, lambda _: None)
    survivor.hear(_entrust(key, *([other] if has_seat else [])))
    before = key.noted()
    asked = msgspec.structs.replace(candidacy(public_key(other.secret)), term=term)
    [take_letter] = heard
    take_letter(Stand(asked, sign(other.secret, candidacy_statement(asked))))
    assert (key.noted() != before) == votes
    await survivor.close()


def _entrust(*keys: SeatKey) -> Entrust:
    """Tell players of an epoch in which others hold the shares."""
    members = tuple(Member(public_key(one.secret)) for one in keys)
    holders, witnesses = (bytes(32), b"1" * 32), tuple(member.key for member in members)
    return Entrust(Config(Epoch(1, 1), holders, 2, witnesses), (), members, bytes(32), None)
