"""Somebody is sent away from a table that others hold shares of: nobody waits for what they would confirm."""

from takelan.wire.succession import Alive
from takelan.wire.to_host import Ready, Unseat
from takelan.wire.to_peer import Step, TableState, Welcome
from tests.net.hosting import hosting, join, setup


async def test_the_others_play_on_without_whoever_was_sent_away() -> None:
    """The deal after that waits for those who are there."""
    async with hosting(setup("take-a-number", rounds=1)) as table:
        seats = []
        for name in ("Ann", "Ben", "Cem", "Dan"):
            seats.append(join(table.place, name))
            await seats[-1].until_kind(TableState)
        ann, ben, cem, dan = seats
        await ann.until(lambda one: any(isinstance(said, Alive) and said.here == 4 for said in one.messages))
        occupant = (await ben.until_kind(Welcome)).occupant
        ann.client.send(Unseat(occupant))
        await ben.until_link("ended")
        for seat in (ann, cem, dan):
            seat.client.send(Ready())
        for seat in (ann, cem, dan):
            await seat.until(lambda one: any(isinstance(message, Step) for message in one.messages))
            await seat.client.close()
