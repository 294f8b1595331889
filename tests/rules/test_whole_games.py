"""Any sequence of random legal moves is a game: it conserves the cards, ends, and scores rightly."""

import copy
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame, GameEnded, Outcome, RoundEnded
from takelan.rules.take_it.types import Missed
from tests.rules.evenings import Evening, evenings
from tests.rules.referee import FoulError, referee_for

#: More moves than a round of any game can have, changed minds included.
_NEVER_SO_LONG = 5000

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def play_whole(evening: Evening) -> list[Any]:
    """Play a game to its end and return every event; cards are counted after every move."""
    game, state = evening.game, evening.deal()
    cards = Counter(game.all_cards(state))
    told: list[Any] = [game.round_started(state)]
    while True:
        for step, (seat, move) in enumerate(evening.moves(state)):
            assert step < _NEVER_SO_LONG
            assert game.outcome(state) is None
            told += game.apply(state, seat, move)
            assert Counter(game.all_cards(state)) == cards
        if game.outcome(state) is not None:
            return told
        evening.deal_next(state)
        told.append(game.round_started(state))
        cards = Counter(game.all_cards(state))


@every_game
@given(data=st.data())
def test_a_game_conserves_its_cards_ends_and_scores_like_the_referee(
    game: AnyGame, data: st.DataObject
) -> None:
    """A referee that shares no code with the rules agrees with every event, score, total and winner."""
    evening = data.draw(evenings(game))
    events = msgspec.to_builtins(play_whole(evening))
    referee_for(game.name, msgspec.to_builtins(evening.options), evening.seats).watch(events)


@every_game
@given(data=st.data())
def test_the_referee_catches_a_wrong_score(game: AnyGame, data: st.DataObject) -> None:
    """One point more for one player, in any round, does not pass: the second opinion is worth something."""
    evening = data.draw(evenings(game))
    events = msgspec.to_builtins(play_whole(evening))
    scored = [event for event in events if event["event"] == "round_ended"]
    event = data.draw(st.sampled_from(scored))
    seat = data.draw(st.integers(0, evening.seats - 1))
    event["scores"] = [score + (place == seat) for place, score in enumerate(event["scores"])]
    with pytest.raises(FoulError, match="the scores are"):
        referee_for(game.name, msgspec.to_builtins(evening.options), evening.seats).watch(events)


@every_game
@given(data=st.data())
def test_the_outcome_is_what_the_last_event_told(game: AnyGame, data: st.DataObject) -> None:
    """There is none before the last round is scored; then it has the totals of all rounds."""
    evening = data.draw(evenings(game))
    events = play_whole(evening)
    rounds = [event.scores for event in events if isinstance(event, RoundEnded)]
    totals = tuple(sum(column) for column in zip(*rounds, strict=True))
    best = (min if game.lowest_wins else max)(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    assert len(rounds) == evening.options.rounds
    assert events[-1] == GameEnded(totals, winners)
    *_, last = evening.moments()
    assert game.outcome(last) == Outcome(totals, winners)


@every_game
@given(data=st.data(), step=st.integers(0, 200))
def test_a_copy_and_its_original_share_nothing_that_can_change(
    game: AnyGame, data: st.DataObject, step: int
) -> None:
    """Playing the copy to its end leaves the original alone, and the other way round."""
    evening = data.draw(evenings(game))
    state = evening.at(step)
    for played, untouched in ((state.copy(), state), (state, state.copy())):
        before = copy.deepcopy(untouched)
        assert played == before
        for seat, move in evening.moves(played):
            game.apply(played, seat, move)
        if game.outcome(played) is None:
            evening.deal_next(played)
        assert untouched == before


@every_game
@given(data=st.data())
def test_the_same_seed_plays_the_same_game(game: AnyGame, data: st.DataObject) -> None:
    """Nothing but the seed decides what is dealt."""
    evening = data.draw(evenings(game))
    assert play_whole(evening) == play_whole(evening)


@every_game
@given(data=st.data())
def test_a_game_is_played_again_from_its_own_events(game: AnyGame, data: st.DataObject) -> None:
    """The moves behind the events of a round lead to the same events and the same state."""
    evening = data.draw(evenings(game))
    state = evening.deal()
    events = [event for seat, move in evening.moves(state) for event in game.apply(state, seat, move)]
    events = [event for event in events if not isinstance(event, Missed)]
    again = game.set_up(evening.options, evening.seats, None, game.round_started(evening.deal()))
    told: list[Any] = []
    while len(told) < len(events):
        behind = game.moves_behind(again, events[len(told)])
        assert behind
        told += [event for seat, move in behind for event in game.apply(again, seat, move)]
    assert told == events
    assert game.view(again, None) == game.view(state, None)


@every_game
@given(data=st.data(), step=st.integers(0, 200))
def test_everything_said_survives_the_way_through_text(game: AnyGame, data: st.DataObject, step: int) -> None:
    """Moves, events, hearings and views are the same after encoding and decoding."""
    evening = data.draw(evenings(game))
    state = evening.at(step)
    seats = [*range(evening.seats), None]
    said: list[tuple[Any, Any]] = [(game.view(state, seat), game.view_type) for seat in seats]
    for seat, move in evening.moves(state):
        events = game.apply(state, seat, move)
        said += [(move, game.move_type), *((event, game.event_type) for event in events)]
        said += [(game.hear(event, None), game.hearing_type) for event in events]
        break
    for word, kind in said:
        assert msgspec.json.decode(msgspec.json.encode(word), type=kind) == word
