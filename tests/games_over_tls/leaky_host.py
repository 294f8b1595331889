"""A takelan whose rules leak on purpose, in ways every type allows: only what seats were told shows it."""

import sys
from typing import Any

import msgspec

from takelan.cli.main import main
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.take_it.state import holdings


def _put(game: Any, name: str, function: Any) -> None:
    # A game is frozen so that nobody does this by mistake.
    object.__setattr__(game, name, function)


def _let_everybody_see_draws() -> None:
    honest = take_that.GAME.hear

    def hear(event: Any, seat: Any) -> Any:
        return event if isinstance(event, take_that.types.Drew) else honest(event, seat)

    _put(take_that.GAME, "hear", hear)


def _show_piles_early() -> None:
    honest = take_it.GAME.view

    def view(state: Any, seat: Any) -> Any:
        return msgspec.structs.replace(honest(state, seat), scored_cards=tuple(map(tuple, holdings(state))))

    _put(take_it.GAME, "view", view)


def _show_hands_early() -> None:
    honest = take_a_number.GAME.view

    def view(state: Any, seat: Any) -> Any:
        return msgspec.structs.replace(honest(state, seat), scored_hands=tuple(map(tuple, state.hands)))

    _put(take_a_number.GAME, "view", view)


if __name__ == "__main__":
    _let_everybody_see_draws()
    _show_piles_early()
    _show_hands_early()
    main(sys.argv[1:])
