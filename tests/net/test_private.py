"""Private tables over real sockets: the right code, the wrong one, none, too many, a new one."""

import asyncio
from contextlib import suppress

import pytest

from takelan.net.by_code import MOST_TABLES, may_be_meant
from takelan.net.codes import Ends, PlayerProof, load_spake2
from takelan.net.discovery.found import FoundTable, Place
from takelan.net.expecting import expect
from takelan.net.failures import (
    CodeNeededError,
    JoiningLockedError,
    NoCodeAskedError,
    WrongCodeError,
)
from takelan.net.introducing import Ticket
from takelan.net.limits import Gate
from takelan.net.visit import Visit
from takelan.net.way_in import Entered, enter
from takelan.store.seat_keys import SeatKey, new_seat_key, open_seat_key, remembered
from takelan.table import snapshot
from takelan.wire.admission import Doorway, Introduce, Prompt, Proof, SetCode
from takelan.wire.advert import Advert
from takelan.wire.check_words import commit
from takelan.wire.code import Code, tag_of
from takelan.wire.peer_text import PlayerName, TableName
from takelan.wire.proof import seat_claim
from takelan.wire.terms import PROTOCOL
from takelan.wire.to_host import Hello, Sit
from takelan.wire.to_peer import Challenge, Notice, Refused, Watching, Welcome
from tests.net.hosting import TABLE, hosting, join, knock, setup

# What it takes to import is not what is tested here.
load_spake2()

CODE: Code = (7, 77, 777)
WRONG: Code = (7, 77, 778)


async def come(place: Place, code: Code | None, key: SeatKey | None = None) -> Entered:
    """Take a seat with a code."""
    return await enter(place, key or new_seat_key(), PlayerName("Ben"), None, None, None, Ticket(code))


async def test_whoever_knows_the_code_sits_down() -> None:
    """And whoever does not, or has none, is told so in a sentence."""
    async with hosting(setup(code=CODE)) as table:
        entered = await come(table.place, CODE)
        assert isinstance(entered.welcome, Welcome)
        assert not entered.welcome.is_return
        with pytest.raises(WrongCodeError, match="not the code"):
            await come(table.place, WRONG)
        with pytest.raises(CodeNeededError, match="private"):
            await come(table.place, None)
        assert len(table.host.keys) == 1
        entered.visit.cut()


async def test_a_seat_is_come_back_to_with_the_key_alone() -> None:
    """Also after the owner has drawn a new code; and with a code, the host has to know it."""
    async with hosting(setup(code=CODE)) as table:
        key = new_seat_key()
        (await come(table.place, CODE, key)).visit.cut()
        table.host._table.door.set_code(WRONG)
        back = await come(table.place, None, key)
        assert isinstance(back.welcome, Welcome)
        assert back.welcome.is_return
        with pytest.raises(WrongCodeError):
            await come(table.place, CODE, key)
        back.visit.cut()


async def test_onlookers_need_the_code_too() -> None:
    """Whoever may become a player at the next deal has proven the same; a new code sends them away."""
    async with hosting(setup(code=CODE)) as table:
        ann = join(table.place, "Ann", code=CODE)
        await ann.until_link("seated")
        key, name = new_seat_key(), PlayerName("Otto")
        for ticket in (Ticket(watches=True), Ticket(WRONG, watches=True)):
            with pytest.raises((CodeNeededError, WrongCodeError)):
                await enter(table.place, key, name, None, None, None, ticket)
        entered = await enter(table.place, key, name, None, None, None, Ticket(CODE, watches=True))
        assert isinstance(entered.welcome, Watching)
        assert len(table.host._table._gallery) == 1
        entered.visit.say(Sit())
        await ann.until(lambda seat: any(isinstance(one, Doorway) and one.checks for one in seat.messages))
        doorways = [one for one in ann.messages if isinstance(one, Doorway)]
        assert doorways[-1].checks[0].words == entered.words
        other = await enter(table.place, new_seat_key(), name, None, None, None, Ticket(CODE, watches=True))
        assert ann.client.send(SetCode(WRONG))
        await ann.until(
            lambda seat: any(isinstance(one, Doorway) and one.code == WRONG for one in seat.messages)
        )
        assert len(table.host._table._gallery) == 0
        entered.visit.cut()
        other.visit.cut()
        await ann.client.close()


async def test_a_code_is_not_good_for_a_table_without_one() -> None:
    """Whoever was told a code is not led to any other table."""
    async with hosting(setup()) as table:
        with pytest.raises(NoCodeAskedError):
            await come(table.place, CODE)
        assert len(table.host.keys) == 0


async def test_five_wrong_codes_lock_the_door_until_there_is_a_new_one() -> None:
    """The owner is told, the right code does not help any more, and a new one does at once."""
    async with hosting(setup(code=CODE)) as table:
        ann = join(table.place, "Ann", code=CODE)
        await ann.until_link("seated")
        for _ in range(5):
            with pytest.raises(WrongCodeError):
                await come(table.place, WRONG)
        with pytest.raises(JoiningLockedError, match="Too many wrong codes"):
            await come(table.place, CODE)
        await ann.until(lambda seat: any(isinstance(one, Notice) for one in seat.messages))
        assert ann.client.send(SetCode(WRONG))
        await ann.until(
            lambda seat: any(isinstance(one, Doorway) and one.code == WRONG for one in seat.messages)
        )
        entered = await come(table.place, WRONG)
        entered.visit.cut()
        await ann.client.close()


async def test_tries_begun_at_once_are_no_more_than_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes from several addresses, and guesses once all have begun, guesses five times."""
    monkeypatch.setattr("takelan.net.host.Gate", lambda: Gate(per_address=10))
    async with hosting(setup(code=CODE)) as table:
        guesses = [await _begin_to_guess(table.place) for _ in range(10)]
        refused = [await _end_guessing(*guess) for guess in guesses]
        assert refused == ["wrong_code"] * 5 + ["locked"] * 5


async def _begin_to_guess(place: Place) -> tuple[Visit, PlayerProof, bytes, bytes, bytes]:
    visit = await knock(place)
    visit.say(Hello(PROTOCOL, "0.1.0"))
    challenge = await expect(Challenge, place, visit)
    key, nonce = bytes(32), bytes(16)
    about = {"key": key, "certificate": visit.certificate, "nonce": challenge.nonce}
    claim = seat_claim(table=challenge.table, term=challenge.term, **about)
    proof = PlayerProof(WRONG, Ends(challenge.table, key, visit.certificate))
    visit.say(Introduce(key, commit(claim, nonce), proof.element))
    prompt = await expect(Prompt, place, visit)
    return visit, proof, prompt.element or b"", nonce, claim


async def _end_guessing(visit: Visit, proof: PlayerProof, element: bytes, nonce: bytes, claim: bytes) -> str:
    visit.say(Proof(nonce, proof.confirm(element, claim)))
    refused = await visit.hear()
    assert isinstance(refused, Refused)
    visit.cut()
    return refused.code


async def test_a_code_is_not_tried_while_nobody_could_sit_down() -> None:
    """A full table says that it is full, whatever the code: no try is spent and nothing is computed."""
    async with hosting(setup(code=CODE, seats=2)) as table:
        seated = [await come(table.place, CODE) for _ in range(2)]
        for _ in range(6):
            with pytest.raises(Exception, match="seats at this table are taken"):
                await come(table.place, WRONG)
        assert not table.host._table.door.is_locked(asyncio.get_running_loop().time())
        for entered in seated:
            entered.visit.cut()


async def test_a_code_changed_in_mid_proof_is_not_the_code_any_more() -> None:
    """What counts is the code in force when the seat is asked for."""
    async with hosting(setup(code=CODE)) as table:
        door = table.host._table.door
        admits = door.admits
        door.admits = lambda introduction: (door.set_code(WRONG), admits(introduction))[1]  # type: ignore[method-assign,func-returns-value] # changed at the last moment
        with pytest.raises(CodeNeededError):
            await come(table.place, CODE)


async def test_friends_who_come_at_once_are_all_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told that too many knock tries again by itself."""
    monkeypatch.setattr("takelan.net.porter._TRIES_AT_ONCE", 1)
    async with hosting(setup(code=CODE)) as table:
        friends = [join(table.place, f"Friend {number}", code=CODE) for number in range(3)]
        for friend in friends:
            await friend.until_link("seated")
        assert len(table.host.keys) == 3
        for friend in friends:
            await friend.client.close()


async def test_a_restored_table_is_as_private_as_before() -> None:
    """A successor serves the same code, from the sealed snapshot alone."""
    async with hosting(setup(code=CODE)) as table:
        (await come(table.place, CODE)).visit.cut()
        again = snapshot.restore(snapshot.take(table.host._table), 0.0)
    from takelan.net.legacies import Inheritance
    from takelan.net.premises import open_premises

    premises = await open_premises("127.0.0.1", 0)
    async with hosting(again.setup, inheritance=Inheritance(again, premises)) as table:
        with pytest.raises(WrongCodeError):
            await come(table.place, WRONG)
        (await come(table.place, CODE)).visit.cut()


async def test_a_key_made_for_a_seat_one_did_not_get_is_forgotten() -> None:
    """So that home does not offer to come back to a table one was never at; an older key is kept."""
    async with hosting(setup(code=CODE)) as table:
        with suppress(CodeNeededError):
            await enter(table.place, None, PlayerName("Ben"), None, None)
        assert remembered() == []
        open_seat_key(TABLE, "Ben").close()
        with suppress(CodeNeededError):
            await enter(table.place, None, PlayerName("Ben"), None, None)
        assert [seat.table for seat in remembered()] == [TABLE]


def _found(number: int, tag: int | None, **details: object) -> FoundTable:
    fields: dict[str, object] = {"taken": 1, "seats": 4, "phase": "lobby", "protocol": 1, **details}
    advert = Advert(
        table=f"{number:016x}",
        name=TableName("Table"),
        host=PlayerName("Ann"),
        game="take-that",
        private=tag is not None,
        tag=tag,
        **fields,  # type: ignore[arg-type] # the few that differ
    )
    return FoundTable(advert=advert, address="10.0.0.1", port=number, fingerprint=None, source="mdns")


def test_a_code_is_tried_only_at_tables_with_its_tag() -> None:
    """The first with a free seat comes first, and an announcer of hundreds costs a few calls."""
    right = tag_of(CODE)
    tables = [_found(1, None), _found(2, right + 1), _found(3, right, phase="playing"), _found(4, right)]
    assert [table.port for table in may_be_meant(CODE, tables)] == [4, 3]
    assert len(may_be_meant(CODE, [_found(number, right) for number in range(1, 200)])) == MOST_TABLES


async def test_of_two_tables_with_one_tag_the_code_opens_its_own() -> None:
    """The other learns that it was not meant, and nothing else."""
    neighbour: Code = (CODE[0], 1, 2)
    async with (
        hosting(setup(code=neighbour, table="f" * 16)) as other,
        hosting(setup(code=CODE)) as own,
    ):
        seat = join(other.place, "Ben", code=CODE)
        seat.client._ticket = Ticket(CODE, others=(own.place,))
        await seat.until_link("seated")
        assert (len(own.host.keys), len(other.host.keys)) == (1, 0)
        await seat.client.close()
