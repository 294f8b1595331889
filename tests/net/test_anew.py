"""A guest of two who begins a round anew, and a host that comes back just then."""

from collections.abc import AsyncIterator

import pytest

from takelan.net.anew import Anew
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.store.seat_keys import new_seat_key
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Certificate, Offer
from tests.net.test_restarted import BEN, certify
from tests.table.test_restart import playing, remembered

HERE = Place("127.0.0.1", 18253, "ab" * 32)


@pytest.fixture
async def heir() -> AsyncIterator[Heir]:
    """Lend an heir."""
    lent = Heir()
    yield lent
    await lent.release()


async def test_a_host_that_comes_back_while_ours_is_started_is_not_forked(heir: Heir) -> None:
    """Its round goes on; nobody has stood for a later term, and the host started in vain is ended."""
    room, _ann, ben = playing("take-a-number")
    anew, stood = Anew(), []
    anew.meet(1, None, HERE, PlayerName("Ben"))
    for message in room.told[ben]:
        anew.hear(message)
    assert anew.remains() == remembered(room, ben)
    anew.lose(5.0)

    class Slow(Heir):
        async def stand_by(self, owner: bytes) -> Offer | None:
            offer = await heir.stand_by(owner)
            anew.meet(1, None, HERE, PlayerName("Ben"))
            return offer

        async def give_up(self) -> None:
            await heir.give_up()

    def stand_alone(term: int, _offer: Offer) -> Certificate:
        stood.append(term)
        return certify(BEN, term)

    assert await anew.serve(new_seat_key(), Slow(), stand_alone) is None
    assert stood == []
    assert heir._host is None
