"""Sentences that every game needs."""

from collections.abc import Iterable, Sequence

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.game import GameEnded, RoundEnded


def tell_list(words: Iterable[object]) -> str:
    """Write cards or scores one after the other."""
    return ", ".join(str(word) for word in words)


def tell_names(names: Sequence[str]) -> str:
    """Write names one after the other, the last one behind an "and"."""
    if len(names) == 1:
        return names[0]
    return _("{most} and {last}").format(most=", ".join(names[:-1]), last=names[-1])


def tell_scores(scores: Sequence[int], names: Sequence[str]) -> str:
    """Write everybody's points behind their names."""
    return tell_list(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def tell_round_ended(event: RoundEnded, name: str, names: Sequence[str]) -> str:
    """Tell the scores of a round."""
    return _("The round is over: {scores}.").format(scores=tell_scores(event.scores, names))


def tell_game_ended(event: GameEnded, name: str, names: Sequence[str]) -> str:
    """Tell who won."""
    winners = tell_names([names[seat] for seat in event.winners])
    sentence = _n("{winners} wins: {totals}.", "{winners} share the win: {totals}.", len(event.winners))
    return sentence.format(winners=winners, totals=tell_scores(event.totals, names))
