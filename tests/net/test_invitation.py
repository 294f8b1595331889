"""What others have to type, as a guest's lobby shows it."""

import pytest

from takelan.cli.doors import chair_at
from takelan.net.discovery.found import Place
from takelan.net.heir import Heir
from takelan.wire.code import read_code
from takelan.wire.to_peer import Moved, Welcome
from tests.net.hosting import hosting, join
from tests.net.virtual_time import run_virtually


@pytest.mark.parametrize(
    ("place", "code", "command"),
    [
        (Place("192.168.1.20", 18253, None), None, "takelan join 192.168.1.20:18253"),
        (Place("fd00::5", 18253, None), None, "takelan join [fd00::5]:18253"),
        (
            Place("192.168.1.20", 18253, None),
            "otter-lamp-cable",
            "takelan join 192.168.1.20:18253 --code CODE",
        ),
        (Place("127.0.0.1", 18253, None), None, "takelan join"),
    ],
)
def test_a_guest_tells_others_the_way_it_came(place: Place, code: str | None, command: str) -> None:
    """The place it called; not the code, and no address that means another machine elsewhere."""
    chair = chair_at(place, "Ben", code=None if code is None else read_code(code))
    assert chair.guest_command == command


def test_after_a_move_others_are_told_where_the_table_is_now() -> None:
    """The command that led here is of no use any more: two tables became one, or the host has changed."""

    async def scenario() -> None:
        async with hosting() as old, hosting() as new:
            ben = join(old.place, "Ben")
            await ben.until_kind(Welcome)
            assert ben.links[-1].guest_command == ""
            old.host.move_all(Moved(2, ("::ffff:127.0.0.1",), new.place.port, new.place.fingerprint))
            await ben.until(lambda seat: seat.count_of(Welcome) == 2)
            assert ben.links[-1].guest_command == f"takelan join [::ffff:127.0.0.1]:{new.place.port}"
            await ben.client.close()

    run_virtually(scenario())


async def test_a_host_of_ones_own_is_at_an_address_that_others_can_reach() -> None:
    """Whoever has taken a table over reaches it on loopback; nobody else does."""
    heir = Heir()
    offer = await heir.stand_by(bytes(32))
    assert offer is not None and offer.where is not None
    without_a_table = heir.place_for_others
    heir._serves = True  # as if it had been given one
    own, others = heir.place, heir.place_for_others
    heir._serves = False
    assert without_a_table is None
    assert own is not None and own.address == "127.0.0.1"
    assert others == own._replace(address=offer.where.addresses[0])
    await heir.release()
