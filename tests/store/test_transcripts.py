"""A transcript that was read has been played again; an altered one is refused unless it is a game, too."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame
from takelan.rules.take_it.types import Flipped, Missed
from takelan.store.failures import TranscriptError
from takelan.store.transcripts.printing import as_lines
from takelan.store.transcripts.reading import Recording, read_recordings
from takelan.store.transcripts.writing import event_line, header_line, timed_event_line
from tests.rules.evenings import Evening, evenings
from tests.rules.referee import FoulError, referee_for
from tests.store.transcript_format import judge_stream

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan"]


def events_of(evening: Evening) -> list[Any]:
    """Play a whole game and return what a transcript tells of it."""
    game, state = evening.game, evening.deal()
    told: list[Any] = [game.round_started(state)]
    while True:
        for seat, move in evening.moves(state):
            told += game.apply(state, seat, move)
        if game.outcome(state) is not None:
            return [event for event in told if not isinstance(event, Missed)]
        evening.deal_next(state)
        told.append(game.round_started(state))


def transcript_of(evening: Evening) -> list[bytes]:
    """Play a whole game and write it down."""
    header = header_line(evening.game, NAMES[: evening.seats], evening.options)
    return [header, *map(event_line, events_of(evening))]


def read(lines: list[bytes]) -> list[Recording]:
    """Read transcripts that lie in memory."""
    return read_recordings(io.BytesIO(b"".join(lines)), "memory")


@every_game
@given(data=st.data())
def test_any_game_is_read_back_as_it_was(game: AnyGame, data: st.DataObject) -> None:
    """Format, options, names and events survive the way through a file, several games in a row."""
    evening = data.draw(evenings(game))
    lines = transcript_of(evening)
    judge_stream(b"".join(lines))
    recordings = read(lines + lines)
    assert len(recordings) == 2
    for recording in recordings:
        assert (recording.game, recording.options) == (game, evening.options)
        assert recording.names == NAMES[: evening.seats]
        assert [event_line(line.event) for line in recording.lines] == lines[1:]
        assert [line.encode() + b"\n" for line in as_lines(recording)] == lines


Spot = tuple[Any, Any]


def spots(fields: Any) -> list[Spot]:
    """Find every place in a line where a number or a card stands."""
    pairs = fields.items() if isinstance(fields, dict) else enumerate(fields)
    found: list[Spot] = []
    for key, value in pairs:
        if isinstance(value, dict | list):
            found += spots(value)
        elif key not in ("event", "reason", "transcript", "game"):
            found.append((fields, key))
    return found


def other_value(draw: Callable[[st.SearchStrategy[Any]], Any], old: Any) -> Any:
    """Draw something else of the same kind."""
    if isinstance(old, str):
        return draw(
            st.sampled_from(["+7", "-3", "2x+6", "joker", "10", "+25"]).filter(lambda new: new != old)
        )
    near = st.integers(-3, 3).map(lambda step: (old or 0) + step) | st.integers(-1, 101)
    return draw(near.filter(lambda new: new != old))


def is_accepted_by_the_referee(lines: list[bytes]) -> bool:
    """Ask the second opinion."""
    header, *events = map(json.loads, lines)
    try:
        referee_for(header["game"], header["options"], len(header["seats"])).watch(events)
    except (FoulError, LookupError, TypeError):
        return False
    return True


@every_game
@given(data=st.data())
def test_an_altered_game_is_refused_unless_it_is_a_game_too(game: AnyGame, data: st.DataObject) -> None:
    """The reader and the referee agree; a flaw is found at the altered line or where it first shows."""
    lines = transcript_of(data.draw(evenings(game)))
    number = data.draw(st.integers(2, len(lines)))
    fields = json.loads(lines[number - 1])
    holder, key = data.draw(st.sampled_from(spots(fields)))
    holder[key] = other_value(data.draw, holder[key])
    lines[number - 1] = msgspec.json.encode(fields) + b"\n"
    if is_accepted_by_the_referee(lines):
        assert len(read(lines)) == 1
        return
    with pytest.raises(TranscriptError) as caught:
        read(lines)
    assert caught.value.details["line"] >= number  # type: ignore[operator]  # a line is a number


@every_game
@given(data=st.data())
def test_a_game_with_a_line_missing_or_doubled_is_refused(game: AnyGame, data: st.DataObject) -> None:
    """No event can be told twice, and none left out unless what remains is a game, too."""
    lines = transcript_of(data.draw(evenings(game)))
    place = data.draw(st.integers(1, len(lines) - 1))
    with pytest.raises(TranscriptError):
        read(lines[: place + 1] + lines[place:])
    shorter = lines[:place] + lines[place + 1 :]
    if not is_accepted_by_the_referee(shorter):  # Who grabs a row worth nothing might as well not have.
        with pytest.raises(TranscriptError):
            read(shorter)


def test_events_may_carry_the_time() -> None:
    """Seconds since the game began, to the millisecond, beside the keys of the event."""
    timed = json.loads(timed_event_line(Flipped(0, "+7"), 1.23456))
    assert timed == {"event": "flipped", "seat": 0, "card": "+7", "at": 1.235}


def test_the_examples_of_the_page_are_transcripts() -> None:
    """The whole games on the format's page can be read; the fragments follow the format."""
    page = (Path(__file__).parents[2] / "docs" / "transcript.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL)
    whole = [block.encode() for block in blocks if "round_started" in block and "game_ended" in block]
    assert {read([block])[0].game.name for block in whole} == {"take-it", "take-a-number"}
    for block in whole:
        judge_stream(block)
