"""Counting a contest: leads, wins and Elo, each with its uncertainty.

Rule 1: the same deal is played in every rotation of the seats, and the deal, not the game, is what is
counted as one observation of a lead: games with the same cards are not independent.
Rule 2: a shared win is shared: two winners have half a win each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log10, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

#: Standard errors to either side of a 95 % interval.
_WIDTH = 1.96
_ELO_MEAN, _ELO_SCALE, _ELO_ROUNDS = 1500.0, 400.0, 200


class GameResult(NamedTuple):
    """One game: who sat where, and how it ended."""

    kinds: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class Interval(NamedTuple):
    """A number and the interval that holds the truth 95 times in 100."""

    middle: float
    lowest: float
    highest: float


@dataclass
class Record:
    """What one kind of player has done."""

    points: list[int] = field(default_factory=list)
    wins: float = 0.0
    #: One lead over the others for every deal.
    leads: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games this kind has played, counted once for each of its seats."""
        return len(self.points)

    @property
    def mean_score(self) -> float:
        """The mean total of a game."""
        return fmean(self.points)

    @property
    def win_rate(self) -> Interval:
        """The share of wins, with Wilson's interval."""
        share, square = self.wins / self.games, _WIDTH**2
        middle = (share + square / (2 * self.games)) / (1 + square / self.games)
        spread = sqrt(share * (1 - share) / self.games + square / (4 * self.games**2))
        reach = _WIDTH * spread / (1 + square / self.games)
        return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))

    @property
    def lead(self) -> Interval | None:
        """How many points a game this kind is better than the others; None when it met only itself."""
        if not self.leads:
            return None
        mean = fmean(self.leads)
        reach = _WIDTH * stdev(self.leads) / sqrt(len(self.leads)) if len(self.leads) > 1 else float("inf")
        return Interval(mean, mean - reach, mean + reach)


class Standings:
    """All records of a contest."""

    def __init__(self, kinds: Sequence[str], *, lowest_wins: bool) -> None:
        self.records: dict[str, Record] = {kind: Record() for kind in dict.fromkeys(kinds)}
        self._sign = -1 if lowest_wins else 1
        self._duels: dict[tuple[str, str], float] = {}
        self.games = 0

    def add_deal(self, games: Sequence[GameResult]) -> None:
        """Count all games that were played with one deal."""
        for game in games:
            self._add_game(game)
        for kind, record in self.records.items():
            leads = [lead for game in games if (lead := self._lead(kind, game)) is not None]
            if leads:
                record.leads.append(fmean(leads))

    def elo(self) -> Mapping[str, float]:
        """Rate the kinds by who scored better than whom in the same game; the mean is 1500."""
        strength = dict.fromkeys(self.records, 1.0)
        for _ in range(_ELO_ROUNDS):
            strength = {kind: self._stronger(kind, strength) for kind in strength}
        ratings = {kind: _ELO_SCALE * log10(value) for kind, value in strength.items()}
        shift = _ELO_MEAN - fmean(ratings.values())
        return {kind: rating + shift for kind, rating in ratings.items()}

    def _stronger(self, kind: str, strength: Mapping[str, float]) -> float:
        """Fit one strength of the Bradley–Terry model to the duels, the others given."""
        won = expected = 0.0
        for other in strength:
            if other != kind:
                # One drawn duel more than were fought keeps a clean sweep finite.
                wins = self._duels.get((kind, other), 0.0) + 0.5
                fought = wins + self._duels.get((other, kind), 0.0) + 0.5
                won += wins
                expected += fought / (strength[kind] + strength[other])
        return won / expected if expected else 1.0

    def _add_game(self, game: GameResult) -> None:
        self.games += 1
        for seat, kind in enumerate(game.kinds):
            record = self.records[kind]
            record.points.append(game.totals[seat])
            if seat in game.winners:
                record.wins += 1 / len(game.winners)
            for other, rival in enumerate(game.kinds):
                if rival != kind:
                    ahead = self._sign * (game.totals[seat] - game.totals[other])
                    score = 0.5 if ahead == 0 else float(ahead > 0)
                    self._duels[kind, rival] = self._duels.get((kind, rival), 0.0) + score

    def _lead(self, kind: str, game: GameResult) -> float | None:
        own = [total for one, total in zip(game.kinds, game.totals, strict=True) if one == kind]
        others = [total for one, total in zip(game.kinds, game.totals, strict=True) if one != kind]
        if not own or not others:
            return None
        return self._sign * (fmean(own) - fmean(others))


def line_up(kinds: Sequence[str], players: int) -> tuple[str, ...]:
    """Fill the seats: everybody named has one, and the last one named has all that are left."""
    return (*kinds, *[kinds[-1]] * (players - len(kinds)))


def rotations(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """List every different way to shift a line-up around the table."""
    shifted = [(*lineup[shift:], *lineup[:shift]) for shift in range(len(lineup))]
    return list(dict.fromkeys(shifted))
