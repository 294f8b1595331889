"""What a seat may not know, and how to exchange it for something else it may not know either.

Rule 1: what is hidden is told here once, from the rulings (TT11, TI11, TN12), apart from the rules' own code.
Rule 2: an exchange keeps every size and every place; only which card lies at a hidden place changes.
"""

from collections.abc import Callable
from typing import Any

from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.rules.take_a_number.cards import DECK as NUMBERS
from takelan.rules.take_a_number.state import NO_CARD

Rename = Callable[[Any], Any]


def _rename_take_that(state: Any, seat: int | None, is_over: bool, rename: Rename) -> None:
    """TT11: other hands, the pile, and until scoring all taken cards, the seat's own too."""
    hands = [hand for other, hand in enumerate(state.hands) if other != seat]
    for heap in (*hands, state.pile, *([] if is_over else state.taken)):
        heap[:] = map(rename, heap)


def _rename_take_it(state: Any, seat: int | None, is_over: bool, rename: Rename) -> None:
    """TI11: the stack, and until scoring all piles, the seat's own too."""
    state.stack[:] = map(rename, state.stack)
    if not is_over:
        state.piles[:] = [[tuple(map(rename, pile)) for pile in piles] for piles in state.piles]


def _rename_take_a_number(state: Any, seat: int | None, is_over: bool, rename: Rename) -> None:
    """TN4, TN12: until scoring other hands, the choices of others, and every #-Pile."""
    if is_over:
        return
    for other, hand in enumerate(state.hands):
        if other != seat:
            hand[:] = map(rename, hand)
            if state.chosen[other] != NO_CARD:
                state.chosen[other] = rename(state.chosen[other])
    for pile in state.number_piles:
        pile[:] = map(rename, pile)


_RENAMERS: dict[str, Callable[[Any, int | None, bool, Rename], None]] = {
    "take-that": _rename_take_that,
    "take-it": _rename_take_it,
    "take-a-number": _rename_take_a_number,
}


def hidden_cards(game: AnyGame, state: Any, seat: int | None) -> set[Any]:
    """Name every card whose place the seat (or, with None, an onlooker) may not know."""
    hidden: set[Any] = set()

    def note(card: Any) -> Any:
        hidden.add(card)
        return card

    _RENAMERS[game.name](state.copy(), seat, game.is_round_over(state), note)
    if game.name == "take-a-number":  # The cards that were not dealt could lie there as well.
        hidden |= set(NUMBERS) - set(game.all_cards(state))
    return hidden


def exchange(cards: set[Any], chance: Chance) -> dict[Any, Any]:
    """Give each of these cards the place of another."""
    ordered = sorted(cards)
    return dict(zip(ordered, chance.shuffled(ordered), strict=True))


def exchanged(game: AnyGame, state: Any, seat: int | None, names: dict[Any, Any]) -> Any:
    """Return a state that differs only in hidden cards having changed places."""
    other = state.copy()
    _RENAMERS[game.name](other, seat, game.is_round_over(state), lambda card: names.get(card, card))
    return other
