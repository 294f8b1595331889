"""Every event, and everything heard of it, is told in one plain sentence."""

import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame, GameEnded, RoundEnded
from tests.rules.evenings import evenings

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan"]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@every_game
@given(data=st.data())
def test_a_whole_game_is_told_in_sentences(game: AnyGame, data: st.DataObject) -> None:
    """T3: each event is one sentence on one line, for those who know everything and for each listener."""
    evening = data.draw(evenings(game))
    state, names = evening.deal(), NAMES[: evening.seats]
    events = [game.round_started(state)]
    for seat, move in evening.moves(state):
        events += game.apply(state, seat, move)
    for event in events:
        hearings = [game.hear(event, listener) for listener in (*range(evening.seats), None)]
        for sentence in [game.tell(word, names) for word in (event, *hearings)]:
            assert re.fullmatch(r"\S[^\n{}]*\.", sentence), sentence


@every_game
def test_every_kind_of_event_has_a_sentence(game: AnyGame) -> None:
    """T3: no event and no hearing is without words, also those no random game reaches."""
    from_types = {kind for union in (game.event_type, game.hearing_type) for kind in get_args(union)}
    told = {type(event) for event, _ in SENTENCES[game.name]}
    assert told == from_types


THAT, IT, NUMBER = take_that.types, take_it.types, take_a_number.types

SENTENCES: dict[str, list[tuple[Any, str]]] = {
    "take-that": [
        (THAT.RoundStarted(1, 1, ((12,), (13,)), (14,)), "Round 1: Ben deals."),
        (THAT.Dealt(2, 0, (12,), 1), "Round 2: Ada deals."),
        (THAT.Laid(0, 34), "Ada laid 34."),
        (THAT.Twisted(1, 94, 49), "Ben twisted 49 with 94."),
        (THAT.LineTaken(0, (34, 41), None), "Ada took the line: 34, 41."),
        (THAT.LineTaken(0, (34,), 88), "Ada took the line: 34, and 88 from the pile."),
        (THAT.LineGone(0, 1, False), "Ada took the line of 1 card."),
        (THAT.LineGone(0, 2, False), "Ada took the line of 2 cards."),
        (THAT.LineGone(0, 1, True), "Ada took the line of 1 card and the top card of the pile."),
        (THAT.Drew(1, 45), "Ben drew 45."),
        (THAT.DrewUnseen(1), "Ben drew a card."),
        (RoundEnded((3, -2)), "The round is over: Ada 3, Ben -2."),
        (GameEnded((3, -2), (0,)), "Ada wins: Ada 3, Ben -2."),
        (GameEnded((3, 3), (0, 1)), "Ada and Ben share the win: Ada 3, Ben 3."),
    ],
    "take-it": [
        (IT.RoundStarted(1, 1, ("+7", "10")), "Round 1: Ben turns the cards over."),
        (IT.Dealt(1, 0, 77), "Round 1: Ada turns the cards over."),
        (IT.Flipped(0, "2x+6"), "Ada turned over 2x+6."),
        (IT.Grabbed(1, ("+7", "joker")), "Ben grabbed +7, joker."),
        (IT.RowGone(1, 1), "Ben grabbed the row of 1 card."),
        (IT.RowGone(1, 2), "Ben grabbed the row of 2 cards."),
        (IT.RestTaken(0, ("-3", "10")), "Ada got the rest of the stack: -3, 10."),
        (IT.RestGone(0, 1), "Ada got the rest of the stack, 1 card."),
        (IT.RestGone(0, 9), "Ada got the rest of the stack, 9 cards."),
        (IT.Missed(1, 4), "Ben was too late."),
        (RoundEnded((3, -2)), "The round is over: Ada 3, Ben -2."),
        (GameEnded((3, -2), (0,)), "Ada wins: Ada 3, Ben -2."),
    ],
    "take-a-number": [
        (
            NUMBER.RoundStarted(1, 1, ((1,), (2,)), ((30,), (50,), (70,)), ((), ())),
            "Round 1: the rows begin with 30, 50, 70.",
        ),
        (
            NUMBER.Dealt(2, 0, (1,), ((30,), (50,), (70,)), ((), ())),
            "Round 2: the rows begin with 30, 50, 70.",
        ),
        (
            NUMBER.Dealt(1, 0, (1,), ((30,), (50,), (70,)), ((12,), (40,))),
            "Round 1: the rows begin with 30, 50, 70, the #-Rows with Ada 12, Ben 40.",
        ),
        (NUMBER.Revealed((31, 51)), "Revealed: Ada 31, Ben 51."),
        (NUMBER.Placed(1, 51, 1), "Ben's 51 goes to the row of 4."),
        (
            NUMBER.RowTaken(0, 59, 1, (12, 18, 22), "full", 18),
            "Ada's 59 takes the row of 4: 12, 18, 22; 18 goes to the #-Row.",
        ),
        (
            NUMBER.RowTaken(0, 43, 2, (59,), "low", 59),
            "Ada's 43 takes the row of 5: 59 goes to the #-Row.",
        ),
        (RoundEnded((3, 11)), "The round is over: Ada 3, Ben 11."),
        (GameEnded((3, 11), (0,)), "Ada wins: Ada 3, Ben 11."),
    ],
}


@pytest.mark.parametrize(
    ("name", "event", "sentence"),
    [(name, event, sentence) for name, pairs in SENTENCES.items() for event, sentence in pairs],
)
def test_an_event_is_told_like_this(name: str, event: Any, sentence: str) -> None:
    """T3: plain words, the player first."""
    assert GAMES[name].tell(event, ["Ada", "Ben"]) == sentence


def test_three_winners_are_named_one_after_the_other() -> None:
    """T3: a list of names ends with an "and"."""
    sentence = take_that.GAME.tell(GameEnded((1, 1, 1), (0, 1, 2)), ["Ada", "Ben", "Cleo"])
    assert sentence == "Ada, Ben and Cleo share the win: Ada 1, Ben 1, Cleo 1."


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("take-that", THAT.LineTaken(0, (34, 41), None), THAT.LineTaken(0, (55, 66), None)),
        ("take-that", THAT.LineTaken(0, (34,), 12), THAT.LineTaken(0, (55,), 98)),
        ("take-that", THAT.Drew(1, 34), THAT.Drew(1, 98)),
        ("take-it", IT.Grabbed(0, ("+7", "10")), IT.Grabbed(0, ("-3", "joker"))),
        ("take-it", IT.RestTaken(0, ("+7", "10")), IT.RestTaken(0, ("-3", "joker"))),
    ],
)
def test_the_log_does_not_tell_what_is_hidden(name: str, one: Any, other: Any) -> None:
    """T3: of what TT11 and TI11 hide, an onlooker is told the same whichever cards they are."""
    game = GAMES[name]
    assert len({game.tell(game.hear(event, None), NAMES) for event in (one, other)}) == 1
