"""No player knows anything but what its seat has seen and heard."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takelan.bots.levels import KINDS
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from tests.bots.tables import GAME_NAMES, make, moments
from tests.rules.evenings import Evening, evenings
from tests.rules.secrets import exchange, exchanged, hidden_cards

EVERY = [(kind, game) for kind in KINDS for game in GAME_NAMES]


@pytest.mark.parametrize(("kind", "game_name"), EVERY)
@settings(max_examples=5)
@given(data=st.data())
def test_exchanging_what_is_hidden_changes_no_decision(
    kind: str, game_name: str, data: st.DataObject
) -> None:
    """TT11, TI11, TN12: one seed and equal hearings decide equally where only hidden cards differ."""
    game = GAMES[game_name]
    evening: Evening = data.draw(evenings(game))
    seat = evening.seed % evening.seats
    one, two = make(kind, game_name), make(kind, game_name)
    for number, moment in enumerate(moments(evening, seat, one, two)):
        # Looks that follow each other are alike; a search at every one of them would take its time.
        if number % 3:
            continue
        names = exchange(hidden_cards(game, moment.state, seat), Chance(b"exchange"))
        other = exchanged(game, moment.state, seat, names)
        view = game.view(other, seat)
        assert one.choose(moment.view, moment.moves) == two.choose(view, game.moves_in(view))
