"""A sampled world agrees with all that the seat has seen."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takelan.bots.take_a_number.memory import HandMemory
from takelan.bots.take_a_number.sampling import sample_state as sample_take_a_number
from takelan.bots.take_it.memory import PileMemory
from takelan.bots.take_it.sampling import sample_state as sample_take_it
from takelan.bots.take_that.memory import LineMemory
from takelan.bots.take_that.sampling import sample_state as sample_take_that
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from tests.bots.tables import GAME_NAMES, moments
from tests.rules.evenings import Evening, evenings

_CHANCE = Chance(b"sample")
_SAMPLERS: dict[str, Any] = {
    "take-that": (LineMemory, sample_take_that),
    "take-it": (lambda: PileMemory(_CHANCE, 100), sample_take_it),
    "take-a-number": (HandMemory, sample_take_a_number),
}

#: What is past and the same in every world is left out of samples on purpose.
_SUNK = {
    "take-that": ("twisted", "taken_sizes"),
    "take-it": ("pile_sizes",),
    "take-a-number": ("number_pile_sizes", "chosen", "has_chosen"),
}


@pytest.mark.parametrize("name", GAME_NAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_a_sample_looks_to_the_seat_like_the_truth(name: str, data: st.DataObject) -> None:
    """The view of a sampled state is the view it was sampled from, but for what is past."""
    game = GAMES[name]
    evening: Evening = data.draw(evenings(game))
    seat = evening.seed % evening.seats
    make_memory, sample = _SAMPLERS[name]
    memory = make_memory()
    for moment in moments(evening, seat, memory):
        sampled = game.view(sample(moment.view, memory, _CHANCE.child(evening.seed)), seat)
        past = {field: getattr(moment.view, field) for field in _SUNK[name]}
        assert msgspec.structs.replace(sampled, **past) == moment.view


@settings(max_examples=15)
@given(evening=evenings(GAMES["take-that"], advanced=st.just(False)))
def test_an_attentive_player_of_take_that_knows_what_was_taken(evening: Evening) -> None:
    """TT11: taken cards lie face down, but they lay open before; hands and pile are all that is unseen."""
    memory: Any = LineMemory()
    for moment in moments(evening, 0, memory):
        state = moment.state
        assert memory.taken == {card for taken in state.taken for card in taken}
        sampled = sample_take_that(moment.view, memory, _CHANCE)
        unseen = [*state.pile, *(card for hand in state.hands for card in hand)]
        drawn = [*sampled.pile, *(card for hand in sampled.hands for card in hand)]
        assert sorted(drawn) == sorted(unseen)


@settings(max_examples=15)
@given(evening=evenings(GAMES["take-a-number"]))
def test_known_pick_ups_of_take_a_number_are_in_the_right_hand(evening: Evening) -> None:
    """TN12: cards taken into a hand were seen by all; a sample deals them to nobody else."""
    memory: Any = HandMemory()
    for moment in moments(evening, 0, memory):
        sampled = sample_take_a_number(moment.view, memory, _CHANCE)
        for seat in range(1, evening.seats):
            assert memory.known_hand(seat) <= set(moment.state.hands[seat])
            assert memory.known_hand(seat) <= set(sampled.hands[seat])


@settings(max_examples=15)
@given(evening=evenings(GAMES["take-it"]))
def test_a_perfect_memory_of_take_it_knows_the_stack(evening: Evening) -> None:
    """TI11: whoever remembered all piles would know which cards are left, though not their order."""
    memory: Any = PileMemory(_CHANCE, 100)
    for moment in moments(evening, 0, memory):
        sampled = sample_take_it(moment.view, memory, _CHANCE)
        assert Counter(sampled.stack) == Counter(moment.state.stack)


def test_memory_of_take_it_is_imperfect_by_level() -> None:
    """TI11: a memory of 70 in 100 keeps some of the taken cards and loses others, the same each time."""
    game = GAMES["take-it"]
    evening = Evening(game, game.options_type(), 3, 5)
    memories: list[Any] = [PileMemory(_CHANCE, percent) for percent in (0, 70, 70, 100)]
    for _ in moments(evening, 0, *memories):
        pass
    kept = [sum(memory.pile(seat).total() for seat in range(3)) for memory in memories]
    assert kept[0] == 0 < kept[1] == kept[2] < kept[3]
    assert memories[1].piles == memories[2].piles
