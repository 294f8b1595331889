"""A transcript that somebody has altered is found out, and the line that does not hold is named.

Twelve kinds of tampering, from a clumsy hand to one that knows the rules and plays another legal game from
the same decks. By default a few of each; with HYPOTHESIS_PROFILE=soak a thousand.
"""

import io
import json
import os
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from takelan.cli.verify import check
from takelan.rules.catalog import GAMES
from takelan.store.failures import NoDealsError, TranscriptError
from takelan.store.transcripts.reading import read_recordings
from takelan.table.fairness.hashing import seed_of
from takelan.wire.advert import MAX_SEATS
from tests.table.fairness.games import lines_of, play_game
from tests.table.room import is_signed

EACH = 1000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 20
BASES = 12

Lines = list[dict[str, Any]]


@cache
def played(number: int) -> tuple[bytes, ...]:
    """Play a game and write it down."""
    game = sorted(GAMES)[number % len(GAMES)]
    seats = 2 + number % 3
    room = play_game(game, seats, number, rounds=1 + number % 2, bots=number % 2 if seats > 2 else 0)
    (finished,) = room.table.take_finished()
    return tuple(lines_of(finished))


def verified(lines: list[bytes]) -> str:
    """Check a transcript as the command does."""
    (recording,) = read_recordings(io.BytesIO(b"".join(lines)), "game.jsonl")
    return check("game.jsonl", recording, is_signed)


@pytest.mark.parametrize("number", range(BASES))
def test_an_honest_game_is_verified(number: int) -> None:
    """Whatever was played: nothing is reported, and everybody has signed."""
    header = json.loads(played(number)[0])
    humans = len(header["seats"]) - (number % 2 if len(header["seats"]) > 2 else 0)
    assert verified(list(played(number))).endswith(f"signed by {humans} of {humans} players.")


def _events(lines: Lines, *kinds: str) -> list[int]:
    return [place for place, line in enumerate(lines) if line.get("event") in kinds]


def _other_cards(lines: Lines, chance: random.Random) -> int:
    """Deal two cards the other way round."""
    place = chance.choice(_events(lines, "round_started"))
    heaps = [heap for heap in (*lines[place].get("hands", ()), lines[place].get("pile", ())) if heap]
    cards = [(heap, index) for heap in heaps for index in range(len(heap))]
    (one, i), (two, j) = chance.sample(cards, 2)
    one[i], two[j] = two[j], one[i]
    return place


def _another_card(lines: Lines, chance: random.Random) -> int:
    """Let an event tell another card."""
    place = chance.choice([place for place, line in enumerate(lines) if "card" in line])
    others = [line["card"] for line in lines if "card" in line and line["card"] != lines[place]["card"]]
    lines[place]["card"] = chance.choice(others)
    return place


def _other_scores(lines: Lines, chance: random.Random) -> int:
    """Give somebody a point more in a round."""
    place = chance.choice(_events(lines, "round_ended"))
    lines[place]["scores"][chance.randrange(len(lines[place]["scores"]))] += chance.choice((-1, 1))
    return place


def _other_winners(lines: Lines, chance: random.Random) -> int:
    """Let somebody else have won."""
    seats = list(range(len(lines[0]["seats"])))
    before = lines[-1]["winners"]
    lines[-1]["winners"] = chance.choice([[seat] for seat in seats if [seat] != before])
    return len(lines) - 1


def _left_out(lines: Lines, chance: random.Random) -> int:
    """Leave a line out."""
    place = chance.randrange(1, len(lines) - 1)
    del lines[place]
    return place


def _told_twice(lines: Lines, chance: random.Random) -> int:
    """Tell a line twice."""
    place = chance.randrange(1, len(lines) - 1)
    lines.insert(place, lines[place])
    return place


def _another_seat(lines: Lines, chance: random.Random) -> int:
    """Let somebody else have done it."""
    place = chance.choice([place for place, line in enumerate(lines) if "seat" in line])
    lines[place]["seat"] = (lines[place]["seat"] + 1) % len(lines[0]["seats"])
    return place


def _another_nonce(lines: Lines, chance: random.Random) -> int:
    """Say that somebody added something else to a deck."""
    place = chance.choice(_events(lines, "round_started"))
    deal = lines[place]["deal"]
    part = chance.choice([deal, *deal["players"]])
    key = "host" if part is deal else chance.choice(("nonce", "key", "signature"))
    part[key] = part[key][:-1] + ("0" if part[key][-1] != "0" else "1")
    return place


def _another_name(lines: Lines, chance: random.Random) -> int:
    """Put another name over it all."""
    seat = chance.randrange(len(lines[0]["seats"]))
    lines[0]["seats"][seat] += "a"
    return 0


def _a_signature_told_twice(lines: Lines, chance: random.Random) -> int:
    """Count somebody's signature again, instead of another's or beside it."""
    signed = lines[-1]["signed"]
    one, other = chance.sample(range(len(signed)), 2)
    signed[other:other] = [dict(signed[one])]
    if chance.random() < 0.5:
        del signed[other + 1]
    return len(lines) - 1


def _another_seat_signed(lines: Lines, chance: random.Random) -> int:
    """Say that a signature is that of another seat, or exchange two."""
    signed = lines[-1]["signed"]
    one, other = chance.sample(signed, 2)
    if chance.random() < 0.5:
        one["seat"], other["seat"] = other["seat"], one["seat"]
    else:
        one["seat"] = chance.choice([seat for seat in range(MAX_SEATS) if seat != one["seat"]])
    return len(lines) - 1


def _another_game(lines: Lines, chance: random.Random) -> int:
    """Play another legal game from the same decks, and leave the signatures as they are."""
    game = GAMES[lines[0]["game"]]
    (recording,) = read_recordings(io.BytesIO(_written(lines)), "game.jsonl")
    state: Any = None
    retold: Lines = [lines[0]]
    for place in _events(lines, "round_started"):
        line = recording.lines[place - 1]
        state = game.set_up(recording.options, len(recording.names), state, line.event)
        events: list[Any] = []
        while not game.is_round_over(state):
            seats = range(state.seats) if game.is_race else game.waiting_for(state)
            moves = [(seat, move) for seat in seats for move in game.legal_moves(state, seat)]
            events += game.apply(state, *chance.choice(moves))
        retold += [lines[place], *(_plain(event) for event in events)]
    retold[-1]["signed"] = lines[-1]["signed"]
    lines[:] = retold
    return 1


def _plain(event: Any) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields


def _written(lines: Lines) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


KINDS: list[Callable[[Lines, random.Random], int]] = [
    *(_other_cards, _another_card, _other_scores, _other_winners, _left_out),
    *(_told_twice, _another_seat, _another_nonce, _another_name, _another_game),
    *(_a_signature_told_twice, _another_seat_signed),
]
#: What is wrong in a single place is found in that very line.
_EXACT = (_other_scores, _other_winners, _another_nonce, _a_signature_told_twice, _another_seat_signed)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_what_was_altered_is_found_and_its_line_is_named(kind: Callable[[Lines, random.Random], int]) -> None:
    """No altered game passes, and the line named is the first altered one or follows from it."""
    for number in range(EACH):
        chance = random.Random(f"{kind.__name__} {number}")
        lines: Lines = [json.loads(line) for line in played(number % BASES)]
        honest = _written(lines)
        place = kind(lines, chance)
        if _written(lines) == honest:
            continue
        with pytest.raises(TranscriptError) as found:
            verified([_written(lines)])
        named = int(str(found.value.details["line"]))
        assert place + 1 <= named <= len(lines) + 1, (number, found.value)
        if kind in _EXACT:
            assert named == place + 1, (number, found.value)


def test_a_game_without_its_deals_gets_a_clear_sentence() -> None:
    """A transcript that does not tell how its decks were made is not called fair, nor rigged."""
    lines: Lines = [json.loads(line) for line in played(0)]
    for line in lines:
        line.pop("deal", None)
    with pytest.raises(NoDealsError, match="how the deck was made is not told"):
        verified([_written(lines)])


def test_the_seed_of_a_deck_follows_from_every_part() -> None:
    """Another nonce of anybody, another attempt or another marked dealer gives another deck."""
    room = play_game("take-that", 3, 1)
    (finished,) = room.table.take_finished()
    (deal,) = finished.deals
    seeds = {seed_of(finished.table, deal), seed_of("f" * 16, deal)}
    replace = msgspec.structs.replace
    seeds.add(seed_of(finished.table, replace(deal, host=bytes(32))))
    for place, part in enumerate(deal.players):
        players = list(deal.players)
        players[place] = replace(part, nonce=bytes(32))
        seeds.add(seed_of(finished.table, replace(deal, players=tuple(players))))
    number = replace(deal.terms.number, attempt=2)
    seeds.add(seed_of(finished.table, replace(deal, terms=replace(deal.terms, number=number))))
    seeds.add(seed_of(finished.table, replace(deal, terms=replace(deal.terms, dealer=0))))
    assert len(seeds) == 8
