"""Races over real sockets: arrival at the inbox decides, and being late costs nothing (TI4, TI5)."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from takelan.rules.take_it.types import Flip, Grab, RowGone, View
from takelan.table.letters import PeerId
from takelan.table.pace import Pace
from takelan.wire.peer_text import Talk
from takelan.wire.to_host import Play, Ready, Say
from takelan.wire.to_peer import PhotoFinish, Refused, Said, TableState, TakeItStep
from tests.net.hosting import Open, Peer, hosting, setup, sit_down

SEATS = 5
TABLES = 2
GRABS = 10_000


@dataclass
class Racer:
    """Somebody who grabs every row the moment it is seen, and sometimes the one before it as well."""

    peer: Peer
    seat: int = -1
    lates: int = 0
    takes: Counter[int] = field(default_factory=Counter)
    grabs: int = 0
    #: Who was seen to take which row.
    seen: dict[int, int] = field(default_factory=dict)
    #: The rows that have lain on the table.
    shown: set[int] = field(default_factory=set)
    _aimed_at: int = 0
    _row: int = 0

    async def race(self, chance: random.Random, most: int) -> None:
        """Play until the game is over or enough was grabbed."""
        while True:
            match await self.peer.hear():
                case TableState(stage="over"):
                    await self._count_stragglers()
                    return
                case TableState() as state:
                    self.seat = -1 if state.you is None else state.you
                    if state.stage != "playing" and not state.seats[self.seat].is_ready and self.grabs < most:
                        self.peer.say(Ready())
                case TakeItStep() as step:
                    self._note(step)
                    # Nobody is always the first to be woken.
                    for _ in range(chance.randrange(6)):
                        await asyncio.sleep(0)
                    self._act(step.view, chance)
                case Refused(code="late"):
                    self.lates += 1
                case Refused() as refusal:
                    raise AssertionError(refusal)

    async def _count_stragglers(self) -> None:
        """Count the grabs that reached the host when the game was over."""
        self.peer.say(Say(Talk("That was all.")))
        while not isinstance(message := await self.peer.hear(), Said) or message.name != self.peer.name:
            if isinstance(message, Refused):
                self.lates += 1

    def _note(self, step: TakeItStep) -> None:
        for hearing in step.hearings:
            if isinstance(hearing, RowGone):
                self.seen[self._row] = hearing.seat
                self.takes[hearing.seat] += 1
        self._row = step.view.row_number
        if step.view.row:
            self.shown.add(self._row)

    def _act(self, view: View, chance: random.Random) -> None:
        if view.dealer is None:
            return
        if view.row and view.takes_left[self.seat] and self._aimed_at != view.row_number:
            self._aimed_at = view.row_number
            self._grab(view.row_number)
            # A second finger on the key, and a key pressed for a row long gone.
            if chance.random() < 0.2:
                self._grab(view.row_number)
            if view.row_number > 1 and chance.random() < 0.2:
                self._grab(view.row_number - 1)
        elif view.dealer == self.seat and not view.row:
            self.peer.say(Play(Flip()))

    def _grab(self, row: int) -> None:
        self.grabs += 1
        self.peer.say(Play(Grab(row)))


def arrived_grabs(table: Open) -> list[tuple[PeerId, int]]:
    """List the grabs in the order they reached the inbox."""
    return [
        (peer, message.move.row)
        for peer, message in table.host.arrivals
        if isinstance(message, Play) and isinstance(message.move, Grab)
    ]


@pytest.mark.timeout(240)
async def test_ten_thousand_grabs_are_decided_by_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    """TI5: for every row the first grab at the inbox has it; every other one is late and costs no take."""
    # How much a seat may say is another test's business.
    monkeypatch.setattr("takelan.net.guest.MESSAGES_PER_SECOND", 1_000_000)
    monkeypatch.setattr("takelan.net.guest.MESSAGES_AT_ONCE", 1_000_000)
    grabs = await asyncio.gather(*(race_at_one_table(number) for number in range(TABLES)))
    assert sum(grabs) >= GRABS


async def race_at_one_table(number: int) -> int:
    """Race through one long game, check every row, and tell how many grabs there were."""
    decided = setup("take-it", rounds=100, seats=SEATS, pace=Pace(flip_gap=0.0, round_pause=0.0))
    async with hosting(decided, seed=b"race %d" % number) as table:
        racers = [Racer(await sit_down(table.place, f"Racer {seat}")) for seat in range(SEATS)]
        chances = [random.Random(f"{number} {seat}") for seat in range(SEATS)]
        await asyncio.gather(
            *(racer.race(chance, GRABS) for racer, chance in zip(racers, chances, strict=True))
        )
        seat_of = {peer: seat for seat, peer in enumerate(table.host._table.peers()) if peer is not None}
        check_rows(arrived_grabs(table), seat_of, racers)
        return sum(racer.grabs for racer in racers)


def check_rows(arrived: list[tuple[PeerId, int]], seat_of: dict[PeerId, int], racers: list[Racer]) -> None:
    """Hold what everybody saw against the order of arrival."""
    first: dict[int, int] = {}
    late: Counter[int] = Counter()
    for peer, row in arrived:
        if row in first or row not in racers[0].shown:
            late[seat_of[peer]] += 1
        else:
            first[row] = seat_of[peer]
    took = Counter(first.values())
    for racer in racers:
        # Every row went to the first who had aimed at it, and to nobody else; so none went to a late grab.
        assert racer.seen == first
        assert racer.takes == took
        assert racer.lates == late[racer.seat]
        # Nobody was always the fastest, so that the order of the seats proves nothing.
        assert took[racer.seat] > 0
    assert sum(late.values()) > len(arrived) / 2


async def test_a_photo_finish_tells_the_margin_between_arrivals() -> None:
    """The stamps give the margin; only the order gives the row."""
    decided = setup("take-it", seats=2, pace=Pace(flip_gap=0.0, idle_flip=60))
    async with hosting(decided) as table:
        peers = [await sit_down(table.place, name) for name in ("Ann", "Ben")]
        for peer in peers:
            peer.say(Ready())
        steps = await asyncio.gather(*(peer.hear_kind(TakeItStep) for peer in peers))
        dealer = steps[0].view.dealer
        assert dealer is not None
        peers[dealer].say(Play(Flip()))
        for peer in peers:
            await peer.hear_kind(TakeItStep, lambda step: bool(step.view.row))
        peers[0].say(Play(Grab(1)))
        gone = await peers[1].hear_kind(TakeItStep, lambda step: not step.view.row)
        peers[1].say(Play(Grab(1)))
        finish = await peers[0].hear_kind(PhotoFinish)
        assert (finish.winner, finish.loser, finish.row) == (0, 1, 1)
        assert gone.view.takes_left == (3, 4)
        late = await peers[1].hear_kind(Refused)
        assert f"{finish.margin} ms" in late.text


def test_the_check_fails_for_a_host_that_ignores_arrival() -> None:
    """A row that went to the second to arrive is noticed."""
    arrived, seat_of = [(1, 1), (2, 1), (2, 2), (1, 2), (1, 1), (2, 0)], {1: 0, 2: 1}
    fair, unfair = {1: 0, 2: 1}, {1: 1, 2: 1}
    racers = [
        Racer(None, seat, lates, Counter({0: 1, 1: 1}), 1, dict(fair), {1, 2})  # type: ignore[arg-type] # nobody speaks here
        for seat, lates in ((0, 2), (1, 2))
    ]
    check_rows(arrived, seat_of, racers)
    racers[1].seen = unfair
    with pytest.raises(AssertionError):
        check_rows(arrived, seat_of, racers)
