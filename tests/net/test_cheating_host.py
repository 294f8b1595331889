"""A host that cheats, a process of its own, is noticed by honest clients over TLS, and each deed is named."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from takelan.net.discovery.found import Place
from takelan.net.onlooker import OnlookerClient
from takelan.rules.catalog import GAMES, game_of
from takelan.rules.game import RoundEnded
from takelan.rules.take_a_number.types import Placed
from takelan.rules.take_it.types import Flipped
from takelan.rules.take_that.types import Laid
from takelan.table.fairness.hashing import join as joined
from takelan.ui.outlook import Outlook
from takelan.wire.fairness import Proofs
from takelan.wire.to_peer import AnyToPeer, Step
from tests.net import cheating_host
from tests.net.hosting import Seat, join
from tests.processes import HeadlessHost, Home, home

HURRY = [f"--option={word}" for word in ("round_pause=0.05", "flip_gap=0", "idle_flip=0.05")]


@pytest.fixture
def cheat_home(tmp_path: Path) -> Iterator[Home]:
    """Lend a home to the host."""
    with home(tmp_path / "host") as lent:
        yield lent


def start_host(lent: Home, cheat: str, game: str) -> HeadlessHost:
    """Start the real host, with one cheat planted in its process alone."""
    program = [sys.executable, str(Path(cheating_host.__file__)), cheat]
    full = ["--seats=2", "--start=when-full", "--rounds=1", "--bind=127.0.0.1"]
    return lent.host(game, *HURRY, *full, program=program)


def player(seats: list[Seat], number: int) -> Callable[[AnyToPeer], None]:
    """Make a client that plays the first legal move, as in a game of no interest.

    Cards of a race turn over by themselves: who turned all 77 at once would be sent away for flooding.
    """

    def hear(message: AnyToPeer) -> None:
        if isinstance(message, Step):
            view: Any = message.view
            game = game_of(view)
            moves = game.moves_in(view)
            if moves and not game.is_race:
                seats[number].client.play(moves[0])

    return hear


async def play(lent: Home, cheat: str, until: Callable[[Seat], bool], game: str = "take-that") -> list[Seat]:
    """Let two honest clients play at a host's before a third, until all have seen enough."""
    host = start_host(lent, cheat, game)
    place = Place("127.0.0.1", host.ready["port"], host.ready["fingerprint"])
    otto = join(place, "Otto", kind=OnlookerClient)
    await otto.until_link("seated")
    seats: list[Seat] = []
    for number, name in enumerate(("Ann", "Ben")):
        seats.append(join(place, name, on_message=player(seats, number)))
        await seats[-1].until_link("seated")
    everybody = [*seats, otto]
    await asyncio.gather(*(seat.until(until, 120) for seat in everybody))
    for seat in everybody:
        await seat.client.close()
    return everybody


def finding(seat: Seat) -> Any:
    """Tell what a client has found."""
    witness = seat.client.witness
    return None if witness is None else witness.finding


def has_found(seat: Seat) -> bool:
    """Tell whether a client has found anything."""
    return finding(seat) is not None


def outlook_of(seat: Seat) -> Outlook:
    """Let the referee of a screen see what a client heard."""
    outlook = Outlook()
    for message in seat.messages:
        outlook.hear(message)
    return outlook


def hearings_of(seat: Seat) -> list[Any]:
    """List what a client heard of its game."""
    return [one for message in seat.messages if isinstance(message, Step) for one in message.hearings]


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_an_honest_host_is_verified_by_everybody(cheat_home: Home, game: str) -> None:
    """Players and onlooker have checked the game, know of both signatures, and found nothing."""

    def is_verified(seat: Seat) -> bool:
        return seat.client.witness is not None and seat.client.witness.signers == 2

    seats = await play(cheat_home, "stay_honest", is_verified, game)
    assert [finding(seat) for seat in seats] == [None] * 3
    assert [outlook_of(seat).foul for seat in seats] == [""] * 3


def _first_proven(seat: Seat) -> list[Any]:
    return [proof.card for proof in next(one for one in seat.messages if isinstance(one, Proofs)).proofs]


def _first_dealt(seat: Seat) -> Any:
    return hearings_of(seat)[0].hand[0]


#: What is done, what every player's own program calls it, and the card or the round that it names. By luck a
#: card lies at the same place in both decks, so that any of the first ones may be the first wrong one.
DEEDS: list[tuple[str, str, Callable[[Seat], str | tuple[str, ...]]]] = [
    ("swap_a_card", "card", lambda seat: f"The card {_first_proven(seat)[0]} is not"),
    ("tell_a_wrong_salt", "card", lambda seat: f"The card {_first_proven(seat)[0]} is not"),
    ("deal_another_deck", "card", lambda seat: tuple(f"The card {c} is not" for c in _first_proven(seat))),
    ("tell_no_salt", "unproven", lambda seat: f"The card {_first_dealt(seat)} came without"),
    ("ignore_a_nonce", "deck", lambda seat: "The deck of round 1 "),
    ("choose_the_nonce_late", "nonces", lambda seat: "What the host tells of the shuffle of round 1 "),
]


@pytest.mark.parametrize(("cheat", "code", "named"), DEEDS, ids=[deed[0] for deed in DEEDS])
async def test_a_rigged_deck_is_noticed_and_named(
    cheat_home: Home, cheat: str, code: str, named: Callable[[Seat], str | tuple[str, ...]]
) -> None:
    """Every honest player's client finds it by itself, whatever the host says."""
    *seats, _ = await play(cheat_home, cheat, lambda seat: seat.client.name == "Otto" or has_found(seat))
    for seat in seats:
        assert finding(seat).code == code
        assert finding(seat).text.startswith(named(seat))


@pytest.mark.parametrize(
    ("cheat", "code"),
    [("deal_another_deck", "play"), ("ignore_a_nonce", "deck"), ("choose_the_nonce_late", "signature")],
)
async def test_an_onlooker_finds_a_rigged_deck_when_it_is_opened(
    cheat_home: Home, cheat: str, code: str
) -> None:
    """Without a seat: from what the players have signed, and what the host was bound to before all."""
    *_, otto = await play(cheat_home, cheat, lambda seat: seat.client.name != "Otto" or has_found(seat))
    assert finding(otto).code == code
    assert "ound 1" in finding(otto).text


async def test_whoever_is_left_out_notices(cheat_home: Home) -> None:
    """A deck made without asking is found by the one who was not asked, at once."""
    seats = await play(
        cheat_home, "leave_somebody_out", lambda seat: seat.client.name != "Ben" or has_found(seat)
    )
    assert finding(seats[1]).code == "left_out"


#: What is told wrongly, in which game, of which kind of event, and why it cannot be.
LIES: list[tuple[str, str, type, str]] = [
    ("miscount", "take-that", RoundEnded, "these are not the points of that round"),
    ("tell_another_player", "take-that", Laid, "it is not their turn"),
    ("tell_another_dealer", "take-it", Flipped, "only the dealer turns cards over"),
    ("tell_another_row", "take-a-number", Placed, "that is not the row it belongs to"),
]


@pytest.mark.parametrize(("cheat", "game", "kind", "why"), LIES, ids=[lie[0] for lie in LIES])
async def test_a_lie_about_the_game_is_called_at_once_and_again_at_its_end(
    cheat_home: Home, cheat: str, game: str, kind: type, why: str
) -> None:
    """Everybody's referee names the first event that does not follow; so does the replay of the opened deck.

    An onlooker's does as well, who knows no hand.
    """
    for seat in await play(cheat_home, cheat, has_found, game):
        heard = hearings_of(seat)
        place, lie = next((place, one) for place, one in enumerate(heard, start=1) if isinstance(one, kind))
        outlook = outlook_of(seat)
        told = GAMES[game].tell(lie, outlook.names)
        assert finding(seat).text == (
            f"Round 1, event {place} does not follow from the deck and the rules: {told}"
        )
        assert outlook.foul.startswith(f"The host breaks the rules: {told.rstrip('.')}")
        assert why in outlook.foul


def test_parts_are_told_apart_by_their_lengths() -> None:
    """No two lists of parts give the same bytes."""
    assert joined("ab", "c") != joined("a", "bc")
