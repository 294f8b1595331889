"""Counting many games into one small table."""

from collections.abc import Sequence

from takelan.rules.game import GameEnded


class Tally:
    """Wins, scores and lengths of the games played so far."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._wins = [0] * len(names)
        self._points = [0] * len(names)
        self._games = 0
        self._events = 0

    def add(self, result: tuple[GameEnded, int]) -> None:
        """Count one game and the number of its events."""
        ending, events = result
        self._games += 1
        self._events += events
        for seat in ending.winners:
            self._wins[seat] += 1
        for seat, total in enumerate(ending.totals):
            self._points[seat] += total

    def table(self, heading: str, seconds: float) -> str:
        """Write the table; a shared win counts for everybody who shares it."""
        rows = [heading, "", f"{'player':<10}{'wins':>8}{'share':>9}{'mean score':>13}"]
        for seat, name in enumerate(self._names):
            share = self._wins[seat] / self._games
            mean = self._points[seat] / self._games
            rows.append(f"{name:<10}{self._wins[seat]:>8}{share:>9.1%}{mean:>13.2f}")
        length = self._events / self._games
        rows += ["", f"length {length:.1f} events a game, {self._games / seconds:,.0f} games per second"]
        return "\n".join(rows)
