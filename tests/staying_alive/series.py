"""Tables whose host is struck in mid-game, again and again, and how long it was until play went on."""

import random
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from takelan.rules.catalog import GAMES
from tests.processes import PATIENCE
from tests.staying_alive.judging import check_screens
from tests.staying_alive.screens import Screen, Screens
from tests.staying_alive.tables import Players
from tests.staying_alive.venues import VENUES, Venue

How = Literal["kill", "leave", "hup"]

#: How soon play should go on, in seconds.
LIMITS: dict[How, float] = {"kill": 4.0, "leave": 1.0, "hup": 1.0}

_SIGNALS: dict[How, signal.Signals] = {
    "kill": signal.SIGKILL,
    "leave": signal.SIGTERM,
    # Its terminal was closed.
    "hup": signal.SIGHUP,
}
_FEWEST, _MOST = 3, 6
_ROUNDS = 2


class Rhythm(NamedTuple):
    """How fast a game is played, in seconds a move, and between which of its steps its host is struck."""

    pace: float
    first: int
    last: int


#: A game of two rounds has some twenty steps, or more than a hundred.
_RHYTHMS = {
    "take-that": Rhythm(0.05, 12, 40),
    "take-it": Rhythm(0.05, 12, 40),
    "take-a-number": Rhythm(0.15, 4, 14),
}


@dataclass(frozen=True)
class Plan:
    """One table and when its host is struck; the number alone tells all of it."""

    number: int
    game: str
    seats: int
    #: How many steps have been shown by then.
    strikes_at: int

    @classmethod
    def make(cls, number: int, game: str | None = None) -> "Plan":
        """Take the games and the numbers of seats in turn, and draw the moment."""
        games = [game] if game else list(GAMES)
        chosen = games[number % len(games)]
        rhythm, most = _RHYTHMS[chosen], min(_MOST, GAMES[chosen].most)
        seats = _FEWEST + number // len(games) % (most - _FEWEST + 1)
        return cls(number, chosen, seats, random.Random(number).randint(rhythm.first, rhythm.last))


@dataclass
class Trial:
    """What came of a plan."""

    plan: Plan
    #: How long it was until play went on, for each seat.
    gaps: list[float] = field(default_factory=list)
    failure: str | None = None

    @property
    def gap(self) -> float:
        """How long it was until play went on for everybody."""
        return max(self.gaps, default=PATIENCE)

    def __str__(self) -> str:
        plan = self.plan
        told = self.failure or f"{self.gap:.2f} s ({', '.join(f'{gap:.2f}' for gap in self.gaps)})"
        return f"{plan.number}: {plan.game}, {plan.seats} seats, struck at step {plan.strikes_at}: {told}"


def run(numbers: range, how: How, where: str, game: str | None = None) -> Iterator[Trial]:
    """Carry the plans out, one after the other."""
    for number in numbers:
        plan = Plan.make(number, game)
        with (
            tempfile.TemporaryDirectory(prefix="takelan-") as folder,
            VENUES[where](Path(folder), plan.seats) as venue,
        ):
            yield carry_out(plan, how, venue)


def carry_out(plan: Plan, how: How, venue: Venue) -> Trial:
    """Play a game to its end that loses its host in the middle."""
    trial = Trial(plan)
    pace = _RHYTHMS[plan.game].pace
    table = Players(venue, plan.game, plan.seats, pace=pace, rounds=_ROUNDS, in_order=False)
    screens = Screens([table.wire_log(seat) for seat in range(plan.seats)])
    try:
        _play(trial, how, table, screens)
    except AssertionError as error:
        trial.failure = str(error)
    finally:
        screens.close()
        table.end()
    return trial


def is_mid_game(screens: Sequence[Screen], steps: int) -> bool:
    """Tell whether everybody was shown so many steps, and their programs know each other by then."""
    return all(screen.plays >= steps and screen.knows_everybody for screen in screens)


def _play(trial: Trial, how: How, table: Players, screens: Screens) -> None:
    all_screens = screens.all
    screens.watch(lambda: is_mid_game(all_screens, trial.plan.strikes_at), "mid-game", PATIENCE)
    before = [len(screen.messages) for screen in all_screens]
    struck_at = time.monotonic()
    table.host.process.signal(_SIGNALS[how])

    def resumed() -> list[float | None]:
        return [screen.goes_on_at(since) for screen, since in zip(all_screens, before, strict=True)]

    screens.watch(lambda: None not in resumed(), "play to go on", PATIENCE)
    trial.gaps = [at - struck_at for at in resumed() if at is not None]
    screens.watch(table.heir_with_a_game, "the game to end", PATIENCE)
    record = table.games(table.heir_with_a_game() or "")[0]
    table.check(record)
    screens.watch(
        lambda: all(screen.has_seen_an_end for screen in all_screens), "its end to be told", PATIENCE
    )
    check_screens(all_screens, record)
