"""Whole games between players that see only their views."""

from collections.abc import Iterator, Sequence
from typing import Any

from takelan.bots.player import Player
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat


def play_out(game: AnyGame, options: Any, players: Sequence[Player], chance: Chance) -> Iterator[Any]:
    """Play one game to its end and tell every event, secrets included."""
    state = game.deal(options, len(players), chance.child("round", 1))
    while True:
        yield game.round_started(state)
        yield from _play_round(game, state, players, chance)
        if game.outcome(state) is not None:
            return
        game.deal_next(state, chance.child("round", state.round + 1))


def _play_round(game: AnyGame, state: Any, players: Sequence[Player], chance: Chance) -> Iterator[Any]:
    order = chance.child("order", state.round)
    while waiting := game.waiting_for(state):
        if game.is_race:
            seat, move = _fastest(game, state, players, waiting[0], order)
            yield from game.apply(state, seat, move)
            continue
        for seat in waiting:
            yield from game.apply(state, seat, _ask(game, state, players, seat))


def _ask(game: AnyGame, state: Any, players: Sequence[Player], seat: Seat) -> Any:
    view = game.view(state, seat)
    return players[seat].choose(view, game.moves_in(view))


def _fastest(
    game: AnyGame, state: Any, players: Sequence[Player], dealer: Seat, order: Chance
) -> tuple[Seat, Any]:
    """Let everybody look at the row in a random order; when nobody wants it, the dealer goes on."""
    go_on = game.legal_moves(state, dealer)[0]
    for seat in order.shuffled(range(len(players))):
        if not game.legal_moves(state, seat):
            continue
        move = _ask(game, state, players, seat)
        if move is not None and move != go_on:
            return seat, move
    return dealer, go_on
