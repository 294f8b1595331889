"""Nobody learns what is hidden: exchanging it changes neither a view nor what is heard.

The rulings TT11, TI11 and TN12 say what is hidden; ``tests/rules/secrets.py`` exchanges it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.rules.take_a_number import ChooseCard
from tests.rules.evenings import DISTINCT_DECK, Evening, evenings
from tests.rules.secrets import exchange, exchanged, hidden_cards

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
steps = st.integers(0, 250)

#: Enough that a round begun near its end is also heard ending.
MOVES_HEARD = 8

seeds = st.binary(max_size=4).map(Chance)


def followable(game: AnyGame) -> st.SearchStrategy[Evening]:
    """Draw tables whose cards are all different, so that each can be followed."""
    fixed = {"deck": st.just(DISTINCT_DECK)} if game.name == "take-it" else {}
    return evenings(game, **fixed)


def everybody(state: Any) -> list[int | None]:
    """Name all seats and the onlookers."""
    return [*range(state.seats), None]


@every_game
@given(data=st.data(), step=steps, chance=seeds)
def test_a_view_does_not_depend_on_what_the_seat_may_not_know(
    game: AnyGame, data: st.DataObject, step: int, chance: Chance
) -> None:
    """TT11, TI11, TN12: exchanging everything hidden leaves the view as it was, at any moment of a game."""
    state = data.draw(followable(game)).at(step)
    for seat in everybody(state):
        names = exchange(hidden_cards(game, state, seat), chance)
        assert game.view(exchanged(game, state, seat, names), seat) == game.view(state, seat)


@every_game
@given(data=st.data(), step=steps, chance=seeds)
def test_what_is_heard_does_not_depend_on_what_the_seat_may_not_know(
    game: AnyGame, data: st.DataObject, step: int, chance: Chance
) -> None:
    """TT11, TI11, TN12: the next moves sound and look the same when hidden cards change places.

    A card that a move itself brings to light keeps its place: it is no secret any more.
    """
    evening = data.draw(followable(game))
    state = evening.at(step)
    for mover, move in islice(evening.moves(state), MOVES_HEARD):
        before = state.copy()
        events = game.apply(state, mover, move)
        for seat in everybody(state):
            secret = hidden_cards(game, before, seat) & hidden_cards(game, state, seat)
            names = exchange(secret, chance)
            other = exchanged(game, before, seat, names)
            other_events = game.apply(other, mover, renamed(move, names))
            assert heard(game, other_events, seat) == heard(game, events, seat)
            assert game.view(other, seat) == game.view(state, seat)


@pytest.mark.parametrize("game", [GAMES["take-that"], GAMES["take-it"]], ids=["take-that", "take-it"])
@given(data=st.data(), step=steps)
def test_what_is_heard_names_no_card_that_lies_hidden_from_then_on(
    game: AnyGame, data: st.DataObject, step: int
) -> None:
    """TT11, TI11: a card that was open and is now face down is not named again, not even to its owner."""
    evening = data.draw(followable(game))
    state = evening.at(step)
    for mover, move in islice(evening.moves(state), MOVES_HEARD):
        events = game.apply(state, mover, move)
        for seat in everybody(state):
            named = {card for word in heard(game, events, seat) for card in cards_named(word)}
            assert not named & hidden_cards(game, state, seat)


def cards_named(hearing: Any) -> list[Any]:
    """Collect the cards in those fields of a hearing that hold cards."""
    single = [getattr(hearing, name) for name in ("card", "target", "extra") if hasattr(hearing, name)]
    return [*single, *getattr(hearing, "cards", ()), *getattr(hearing, "hand", ())]


def renamed(move: Any, names: dict[Any, Any]) -> Any:
    """Return the same move; a card chosen face down is itself a secret and may have changed."""
    return ChooseCard(names.get(move.card, move.card)) if isinstance(move, ChooseCard) else move


def heard(game: AnyGame, events: list[Any], seat: int | None) -> list[Any]:
    """Collect what a seat hears."""
    return [game.hear(event, seat) for event in events]


@every_game
@given(data=st.data(), chance=seeds)
def test_a_deal_sounds_the_same_whatever_the_others_got(
    game: AnyGame, data: st.DataObject, chance: Chance
) -> None:
    """TT11, TI11, TN12: of a deal a seat hears its own hand and what lies open."""
    state = data.draw(followable(game)).deal()
    for seat in everybody(state):
        names = exchange(hidden_cards(game, state, seat), chance)
        other = exchanged(game, state, seat, names)
        assert game.hear(game.round_started(other), seat) == game.hear(game.round_started(state), seat)


@every_game
@given(data=st.data(), step=steps)
def test_no_view_holds_a_card_that_is_hidden(game: AnyGame, data: st.DataObject, step: int) -> None:
    """TT11, TI11, TN12: looked at from the other side, no hidden card is anywhere among a view's cards."""
    state = data.draw(followable(game)).at(step)
    for seat in everybody(state):
        shown = set(cards_shown(game.view(state, seat)))
        assert not shown & hidden_cards(game, state, seat)


def cards_shown(view: Any) -> Iterator[Any]:
    """Collect the cards in those fields of a view that hold cards."""
    flat = ("hand", "line", "row")
    nested = ("twisted", "rows", "number_rows", "scored_cards", "scored_hands", "scored_piles")
    for name in flat:
        yield from getattr(view, name, ())
    for name in nested:
        for cards in getattr(view, name, ()):
            yield from cards
    yield from (card for card, _ in getattr(view, "to_place", ()))
