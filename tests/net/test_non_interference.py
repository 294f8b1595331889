"""What a seat may not know changes nothing in what it is told, through the whole host.

Two games are played over real sockets that differ only in two cards hidden from one seat having changed
places. Up to the moment one of them must be shown to that seat, every letter to it is the same, byte for
byte: in content, in number and in size. The same holds for onlookers, who may know no hand at all.
"""

import asyncio
import dataclasses
import random
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count, islice
from typing import Any

import msgspec
import pytest

from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat
from takelan.store.seat_keys import SeatKey
from takelan.table.pace import Pace
from takelan.wire.peer_text import Talk
from takelan.wire.to_host import Play, Ready, Say
from takelan.wire.to_peer import AnyToPeer, Refused, Said, Step
from tests.net.hosting import Open, Peer, hosting, look_on, setup, sit_down
from tests.net.virtual_time import run_virtually
from tests.rules.secrets import exchanged, hidden_cards
from tests.table.room import stacked

Names = dict[Any, Any]
Script = list[tuple[Seat, Any]]

CASES = [
    (name, seats, seed)
    for name, game in GAMES.items()
    for seats in sorted({game.fewest, 3, game.most})
    for seed in range(3)
]


#: How many pairs are played before onlookers, by how many sit at the table.
MOST_LOOKS = {2: 3, 3: 2, 4: 2, 5: 1, 10: 1}


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let seats say much in no time: virtual time stands still while a script is played."""
    monkeypatch.setattr("takelan.net.guest.MESSAGES_AT_ONCE", 1_000_000)
    # Check words are drawn by lot at every connection, and told to the owner.
    monkeypatch.setattr("takelan.net.admission.make_words", lambda *parts: (0, 0))


@pytest.fixture(autouse=True)
def one_deck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Deal a deck known before, under commitments that hide their cards perfectly.

    A real commitment to another card is another number, and as random as any while its salt is secret. What
    is compared here is all the rest: how many there are, which salts are told, and to whom.
    """

    def commit_card(salt: bytes, place: int, card: Any) -> bytes:
        return sha256(bytes(place)).digest()

    monkeypatch.setattr("takelan.table.fairness.hashing.commit_card", commit_card)
    with stacked(Chance(b"test")):
        yield


#: A difference that shows at once proves little; of so many the one that stays hidden longest is played.
DRAWS = 12


def rigged(game: AnyGame, seat: Seat | None, names: Names) -> AnyGame:
    """Make a game whose first deal has cards hidden from the seat exchanged."""

    def deal(options: Any, seats: int, chance: Chance, dealer: Seat | None = None) -> Any:
        return exchanged(game, game.deal(options, seats, chance, dealer), seat, names)

    return dataclasses.replace(game, deal=deal)


def first_deal(game: AnyGame, seats: int, seed: bytes = b"test") -> Any:
    """Deal as the table will."""
    return game.deal(
        game.options_type(rounds=1), seats, Chance(seed).child("game", 1).child("round", 1), None
    )


def renamed(move: Any, names: Names) -> Any:
    """Make the move that the exchange turns a move into."""
    if getattr(move, "card", None) in names:
        return type(move)(names[move.card])
    return move


class Pair:
    """Two games side by side that the seat cannot tell apart."""

    def __init__(self, game: AnyGame, seats: int, me: Seat | None, chance: random.Random) -> None:
        self._game, self._me, self._chance = game, me, chance
        here = first_deal(game, seats)
        x, y = chance.sample(sorted(hidden_cards(game, here, me)), 2)
        self.names: Names = {x: y, y: x}
        self.states = (here, exchanged(game, here, me, self.names))
        self.scripts: tuple[Script, Script] = ([], [])

    def play(self) -> int:
        """Go on for as long as both games can without showing the seat a difference; tell how many moves."""
        while self._make_one_move():
            pass
        return len(self.scripts[0])

    def _make_one_move(self) -> bool:
        seats = self._game.waiting_for(self.states[0])
        if self._game.is_race:
            seats = list(range(self.states[0].seats))
        wishes = [(seat, move) for seat in seats for move in self._game.legal_moves(self.states[0], seat)]
        self._chance.shuffle(wishes)
        return any(self._try(seat, move) for seat, move in wishes)

    def _try(self, seat: Seat, move: Any) -> bool:
        moves = (move, move if seat == self._me else renamed(move, self.names))
        after = tuple(state.copy() for state in self.states)
        for state, one in zip(after, moves, strict=True):
            if one not in self._game.legal_moves(state, seat):
                return False
            self._game.apply(state, seat, one)
        if any(self._game.is_round_over(state) or not self._is_hidden(state) for state in after):
            return False
        self.states = (after[0], after[1])
        for script, one in zip(self.scripts, moves, strict=True):
            script.append((seat, one))
        return True

    def _is_hidden(self, state: Any) -> bool:
        if self._game.is_race:
            # There are several of each card, and one that was turned over was seen by all.
            seen = {*state.row, *(card for piles in state.piles for pile in piles for card in pile)}
            return self.names.keys().isdisjoint(seen)
        return self.names.keys() <= hidden_cards(self._game, state, self._me)


def longest_pair(game: AnyGame, seats: int, me: Seat | None, chance: random.Random) -> Pair:
    """Find a pair that differs and stays alike for long."""
    pairs = (Pair(game, seats, me, chance) for _ in count())
    # Two cards that were not dealt make no difference.
    different = (pair for pair in pairs if pair.states[0] != pair.states[1])
    return max(islice(different, DRAWS), key=Pair.play)


async def play_out(
    game: AnyGame, seats: int, script: Script, me: Seat
) -> tuple[list[bytes], list[AnyToPeer]]:
    """Play a script over real sockets; return every stroke of the host to one seat, and all it heard."""
    decided = setup(game, seats=seats, pace=Pace(flip_gap=0.0, idle_flip=60.0))
    async with hosting(decided) as table:
        peers = await _begin(table, seats)
        for seat, move in script:
            await _make(peers[seat], move)
        await _say_amen(peers[me])
        own = table.host._table.peers()[me]
        return [words for peer, words in table.host.strokes if peer == own], peers[me].seen


async def _begin(table: Open, seats: int) -> list[Peer]:
    """Let everybody sit down, and see the first cards."""
    peers = [await sit_down(table.place, f"Player {seat}", _key_of(seat)) for seat in range(seats)]
    for peer in peers:
        peer.say(Ready())
    await asyncio.gather(*(peer.hear_kind(Step) for peer in peers))
    return peers


async def look_at(
    game: AnyGame, seats: int, script: Script, shows: Any = "live", seed: bytes = b"test"
) -> list[list[bytes]]:
    """Play a script before two onlookers, one of whom comes late; return every stroke to each."""
    pace = Pace(flip_gap=0.0, idle_flip=60.0, onlookers=shows)
    with stacked(Chance(seed)):
        async with hosting(setup(game, seats=seats, pace=pace), seed=seed) as table:
            visits = [await look_on(table.place, "Otto")]
            peers = await _begin(table, seats)
            for seat, move in script:
                await _make(peers[seat], move)
            visits.append(await look_on(table.place, "Pia"))
            await _say_amen(peers[0])
            onlookers = [one.peer for one in table.host._table._gallery]
            assert len(onlookers) == len(visits)
            return [[words for peer, words in table.host.strokes if peer == one] for one in onlookers]


def _key_of(seat: Seat) -> SeatKey:
    """Make the same key in both games: everybody is told the keys of all."""
    return SeatKey(bytes([seat + 1] * 32))


async def _make(peer: Peer, move: Any) -> None:
    """Make a move, and wait until everything about it was said."""
    peer.say(Play(move))
    await _say_amen(peer)
    refusals = [message for message in peer.seen if isinstance(message, Refused)]
    assert not refusals


async def _say_amen(peer: Peer) -> None:
    """Say something and wait for it to come back: everything before it has been said by then."""
    peer.say(Say(Talk("Amen.")))
    await peer.hear_kind(Said, lambda said: said.name == peer.name)


def strokes_of_both(game: AnyGame, seats: int, me: Seat, pair: Pair) -> tuple[Any, Any]:
    """Play both games of a pair through the host."""
    here = run_virtually(play_out(game, seats, pair.scripts[0], me))
    there = run_virtually(play_out(rigged(game, me, pair.names), seats, pair.scripts[1], me))
    return here, there


@pytest.mark.parametrize(("name", "seats", "seed"), CASES)
def test_letters_do_not_depend_on_what_the_seat_may_not_know(name: str, seats: int, seed: int) -> None:
    """TT11, TI11, TN12: not in content, not in number, not in size."""
    chance = random.Random(f"{name} {seats} {seed}")
    me = chance.randrange(seats)
    pair = longest_pair(GAMES[name], seats, me, chance)
    assert len(pair.scripts[0]) >= seats
    here, there = strokes_of_both(GAMES[name], seats, me, pair)
    assert [len(stroke) for stroke in here[0]] == [len(stroke) for stroke in there[0]]
    assert here == there
    assert len(here[0]) > seats


def leaking(game: AnyGame) -> AnyGame:
    """Make a game whose view tells, in a number nobody looks at, something of every card there is."""
    see: Callable[[Any, Seat | None], Any] = game.view

    def view(state: Any, seat: Seat | None) -> Any:
        return msgspec.structs.replace(see(state, seat), round=1 + zlib.crc32(repr(state).encode()) % 1000)

    return dataclasses.replace(game, view=view)


@pytest.mark.parametrize("name", GAMES)
def test_a_leak_is_noticed(name: str) -> None:
    """The comparison fails for a game that leaks, so it can fail."""
    pair = longest_pair(GAMES[name], 3, 0, random.Random(name))
    here, there = strokes_of_both(leaking(GAMES[name]), 3, 0, pair)
    assert here != there


def looks_of_both(game: AnyGame, seats: int, pair: Pair) -> tuple[list[list[bytes]], list[list[bytes]]]:
    """Play both games of a pair before onlookers."""
    here = run_virtually(look_at(game, seats, pair.scripts[0]))
    there = run_virtually(look_at(rigged(game, None, pair.names), seats, pair.scripts[1]))
    return here, there


@pytest.mark.parametrize(
    ("name", "seats", "seed"), [case for case in CASES if case[-1] < MOST_LOOKS[case[1]]]
)
def test_letters_to_onlookers_do_not_depend_on_what_they_may_not_know(
    name: str, seats: int, seed: int
) -> None:
    """TT11, TI11, TN12: for whoever looks on from the deal and for whoever comes later."""
    pair = longest_pair(GAMES[name], seats, None, random.Random(f"onlooker {name} {seats} {seed}"))
    here, there = looks_of_both(GAMES[name], seats, pair)
    assert here == there
    assert len(here[0]) > len(pair.scripts[0])
    assert here[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_leak_to_onlookers_is_noticed(name: str) -> None:
    """The comparison fails for a game that leaks, so it can fail."""
    pair = longest_pair(GAMES[name], 3, None, random.Random(name))
    here, there = looks_of_both(leaking(GAMES[name]), 3, pair)
    assert here[0] != there[0]
    assert here[1] != there[1]


def some_round(game: AnyGame, seats: int, seed: bytes, moves: int) -> Script:
    """Draw moves of a round that is still on after them."""
    chance, state, script = random.Random(seed), first_deal(game, seats, seed), list[tuple[Seat, Any]]()
    for _ in range(moves):
        movers = range(seats) if game.is_race else game.waiting_for(state)
        seat, move = chance.choice([(one, way) for one in movers for way in game.legal_moves(state, one)])
        after = state.copy()
        game.apply(after, seat, move)
        if game.is_round_over(after):
            break
        state = after
        script.append((seat, move))
    return script


def rounds_before_the_late(name: str, seats: int) -> tuple[list[list[bytes]], list[list[bytes]]]:
    """Play two different rounds, of different length, before onlookers who are shown rounds late."""
    game = GAMES[name]
    scripts = (some_round(game, seats, b"one", 4), some_round(game, seats, b"two", 13))
    assert scripts[0] != scripts[1][:4]
    here = run_virtually(look_at(game, seats, scripts[0], "delayed", b"one"))
    there = run_virtually(look_at(game, seats, scripts[1], "delayed", b"two"))
    return here, there


@pytest.mark.parametrize(("name", "seats"), sorted({(name, seats) for name, seats, _ in CASES}))
def test_a_delayed_onlooker_gets_the_same_bytes_whatever_happens_in_a_round(name: str, seats: int) -> None:
    """Other cards, other moves and more of them change nothing before the round is over."""
    here, there = rounds_before_the_late(name, seats)
    assert here == there
    assert here[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_is_shown_too_early_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison fails when nothing is held back, so it can fail."""
    monkeypatch.setattr("takelan.table.gallery.Gallery.is_kept_waiting", False)
    here, there = rounds_before_the_late(name, 3)
    assert here[0] != there[0]
    assert here[1] != there[1]
