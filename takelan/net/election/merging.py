"""Two tables that meet before dealing become one: the later one moves to the earlier."""

from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import FoundTable
from takelan.wire.advert import Advert
from takelan.wire.to_peer import Moved

_FIRST_TERM = 1


async def meet_earlier_table(own: Advert, browser: Browser, looks_for: float) -> FoundTable | None:
    """Look for a table of the same game, also born of an election, that was opened before ours."""
    await browser.next_change(looks_for)
    earlier = [found for found in browser.tables() if _is_earlier(found.advert, own)]
    return min(earlier, key=lambda found: found.advert.table, default=None)


def way_to(found: FoundTable) -> Moved:
    """Tell everybody where to go."""
    return Moved(_FIRST_TERM, (found.address,), found.port, found.fingerprint, found.advert.table)


def _is_earlier(theirs: Advert, own: Advert) -> bool:
    has_room = theirs.seats - theirs.taken >= own.taken
    is_alike = theirs.merges and theirs.game == own.game and theirs.phase == own.phase == "lobby"
    return is_alike and has_room and theirs.table < own.table
