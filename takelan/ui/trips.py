"""Round trips as people want to see them: steady, and no more exact than is useful."""

from collections.abc import Sequence

_STEPS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)

# A shown value stays until the real one is clearly below it: a number that flickers once a second
# would be the only thing an idle game sends.
_CLEARLY_BELOW = 3


def steady(before: Sequence[int | None], now: Sequence[int | None]) -> tuple[int | None, ...]:
    """Round everybody's trip up to a step, and keep what is shown as long as it is nearly true."""
    kept = [*before, *[None] * (len(now) - len(before))]
    return tuple(_steady(old, new) for old, new in zip(kept, now, strict=False))


def in_words(trip: int | None) -> str:
    """Write a trip that was rounded up."""
    return "" if trip is None else f"<{trip} ms"


def in_short(trip: int | None) -> str:
    """Write a trip where there is room for four letters."""
    if trip is None:
        return ""
    return f"<{trip}" if trip < 1000 else f"<{trip // 1000} s"


def _steady(old: int | None, new: int | None) -> int | None:
    if new is None:
        return None
    if old is not None and old / _CLEARLY_BELOW <= new <= old:
        return old
    return next((step for step in _STEPS if new < step), _STEPS[-1])
