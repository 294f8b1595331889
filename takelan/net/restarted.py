"""A round that was begun anew elsewhere: telling the host that comes back, and finding out as that host.

Rule 1: of two hosts of one table the one in the later term is right, if the key of the other human at the
table proves that term; whatever else says so is not believed.
"""

import asyncio
from contextlib import suppress

from takelan.errors import TakelanError
from takelan.net.ask import inquire
from takelan.net.discovery.found import Place
from takelan.net.introducing import Ticket
from takelan.net.search import where_is
from takelan.net.visit import HungUpError
from takelan.net.way_in import enter
from takelan.store.journals import Page, open_journal
from takelan.store.seat_keys import SeatKey
from takelan.table.records import decode_record
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.keeper import Keeper
from takelan.table.succession.statements import candidacy_digest, vote_text
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Certificate, Restarted
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import Farewell, Moved

#: How long a host that comes back looks for a later one before it goes on with the game.
LOOK_FOR = 1.0

_KNOCK_WITHIN = 5.0


def way_to_restarted(message: AnyToHost, key: bytes | None, keeper: Keeper) -> Moved | None:
    """Lead everybody to where a guest has begun the round anew; None if that guest has or could not."""
    if not isinstance(message, Restarted):
        return None
    certificate, candidacy, table = message.certificate, message.certificate.candidacy, keeper.table
    where, others = candidacy.offer.where, table.keys() - {table.setup.owner}
    if where is None or candidacy.candidate != key or others != {key} or keeper.is_shared:
        return None
    if not _is_proven(certificate, table.setup.table, keeper.term, others):
        return None
    return Moved(candidacy.term, where.addresses, where.port, where.fingerprint, is_restart=True)


async def knock(place: Place, key: SeatKey, name: PlayerName, certificate: Certificate) -> None:
    """Tell a host that may have come back where its table is now."""
    with suppress(TakelanError, TimeoutError, HungUpError, OSError):
        async with asyncio.timeout(_KNOCK_WITHIN):
            entered = await enter(place, key, name, None, None, None, Ticket(is_return=True))
            try:
                entered.visit.say(Restarted(certificate))
                while not isinstance(await entered.visit.hear(), Moved | Farewell):
                    pass
            finally:
                entered.visit.leave()


async def find_restarted(page: Page, seconds: float = LOOK_FOR) -> Place | None:
    """Look for a host that has begun anew the round of a journal; None when none can be reached."""
    keys = {seat.key for seat in decode_record(page.snapshot).occupants if seat.key is not None}
    for place in await where_is(page.table, seconds):
        answer, fingerprint = await inquire(place)
        if answer is None or answer.proof is None:
            continue
        where = answer.proof.candidacy.offer.where
        is_this_host = where is not None and where.fingerprint == fingerprint
        if is_this_host and _is_proven(answer.proof, page.table, page.term, keys):
            return place._replace(fingerprint=fingerprint)
    return None


def forget_journal(table: str) -> None:
    """Throw a journal away whose game goes on elsewhere."""
    journal = open_journal(table)
    if journal is not None:
        journal.erase()
        journal.close()


def _is_proven(certificate: Certificate, table: str, term: int, keys: set[bytes] | frozenset[bytes]) -> bool:
    """Tell whether a human with a seat at a table vouches for a later host of it."""
    candidacy, craft = certificate.candidacy, RealCraft()
    if candidacy.table != table or candidacy.term <= term or candidacy.candidate not in keys:
        return False
    digest = candidacy_digest(candidacy)
    return any(
        (vote.voter, vote.term, vote.candidacy) == (candidacy.candidate, candidacy.term, digest)
        and craft.verify(vote.voter, vote_text(vote), vote.signature)
        for vote in certificate.votes
    )
