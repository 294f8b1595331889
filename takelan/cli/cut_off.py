"""Games that were cut off: resumed by whoever ran the table, or begun anew by whoever sat there.

Rule 1: a journal yields to a host that goes on with its table in a later term, wherever that can be reached.
"""

from typing import TYPE_CHECKING

from takelan.cli.doors import chair_at, own_chair
from takelan.cli.own_table import find_unfinished, resume_own_table, seat_name
from takelan.errors import TakelanError
from takelan.net.anew import read_keepsake
from takelan.net.discovery.found import Place
from takelan.store.keepsakes import Keepsake, kept
from takelan.ui.sitting import Chair

if TYPE_CHECKING:
    from takelan.store.journals import Page
    from takelan.table.remains import Remains


class NothingLeftError(TakelanError):
    """That game is not there any more: open a new table with `takelan host`."""


async def where_it_goes_on(page: "Page") -> Place | None:
    """Find the host to which a journal has to yield, and throw the journal away then."""
    from takelan.net.restarted import find_restarted, forget_journal

    place = await find_restarted(page)
    if place is not None:
        forget_journal(page.table)
    return place


async def resumed_chair(table: str) -> Chair:
    """Lead to a game that was cut off here."""
    page = find_unfinished(table)
    if page is None:
        raise NothingLeftError
    place = await where_it_goes_on(page)
    if place is not None:
        return chair_at(place, seat_name(page))
    return own_chair(await resume_own_table(page))


def anew_chair(table: str) -> Chair:
    """Lead to the round of a table whose host is gone, begun anew here."""
    keepsake, remains = find_remains(table)
    place = Place(keepsake.address, keepsake.port, keepsake.fingerprint)
    return chair_at(place, keepsake.name, remains=remains)


def find_remains(table: str) -> "tuple[Keepsake, Remains]":
    """Find what is left of a table where this player had a seat."""
    keepsake = next((one for one in kept() if one.table == table), None)
    remains = None if keepsake is None else read_keepsake(keepsake)
    if keepsake is None or remains is None:
        raise NothingLeftError
    return keepsake, remains
