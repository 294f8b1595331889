"""The door of a table: codes, wrong ones, and what its owner is told."""

from collections.abc import Iterator

import pytest

from takelan.table import snapshot
from takelan.table.doorway import MOST_WRONG_CODES, WITHIN, Introduction
from takelan.table.letters import Letter
from takelan.table.table import Table
from takelan.wire import to_host, to_peer
from takelan.wire.admission import CheckedSeat, Doorway, SetCode
from takelan.wire.code import Code, tag_of
from takelan.wire.peer_text import PlayerName
from tests.table.room import Room, key_of

CODE: Code = (7, 77, 777)
OTHER: Code = (8, 77, 777)


@pytest.fixture
def table() -> Table:
    """Open a private table where Ann sits."""
    table = Room(code=CODE).table
    sit(table, 1, "Ann", Introduction((1, 2), CODE))
    return table


def sit(table: Table, peer: int, name: str, introduction: Introduction | None = None) -> list[Letter]:
    """Ask for a seat, introduced or not."""
    if introduction is not None:
        table.door.introduce(peer, introduction)
    return table.receive(peer, to_host.Join(PlayerName(name), key_of(name), bytes(64)), 0.0)


def refusals(letters: list[Letter]) -> list[str]:
    """Tell why somebody was refused."""
    return [one.message.code for one in letters if isinstance(one.message, to_peer.Refused)]


def doorways(letters: list[Letter]) -> Iterator[tuple[int, Doorway]]:
    """Tell who was told how the door stands."""
    return ((one.to, one.message) for one in letters if isinstance(one.message, Doorway))


@pytest.mark.parametrize(
    "introduction", [None, Introduction(), Introduction((3, 4)), Introduction((3, 4), OTHER)]
)
def test_nobody_new_sits_down_without_the_code_in_force(
    table: Table, introduction: Introduction | None
) -> None:
    """However they got past the host's greeting."""
    assert refusals(sit(table, 2, "Ben", introduction)) == ["code"]
    assert len(table.keys()) == 1


def test_an_introduction_is_good_for_one_seat(table: Table) -> None:
    """Another connection, or the same one again, has to be introduced anew."""
    table.door.introduce(2, Introduction((3, 4), CODE))
    assert refusals(sit(table, 3, "Cleo")) == ["code"]
    table.lose(2, 0.0)
    assert refusals(sit(table, 2, "Ben")) == ["code"]


def test_a_seat_is_come_back_to_without_the_code(table: Table) -> None:
    """The key is enough, also after the code has changed."""
    table.door.set_code(OTHER)
    table.lose(1, 0.0)
    letters = sit(table, 5, "Ann")
    assert any(isinstance(one.message, to_peer.Welcome) and one.message.is_return for one in letters)


def test_the_owner_alone_is_told_the_code_and_the_words_of_the_others(table: Table) -> None:
    """Whoever comes is on the owner's screen, and nobody else learns anything of the door."""
    letters = sit(table, 2, "Ben", Introduction((3, 4), CODE))
    [(to, doorway)] = doorways(letters)
    assert to == 1
    assert doorway.code == CODE
    assert [check.words for check in doorway.checks] == [(3, 4)]
    assert isinstance(doorway.checks[0], CheckedSeat)


def test_an_open_table_says_nothing_of_its_door() -> None:
    """Where there is no code and nobody to compare with, there is nothing to tell."""
    table = Room().table
    assert list(doorways(sit(table, 1, "Ann", Introduction((1, 2))))) == []


def test_only_the_owner_changes_the_code(table: Table) -> None:
    """Others are told who can; a new code is told to its owner at once, and in the advert by its tag."""
    sit(table, 2, "Ben", Introduction((3, 4), CODE))
    assert refusals(table.receive(2, SetCode(OTHER), 1.0)) == ["not_owner"]
    assert (table.door.code, table.advert().tag) == (CODE, tag_of(CODE))
    [(to, doorway)] = doorways(table.receive(1, SetCode(OTHER), 1.0))
    assert (to, doorway.code, table.advert().tag) == (1, OTHER, tag_of(OTHER))
    table.receive(1, SetCode(None), 1.0)
    assert (table.advert().private, table.advert().tag) == (False, None)
    assert refusals(sit(table, 3, "Cleo")) == []


def test_five_wrong_codes_in_ten_minutes_lock_the_door_and_tell_everybody(table: Table) -> None:
    """Four do not; the lock ends by itself, and the owner is told of both."""
    for number in range(MOST_WRONG_CODES - 1):
        assert table.note_wrong_code(float(number)) == []
    assert not table.door.is_locked(4.0)
    letters = table.note_wrong_code(4.0)
    assert table.door.is_locked(4.0)
    assert [one.message.kind for one in letters if isinstance(one.message, to_peer.Notice)] == ["locked"]
    assert [doorway.is_locked for _, doorway in doorways(letters)] == [True]
    ends = table.next_due()
    assert ends == WITHIN
    assert [doorway.is_locked for _, doorway in doorways(table.due(ends))] == [False]
    assert table.next_due() != ends
    assert not table.door.is_locked(ends)


def test_wrong_codes_over_a_longer_time_lock_nothing(table: Table) -> None:
    """A friend who mistypes now and then keeps nobody out."""
    for number in range(3 * MOST_WRONG_CODES):
        table.note_wrong_code(number * WITHIN / (MOST_WRONG_CODES - 1))
        assert not table.door.is_locked(number * WITHIN / (MOST_WRONG_CODES - 1))


def test_a_new_code_unlocks_the_door(table: Table) -> None:
    """What was tried before says nothing about it."""
    for _ in range(MOST_WRONG_CODES):
        table.note_wrong_code(0.0)
    table.receive(1, SetCode(OTHER), 1.0)
    assert not table.door.is_locked(1.0)


def test_the_lock_ends_while_nobody_is_there(table: Table) -> None:
    """No moment stays due for ever."""
    for _ in range(MOST_WRONG_CODES):
        table.note_wrong_code(0.0)
    table.lose(1, 1.0)
    table.due(WITHIN)
    assert table.next_due() != WITHIN


def test_a_successor_goes_on_with_the_same_code(table: Table) -> None:
    """It is in the snapshot, which holders keep sealed and a journal keeps for its owner; words are not."""
    again = snapshot.restore(snapshot.take(table), 0.0)
    assert (again.door.code, again.advert().private) == (CODE, True)
    assert refusals(sit(again, 2, "Ben", Introduction((3, 4)))) == ["code"]
    assert not again.door.remembers(key_of("Ann"))


def test_whoever_opened_the_table_needs_no_code() -> None:
    """Their key is known to the host from the start."""
    table = Room(code=CODE, owner=key_of("Ann")).table
    assert refusals(sit(table, 1, "Ann", Introduction((1, 2)))) == []
    assert refusals(sit(table, 2, "Ben", Introduction((3, 4)))) == ["code"]
