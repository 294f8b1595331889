"""The evening's score: what every player has gathered over all games and rounds."""

from collections.abc import Iterator
from typing import NamedTuple

from takelan.rules.catalog import GAMES
from takelan.ui.outlook import Outlook


class PlayerNight(NamedTuple):
    """One player's evening."""

    letter: str
    name: str
    #: The sum after each game or round, beginning with 0.
    sums: list[int]
    wins: int
    is_you: bool


class Night(NamedTuple):
    """Everybody's evening."""

    lines: list[PlayerNight]


def tally(outlook: Outlook) -> Night:
    """Add up finished games and the rounds of the running one; bullheads count down."""
    names = list(outlook.names)
    sums = {name: [0] for name in names}
    wins = dict.fromkeys(names, 0)
    for scores in _scores(outlook):
        for name, sum_so_far in sums.items():
            sum_so_far.append(sum_so_far[-1] + scores.get(name, 0))
    for game in outlook.night:
        for seat in game.winners:
            if str(game.names[seat]) in wins:
                wins[str(game.names[seat])] += 1
    you = outlook.you
    return Night(
        [
            PlayerNight(chr(ord("A") + seat), name, sums[name], wins[name], seat == you)
            for seat, name in enumerate(names)
        ]
    )


def _scores(outlook: Outlook) -> Iterator[dict[str, int]]:
    for game in outlook.night:
        sign = -1 if GAMES[game.game].lowest_wins else 1
        yield {str(name): sign * total for name, total in zip(game.names, game.totals, strict=False)}
    # A game that is over stands among those of the night already.
    if outlook.view is not None and outlook.game is not None and not _is_over(outlook):
        sign = -1 if outlook.game.lowest_wins else 1
        for scores in outlook.view.round_scores:
            yield {str(name): sign * score for name, score in zip(outlook.names, scores, strict=False)}


def _is_over(outlook: Outlook) -> bool:
    return outlook.table is not None and outlook.table.stage == "over" and bool(outlook.night)
