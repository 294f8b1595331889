"""Whole games between players that see only their views and hear only what their seats may hear."""

from collections.abc import Iterator, Sequence
from typing import Any

from takelan.bots.pace import Pace
from takelan.bots.player import Player
from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame, Seat


def play_out(
    game: AnyGame,
    options: Any,
    players: Sequence[Player],
    chance: Chance,
    paces: Sequence[Pace] | None = None,
) -> Iterator[Any]:
    """Play one game to its end and tell every event, secrets included.

    In a race, paces decide who is fastest; without them everybody is as fast as the others.
    """
    return _Playout(game, players, chance, paces).run(options)


class _Playout:
    """One game being played."""

    def __init__(
        self, game: AnyGame, players: Sequence[Player], chance: Chance, paces: Sequence[Pace] | None
    ) -> None:
        self._game = game
        self._players = players
        self._chance = chance
        self._paces = paces
        self._state: Any = None

    def run(self, options: Any) -> Iterator[Any]:
        game, chance = self._game, self._chance
        self._state = state = game.deal(options, len(self._players), chance.child("round", 1))
        while True:
            yield from self._tell([game.round_started(state)])
            yield from self._play_round(chance.child("order", state.round))
            if game.outcome(state) is not None:
                return
            game.deal_next(state, chance.child("round", state.round + 1))

    def _play_round(self, order: Chance) -> Iterator[Any]:
        game, state = self._game, self._state
        while waiting := game.waiting_for(state):
            if game.is_race:
                seat, move = self._next_in_race(waiting[0], order)
                yield from self._tell(game.apply(state, seat, move))
                continue
            for seat in waiting:
                yield from self._tell(game.apply(state, seat, self._ask(seat)))

    def _tell(self, events: list[Any]) -> list[Any]:
        """Let every player hear what their seat may hear."""
        if events:
            for seat, player in enumerate(self._players):
                heard = [self._game.hear(event, seat) for event in events]
                hearings = [hearing for hearing in heard if hearing is not None]
                player.hear(hearings, self._game.view(self._state, seat))
        return events

    def _ask(self, seat: Seat) -> Any:
        view = self._game.view(self._state, seat)
        return self._players[seat].choose(view, self._game.moves_in(view))

    def _next_in_race(self, dealer: Seat, order: Chance) -> tuple[Seat, Any]:
        """Let everybody look at the row; when nobody wants it, the dealer goes on."""
        go_on = self._game.legal_moves(self._state, dealer)[0]
        keen = self._keen(go_on, order)
        first = next(keen, None)
        if first is None:
            return dealer, go_on
        if self._paces is None:
            return first
        paces = self._paces
        return min((first, *keen), key=lambda one: paces[one[0]].grab.draw(order))

    def _keen(self, go_on: Any, order: Chance) -> Iterator[tuple[Seat, Any]]:
        for seat in order.shuffled(range(len(self._players))):
            if not self._game.legal_moves(self._state, seat):
                continue
            move = self._ask(seat)
            if move is not None and move != go_on:
                yield seat, move
