"""Two tables that meet before dealing become one: the later one moves to the earlier.

Rule 1: nobody moves before whoever opened the table sits there: they would find nothing where it was.
"""

from ipaddress import ip_address

from takelan.net.discovery import mdns
from takelan.net.discovery.browse import Browser
from takelan.net.discovery.found import FoundTable
from takelan.net.greeting import FIRST_TERM
from takelan.net.host import Host
from takelan.wire.advert import Advert
from takelan.wire.terms import MAX_ADDRESSES
from takelan.wire.to_peer import Moved


async def join_earlier_table(host: Host, browser: Browser, looks_every: float) -> None:
    """Move everybody to an earlier table, if one is met before dealing."""
    while host.advert.phase == "lobby":
        found = await meet_earlier_table(host.advert, browser, looks_every)
        if found is not None and host.has_its_owner:
            host.move_all(way_to(found))
            return


async def meet_earlier_table(own: Advert, browser: Browser, looks_for: float) -> FoundTable | None:
    """Look for a table of the same game, also born of an election, that was opened before ours."""
    await browser.next_change(looks_for)
    known = [found for found in browser.tables() if _means_the_same_everywhere(found.address)]
    earlier = [found for found in known if _is_earlier(found.advert, own)]
    return min(earlier, key=lambda found: found.advert.table, default=None)


def way_to(found: FoundTable) -> Moved:
    """Tell everybody where to go."""
    addresses = [found.address]
    if ip_address(found.address).is_loopback:
        # It is on this very machine, which others reach by its other addresses.
        addresses += mdns.announceable(mdns.own_addresses())
    places = tuple(dict.fromkeys(addresses))[:MAX_ADDRESSES]
    return Moved(FIRST_TERM, places, found.port, found.fingerprint, found.advert.table)


def _means_the_same_everywhere(address: str) -> bool:
    """Tell whether an address leads others where it leads us: a name need not, nor one that names a cable."""
    try:
        return not ip_address(address).is_link_local
    except ValueError:
        # A host met before is known by whatever was typed then.
        return False


def _is_earlier(theirs: Advert, own: Advert) -> bool:
    has_room = theirs.seats - theirs.taken >= own.taken
    is_alike = theirs.merges and theirs.game == own.game and theirs.phase == own.phase == "lobby"
    return is_alike and has_room and theirs.table < own.table
