"""Tables where random legal moves are played, for claims about any game at any moment."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.rules.take_it import Flip

#: 77 cards of which no two are alike, so that a card can be followed wherever it goes.
DISTINCT_DECK = {
    **{f"{value:+d}": 1 for value in (*range(1, 26), *range(-1, -26, -1))},
    **{f"2x{value:+d}": 1 for value in (*range(1, 14), *range(-1, -13, -1))},
    "joker": 1,
    "10": 1,
}
SMALL_DECK = {"+9": 2, "-4": 3, "2x+6": 6, "2x-3": 5, "joker": 4, "10": 5}
TENLESS_DECK = {"+3": 5, "-5": 4, "2x+8": 5, "joker": 2}
DECKS = ["takelan", SMALL_DECK, TENLESS_DECK, DISTINCT_DECK]

OPTIONS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "take-that": {"rounds": st.integers(1, 3), "advanced": st.booleans()},
    "take-it": {"rounds": st.integers(1, 3), "deck": st.sampled_from(DECKS)},
    "take-a-number": {"rounds": st.integers(1, 2), "number_row": st.sampled_from(["empty", "dealt"])},
}


@dataclass(frozen=True)
class Evening:
    """A table about to play: everything that follows comes from the seed."""

    game: AnyGame = field(repr=False)
    options: Any
    seats: int
    seed: int

    def deal(self) -> Any:
        """Deal the first round."""
        return self.game.deal(self.options, self.seats, self._chance("round", 1))

    def deal_next(self, state: Any) -> None:
        """Deal the round after this one."""
        self.game.deal_next(state, self._chance("round", state.round + 1))

    def moves(self, state: Any) -> Iterator[tuple[int, Any]]:
        """Choose moves at random for a state that the caller plays on, until its round is over."""
        chance = self._chance("moves", state.round)
        while not self.game.is_round_over(state):
            yield _any_move(self.game, state, chance)

    def at(self, step: int) -> Any:
        """Play on to one of the game's moments; counting on beyond its end begins anew."""
        moments = 0
        for state in self.moments():
            if moments == step:
                return state
            moments += 1
        return self.at(step % moments)

    def moments(self) -> Iterator[Any]:
        """Play the whole game in one state, and stop before every move and every deal and at the end."""
        state = self.deal()
        while True:
            for seat, move in self.moves(state):
                yield state
                self.game.apply(state, seat, move)
            yield state
            if self.game.outcome(state) is not None:
                return
            self.deal_next(state)

    def _chance(self, *labels: object) -> Chance:
        return Chance(str(self.seed).encode()).child(*labels)


def _any_move(game: AnyGame, state: Any, chance: Chance) -> tuple[int, Any]:
    seats = list(range(state.seats))
    # A round of choices ends sooner when most who move have not moved yet; a few change their minds.
    eager = game.waiting_for(state) if chance.below(4) else seats
    able = [(seat, moves) for seat in eager if (moves := game.legal_moves(state, seat))]
    if not able:
        able = [(seat, game.legal_moves(state, seat)) for seat in game.waiting_for(state)]
    seat, moves = able[chance.below(len(able))]
    if moves[0] == Flip() and chance.below(4):  # Rows grow only while nobody grabs.
        return seat, moves[0]
    return seat, moves[chance.below(len(moves))]


@st.composite
def evenings(draw: st.DrawFn, /, game: AnyGame, **fixed: st.SearchStrategy[Any]) -> Evening:
    """Draw a table of one game: how many sit there, what was agreed, and a seed."""
    options = {name: draw(values) for name, values in {**OPTIONS[game.name], **fixed}.items()}
    seats = draw(st.integers(game.fewest, game.most))
    return Evening(game, game.options_type(**options), seats, draw(st.integers(0, 2**32)))
