"""What players play for."""

from collections.abc import Sequence

from takelan.rules.game import Seat


def lead(scores: Sequence[int], seat: Seat) -> float:
    """Tell by how much a seat is ahead of the average of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def lead_over_best(scores: Sequence[int], seat: Seat) -> float:
    """Tell by how much a seat is ahead of the best of the others."""
    return float(scores[seat] - max(score for other, score in enumerate(scores) if other != seat))
