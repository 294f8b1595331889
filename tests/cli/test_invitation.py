"""What others have to type, as a guest's lobby shows it."""

import pytest

from takelan.cli.doors import chair_at
from takelan.net.discovery.found import Place
from takelan.wire.code import read_code


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
