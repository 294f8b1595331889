"""A player's own referee lets every honest game pass and calls what does not follow."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from takelan.referees.watching import Watch
from takelan.rules.catalog import GAMES
from takelan.wire.to_peer import Step
from tests.table.fairness.games import play_game
from tests.table.room import Room

SIZES = [(name, seats) for name, game in GAMES.items() for seats in sorted({game.fewest, 3, game.most})]
VARIANTS: dict[str, dict[str, Any]] = {
    "take-that": {"advanced": "true"},
    "take-it": {},
    "take-a-number": {"number_row": "dealt"},
}


@cache
def played(game: str, seats: int, seed: int) -> Room:
    """Play a game of two rounds, before somebody who looks on from the lobby."""
    return play_game(game, seats, seed, rounds=2, has_onlooker=True, **(VARIANTS[game] if seed % 2 else {}))


def looked_on(game: str, seed: int) -> list[Any]:
    """List what the onlooker was told of a game of three."""
    room = played(game, 3, seed)
    (guest,) = room.gallery
    return room.heard(guest, Step)


def watched(steps: list[Any]) -> Watch:
    """Let a referee see steps."""
    watch = Watch()
    for step in steps:
        watch.hear(step)
    return watch


@pytest.mark.parametrize(("game", "seats"), SIZES)
@pytest.mark.parametrize("seed", range(2))
def test_an_honest_game_passes(game: str, seats: int, seed: int) -> None:
    """Nobody's referee finds anything in a whole game, variants, several rounds and onlookers included."""
    room = played(game, seats, seed)
    for peer in room.keys:
        assert watched(room.heard(peer, Step)).foul is None


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("seed", range(2))
def test_an_honest_game_passes_before_whoever_comes_late(game: str, seed: int) -> None:
    """An onlooker may come at any moment and is shown how the table stands."""
    steps = looked_on(game, seed)
    for first in range(1, len(steps), 5):
        shown = msgspec.structs.replace(steps[first], hearings=(), is_catch_up=True)
        assert watched([shown, *steps[first + 1 :]]).foul is None


def _changed(step: Any, place: int, **fields: Any) -> Any:
    hearings = list(step.hearings)
    hearings[place] = msgspec.structs.replace(hearings[place], **fields)
    return msgspec.structs.replace(step, hearings=tuple(hearings))


def _alter_number(steps: list[Any], chance: random.Random) -> None:
    """Tell another card, seat, row or count in one event."""
    told = [
        (number, place, field)
        for number, step in enumerate(steps)
        for place, hearing in enumerate(step.hearings)
        for field in ("card", "seat", "row", "count", "target")
        if isinstance(getattr(hearing, field, None), int)
    ]
    number, place, field = chance.choice(told)
    before = getattr(steps[number].hearings[place], field)
    steps[number] = _changed(steps[number], place, **{field: before + 1})


def _alter_scores(steps: list[Any], chance: random.Random) -> None:
    """Tell other points."""
    number = next(number for number, step in enumerate(steps) if "RoundEnded" in repr(step.hearings))
    place = next(
        place for place, one in enumerate(steps[number].hearings) if type(one).__name__ == "RoundEnded"
    )
    scores = steps[number].hearings[place].scores
    steps[number] = _changed(steps[number], place, scores=(scores[0] + 1, *scores[1:]))


def _leave_out(steps: list[Any], chance: random.Random) -> None:
    """Leave a step with an event out."""
    told = [number for number, step in enumerate(steps[:-1]) if step.hearings]
    del steps[chance.choice(told[1:])]


@pytest.mark.parametrize("alter", [_alter_number, _alter_scores, _leave_out])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_does_not_follow_is_called(game: str, alter: Callable[[list[Any], random.Random], None]) -> None:
    """Whatever is altered in what one seat is told: its referee finds it, with nothing else to go by."""
    room = played(game, 3, 0)
    for number in range(15):
        chance = random.Random(f"{game} {alter.__name__} {number}")
        steps = list(room.heard(1, Step))
        alter(steps, chance)
        assert watched(steps).foul is not None, number


@pytest.mark.parametrize("alter", [_alter_number, _alter_scores, _leave_out])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_does_not_follow_is_called_by_an_onlooker(
    game: str, alter: Callable[[list[Any], random.Random], None]
) -> None:
    """The same is found without knowing any hand."""
    for number in range(15):
        steps = list(looked_on(game, 0))
        alter(steps, random.Random(f"{game} {alter.__name__} {number}"))
        assert watched(steps).foul is not None, number


def test_the_first_foul_is_named_with_its_reason() -> None:
    """A wrong score is told as such, together with the event that tells it."""
    steps = list(played("take-that", 3, 0).heard(1, Step))
    _alter_scores(steps, random.Random(0))
    foul = watched(steps).foul
    assert foul is not None
    assert foul.why == "these are not the points of that round"
    assert type(foul.hearing).__name__ == "RoundEnded"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whoever_comes_back_judges_on_from_what_they_see(game: str) -> None:
    """A missed stretch is not called; whatever follows the return is judged."""
    steps = list(played(game, 3, 0).heard(1, Step))
    middle = len(steps) // 3
    caught_up = msgspec.structs.replace(steps[middle], is_catch_up=True)
    assert watched([*steps[:3], caught_up, *steps[middle + 1 :]]).foul is None
